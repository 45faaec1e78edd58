//! A theme's own font file: whether it can be used, and what its licence bits allow.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider, Tag};
use usvg::fontdb::{Database, FaceInfo, Language, Source, Style, Weight};

use crate::diagnostic::{Problem, quoted};

/// The extensions of files that are read as fonts; other files in the folder, such as licences, are ignored.
pub(super) const ENDINGS: [&str; 2] = ["ttf", "otf"];
pub(super) const OTHER_ENDINGS: [&str; 5] = ["ttc", "otc", "woff", "woff2", "pfb"];

const ACCEPTED: &str = "a .ttf or .otf file of one font with plain outlines";

/// A usable font.
#[derive(Clone, Debug)]
pub(super) struct FontFile {
    pub(super) name: String,
    pub(super) digest: [u8; 32],
    pub(super) info: FaceInfo,
    /// Whether its licence bits allow embedding for preview and print only.
    pub(super) is_for_print_only: bool,
}

/// A theme's own name for a font, if the names in the file are unsuitable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FontAlias {
    pub(super) family: Option<String>,
    pub(super) weight: Option<u16>,
    pub(super) is_italic: Option<bool>,
}

impl FontFile {
    /// Reads a file of the folder `fonts/` by this name.
    ///
    /// # Errors
    /// A file that is not a font, holds several or a variable one, has no outlines or coloured ones, or whose
    /// licence bits do not allow embedding.
    pub(super) fn read(name: &str, bytes: Vec<u8>) -> Result<Self, Problem> {
        let fault = |what: &str| {
            Problem::coded("theme.font", format!("font {} {what}", quoted(name))).accepts(ACCEPTED)
        };
        match bytes.get(..4) {
            Some(b"ttcf") => return Err(fault("is a collection of several fonts")),
            Some(b"wOFF" | b"wOF2") => return Err(fault("is packed for web pages")),
            _ => {}
        }
        let damaged = || fault("is damaged, or no font");
        let font = FontRef::new(&bytes).map_err(|_| damaged())?;
        let records = font.table_directory().table_records();
        let is_whole = records.iter().all(|record| {
            let end = u64::from(record.offset()) + u64::from(record.length());
            end <= bytes.len() as u64
        });
        let has = |tag: &[u8; 4]| records.iter().any(|record| record.tag() == Tag::new(tag));
        let is_read = font.head().is_ok() && font.hmtx().is_ok() && font.cmap().is_ok();
        if !is_whole || !is_read || font.charmap().mappings().next().is_none() {
            return Err(damaged());
        }
        if has(b"fvar") {
            return Err(fault("is a variable font").accepts(
                "a font of one weight made from it (an \"instance\" or \"static\" font)",
            ));
        }
        if [b"COLR", b"CBDT", b"sbix", b"SVG "].into_iter().any(has) {
            return Err(fault("is a colour font, whose colours are not inks of the theme"));
        }
        if !has(b"glyf") && !has(b"CFF ") {
            return Err(fault("has no outlines"));
        }
        let is_for_print_only = is_for_print_only(&font).map_err(|what| {
            fault(what).accepts("a font whose maker allows it to be embedded (fsType)")
        })?;
        let digest = Sha256::digest(&bytes).into();
        let mut alone = Database::new();
        alone.load_font_source(Source::Binary(Arc::new(bytes)));
        let info = alone.faces().next().cloned().ok_or_else(damaged)?;
        Ok(Self { name: name.to_owned(), digest, info, is_for_print_only })
    }

    /// The font under the theme's name for it.
    #[must_use]
    pub(super) fn renamed(mut self, names: &FontAlias) -> Self {
        let info = &mut self.info;
        if let Some(family) = &names.family {
            info.families = vec![(family.clone(), Language::English_UnitedStates)];
        }
        info.weight = names.weight.map_or(info.weight, Weight);
        if let Some(is_italic) = names.is_italic {
            info.style = if is_italic { Style::Italic } else { Style::Normal };
        }
        self
    }
}

/// Reads the licence bits `fsType` (OpenType 1.9, `OS/2`). A font without the table allows everything; of
/// several usages the most permissive counts, as before version 3. The bit against subsetting is honoured
/// where the font is embedded.
fn is_for_print_only(font: &FontRef<'_>) -> Result<bool, &'static str> {
    const RESTRICTED: u16 = 0x2;
    const PREVIEW_AND_PRINT: u16 = 0x4;
    const EDITABLE: u16 = 0x8;
    const BITMAPS_ONLY: u16 = 0x200;
    let bits = font.os2().map_or(0, |table| table.fs_type());
    let has = |bit: u16| bits & bit != 0;
    if has(RESTRICTED) && !has(PREVIEW_AND_PRINT | EDITABLE) {
        return Err("may not be embedded: its maker forbids it");
    }
    if has(BITMAPS_ONLY) {
        return Err("may be embedded in pixels only, and not as outlines");
    }
    Ok(has(PREVIEW_AND_PRINT) && !has(EDITABLE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::testing::bundled_font;

    /// The message for the bundled Plex with a change.
    fn describe(change: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut bytes = bundled_font();
        change(&mut bytes);
        FontFile::read("label.ttf", bytes)
            .map_or_else(|problem| problem.to_string(), |_| String::new())
    }

    /// The offset of a table.
    fn table(bytes: &[u8], tag: &[u8; 4]) -> usize {
        let entry = bytes.windows(4).position(|four| four == tag).unwrap();
        let offset: [u8; 4] = bytes[entry + 8..entry + 12].try_into().unwrap();
        usize::try_from(u32::from_be_bytes(offset)).unwrap()
    }

    fn with_rights(bits: u16) -> Result<bool, String> {
        let mut bytes = bundled_font();
        let at = table(&bytes, b"OS/2") + 8;
        bytes[at..at + 2].copy_from_slice(&bits.to_be_bytes());
        let read = FontFile::read("label.ttf", bytes);
        read.map(|font| font.is_for_print_only).map_err(|problem| problem.to_string())
    }

    #[test]
    fn a_font_is_read_with_its_names() {
        let font = FontFile::read("label.ttf", bundled_font()).unwrap();
        assert_eq!(
            ("IBM Plex Sans Condensed", 500),
            (font.info.families[0].0.as_str(), font.info.weight.0)
        );
        let names = FontAlias {
            family: Some("Label".to_owned()),
            weight: Some(700),
            is_italic: Some(true),
        };
        let info = font.renamed(&names).info;
        assert_eq!(
            ("Label", 700, Style::Italic),
            (info.families[0].0.as_str(), info.weight.0, info.style)
        );
    }

    #[test]
    fn unusable_fonts_are_reported_by_their_kind() {
        assert!(
            describe(|bytes| bytes.truncate(bytes.len() / 2)).contains("\"label.ttf\" is damaged")
        );
        assert!(describe(|bytes| bytes.truncate(3)).contains("is damaged, or no font"));
        assert!(describe(|bytes| *bytes = b"not a font at all".to_vec()).contains("is damaged"));
        assert!(describe(|bytes| bytes[..4].copy_from_slice(b"ttcf")).contains("is a collection"));
        assert!(
            describe(|bytes| bytes[..4].copy_from_slice(b"wOF2")).contains("packed for web pages")
        );
        // Renaming an unread table gives it the tag of one that describes the font.
        let named = |tag: &'static [u8; 4]| {
            describe(move |bytes| {
                let entry = bytes.windows(4).position(|four| four == b"GPOS").unwrap();
                bytes[entry..entry + 4].copy_from_slice(tag);
            })
        };
        assert!(named(b"fvar").contains("is a variable font"), "{}", named(b"fvar"));
        assert!(named(b"COLR").contains("is a colour font"), "{}", named(b"COLR"));
    }

    #[test]
    fn the_most_permissive_licence_bit_counts() {
        for (bits, is_for_print_only) in [(0, false), (4, true), (8, false), (2 | 8, false)] {
            assert_eq!(Ok(is_for_print_only), with_rights(bits), "{bits}");
        }
        let reported = with_rights(2).unwrap_err();
        assert!(reported.contains("may not be embedded: its maker forbids it"), "{reported}");
        assert!(with_rights(0x200).unwrap_err().contains("in pixels only"));
    }
}
