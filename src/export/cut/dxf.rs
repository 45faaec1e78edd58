//! DXF release 12 in millimetres: closed polylines only, which the free edition of Silhouette Studio and
//! every other DXF reader open.
//!
//! Source: Autodesk's DXF reference. Each group code is on a line above its value.

use std::fmt::Write as _;

use crate::geometry::{Mm, decimal};
use crate::render::sheet::Packing;

use super::outline::outline;

/// The layer of all lines.
const LAYER: &str = "CUT";

/// The drawing. Its origin is the lower left corner of the page.
pub(super) fn drawing(packing: &Packing, corner_radius: Mm) -> String {
    let page = packing.page;
    let mut text = String::new();
    let mut put = |code: u16, value: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{code}\n{value}");
    };
    put(0, "SECTION");
    put(2, "HEADER");
    put(9, "$ACADVER");
    put(1, "AC1009");
    // Millimetres.
    put(9, "$INSUNITS");
    put(70, "4");
    put(9, "$EXTMIN");
    put(10, "0");
    put(20, "0");
    put(9, "$EXTMAX");
    put(10, &decimal(page.width.0));
    put(20, &decimal(page.height.0));
    put(0, "ENDSEC");
    put(0, "SECTION");
    put(2, "TABLES");
    put(0, "TABLE");
    put(2, "LAYER");
    put(70, "1");
    put(0, "LAYER");
    put(2, LAYER);
    put(70, "0");
    // Red.
    put(62, "1");
    put(6, "CONTINUOUS");
    put(0, "ENDTAB");
    put(0, "ENDSEC");
    put(0, "SECTION");
    put(2, "ENTITIES");
    for place in 0..packing.each() {
        put(0, "POLYLINE");
        put(8, LAYER);
        // Vertices follow; the line is closed.
        put(66, "1");
        put(70, "1");
        put(10, "0");
        put(20, "0");
        put(30, "0");
        for point in outline(packing.trim(place), corner_radius) {
            put(0, "VERTEX");
            put(8, LAYER);
            put(10, &decimal(point.x));
            put(20, &decimal(page.height.0 - point.y));
            put(30, "0");
        }
        put(0, "SEQEND");
        put(8, LAYER);
    }
    put(0, "ENDSEC");
    put(0, "EOF");
    text
}
