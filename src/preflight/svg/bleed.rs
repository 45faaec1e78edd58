//! Whether the picture of a card has its bleed. The picture is drawn small: what covers what is hard to
//! tell from shapes alone.

use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::document::millimetres;
use super::read::{Rule, Svg};
use crate::preflight::card_bleed::{self, Pixels};
use crate::preflight::report::RuleVerdict;
use crate::preflight::rule::Criteria;
use crate::render::png::colours;

pub(super) const RULES: &[Rule] = &[Rule {
    name: "svg.bleed",
    requirement: "the ground runs on to the edge of the bleed, or a knife that strays shows paper",
    check: bleed,
}];

/// Pixels a millimetre: the narrowest step that is looked at has three.
const PIXELS_PER_MM: f64 = 6.0;

fn bleed(svg: &Svg<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let root = svg.xml.root_element();
    let side = |side| root.attribute(side).and_then(millimetres);
    let (Some(width), Some(height)) = (side("width"), side("height")) else {
        return RuleVerdict::unchecked("the size of the picture is not known");
    };
    let card = criteria.expectation.card;
    let bleed_mm = card.map_or(0.0, |card| card.bleed_mm());
    card_bleed::verdict([width, height], card, || {
        let pixmap = drawn(svg, [width, height])?;
        let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
        let rgb = colours(&pixmap);
        let pixels = Pixels { width, height, rgb: &rgb };
        card_bleed::of_pixels(&pixels, bleed_mm * PIXELS_PER_MM, 1.0 / PIXELS_PER_MM)
    })
}

/// The picture on paper.
fn drawn(svg: &Svg<'_>, size_mm: [f64; 2]) -> Option<Pixmap> {
    let [width, height] = size_mm.map(|mm| (mm * PIXELS_PER_MM).round().max(1.0) as u32);
    let mut pixmap = Pixmap::new(width, height)?;
    pixmap.fill(Color::WHITE);
    let size = svg.tree.size();
    let scale = [width as f32 / size.width(), height as f32 / size.height()];
    resvg::render(&svg.tree, Transform::from_scale(scale[0], scale[1]), &mut pixmap.as_mut());
    Some(pixmap)
}
