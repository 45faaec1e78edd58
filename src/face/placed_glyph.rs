//! The glyphs that a picture tree draws and their positions, collected from the drawn tree itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use skrifa::{FontRef, MetadataProvider, instance::Size, prelude::LocationRef};
use usvg::layout::PositionedGlyph;
use usvg::{Transform, Tree};

use crate::geometry::MM_PER_PIXEL;

use super::picture;

/// A glyph with its position, in millimetres from the upper left corner of the page, x to the right, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedGlyph {
    /// Its text: one character, or several for a ligature. Shared, since a deck has 40,000 letters but about
    /// a hundred different ones.
    pub text: Arc<str>,
    /// Its origin on the baseline.
    pub at_mm: [f64; 2],
    /// An em along the baseline.
    pub along_mm: [f64; 2],
    /// An em down from the baseline.
    pub down_mm: [f64; 2],
}

impl PlacedGlyph {
    /// The height of its em in millimetres, which is the font size.
    pub fn size_mm(&self) -> f64 {
        length(self.down_mm)
    }

    /// Whether it is blank.
    pub fn is_space(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Glyphs of one size on one straight baseline, spaces among them.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The id of the text element, or empty.
    pub element: String,
    /// The glyphs in the order of the text.
    pub glyphs: Vec<PlacedGlyph>,
}

impl Line {
    /// The text of the line.
    pub fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| &*glyph.text).collect()
    }
}

/// The live text of a tree, line by line in painting order. Hidden text, missing glyphs and direction marks
/// are not drawn and therefore omitted.
pub fn lines(tree: &Tree) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut known = BTreeSet::new();
    for text in picture::texts(tree) {
        for span in text.layouted().iter().filter(|span| span.visible) {
            let glyphs = span
                .positioned_glyphs
                .iter()
                .filter_map(|glyph| placed(tree, glyph, text.abs_transform(), &mut known));
            let glyphs: Vec<PlacedGlyph> = glyphs.collect();
            let chunks = glyphs.chunk_by(on_one_baseline);
            lines.extend(
                chunks
                    .map(|glyphs| Line { element: text.id().to_owned(), glyphs: glyphs.to_vec() }),
            );
        }
    }
    lines
}

/// A glyph with its position; its text is shared through `known`.
fn placed(
    tree: &Tree,
    glyph: &PositionedGlyph,
    transform: Transform,
    known: &mut BTreeSet<Arc<str>>,
) -> Option<PlacedGlyph> {
    if glyph.id.0 == 0 || super::is_direction(&glyph.text) {
        return None;
    }
    let units = tree.fontdb().with_face_data(glyph.font, |data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        Some(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em)
    })??;
    let em = f64::from(units) * MM_PER_PIXEL;
    let Transform { sx, ky, kx, sy, tx, ty } = transform.pre_concat(glyph.outline_transform());
    let said = super::spoken(&glyph.text);
    let text = known.get(&*said).cloned().unwrap_or_else(|| {
        let text: Arc<str> = said.into();
        known.insert(Arc::clone(&text));
        text
    });
    // Font outlines count upward.
    Some(PlacedGlyph {
        text,
        at_mm: [tx, ty].map(|part| f64::from(part) * MM_PER_PIXEL),
        along_mm: [sx, ky].map(|part| f64::from(part) * em),
        down_mm: [kx, sy].map(|part| f64::from(part) * -em),
    })
}

/// Whether the second glyph follows the first on its baseline in its size, to a thousandth of an em (0.01 pt
/// on a card).
fn on_one_baseline(one: &PlacedGlyph, next: &PlacedGlyph) -> bool {
    let slack = 1e-3 * one.size_mm();
    let close = |a: [f64; 2], b: [f64; 2]| length([a[0] - b[0], a[1] - b[1]]) <= slack;
    let step = [next.at_mm[0] - one.at_mm[0], next.at_mm[1] - one.at_mm[1]];
    let [x, y] = one.along_mm;
    let off = (step[0] * y - step[1] * x) / length(one.along_mm);
    close(one.along_mm, next.along_mm) && close(one.down_mm, next.down_mm) && off.abs() <= slack
}

fn length([x, y]: [f64; 2]) -> f64 {
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::parse_svg;

    fn read_lines(body: &str) -> Vec<Line> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"10mm\" \
             viewBox=\"0 0 20 10\" font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\">\
             {body}</svg>"
        );
        lines(&parse_svg(&svg).unwrap())
    }

    #[test]
    fn positions_are_in_millimetres() {
        let [line] = read_lines("<text id=\"a\" x=\"4\" y=\"6\" font-size=\"2\">3 4</text>")
            .try_into()
            .unwrap();
        assert_eq!(("a", "3 4"), (line.element.as_str(), line.text().as_str()));
        let first = &line.glyphs[0];
        let near = |a: f64, b: f64| (a - b).abs() < 1e-4;
        assert!(near(4.0, first.at_mm[0]) && near(6.0, first.at_mm[1]), "{first:?}");
        assert!(near(2.0, first.size_mm()) && near(2.0, first.along_mm[0]), "{first:?}");
        assert!(line.glyphs[1].is_space());
    }

    #[test]
    fn turned_letters_are_reported_and_hidden_ones_omitted() {
        let turned = "<text transform=\"rotate(180)\" x=\"-4\" y=\"-6\" font-size=\"2\">7</text>";
        let [line] = read_lines(turned).try_into().unwrap();
        assert!(line.glyphs[0].along_mm[0] < -1.9 && line.glyphs[0].down_mm[1] < -1.9);
        assert!(read_lines("<text y=\"6\" visibility=\"hidden\">7</text>").is_empty());
    }

    #[test]
    fn sizes_and_baselines_separate_lines() {
        let lines = read_lines(
            "<text y=\"6\" font-size=\"2\">1<tspan dy=\"1\">2</tspan>\
             <tspan font-size=\"3\">3</tspan></text>",
        );
        assert_eq!(["1", "2", "3"], *lines.iter().map(Line::text).collect::<Vec<_>>());
    }
}
