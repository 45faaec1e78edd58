//! Rules for lines and colours in an SVG.

use usvg::{Group, Node};

use super::read::{Rule, Svg, properties, style_sheet};
use crate::face::affine;
use crate::geometry::{PIXELS_PER_INCH, POINTS_PER_INCH, min_scale};
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;
use crate::wording::apart_from;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "svg.hairlines", requirement: "no line under 0.25 points", check: hairlines },
    Rule {
        name: "svg.colours",
        requirement: "colours as red, green and blue; many programs print others as black",
        check: colours,
    },
];

/// Points in one of usvg's units, a CSS pixel of 1/96 inch.
const POINTS_PER_PIXEL: f64 = POINTS_PER_INCH / PIXELS_PER_INCH;

/// The thinnest line in points, and the tolerance for rounding.
const LEAST_POINTS: f64 = 0.25;
const SLACK_POINTS: f64 = 0.001;

/// Colour functions that SVG 1.1 programs do not support.
const OTHER_COLOURS: [&str; 10] = [
    "icc-color(",
    "device-cmyk(",
    "color(",
    "color-mix(",
    "lab(",
    "lch(",
    "oklab(",
    "oklch(",
    "hwb(",
    "var(",
];

fn hairlines(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let mut faults = Vec::new();
    thin_lines(svg.tree.root(), "", &mut faults);
    RuleVerdict::from_faults(faults)
}

fn thin_lines(group: &Group, within: &str, faults: &mut Vec<Fault>) {
    let id = if group.id().is_empty() { within } else { group.id() };
    for node in group.children() {
        match node {
            Node::Group(group) => thin_lines(group, id, faults),
            Node::Path(path) if path.is_visible() => {
                let Some(stroke) = path.stroke().filter(|s| s.opacity().get() > 0.0) else {
                    continue;
                };
                let width = f64::from(stroke.width().get()) * POINTS_PER_PIXEL;
                let width = width * min_scale(&affine(path.abs_transform()));
                if width < LEAST_POINTS - SLACK_POINTS {
                    let id = if path.id().is_empty() { id } else { path.id() };
                    let of = if id.is_empty() { String::new() } else { format!(" of {id:?}") };
                    let width = apart_from(width, LEAST_POINTS, 2);
                    faults.push(Fault::whole(format!("a line{of} is {width} points wide")));
                }
            }
            Node::Path(_) | Node::Text(_) | Node::Image(_) => {}
        }
    }
}

fn colours(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    const PAINTED: [&str; 6] = ["fill", "stroke", "stop-color", "flood-color", "color", "style"];
    let mut faults = Vec::new();
    for node in svg.elements() {
        let painted = properties(node).filter(|property| PAINTED.contains(&property.name()));
        let values = painted.map(|property| property.value().to_owned()).chain(style_sheet(node));
        // Only these can be colour functions, and a file may have a million values.
        for value in values.filter(|value| value.contains('(')) {
            let value = value.to_ascii_lowercase();
            let foreign = |word: &&str| {
                value.match_indices(*word).any(|(at, _)| {
                    // `color(` also ends `icc-color(`, which is in the list itself.
                    !value[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-')
                })
            };
            if let Some(word) = OTHER_COLOURS.into_iter().find(foreign) {
                faults.push(Fault::whole(format!("{} has the colour {word}…)", svg.place(node))));
            }
        }
    }
    RuleVerdict::from_faults(faults)
}
