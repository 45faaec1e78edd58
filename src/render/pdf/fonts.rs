//! The fonts of a file: the glyphs in use cut out, renumbered, and handed to printpdf.

use std::collections::BTreeMap;
use std::sync::Arc;

use printpdf::{FontId, ParsedFont, PdfDocument, PdfFont};
use sha2::{Digest as _, Sha256};
use skrifa::FontRef;
use skrifa::raw::TableProvider;
use subsetter::GlyphRemapper;
use usvg::fontdb;

use crate::diagnostic::{Problem, Problems};
use crate::render::scene::{GlyphRun, Scene};

/// All fonts of a file, in the order in which its scenes first use them.
pub(super) struct FontSet {
    faces: Vec<Face>,
}

/// One font.
pub(super) struct Face {
    database: Arc<fontdb::Database>,
    id: fontdb::ID,
    /// The numbers of its glyphs in the file; none if it is embedded whole.
    glyphs: Option<GlyphRemapper>,
    parsed: ParsedFont,
}

/// A font and the characters its used glyphs stand for.
struct Usage {
    database: Arc<fontdb::Database>,
    id: fontdb::ID,
    glyphs: BTreeMap<u16, String>,
}

impl FontSet {
    /// The fonts the scenes use.
    ///
    /// # Errors
    /// Every font that cannot be read, or cut down to the letters in use.
    pub(super) fn of<'a>(scenes: impl Iterator<Item = &'a Scene>) -> Result<Self, Problems> {
        let mut usages: Vec<Usage> = Vec::new();
        for scene in scenes {
            for run in scene.texts() {
                let known = usages.iter().position(|usage| {
                    usage.id == run.font && Arc::ptr_eq(&usage.database, &scene.fonts)
                });
                let place = known.unwrap_or_else(|| {
                    let database = Arc::clone(&scene.fonts);
                    usages.push(Usage { database, id: run.font, glyphs: BTreeMap::new() });
                    usages.len() - 1
                });
                for glyph in &run.glyphs {
                    let glyphs = &mut usages[place].glyphs;
                    glyphs.entry(glyph.id).or_insert_with(|| glyph.text.clone());
                }
            }
        }
        let mut problems = Problems::new();
        let mut faces = Vec::new();
        for usage in usages {
            match embed(usage) {
                Ok(face) => faces.push(face),
                Err(problem) => problems.push(problem),
            }
        }
        problems.into_result(Self { faces })
    }

    /// The place of a run's font, and the font.
    ///
    /// # Panics
    /// If the run is not of the scenes the set was made for.
    pub(super) fn face(&self, run: &GlyphRun) -> (usize, &Face) {
        let place = self.faces.iter().position(|face| face.id == run.font);
        let place = place.expect("the set was made for all runs of the file");
        (place, &self.faces[place])
    }

    /// Adds the fonts to printpdf's document.
    pub(super) fn register(self, document: &mut PdfDocument) {
        for (place, face) in self.faces.into_iter().enumerate() {
            let font = PdfFont::new(face.parsed);
            document.resources.fonts.map.insert(FontId(resource_name(place)), font);
        }
    }
}

/// The name of the font at this place among the resources.
pub(super) fn resource_name(place: usize) -> String {
    format!("Font{place}")
}

impl Face {
    /// The number of a glyph in the cut font.
    pub(super) fn embedded(&self, glyph: u16) -> u16 {
        self.glyphs.as_ref().map_or(glyph, |glyphs| glyphs.get(glyph).unwrap_or(0))
    }

    /// The advance width in thousandths of an em, as printpdf writes it to the width table: viewers
    /// move the pen by this.
    pub(super) fn advance(&self, embedded: u16) -> f64 {
        let units = f64::from(self.parsed.glyph_widths.get(&embedded).copied().unwrap_or(0));
        (units * 1000.0 / f64::from(self.parsed.units_per_em)).trunc()
    }
}

fn embed(usage: Usage) -> Result<Face, Problem> {
    let name =
        usage.database.face(usage.id).map_or_else(String::new, |f| f.post_script_name.clone());
    let fault = |what: &str| {
        Problem::coded("pdf.font", format!("font {name:?} cannot be embedded: {what}"))
    };
    let read = usage.database.with_face_data(usage.id, |data, index| {
        let mut warnings = Vec::new();
        let index_in_file = usize::try_from(index).unwrap_or(usize::MAX);
        let whole = ParsedFont::from_bytes(data, index_in_file, &mut warnings)
            .ok_or_else(|| fault("its tables cannot be read"))?;
        if is_kept_whole(data, index) {
            // Glyphs of the other kind are numbered anew by whoever writes them.
            return match whole.font_type {
                printpdf::FontType::TrueType => Ok((whole, None, data.to_vec())),
                _ => Err(fault("its maker does not allow it to be cut down to the letters in use")
                    .accepts("a .ttf font, or one without bit 8 of fsType")),
            };
        }
        let ids: Vec<u16> = usage.glyphs.keys().copied().collect();
        let glyphs = GlyphRemapper::new_from_glyphs_sorted(&ids);
        let cut = subsetter::subset(data, index, &glyphs)
            .map_err(|error| fault(&format!("it cannot be cut: {error}")))?;
        Ok((whole, Some(glyphs), cut))
    });
    let (whole, glyphs, cut) = read.ok_or_else(|| fault("it is not loaded"))??;
    let number = |old: u16| glyphs.as_ref().map_or(Some(old), |glyphs| glyphs.get(old));
    let widths = usage
        .glyphs
        .keys()
        .filter_map(|&old| Some((number(old)?, whole.glyph_widths.get(&old).copied()?)));
    let parsed = ParsedFont {
        font_name: Some(match glyphs {
            Some(_) => format!("{}+{name}", tag(&cut)),
            None => name,
        }),
        glyph_widths: widths.collect(),
        codepoint_to_glyph: BTreeMap::new(),
        font_index: 0,
        original_bytes: cut,
        ..whole
    };
    Ok(Face { database: usage.database, id: usage.id, glyphs, parsed })
}

/// Whether a font's maker does not allow it to be cut (OpenType 1.9, `OS/2`, bit 8 of `fsType`).
fn is_kept_whole(data: &[u8], index: u32) -> bool {
    let font = FontRef::from_index(data, index);
    font.and_then(|font| font.os2()).is_ok_and(|table| table.fs_type() & 0x100 != 0)
}

/// Six capital letters that tell one cut of a font from another (PDF Reference 1.4, 5.5.3): from a
/// digest of the cut, so that the same cut has the same name.
fn tag(cut: &[u8]) -> String {
    Sha256::digest(cut).iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let faces = self.database.len();
        write!(f, "Face({:?}, of {faces} loaded)", self.parsed.font_name)
    }
}
