//! Page boxes.

use super::super::examined::{Examined, Rule};
use super::super::file::{Corners, get, number};
use crate::geometry::decimal;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.trim-box",
        requirement: "every page has a trim box or an art box, not both",
        check: trim_or_art,
    },
    Rule {
        name: "pdf.boxes",
        requirement: "trim box within bleed box within media box, and within the crop box, if present",
        check: nested,
    },
    Rule {
        name: "pdf.rotation",
        requirement: "pages without rotation (Rotate) and with a unit of 1/72 inch (UserUnit)",
        check: upright,
    },
];

/// The tolerance for boxes converted from millimetres, in points.
const SLACK: f64 = 0.01;

fn trim_or_art(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    let faults = pdf.pages().filter_map(|(number, page)| {
        let (trim, art) = (page.has(b"TrimBox"), page.has(b"ArtBox"));
        let reason = match (trim, art) {
            (true, true) => "both a trim box and an art box",
            (false, false) => "neither a trim box nor an art box",
            _ => return None,
        };
        Some(Fault::on(number, reason))
    });
    RuleVerdict::from_faults(faults)
}

/// Other rules measure the boxes as if there were neither, but readers turn and scale the page.
fn upright(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let mut faults = Vec::new();
    for (page, dictionary) in pdf.pages() {
        let holder = pdf.inherited(dictionary, "Rotate");
        let turn = holder.and_then(|holder| get(&pdf.file, holder, "Rotate")).and_then(number);
        let turn = turn.unwrap_or(0.0).rem_euclid(360.0);
        if turn != 0.0 {
            faults.push(Fault::on(page, format!("the page is turned by {}°", decimal(turn))));
        }
        let unit = get(&pdf.file, dictionary, "UserUnit").and_then(number).unwrap_or(1.0);
        if unit != 1.0 {
            let unit = decimal(unit);
            faults.push(Fault::on(page, format!("the page is {unit} times as large as drawn")));
        }
    }
    // On sheets for home printing, programs turn pages to show them upright.
    if criteria.to_pdfx() || criteria.press().is_some() {
        RuleVerdict::from_faults(faults)
    } else {
        RuleVerdict::remark(faults)
    }
}

fn nested(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let mut faults = Vec::new();
    for (number, page) in pdf.pages() {
        let Some(media) = pdf.page_box(page, "MediaBox") else {
            faults.push(Fault::on(number, "no readable media box"));
            continue;
        };
        let mut read = |key: &'static str| {
            let corners = pdf.page_box(page, key);
            if corners.is_none() && page.has(key.as_bytes()) {
                faults.push(Fault::on(number, format!("{key} is not a rectangle")));
            }
            corners.map(|corners| (key, corners))
        };
        let (crop, bleed) = (read("CropBox"), read("BleedBox"));
        let finished = [read("TrimBox"), read("ArtBox")];
        // An absent box defaults to the media box.
        let mut within = |inner: Option<(&str, Corners)>, outer: Option<(&str, Corners)>| {
            let (Some((inner_name, inner)), Some((outer_name, outer))) = (inner, outer) else {
                return;
            };
            if inner[2] - inner[0] <= 0.0 || inner[3] - inner[1] <= 0.0 {
                faults.push(Fault::on(number, format!("{inner_name} is empty")));
            } else if !inside(&inner, &outer) {
                let reason = format!("{inner_name} {inner:?} is not within {outer_name} {outer:?}");
                faults.push(Fault::on(number, reason));
            }
        };
        let media = Some(("MediaBox", media));
        within(crop, media);
        within(bleed, media);
        for finished in finished {
            within(finished, bleed.or(media));
            within(finished, crop);
        }
    }
    RuleVerdict::from_faults(faults)
}

fn inside(inner: &Corners, outer: &Corners) -> bool {
    inner[0] >= outer[0] - SLACK
        && inner[1] >= outer[1] - SLACK
        && inner[2] <= outer[2] + SLACK
        && inner[3] <= outer[3] + SLACK
}
