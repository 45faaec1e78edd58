//! The embedded fonts of a file: subset to the glyphs in use by `subsetter`, as printpdf embeds them.

use std::collections::BTreeSet;
use std::sync::Arc;

use printpdf::{FontId, ParsedFont, PdfDocument, PdfFont};
use sha2::{Digest as _, Sha256};
use skrifa::FontRef;
use skrifa::raw::TableProvider;
use subsetter::GlyphRemapper;
use usvg::fontdb;

use crate::diagnostic::{Problem, Problems};
use crate::render::scene::{GlyphRun, Scene};

use super::resources::Resources;

/// All fonts of a file, in the order of first use in its scenes.
pub(super) struct FontSet {
    fonts: Vec<EmbeddedFont>,
}

/// An embedded font.
pub(super) struct EmbeddedFont {
    id: fontdb::ID,
    /// The new numbers of its glyphs; `None` if it is embedded whole.
    glyphs: Option<GlyphRemapper>,
    font: ParsedFont,
}

/// A font and the glyphs in use.
struct Usage {
    database: Arc<fontdb::Database>,
    id: fontdb::ID,
    glyphs: BTreeSet<u16>,
}

impl FontSet {
    /// Collects the fonts of the scenes.
    ///
    /// # Errors
    /// Every font that cannot be read or subset.
    pub(super) fn from_scenes<'a>(
        scenes: impl Iterator<Item = &'a Scene>,
    ) -> Result<Self, Problems> {
        let mut usages: Vec<Usage> = Vec::new();
        for scene in scenes {
            for run in scene.texts() {
                let known = usages.iter().position(|usage| {
                    usage.id == run.font && Arc::ptr_eq(&usage.database, &scene.fonts)
                });
                let place = known.unwrap_or_else(|| {
                    let database = Arc::clone(&scene.fonts);
                    usages.push(Usage { database, id: run.font, glyphs: BTreeSet::new() });
                    usages.len() - 1
                });
                usages[place].glyphs.extend(run.glyphs.iter().map(|glyph| glyph.id));
            }
        }
        let mut problems = Problems::new();
        let mut fonts = Vec::new();
        for usage in usages {
            match embed(&usage) {
                Ok(font) => fonts.push(font),
                Err(problem) => problems.push(problem),
            }
        }
        problems.into_result(Self { fonts })
    }

    /// The font of a run and its index.
    ///
    /// # Panics
    /// If the run does not belong to the scenes the set was made for.
    pub(super) fn font(&self, run: &GlyphRun) -> (usize, &EmbeddedFont) {
        let place = self.fonts.iter().position(|font| font.id == run.font);
        let place = place.expect("the set was made for all runs of the file");
        (place, &self.fonts[place])
    }

    /// Adds the fonts to a document, named by index.
    pub(super) fn register(&self, pdf: &mut PdfDocument) {
        for (place, font) in self.fonts.iter().enumerate() {
            let id = FontId(Resources::font_name(place));
            pdf.resources.fonts.map.insert(id, PdfFont::new(font.font.clone()));
        }
    }
}

impl EmbeddedFont {
    /// The number of a glyph in the embedded font.
    pub(super) fn embedded(&self, glyph: u16) -> u16 {
        self.glyphs.as_ref().map_or(glyph, |glyphs| glyphs.get(glyph).unwrap_or(0))
    }

    /// The advance of a glyph in viewers, in thousandths of an em: its entry in the file's table of widths,
    /// which printpdf rounds down.
    pub(super) fn advance(&self, embedded: u16) -> f64 {
        let width = u32::from(self.font.get_glyph_width(embedded).unwrap_or(0));
        f64::from(width * 1000 / u32::from(self.font.units_per_em.max(1)))
    }
}

fn embed(usage: &Usage) -> Result<EmbeddedFont, Problem> {
    let face = usage.database.face(usage.id);
    let name = face.map_or_else(String::new, |face| face.post_script_name.clone());
    let fault = |what: &str| {
        Problem::coded("pdf.font", format!("font {name:?} cannot be embedded: {what}"))
    };
    let unreadable = || fault("its tables cannot be read");
    let embedded = usage.database.with_face_data(usage.id, |data, index| {
        let whole = FontRef::from_index(data, index).map_err(|_| unreadable())?;
        let (program, name, glyphs) = if !must_be_whole(&whole) {
            let ids: Vec<u16> = usage.glyphs.iter().copied().collect();
            let glyphs = GlyphRemapper::new_from_glyphs_sorted(&ids);
            let subset = subsetter::subset(data, index, &glyphs)
                .map_err(|error| fault(&format!("it cannot be subset: {error}")))?;
            let name = format!("{}+{name}", subset_tag(&subset));
            (subset, name, Some(glyphs))
        } else if whole.cff().is_err() && !data.starts_with(b"ttcf") {
            (data.to_vec(), name.clone(), None)
        } else {
            // PDF 1.4 cannot embed a whole font with PostScript outlines or a collection.
            return Err(fault("its maker does not allow it to be cut down to the letters in use")
                .accepts("a .ttf font, or one without bit 8 of fsType"));
        };
        let mut font =
            ParsedFont::from_bytes(&program, 0, &mut Vec::new()).ok_or_else(unreadable)?;
        font.font_name = Some(name);
        // A subset has no OS/2 table, from which printpdf estimates the stem width.
        font.pdf_font_metrics.us_weight_class = whole.os2().map_or(0, |os2| os2.us_weight_class());
        Ok(EmbeddedFont { id: usage.id, glyphs, font })
    });
    embedded.ok_or_else(|| fault("it is not loaded"))?
}

/// Whether a font's licence bits forbid subsetting (OpenType 1.9, `OS/2`, bit 8 of `fsType`).
fn must_be_whole(font: &FontRef<'_>) -> bool {
    font.os2().is_ok_and(|table| table.fs_type() & 0x100 != 0)
}

/// Six capital letters that identify a subset (PDF Reference 1.4, 5.5.3): from a digest, so that equal
/// subsets have equal names.
fn subset_tag(subset: &[u8]) -> String {
    Sha256::digest(subset).iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}
