//! Rules for raster images inside an SVG.

use usvg::{Group, ImageKind, Node};

use super::read::{Rule, Svg};
use crate::face::dots_per_inch;
use crate::geometry::PIXELS_PER_INCH;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "svg.images", requirement: "all pictures can be opened", check: images },
    Rule {
        name: "svg.resolution",
        requirement: "pictures of sufficient resolution",
        check: resolution,
    },
];

/// The resolution usually required, in dots per inch.
const USUAL_DPI: f64 = 300.0;

/// The share of the resolution that remains after rounding to whole pixels.
const ROUNDING: f64 = 0.995;

fn images(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let count = svg.broken_images;
    RuleVerdict::whether(count == 0, format!("{count} of the pictures cannot be opened"))
}

fn resolution(svg: &Svg<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let mut faults = Vec::new();
    let asked = criteria.press().map(|press| press.image_dpi);
    coarse(svg.tree.root(), asked.unwrap_or(USUAL_DPI), &mut faults);
    match asked {
        Some(_) => RuleVerdict::from_faults(faults),
        // Without a required resolution it is only a remark.
        None => RuleVerdict::remark(faults),
    }
}

fn coarse(group: &Group, asked: f64, faults: &mut Vec<Fault>) {
    for node in group.children() {
        match node {
            Node::Group(group) => coarse(group, asked, faults),
            Node::Image(image) if !matches!(image.kind(), ImageKind::SVG(_)) => {
                let dpi = dots_per_inch(image, PIXELS_PER_INCH);
                if dpi < asked * ROUNDING {
                    let id = match image.id() {
                        "" => String::new(),
                        id => format!(" {id:?}"),
                    };
                    let reason = format!("the picture{id} has {dpi:.0} dpi; required: {asked}");
                    faults.push(Fault::whole(reason));
                }
            }
            Node::Image(_) | Node::Path(_) | Node::Text(_) => {}
        }
    }
}
