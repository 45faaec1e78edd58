//! Cut lines as SVG of the page's size in millimetres.

use svg::Document;
use svg::node::element::Rectangle;

use crate::geometry::{Mm, decimal};
use crate::render::sheet::Packing;

/// The drawing: a rectangle with round corners for each card, drawn thin in red.
pub(super) fn drawing(packing: &Packing, corner_radius: Mm) -> String {
    let (width, height) = (decimal(packing.page.width.0), decimal(packing.page.height.0));
    let document = Document::new()
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("viewBox", format!("0 0 {width} {height}"));
    let cards = (0..packing.each()).map(|place| {
        let trim = packing.trim(place);
        Rectangle::new()
            .set("x", decimal(trim.x.0))
            .set("y", decimal(trim.y.0))
            .set("width", decimal(trim.width.0))
            .set("height", decimal(trim.height.0))
            .set("rx", decimal(corner_radius.0))
            .set("ry", decimal(corner_radius.0))
            .set("fill", "none")
            .set("stroke", "#ff0000")
            .set("stroke-width", "0.1")
    });
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", cards.fold(document, Document::add))
}
