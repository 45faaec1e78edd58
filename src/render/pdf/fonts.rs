//! The fonts of a file: the glyphs in use cut out and renumbered.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use skrifa::raw::{ReadError, TableProvider};
use skrifa::{FontRef, GlyphId, Tag};
use subsetter::GlyphRemapper;
use usvg::fontdb;

use crate::diagnostic::{Problem, Problems};
use crate::pdf_value::ObjectId;
use crate::render::scene::{GlyphRun, Scene};

use super::font_objects::{self, Embedded, Measures, Program};
use super::objects::Objects;

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
    /// Its PostScript name, with the tag of the cut.
    name: String,
    program: Program,
    measures: Measures,
    /// Width, in thousandths of an em, and characters of each glyph in use, by its number in the file.
    in_use: BTreeMap<u16, (i64, String)>,
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

    /// Adds the fonts to a file; their objects by place.
    pub(super) fn add(&self, objects: &mut Objects) -> Vec<ObjectId> {
        let added = self.faces.iter().enumerate().map(|(place, face)| {
            let Face { name, program, measures, in_use: glyphs, .. } = face;
            let font = Embedded { name, program, measures: *measures, glyphs };
            font_objects::add(&font, place, objects)
        });
        added.collect()
    }
}

impl Face {
    /// The number of a glyph in the cut font.
    pub(super) fn embedded(&self, glyph: u16) -> u16 {
        self.glyphs.as_ref().map_or(glyph, |glyphs| glyphs.get(glyph).unwrap_or(0))
    }

    /// How far viewers move the pen after a glyph, in thousandths of an em: as the file's table of
    /// widths has it.
    pub(super) fn advance(&self, embedded: u16) -> f64 {
        let width = self.in_use.get(&embedded).map_or(0, |(width, _)| *width);
        f64::from(i32::try_from(width).unwrap_or(i32::MAX))
    }
}

fn embed(usage: Usage) -> Result<Face, Problem> {
    let name =
        usage.database.face(usage.id).map_or_else(String::new, |f| f.post_script_name.clone());
    let fault = |what: &str| {
        Problem::coded("pdf.font", format!("font {name:?} cannot be embedded: {what}"))
    };
    let unread = |_| fault("its tables cannot be read");
    let read = usage.database.with_face_data(usage.id, |data, index| {
        let font = FontRef::from_index(data, index).map_err(unread)?;
        let measures = measures(&font).map_err(unread)?;
        let widths = widths(&font, usage.glyphs.keys().copied()).map_err(unread)?;
        if is_kept_whole(&font) {
            // Glyphs of the other kind are numbered anew by whoever writes them, and a PDF holds one
            // font of a collection.
            return match font.cff().is_err() && !data.starts_with(b"ttcf") {
                true => Ok((measures, widths, None, Program::TrueType(data.to_vec()))),
                false => {
                    Err(fault("its maker does not allow it to be cut down to the letters in use")
                        .accepts("a .ttf font, or one without bit 8 of fsType"))
                }
            };
        }
        let ids: Vec<u16> = usage.glyphs.keys().copied().collect();
        let glyphs = GlyphRemapper::new_from_glyphs_sorted(&ids);
        let cut = subsetter::subset(data, index, &glyphs)
            .map_err(|error| fault(&format!("it cannot be cut: {error}")))?;
        let table = FontRef::new(&cut).ok().and_then(|font| font.table_data(Tag::new(b"CFF ")));
        let program = match table {
            Some(table) => Program::PostScript(table.as_bytes().to_vec()),
            None => Program::TrueType(cut.clone()),
        };
        Ok((measures, widths, Some((glyphs, tag(&cut))), program))
    });
    let (measures, widths, cut, program) = read.ok_or_else(|| fault("it is not loaded"))??;
    let (glyphs, name) = match cut {
        Some((glyphs, tag)) => (Some(glyphs), format!("{tag}+{name}")),
        None => (None, name),
    };
    let number = |old: u16| glyphs.as_ref().map_or(Some(old), |glyphs| glyphs.get(old));
    let in_use = usage.glyphs.iter().zip(widths);
    let in_use =
        in_use.filter_map(|((&old, text), width)| Some((number(old)?, (width, text.clone()))));
    let in_use = in_use.collect();
    Ok(Face { database: usage.database, id: usage.id, glyphs, name, program, measures, in_use })
}

/// What a file says of a font, from its own tables.
fn measures(font: &FontRef<'_>) -> Result<Measures, ReadError> {
    let (head, hhea) = (font.head()?, font.hhea()?);
    let per_em = f64::from(head.units_per_em().max(1));
    #[expect(clippy::cast_possible_truncation, reason = "at most 32,767,000")]
    let thousandths = |units: i16| (f64::from(units) * 1000.0 / per_em).round() as i64;
    #[expect(clippy::cast_possible_truncation, reason = "degrees")]
    let slant = |angle: f64| angle.round() as i64;
    Ok(Measures {
        ascent: thousandths(hhea.ascender().to_i16()),
        descent: thousandths(hhea.descender().to_i16()),
        bounds: [head.x_min(), head.y_min(), head.x_max(), head.y_max()].map(thousandths),
        slant_degrees: font.post().map_or(0, |post| slant(post.italic_angle().to_f64())),
        weight: font.os2().ok().map(|table| table.us_weight_class()).filter(|&weight| weight > 0),
    })
}

/// The widths of these glyphs in thousandths of an em, rounded down.
fn widths(font: &FontRef<'_>, glyphs: impl Iterator<Item = u16>) -> Result<Vec<i64>, ReadError> {
    let per_em = i64::from(font.head()?.units_per_em().max(1));
    let table = font.hmtx()?;
    let width = |glyph: u16| table.advance(GlyphId::new(glyph.into())).map_or(0, i64::from);
    Ok(glyphs.map(|glyph| width(glyph) * 1000 / per_em).collect())
}

/// Whether a font's maker does not allow it to be cut (OpenType 1.9, `OS/2`, bit 8 of `fsType`).
fn is_kept_whole(font: &FontRef<'_>) -> bool {
    font.os2().is_ok_and(|table| table.fs_type() & 0x100 != 0)
}

/// Six capital letters that tell one cut of a font from another (PDF Reference 1.4, 5.5.3): from a
/// digest of the cut, so that the same cut has the same name.
fn tag(cut: &[u8]) -> String {
    Sha256::digest(cut).iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}

impl std::fmt::Debug for Face {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let faces = self.database.len();
        write!(f, "Face({:?}, of {faces} loaded)", self.name)
    }
}
