//! The note in a PNG about its drawing: every glyph with its position in the rasterized tree, and a digest of
//! the pixels. Preflight compares it with the deck.
//!
//! The note is the iTXt chunk `Drawn`, lines of UTF-8:
//!
//! ```text
//! actiondeck drawn 1
//! pixels <SHA-256 of width and height as u32 (big-endian) and the pixels as R, G, B, in hex>
//! <x>,<y>,<size>[,<right>,<down>] [<step> …] <TAB> <text>
//! ```
//!
//! x and y are the origin of the first glyph on its baseline, in hundredths of a millimetre from the
//! picture's upper left corner; size is the em in micrometres. Right and down are the direction of the
//! baseline in ten-thousandths; by default it runs to the right. Each further glyph has its step from the
//! first along the baseline, in hundredths of a millimetre. A line without steps is a single glyph, though
//! its text may be several characters: a ligature.

use std::fmt::Write;

use sha2::{Digest, Sha256};
use usvg::Tree;

use crate::face::{PlacedGlyph, lines};

/// The keyword of the chunk.
pub const KEYWORD: &str = "Drawn";

/// The first line of the note; the number grows when the format changes.
const FORM: &str = "actiondeck drawn 1";

/// The content of a note.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureNote {
    /// The digest of its pixels in hex.
    pub pixels: String,
    /// Its glyphs in painting order, in millimetres from the picture's upper left corner.
    pub glyphs: Vec<PlacedGlyph>,
}

/// The digest of a picture's pixels, three bytes each, in hex.
pub fn pixel_digest(width: u32, height: u32, rgb: &[u8]) -> String {
    let mut digest = PixelDigest::new(width, height);
    digest.add(rgb);
    digest.hex()
}

/// A digest of pixels that arrive in parts.
pub(crate) struct PixelDigest(Sha256);

impl PixelDigest {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let mut digest = Sha256::new();
        digest.update(width.to_be_bytes());
        digest.update(height.to_be_bytes());
        Self(digest)
    }

    /// Adds pixels, row by row from the top.
    pub(crate) fn add(&mut self, rgb: &[u8]) {
        self.0.update(rgb);
    }

    /// The digest in hex.
    pub(crate) fn hex(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The note for a picture of this tree whose corner is offset by `corner_mm` from the tree's, to the right
/// and down.
pub(super) fn note(tree: &Tree, corner_mm: [f64; 2], pixels: &str) -> String {
    let mut note = format!("{FORM}\npixels {pixels}\n");
    for line in lines(tree) {
        // A ligature has a line of its own, so that on other lines each character is a glyph.
        let is_single = |glyph: &PlacedGlyph| glyph.text.chars().count() == 1;
        let parts = line.glyphs.chunk_by(|one, next| is_single(one) && is_single(next));
        for glyphs in parts.filter(|glyphs| !glyphs.iter().all(PlacedGlyph::is_space)) {
            write_line(&mut note, glyphs, corner_mm);
        }
    }
    note
}

fn write_line(note: &mut String, glyphs: &[PlacedGlyph], corner_mm: [f64; 2]) {
    let first = &glyphs[0];
    let hundredths = |mm: f64| (mm * 100.0).round() as i64;
    let [x, y] = [0, 1].map(|axis| hundredths(first.at_mm[axis] - corner_mm[axis]));
    let size = (first.size_mm() * 1000.0).round() as i64;
    let [right, down] = direction(first);
    let put = |note: &mut String, part: std::fmt::Arguments<'_>| {
        note.write_fmt(part).expect("a string takes every letter");
    };
    put(note, format_args!("{x},{y},{size}"));
    let tenthousandths = [right, down].map(|part| (part * 1e4).round() as i64);
    if tenthousandths != [10_000, 0] {
        put(note, format_args!(",{},{}", tenthousandths[0], tenthousandths[1]));
    }
    for glyph in &glyphs[1..] {
        let [dx, dy] = [0, 1].map(|axis| glyph.at_mm[axis] - first.at_mm[axis]);
        put(note, format_args!(" {}", hundredths(dx * right + dy * down)));
    }
    let text: String = glyphs.iter().map(|glyph| &*glyph.text).collect();
    put(note, format_args!("\t{text}\n"));
}

/// The direction of a glyph's baseline, a unit vector.
fn direction(glyph: &PlacedGlyph) -> [f64; 2] {
    let [x, y] = glyph.along_mm;
    let length = (x * x + y * y).sqrt();
    if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] }
}

impl PictureNote {
    /// Parses a note.
    ///
    /// # Errors
    /// Why the note is invalid.
    pub fn read(note: &str) -> Result<Self, String> {
        let mut lines = note.lines();
        match lines.next() {
            Some(FORM) => {}
            Some(other) if other.starts_with("actiondeck drawn ") => {
                return Err(format!("the note is of the form {other:?}; accepted: {FORM:?}"));
            }
            _ => return Err(format!("the note does not begin with {FORM:?}")),
        }
        let pixels = lines.next().and_then(|line| line.strip_prefix("pixels "));
        let pixels = pixels.ok_or("the note has no digest of the pixels")?.to_owned();
        let mut glyphs = Vec::new();
        for line in lines {
            let read =
                read_line(line).ok_or_else(|| format!("the note has a bad line: {line:?}"))?;
            glyphs.extend(read);
        }
        Ok(Self { pixels, glyphs })
    }
}

fn read_line(line: &str) -> Option<Vec<PlacedGlyph>> {
    let (places, text) = line.split_once('\t')?;
    let mut places = places.split(' ');
    let place: Result<Vec<i32>, _> = places.next()?.split(',').map(str::parse).collect();
    let place: Vec<f64> = place.ok()?.into_iter().map(f64::from).collect();
    let (x, y, size, right, down) = match place[..] {
        [x, y, size] => (x, y, size, 1.0, 0.0),
        [x, y, size, right, down] => (x, y, size, right / 1e4, down / 1e4),
        _ => return None,
    };
    let size = size / 1e3;
    let steps: Result<Vec<i32>, _> = places.map(str::parse).collect();
    let steps: Vec<f64> = steps.ok()?.into_iter().map(|step| f64::from(step) / 100.0).collect();
    let glyph = |text: String, step: f64| PlacedGlyph {
        text: text.into(),
        at_mm: [x / 100.0 + step * right, y / 100.0 + step * down],
        along_mm: [right * size, down * size],
        down_mm: [-down * size, right * size],
    };
    if size <= 0.0 || text.is_empty() {
        return None;
    }
    if steps.is_empty() {
        return Some(vec![glyph(text.to_owned(), 0.0)]);
    }
    let characters: Vec<char> = text.chars().collect();
    if characters.len() != steps.len() + 1 {
        return None;
    }
    let steps = std::iter::once(0.0).chain(steps);
    Some(characters.iter().zip(steps).map(|(c, step)| glyph(c.to_string(), step)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::parse_svg;

    #[test]
    fn a_note_reads_back_with_positions() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"10mm\" \
            viewBox=\"0 0 20 10\" font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\" \
            font-size=\"2\"><text x=\"4\" y=\"6\">d 10</text>\
            <text transform=\"translate(9 9) rotate(90)\">34</text></svg>";
        let tree = parse_svg(svg).unwrap();
        let note = note(&tree, [1.0, 2.0], "00ff");
        let read = PictureNote::read(&note).unwrap();
        assert_eq!("00ff", read.pixels);
        let drawn: Vec<PlacedGlyph> =
            lines(&tree).into_iter().flat_map(|line| line.glyphs).collect();
        assert_eq!(drawn.len(), read.glyphs.len());
        for (drawn, read) in drawn.iter().zip(&read.glyphs) {
            assert_eq!(drawn.text, read.text);
            let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 0.02;
            let at = [drawn.at_mm[0] - 1.0, drawn.at_mm[1] - 2.0];
            assert!(near(at, read.at_mm), "{drawn:?} {read:?}");
            assert!(near(drawn.along_mm, read.along_mm) && near(drawn.down_mm, read.down_mm));
        }
    }

    #[test]
    fn bad_notes_are_reported() {
        let describe = |note: &str| PictureNote::read(note).unwrap_err();
        assert!(describe("").contains("does not begin"));
        assert!(describe("actiondeck drawn 2\n").contains("of the form"));
        assert!(describe("actiondeck drawn 1\n").contains("no digest"));
        for line in ["1,2,3", "1,2\tx", "1,2,3 4\tx", "1,2,0\tx", "1,2,3\t", "a,b,c\tx"] {
            let note = format!("actiondeck drawn 1\npixels 00\n{line}\n");
            assert!(describe(&note).contains("bad line"), "{line}");
        }
    }
}
