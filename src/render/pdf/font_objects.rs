//! A font as a PDF keeps it (PDF Reference 1.4, 5.6 to 5.9): its program, how wide its glyphs are, and
//! which characters they stand for.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::objects::Objects;
use crate::pdf_value::{Dictionary, Object, ObjectId, Stream, dictionary};

/// What a file says of a font beside its glyphs; lengths in thousandths of an em.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    pub(super) ascent: i64,
    pub(super) descent: i64,
    /// The box round all its glyphs: left, bottom, right, top.
    pub(super) bounds: [i64; 4],
    /// Degrees counter-clockwise from upright: below 0 for italics.
    pub(super) slant_degrees: i64,
    /// 400 for regular, 700 for bold (OpenType 1.9, `OS/2`); none if the font does not say.
    pub(super) weight: Option<u16>,
}

/// A font program and how the file is to hold it.
#[derive(Clone, Debug)]
pub(super) enum Program {
    /// TrueType outlines, a file of their own.
    TrueType(Vec<u8>),
    /// The table of a font with PostScript outlines: taken out of its file, so that viewers of every
    /// make find its glyphs by the same numbers.
    PostScript(Vec<u8>),
}

/// A font to be added.
#[derive(Debug)]
pub(super) struct Embedded<'f> {
    /// Its PostScript name, with the tag of the cut.
    pub(super) name: &'f str,
    pub(super) program: &'f Program,
    pub(super) measures: Measures,
    /// Width and characters of each glyph in use, by its number.
    pub(super) glyphs: &'f BTreeMap<u16, (i64, String)>,
}

/// Adds the font at this place among the file's fonts.
pub(super) fn add(font: &Embedded<'_>, place: usize, objects: &mut Objects) -> ObjectId {
    let id = objects.reserve();
    let characters = characters(font.glyphs, &resource_name(place));
    let characters = objects.add(Stream::new(Dictionary::new(), characters.into_bytes()));
    let descriptor = objects.reserve();
    let name = || Object::Name(font.name.as_bytes().to_vec());
    let Measures { ascent, descent, bounds, slant_degrees, .. } = font.measures;
    // Of Latin letters; and slanted (5.7.1).
    let flags = 32 | if slant_degrees == 0 { 0 } else { 64 };
    let mut described = dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => name(),
        "Ascent" => ascent,
        "Descent" => descent,
        "CapHeight" => ascent,
        "ItalicAngle" => slant_degrees,
        "Flags" => flags,
        "StemV" => stem(font.measures.weight),
        "FontBBox" => bounds.map(Object::Integer).to_vec(),
    };
    let (kind, key, program) = match font.program {
        Program::TrueType(bytes) => {
            let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
            let program = Stream::new(dictionary! { "Length1" => length }, bytes.clone());
            ("CIDFontType2", "FontFile2", program)
        }
        Program::PostScript(table) => {
            let program = Stream::new(dictionary! { "Subtype" => "CIDFontType0C" }, table.clone());
            ("CIDFontType0", "FontFile3", program)
        }
    };
    described.set(key, objects.add(program));
    objects.set(descriptor, described);
    let mut numbered = dictionary! {
        "Type" => "Font",
        "BaseFont" => name(),
        "Subtype" => kind,
        "CIDSystemInfo" => dictionary! {
            "Registry" => Object::literal("Adobe"),
            "Ordering" => Object::literal("Identity"),
            "Supplement" => 0,
        },
        "W" => widths(font.glyphs),
        "DW" => 1000,
        "FontDescriptor" => descriptor,
    };
    if let Program::TrueType(_) = font.program {
        numbered.set("CIDToGIDMap", "Identity");
    }
    let dictionary = dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => name(),
        "Encoding" => "Identity-H",
        "ToUnicode" => characters,
        "DescendantFonts" => vec![numbered.into()],
    };
    objects.set(id, dictionary);
    id
}

/// The name of the font at this place among the resources.
pub(super) fn resource_name(place: usize) -> String {
    format!("Font{place}")
}

/// How thick a font's upright strokes are, which no table says: the usual estimate from its weight.
fn stem(weight: Option<u16>) -> i64 {
    let Some(weight) = weight else { return 80 };
    let part = f64::from(weight) / 65.0;
    #[expect(clippy::cast_possible_truncation, reason = "weights end at 1000, stems at 287")]
    let stem = (part * part).round() as i64;
    50 + stem
}

/// Widths by number, glyphs that follow each other together (5.6.3).
fn widths(glyphs: &BTreeMap<u16, (i64, String)>) -> Vec<Object> {
    let mut runs: Vec<(u16, Vec<Object>)> = Vec::new();
    for (&glyph, &(width, _)) in glyphs {
        match runs.last_mut() {
            Some((first, run)) if usize::from(glyph - *first) == run.len() => {
                run.push(width.into())
            }
            _ => runs.push((glyph, vec![width.into()])),
        }
    }
    runs.into_iter()
        .flat_map(|(first, run)| [i64::from(first).into(), Object::Array(run)])
        .collect()
}

/// Which characters the glyphs stand for, as viewers read it to search and to copy (5.9.2).
fn characters(glyphs: &BTreeMap<u16, (i64, String)>, font: &str) -> String {
    let mut map = format!(
        "/CIDInit /ProcSet findresource begin\n\n12 dict begin\n\nbegincmap\n\n\
         %!PS-Adobe-3.0 Resource-CMap\n%%DocumentNeededResources: procset CIDInit\n\
         %%IncludeResource: procset CIDInit\n\n/CIDSystemInfo 3 dict dup begin\n\
         /Registry (FontSpecific) def\n/Ordering ({font}) def\n/Supplement 0 def\nend def\n\n\
         /CMapName /FontSpecific-{font} def\n/CMapVersion 1 def\n/CMapType 2 def\n/WMode 0 def\n\n\
         1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
    );
    let stand_for: Vec<(u16, &str)> = glyphs
        .iter()
        .map(|(&glyph, (_, text))| (glyph, text.as_str()))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    // A block holds at most a hundred, and glyphs of one upper byte.
    for block in stand_for.chunk_by(|a, b| a.0 >> 8 == b.0 >> 8).flat_map(|page| page.chunks(100)) {
        let _ = writeln!(map, "{} beginbfchar", block.len());
        for (glyph, text) in block {
            let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
            let _ = writeln!(map, "<{glyph:04X}> <{units}>");
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map
}
