//! Outlines as path data, for SVGs without fonts.

use std::fmt::Write;

use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::prelude::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use usvg::fontdb::{Database, ID};
use usvg::tiny_skia_path::{Path, PathSegment};

use crate::geometry::rounded;

/// The outline of a glyph in the font's units, y downward as in SVG; empty for a space. `None` if the font
/// does not have the glyph.
pub(super) fn glyph(fonts: &Database, font: ID, glyph: GlyphId) -> Option<String> {
    fonts.with_face_data(font, |data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        let mut pen = Pen::default();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        font.outline_glyphs().get(glyph)?.draw(settings, &mut pen).ok()?;
        Some(pen.data)
    })?
}

/// Path data of a path, rounded to 0.0001 units.
pub(super) fn path_data(path: &Path) -> String {
    mapped_path_data(path, |x, y| [f64::from(x), f64::from(y)])
}

/// As [`path_data`], every place moved by `to` first.
pub(super) fn mapped_path_data(path: &Path, to: impl Fn(f32, f32) -> [f64; 2]) -> String {
    let mut data = String::new();
    for segment in path.segments() {
        let (letter, points) = match segment {
            PathSegment::MoveTo(to) => ("M", vec![to]),
            PathSegment::LineTo(to) => ("L", vec![to]),
            PathSegment::QuadTo(handle, to) => ("Q", vec![handle, to]),
            PathSegment::CubicTo(first, second, to) => ("C", vec![first, second, to]),
            PathSegment::Close => ("Z", Vec::new()),
        };
        let numbers: Vec<String> = points
            .iter()
            .flat_map(|point| to(point.x, point.y))
            .map(|place| rounded(place, 4))
            .collect();
        data.push_str(letter);
        data.push_str(&numbers.join(" "));
    }
    data
}

/// A number in SVG notation with at most `decimals` decimals.
pub(super) fn number(value: f32, decimals: usize) -> String {
    rounded(f64::from(value), decimals)
}

/// A pen for font outlines that writes path data with y mirrored, since fonts count upward.
#[derive(Default)]
struct Pen {
    data: String,
}

impl Pen {
    fn put<const N: usize>(&mut self, letter: char, points: [(f32, f32); N]) {
        self.data.push(letter);
        for (place, (x, y)) in points.into_iter().enumerate() {
            let gap = if place > 0 { " " } else { "" };
            let (x, y) = (number(x, 2), number(-y, 2));
            // A minus sign separates numbers as a space does.
            let between = if y.starts_with('-') { "" } else { " " };
            write!(self.data, "{gap}{x}{between}{y}").expect("a string takes every letter");
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', [(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', [(x, y)]);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.put('Q', [(cx0, cy0), (x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.put('C', [(cx0, cy0), (cx1, cy1), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Fonts;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let cases = [(0.0, "0"), (-0.0, "0"), (-0.00001, "0"), (12.5, "12.5"), (100.0, "100")];
        for (value, expected) in cases {
            assert_eq!(expected, number(value, 4));
        }
        assert_eq!("120", number(120.0, 0));
    }

    #[test]
    fn letters_have_outlines_and_spaces_none() {
        let fonts = Fonts::bundled().database();
        let id = fonts.faces().next().unwrap().id;
        let of = |letter: char| {
            let found = fonts.with_face_data(id, |data, index| {
                FontRef::from_index(data, index).unwrap().charmap().map(letter).unwrap()
            });
            glyph(&fonts, id, found.unwrap())
        };
        assert!(of('1').unwrap().starts_with('M'));
        assert_eq!(Some(String::new()), of(' '));
        assert_eq!(None, glyph(&fonts, id, GlyphId::new(60_000)));
    }
}
