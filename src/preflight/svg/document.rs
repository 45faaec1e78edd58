//! Rules for the SVG document as a whole: encoding, entities, size and content.

use usvg::{Group, Node};

use super::read::{Rule, Svg};
use crate::geometry::{MM_PER_INCH, MM_PER_PIXEL, Mm};
use crate::preflight::bleed_coverage;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::{BARCODE, Criteria, PLACEMENT};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "svg.encoding",
        requirement: "UTF-8, and no other encoding declared",
        check: encoding,
    },
    Rule {
        name: "svg.entities",
        requirement: "no entity declarations, which programs refuse for safety",
        check: entities,
    },
    Rule { name: "svg.size", requirement: "width and height in a length unit", check: size },
    Rule {
        name: "svg.view-box",
        requirement: "a viewBox in proportion to the size",
        check: view_box,
    },
    Rule { name: "svg.content", requirement: "something is drawn", check: content },
    Rule { name: "svg.seen", requirement: "the drawing is not blank", check: seen },
    Rule { name: "svg.placement", requirement: PLACEMENT, check: placement },
    Rule { name: "svg.barcode", requirement: BARCODE, check: barcode },
    Rule { name: "svg.bleed", requirement: bleed_coverage::REQUIREMENT, check: bleed },
];

/// The tolerance for the ratio of width and height units: a tenth of a millimetre on a card.
const PROPORTION_SLACK: f64 = 0.002;

/// A file that is read is always UTF-8, but may declare another encoding.
fn encoding(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let text = svg.xml.input_text();
    let declaration = text.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let declared = declaration.and_then(|(declaration, _)| {
        let (_, value) = declaration.split_once("encoding")?;
        let value = value.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| "'\"".contains(*quote))?;
        value[1..].split(quote).next()
    });
    match declared {
        Some(name) if !["utf-8", "us-ascii"].contains(&name.to_ascii_lowercase().as_str()) => {
            RuleVerdict::whether(false, format!("the file declares {name} but is UTF-8"))
        }
        _ => RuleVerdict::Pass,
    }
}

fn entities(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let text = svg.xml.input_text();
    let head = &text[..svg.xml.root_element().range().start];
    RuleVerdict::whether(!head.contains("<!ENTITY"), "the document type declares entities")
}

fn bleed(svg: &Svg<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let size = [svg.tree.size().width(), svg.tree.size().height()];
    let size_mm = size.map(|side| f64::from(side) * MM_PER_PIXEL);
    let faults = svg.look.as_ref().and_then(|look| look.bleed_faults.clone());
    bleed_coverage::verdict(size_mm, criteria.expectation.card, faults)
}

fn seen(svg: &Svg<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if svg.look.is_none() && criteria.expectation.drawn {
        return RuleVerdict::unchecked("filters are not drawn, because some take unlimited time");
    }
    let look = svg.look.as_ref().filter(|_| criteria.expectation.drawn);
    RuleVerdict::from_looks(look.map(|look| &look.faults))
}

fn barcode(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let look = svg.look.as_ref();
    RuleVerdict::from_barcodes(look.and_then(|look| look.barcode_faults.as_ref()))
}

fn placement(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::from_records(svg.look.as_ref().and_then(|look| look.record_faults.as_ref()))
}

/// A length in millimetres, if its unit is absolute.
pub(super) fn millimetres(length: &str) -> Option<f64> {
    let points = |points: f64| Mm::from_points(points).0;
    let units =
        [("mm", 1.0), ("cm", 10.0), ("in", MM_PER_INCH), ("pt", points(1.0)), ("pc", points(12.0))];
    let quarters = [("Q", 0.25), ("q", 0.25)];
    units.into_iter().chain(quarters).find_map(|(unit, mm)| {
        let number: f64 = length.trim().strip_suffix(unit)?.trim().parse().ok()?;
        (number > 0.0 && number.is_finite()).then_some(number * mm)
    })
}

fn size(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let root = svg.xml.root_element();
    let fault = |side: &str| match root.attribute(side) {
        None => Some(Fault::whole(format!("{side} is missing"))),
        Some(length) if millimetres(length).is_none() => Some(Fault::whole(format!(
            "the {side} is {length:?}, which is not a length on paper; accepted: mm, cm, in, pt"
        ))),
        Some(_) => None,
    };
    RuleVerdict::from_faults(["width", "height"].into_iter().filter_map(fault))
}

fn view_box(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let root = svg.xml.root_element();
    let Some(view_box) = root.attribute("viewBox") else {
        return RuleVerdict::whether(
            false,
            "the viewBox is missing, so programs crop instead of scaling",
        );
    };
    let separators = |c: char| c == ',' || c.is_ascii_whitespace();
    let numbers: Result<Vec<f64>, _> =
        view_box.split(separators).filter(|part| !part.is_empty()).map(str::parse).collect();
    let Ok([_, _, width, height]) = <[f64; 4]>::try_from(numbers.unwrap_or_default()) else {
        return RuleVerdict::whether(
            false,
            format!("the viewBox {view_box:?} is not four numbers"),
        );
    };
    if !(width > 0.0 && height > 0.0) {
        return RuleVerdict::whether(false, format!("the viewBox {view_box:?} has no area"));
    }
    let mm = |side| root.attribute(side).and_then(millimetres);
    let (Some(wide), Some(high)) = (mm("width"), mm("height")) else {
        return RuleVerdict::unchecked("the size of the picture is not known");
    };
    let stretch = (wide / width) / (high / height);
    RuleVerdict::whether(
        (stretch - 1.0).abs() <= PROPORTION_SLACK,
        format!("{wide:.2} × {high:.2} mm show a viewBox of {width} × {height}"),
    )
}

fn content(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::whether(draws(svg.tree.root()), "nothing is drawn")
}

fn draws(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(group) => draws(group),
        Node::Path(path) => path.is_visible(),
        Node::Text(_) | Node::Image(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_lengths_are_converted() {
        assert_eq!(Some(25.4), millimetres("1in"));
        assert_eq!(Some(70.0), millimetres(" 7 cm"));
        for other in ["825", "825px", "100%", "3em", "-1mm", "0mm", "NaNmm", ""] {
            assert_eq!(None, millimetres(other), "{other}");
        }
    }
}
