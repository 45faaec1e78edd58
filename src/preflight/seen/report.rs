//! Results of the visual comparison, as text and pictures.

use std::fmt;

use resvg::tiny_skia::{Color, FilterQuality, Pixmap, PixmapPaint, Transform};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::imposition::Imposition;
use super::pixels::Region;
use crate::preflight::report::Fault;
use crate::render::png;

/// The results of comparing the faces in a file.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SeenFaces {
    /// The number of compared faces.
    pub faces: usize,
    /// Faces that look wrong; for each the first difference only.
    pub differences: Vec<SeenDifference>,
    /// What was not compared, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_compared: Vec<Fault>,
    /// Faces that differ in their colours only, by page and name.
    #[serde(skip)]
    pub(super) recoloured: Vec<(Option<u32>, String)>,
    /// The positions of fronts and backs, if the theme has several backs and the backs have not been checked yet.
    #[serde(skip)]
    pub(in crate::preflight) laid: Vec<Imposition>,
}

/// A difference of a face.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SeenDifference {
    /// The page, from 1, in files that have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The face, such as `card 34` or `the back`.
    pub face: String,
    /// The part of the face, by the theme's field or label, such as `cause.d10.2` or `scatter hand`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What is wrong.
    pub reason: String,
    /// The expected and the printed region side by side, as a PNG.
    #[serde(skip)]
    pub picture: Option<Vec<u8>>,
}

impl SeenFaces {
    /// Replaces differences that all pages have in common by one sentence: the same scale, or colours that differ
    /// throughout.
    pub(super) fn merge_common(&mut self, pages: usize) {
        let of_page = |own: &&SeenDifference| own.face == "the page";
        let moved: Vec<&SeenDifference> = self.differences.iter().filter(of_page).collect();
        if let [first, _, ..] = moved[..]
            && moved.len() == self.differences.len()
            && moved.len() + self.not_compared.len() == pages
            && moved.iter().all(|own| own.reason == first.reason)
        {
            let reason = first.reason.replacen("is ", "are ", 1);
            let reason = reason.replace(" of its size: it must", " of their size: they must");
            self.differences = vec![whole_file("all pages", reason)];
        }
        let is_recoloured = |own: &SeenDifference| {
            self.recoloured.iter().any(|(page, face)| *page == own.page && *face == own.face)
        };
        if self.recoloured.len() > 1 && self.differences.iter().all(is_recoloured) {
            let faces = crate::wording::counted(self.recoloured.len(), "face");
            let reason = "differ from the deck in their colours alone: the file was converted";
            self.differences = vec![whole_file(&faces, reason.to_owned())];
        }
    }

    /// Whether every face looks as it should.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty()
    }
}

/// A difference that concerns the whole file.
fn whole_file(face: &str, reason: String) -> SeenDifference {
    SeenDifference { page: None, face: face.to_owned(), place: None, reason, picture: None }
}

impl fmt::Display for SeenFaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces = crate::wording::counted(self.faces, "face");
        match self.differences.len() {
            0 if self.faces == 0 => f.write_str("nothing was compared"),
            0 => write!(f, "{faces}, all as they should look"),
            count => write!(f, "{faces}, {} found", crate::wording::counted(count, "difference")),
        }
    }
}

impl fmt::Display for SeenDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = self.page {
            write!(f, "page {page}: ")?;
        }
        write!(f, "{}", self.face)?;
        match &self.place {
            Some(place) => write!(f, ": {place} {}", self.reason),
            None => write!(f, " {}", self.reason),
        }
    }
}

/// The margin round a difference in pixels.
const ROUND: usize = 14;
/// The magnification of small regions.
const LARGER: u32 = 3;
/// Larger regions are not magnified.
const LARGE: usize = 200;

/// Combines the expected and the printed pixels of a region side by side.
pub(super) fn beside(expected: &Pixmap, found: &Pixmap, region: &Region) -> Option<Vec<u8>> {
    let (left, top) = (region.left.saturating_sub(ROUND), region.top.saturating_sub(ROUND));
    let right = (region.right + ROUND).min(expected.width() as usize);
    let bottom = (region.bottom + ROUND).min(expected.height() as usize);
    let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
    let larger = if width.max(height) > LARGE { 1 } else { LARGER };
    let [wide, high] = [width as u32 * larger, height as u32 * larger];
    let gap = 8;
    let mut both = Pixmap::new(2 * wide + gap, high)?;
    both.fill(Color::from_rgba8(200, 0, 200, 255));
    for (pixmap, at) in [(expected, 0), (found, wide + gap)] {
        let mut part = Pixmap::new(width as u32, height as u32)?;
        let shift = Transform::from_translate(-(left as f32), -(top as f32));
        part.draw_pixmap(0, 0, pixmap.as_ref(), &PixmapPaint::default(), shift, None);
        let place = Transform::from_row(larger as f32, 0.0, 0.0, larger as f32, at as f32, 0.0);
        let paint = PixmapPaint { quality: FilterQuality::Nearest, ..PixmapPaint::default() };
        both.draw_pixmap(0, 0, part.as_ref(), &paint, place, None);
    }
    png::write(&both, None, ::png::Compression::Fast, &[]).ok()
}
