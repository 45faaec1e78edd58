//! Rules for text in an SVG: fonts, size, black.

use std::collections::BTreeSet;

use usvg::{Color, Group, Node, Paint};

use super::read::{Rule, Svg};
use crate::face::{PlacedGlyph, lines};
use crate::geometry::Mm;
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;
use crate::wording::apart_from;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "svg.fonts",
        requirement: "text as outlines, or in a built-in font or one of the theme",
        check: fonts,
    },
    Rule {
        name: "svg.live-text",
        requirement: "text as outlines, which do not need a font",
        check: live_text,
    },
    Rule { name: "svg.glyphs", requirement: "every character is in its font", check: glyphs },
    Rule { name: "svg.text-size", requirement: "no text under 6 points", check: text_size },
    Rule {
        name: "svg.black-text",
        requirement: "black text in #000000, which a press prints in one ink",
        check: black_text,
    },
];

/// The smallest text in points, and the tolerance for rounding.
const LEAST_POINTS: f64 = 6.0;
const SLACK_POINTS: f64 = 0.01;

/// A colour all of whose channels are at most this is meant as black.
const BLACKISH: u8 = 0x40;

fn fonts(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let describe = |font: &String| Fault::whole(format!("there is live text in {font}"));
    RuleVerdict::from_faults(svg.unknown_fonts.iter().map(describe))
}

fn live_text(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    if svg.fonts.is_empty() {
        return RuleVerdict::Pass;
    }
    let fonts: Vec<&str> = svg.fonts.iter().map(String::as_str).collect();
    RuleVerdict::remark(vec![Fault::whole(format!(
        "other programs show other fonts unless these are installed: {}",
        fonts.join("; ")
    ))])
}

fn glyphs(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let describe = |letter: &String| Fault::whole(format!("the glyph for {letter} is missing"));
    RuleVerdict::from_faults(svg.lacking.iter().map(describe))
}

fn text_size(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let points = |glyph: &PlacedGlyph| Mm(glyph.size_mm()).points();
    let small = lines(&svg.tree).into_iter().filter_map(|line| {
        let size = points(line.glyphs.first()?);
        (size < LEAST_POINTS - SLACK_POINTS && !line.text().trim().is_empty()).then(|| {
            let size = apart_from(size, LEAST_POINTS, 1);
            Fault::whole(format!("{:?} has {size} points", line.text()))
        })
    });
    RuleVerdict::from_faults(small)
}

fn black_text(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let mut colours: BTreeSet<[u8; 3]> = BTreeSet::new();
    let mut see = |colour: Color| {
        colours.insert([colour.red, colour.green, colour.blue]);
    };
    live_colours(svg.tree.root(), &mut see);
    let blackish = |colour: &[u8; 3]| {
        colour.iter().all(|&part| part <= BLACKISH) && colour.iter().any(|&part| part > 0)
    };
    let describe = |[red, green, blue]: [u8; 3]| {
        Fault::whole(format!("there are letters in #{red:02x}{green:02x}{blue:02x}"))
    };
    RuleVerdict::from_faults(colours.into_iter().filter(blackish).map(describe))
}

fn live_colours(group: &Group, see: &mut impl FnMut(Color)) {
    for node in group.children() {
        match node {
            Node::Group(group) => live_colours(group, see),
            Node::Text(text) => {
                for span in text.layouted().iter().filter(|span| span.visible) {
                    if let Some(Paint::Color(colour)) = span.fill.as_ref().map(usvg::Fill::paint) {
                        see(*colour);
                    }
                }
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}
