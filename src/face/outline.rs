//! The outline of a letter as path data, for an SVG that needs no font.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::prelude::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use usvg::Tree;
use usvg::fontdb::{Database, ID};
use usvg::tiny_skia_path::{Path, PathBuilder, PathSegment};

use crate::geometry::rounded;

use super::{Fonts, spoken};

/// The outline of a glyph in the font's units, y downward as in SVG; empty for a space. `None` if
/// the font has no such glyph.
pub(super) fn glyph(fonts: &Database, font: ID, glyph: GlyphId) -> Option<String> {
    fonts.with_face_data(font, |data, index| {
        let font = FontRef::from_index(data, index).ok()?;
        let mut pen = Pen::default();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        font.outline_glyphs().get(glyph)?.draw(settings, &mut pen).ok()?;
        Some(pen.data)
    })?
}

/// A letter by its outline.
#[derive(Clone, Debug)]
pub struct GlyphOutline {
    /// The characters it may stand for, lowest first; a font may draw several alike.
    pub characters: Vec<String>,
    /// The outline in ems, y downward, from the place on the baseline.
    pub path: Path,
}

/// Every letter of the bundled fonts that has an outline, font by font in the order of the glyphs.
pub fn glyph_outlines() -> Vec<GlyphOutline> {
    let bundled = Fonts::bundled();
    let fonts = bundled.database();
    let mut found = Vec::new();
    for face in fonts.faces().filter(|face| !bundled.is_own_or_icons(face.id)) {
        let of_face = fonts.with_face_data(face.id, |data, index| {
            let font = FontRef::from_index(data, index).ok()?;
            let mut characters: BTreeMap<GlyphId, Vec<char>> = BTreeMap::new();
            for (code, glyph) in font.charmap().mappings() {
                characters.entry(glyph).or_default().extend(char::from_u32(code));
            }
            let outlines = characters.into_iter().map(|(id, mut characters)| {
                characters.sort_unstable();
                in_ems(&font, id, characters.into_iter().map(plain).collect())
            });
            Some(outlines.flatten().collect::<Vec<_>>())
        });
        found.extend(of_face.flatten().unwrap_or_default());
    }
    found
}

/// The icons and the letters of a theme's own fonts that faces show, each with what it says: which glyph a letter
/// becomes beside others is known only when it is set.
#[derive(Debug, Default)]
pub(crate) struct ShownGlyphs(BTreeMap<(ID, GlyphId), BTreeSet<String>>);

impl ShownGlyphs {
    /// Those of one face.
    pub(crate) fn of(fonts: &Fonts, picture: &Tree) -> Self {
        let mut shown = Self::default();
        for text in super::picture::texts(picture) {
            for glyph in text.layouted().iter().flat_map(|span| &span.positioned_glyphs) {
                if fonts.is_own_or_icons(glyph.font) {
                    let says = shown.0.entry((glyph.font, GlyphId::new(glyph.id.0))).or_default();
                    if !says.contains(&glyph.text) {
                        says.insert(glyph.text.clone());
                    }
                }
            }
        }
        shown
    }

    /// With those of another.
    pub(crate) fn add(&mut self, other: Self) {
        for (glyph, says) in other.0 {
            self.0.entry(glyph).or_default().extend(says);
        }
    }

    /// Their outlines, font by font in the order of the glyphs.
    pub(crate) fn outlines(self, fonts: &Fonts) -> Vec<GlyphOutline> {
        let database = fonts.database();
        let outline = |((face, id), characters): ((ID, GlyphId), BTreeSet<String>)| {
            database.with_face_data(face, |data, index| {
                let font = FontRef::from_index(data, index).ok()?;
                let says = characters.iter().map(|text| spoken(text).into_owned()).collect();
                in_ems(&font, id, says)
            })?
        };
        self.0.into_iter().filter_map(outline).collect()
    }
}

fn in_ems(font: &FontRef<'_>, id: GlyphId, characters: Vec<String>) -> Option<GlyphOutline> {
    let units = font.metrics(Size::unscaled(), LocationRef::default()).units_per_em;
    let mut pen = PathPen { builder: PathBuilder::new(), em: 1.0 / f32::from(units) };
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    font.outline_glyphs().get(id)?.draw(settings, &mut pen).ok()?;
    Some(GlyphOutline { characters, path: pen.builder.finish()? })
}

/// What a character says: the letters of a ligature that has a place of its own in Unicode.
fn plain(character: char) -> String {
    match character {
        '\u{FB00}' => "ff".to_owned(),
        '\u{FB01}' => "fi".to_owned(),
        '\u{FB02}' => "fl".to_owned(),
        '\u{FB03}' => "ffi".to_owned(),
        '\u{FB04}' => "ffl".to_owned(),
        other => other.to_string(),
    }
}

/// Takes what a font draws as a path in ems, turned upside down.
struct PathPen {
    builder: PathBuilder,
    em: f32,
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(x * self.em, -y * self.em);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(x * self.em, -y * self.em);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.builder.quad_to(cx0 * self.em, -cy0 * self.em, x * self.em, -y * self.em);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let [cx0, cx1, x] = [cx0, cx1, x].map(|part| part * self.em);
        let [cy0, cy1, y] = [cy0, cy1, y].map(|part| -part * self.em);
        self.builder.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

/// A path of a picture tree as path data, to a ten-thousandth of a unit.
pub(super) fn of_path(path: &Path) -> String {
    of_path_through(path, |x, y| [f64::from(x), f64::from(y)])
}

/// As [`of_path`], every place moved by `to` first.
pub(super) fn of_path_through(path: &Path, to: impl Fn(f32, f32) -> [f64; 2]) -> String {
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

/// A number as SVG writes it, with no more than so many decimals.
pub(super) fn number(value: f32, decimals: usize) -> String {
    rounded(f64::from(value), decimals)
}

/// Writes what a font draws as path data, turned upside down: fonts count upward.
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
            // A minus sign parts numbers as well as a space does.
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
