//! Rules of print houses beyond the standard: sizes, page order, safe zone, marks.

use crate::face::Lettering;
use crate::geometry::Mm;
use crate::render::pdf::OutputProfile;
use crate::render::sheet::Sheet;
use crate::render::vendor::Upload;

use super::super::examined::{Examined, Rule};
use super::super::file::{Corners, Pdf, alike, are_apart, extent, grown};
use super::super::output_intent::condition_name;
use super::super::painted::OutlinedWord;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.upload-size",
        requirement: "the print house's trim size and bleed, and no paper beyond them",
        check: size,
    },
    Rule {
        name: "pdf.upload-order",
        requirement: "a front and a back for every card, in the order that the print house requires",
        check: super::order::order,
    },
    Rule {
        name: "pdf.upload-condition",
        requirement: "the print house's printing condition, with its profile if it has one",
        check: condition,
    },
    Rule {
        name: "pdf.upload-text",
        requirement: "text as outlines if the print house does not accept fonts",
        check: lettering,
    },
    Rule {
        name: "pdf.safe-zone",
        requirement: "no text closer to the cut than the print house's safe distance",
        check: safe_zone,
    },
];

/// The tolerance for sizes converted from inches, in points: 0.05 mm.
const SLACK: f64 = 0.15;

/// The tolerance for trim sizes, which print houses state in inches and in rounded millimetres, in points.
const TRIM_SLACK: f64 = 0.45;

fn in_mm(points: [f64; 2]) -> String {
    let [width, height] = points.map(|side| Mm::from_points(side).0);
    format!("{width:.2} × {height:.2} mm")
}

fn size(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if let Some(Upload::Sheets(names)) = criteria.vendor().map(|vendor| &vendor.upload) {
        return papers(pdf, names);
    }
    let press = match criteria.required_press() {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let mut faults = Vec::new();
    for (number, page) in pdf.pages() {
        let (Some(media), Some(trim)) =
            (pdf.page_box(page, "MediaBox"), pdf.page_box(page, "TrimBox"))
        else {
            faults.push(Fault::on(number, "the page does not have a trim box"));
            continue;
        };
        let own = extent(&trim);
        let known = |known: &[Mm; 2]| alike(&own, &known.map(Mm::points), TRIM_SLACK);
        if !press.trims.is_empty() && !press.trims.iter().any(known) {
            faults.push(Fault::on(number, format!("a trim of {}", in_mm(own))));
        }
        let bleed = pdf.page_box(page, "BleedBox").unwrap_or(media);
        let asked = grown(&trim, press.bleed.points());
        if !alike(&bleed, &asked, SLACK) {
            let reason = if alike(&extent(&bleed), &extent(&asked), SLACK) {
                // The sizes are right, so the trim box is displaced.
                let offset = [0, 1].map(|at| Mm::from_points(asked[at] - bleed[at]).0);
                let [x, y] = offset;
                format!(
                    "the trim box is not in the middle of the bleed: {x:+.2} mm across, {y:+.2} mm up"
                )
            } else {
                let [asked, has] = [asked, bleed].map(|corners| in_mm(extent(&corners)));
                format!("a bleed box of {has} instead of {asked}")
            };
            faults.push(Fault::on(number, reason));
        }
        let paper = press.marks.map_or(Mm::ZERO, |marks| marks.margin).points();
        let asked = extent(&grown(&trim, press.bleed.points() + paper));
        if press.marks.is_none() && !alike(&extent(&media), &asked, SLACK) {
            let (has, asked) = (in_mm(extent(&media)), in_mm(asked));
            faults.push(Fault::on(number, format!("a page of {has} instead of {asked}")));
        }
    }
    RuleVerdict::from_faults(faults)
}

/// Checks that every page has the paper of one of these sheets.
fn papers(pdf: &Pdf, names: &[String]) -> RuleVerdict {
    let sheets = names.iter().filter_map(|name| Sheet::built_in(name).ok());
    let papers: Vec<[f64; 2]> = sheets
        .filter_map(|sheet| sheet.paper)
        .map(|paper| [paper.width.points(), paper.height.points()])
        .collect();
    let faults = pdf.pages().filter_map(|(number, page)| {
        let media = extent(&pdf.page_box(page, "MediaBox")?);
        let known = papers.iter().any(|paper| alike(paper, &media, SLACK));
        (!known).then(|| Fault::on(number, format!("paper of {}", in_mm(media))))
    });
    RuleVerdict::from_faults(faults)
}

fn condition(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let press = match criteria.required_press() {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let Some(asked) = press.conformance.output_condition() else {
        return RuleVerdict::skip("the print house does not specify a condition");
    };
    match condition_name(pdf) {
        None => RuleVerdict::whether(false, "no printing condition is named"),
        Some(has) if has != asked.identifier => RuleVerdict::whether(
            false,
            format!("the condition {has:?} instead of {:?}", asked.identifier),
        ),
        Some(_) => {
            let asked = press.conformance.output_profile();
            let has = examined.embedded_profile();
            let is_own = |asked: &OutputProfile| has == Some(&*asked.icc);
            RuleVerdict::whether(
                asked.is_none_or(is_own),
                "the embedded profile is another than the print house's",
            )
        }
    }
}

/// The overshoot of letters that is accepted, in points: 0.15 mm.
const OVERSHOOT: f64 = 0.43;

fn safe_zone(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let press = match criteria.required_press() {
        Ok(press) => press,
        Err(verdict) => return verdict,
    };
    let trims: Vec<Option<Corners>> =
        pdf.pages().map(|(_, page)| pdf.page_box(page, "TrimBox")).collect();
    let painted = &examined.painted;
    let texts = painted.runs.found.iter().filter(|run| !run.text.trim().is_empty());
    let texts = texts.map(|run| (run.page, format!("the text {:?} is", run.text), run.bounds()));
    let words = painted.letters.found.iter().map(|OutlinedWord { page, bounds, letters }| {
        (*page, format!("{letters} shapes that look like a word are"), *bounds)
    });
    let faults = texts.chain(words).filter_map(|(page, what, bounds)| {
        let trim = trims.get(page as usize - 1).copied().flatten()?;
        let apart =
            [bounds[0] - trim[0], bounds[1] - trim[1], trim[2] - bounds[2], trim[3] - bounds[3]];
        let nearest = apart.into_iter().fold(f64::INFINITY, f64::min);
        // Content completely outside the bleed is cut away, such as captions beside the marks.
        let bleed = grown(&trim, press.bleed.points());
        let outside = are_apart(&bounds, &bleed);
        (nearest < press.safe.points() - OVERSHOOT && !outside).then(|| {
            let nearest = Mm::from_points(nearest).0;
            let safe = press.safe.0;
            let reason =
                format!("{what} {nearest:.2} mm from the cut; the safe distance is {safe} mm");
            Fault::on(page, reason)
        })
    });
    RuleVerdict::from_faults(faults)
}

/// Checks that text is outlined for presses that do not accept fonts.
fn lettering(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    match criteria.required_press() {
        Ok(press) if press.text == Lettering::Outlined => {
            let fonts = examined.painted.fonts.0.values();
            let mut used: Vec<(&str, u32)> =
                fonts.map(|used| (used.label.as_str(), used.page)).collect();
            used.sort_unstable();
            let reason = |label: &str| format!("text in the font {label} instead of outlines");
            RuleVerdict::from_faults(
                used.into_iter().map(|(label, page)| Fault::on(page, reason(label))),
            )
        }
        Ok(_) => RuleVerdict::skip("the print house accepts fonts"),
        Err(verdict) => verdict,
    }
}
