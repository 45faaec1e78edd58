//! The bundled fonts and a theme's own. System fonts are never used, so a face looks the same everywhere.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use usvg::fontdb::{Database, FaceInfo, Family, ID, Query, Source, Stretch, Style, Weight};

use crate::diagnostic::{Problem, quoted};

use super::direction::is_direction;
use super::font_file::FontFile;
use super::icons;

/// Plex for figures, whose digits have one width in every weight; Chakra Petch and Rye for titles.
const FILES: &[(&str, &[u8])] = &[
    (
        "IBMPlexSansCondensed-Medium.ttf",
        include_bytes!("../../fonts/IBMPlexSansCondensed-Medium.ttf"),
    ),
    ("IBMPlexSansCondensed-Bold.ttf", include_bytes!("../../fonts/IBMPlexSansCondensed-Bold.ttf")),
    (
        "IBMPlexSansCondensed-BoldItalic.ttf",
        include_bytes!("../../fonts/IBMPlexSansCondensed-BoldItalic.ttf"),
    ),
    ("ChakraPetch-Bold.ttf", include_bytes!("../../fonts/ChakraPetch-Bold.ttf")),
    ("Rye-Regular.ttf", include_bytes!("../../fonts/Rye-Regular.ttf")),
];

/// The program's own font of icons in running text.
const ICONS: (&str, &[u8]) =
    ("ActionDeckIcons.ttf", include_bytes!("../../fonts/ActionDeckIcons.ttf"));

/// The licences of [`FILES`], distributed with the fonts.
const LICENCES: &[(&str, &str)] = &[
    ("IBMPlexSansCondensed-OFL.txt", include_str!("../../fonts/IBMPlexSansCondensed-OFL.txt")),
    ("ChakraPetch-OFL.txt", include_str!("../../fonts/ChakraPetch-OFL.txt")),
    ("Rye-OFL.txt", include_str!("../../fonts/Rye-OFL.txt")),
];

/// The bundled font files and the licences of third-party ones as (file name, data), for drawing programs,
/// which cannot use the fonts inside this one.
pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let licences = LICENCES.iter().map(|(name, text)| (*name, text.as_bytes()));
    FILES.iter().copied().chain([ICONS]).chain(licences)
}

/// The fonts for drawing faces: the bundled ones and a theme's own.
#[derive(Clone)]
pub struct Fonts(Arc<Set>);

struct Set {
    database: Arc<Database>,
    icons: Option<ID>,
    /// The theme's fonts, in the order of their file names.
    own: Vec<(ID, FontFile)>,
}

impl Fonts {
    /// The bundled fonts, loaded once.
    pub fn bundled() -> Self {
        static BUNDLED: OnceLock<Fonts> = OnceLock::new();
        BUNDLED.get_or_init(|| Self::with(Vec::new())).clone()
    }

    /// These fonts and the bundled ones, except those of the same name.
    pub(super) fn with(own: Vec<FontFile>) -> Self {
        let mut database = Database::new();
        for (_, data) in FILES {
            database.load_font_source(Source::Binary(Arc::new(*data)));
        }
        let named: BTreeSet<String> = own.iter().map(|font| describe(&font.info)).collect();
        let replaced: Vec<ID> = database
            .faces()
            .filter(|face| named.contains(&describe(face)))
            .map(|face| face.id)
            .collect();
        replaced.into_iter().for_each(|id| database.remove_face(id));
        let icons = database.load_font_source(Source::Binary(Arc::new(ICONS.1)));
        let icons = icons.first().copied();
        let own = own.into_iter().map(|font| (database.push_face_info(font.info.clone()), font));
        let own = own.collect();
        Self(Arc::new(Set { database: Arc::new(database), icons, own }))
    }

    /// The database of all fonts.
    pub fn database(&self) -> Arc<Database> {
        Arc::clone(&self.0.database)
    }

    /// A digest of the theme's own fonts.
    pub(crate) fn digest(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        for (_, font) in &self.0.own {
            digest.update(font.digest);
            digest.update(describe(&font.info));
        }
        digest.finalize().into()
    }

    /// Whether the theme has fonts of its own.
    pub(super) fn has_own(&self) -> bool {
        !self.0.own.is_empty()
    }

    /// The properties of a face.
    pub(super) fn info(&self, face: ID) -> Option<&FaceInfo> {
        self.0.database.face(face)
    }

    /// The bundled text fonts and the theme's own.
    fn texts(&self) -> impl Iterator<Item = &FaceInfo> {
        self.0.database.faces().filter(|face| self.0.icons != Some(face.id))
    }

    /// Restrictions by the theme's fonts on distributing files with them.
    pub fn notes(&self) -> Vec<Problem> {
        let own = self.0.own.iter().map(|(_, font)| font);
        let note = |font: &FontFile| {
            let (name, face) = (quoted(&font.name), describe(&font.info));
            let message = format!(
                "font {name} ({face}) may be embedded to be looked at and printed: files with it are \
                 not to be edited"
            );
            Problem::coded("theme.font", message)
        };
        own.filter(|font| font.is_for_print_only).map(note).collect()
    }

    /// Finds a face by its name in [`accepted`](Self::accepted).
    pub(super) fn face(&self, description: &str) -> Option<FaceInfo> {
        self.texts().find(|face| describe(face) == description).cloned()
    }

    /// Finds the face nearest to the properties of a text.
    pub(super) fn asked(
        &self,
        family: Option<&str>,
        weight: Option<&str>,
        style: Option<&str>,
    ) -> Option<ID> {
        let families = family.unwrap_or_default().split(',');
        let families: Vec<Family<'_>> =
            families.map(|family| Family::Name(family.trim().trim_matches(['"', '\'']))).collect();
        let weight = match weight {
            Some("bold") => Weight::BOLD,
            weight => Weight(weight.and_then(|weight| weight.parse().ok()).unwrap_or(400)),
        };
        let style = if style == Some("italic") { Style::Italic } else { Style::Normal };
        let query = Query { families: &families, weight, stretch: Stretch::Condensed, style };
        self.0.database.query(&query)
    }

    /// The fallback face for a letter that the requested face lacks: of the theme's own the nearest in style
    /// and weight, then the first by file name.
    fn fallback(&self, letter: char, asked: ID) -> Option<ID> {
        let asked = self.info(asked)?;
        let candidates = self.0.own.iter();
        let candidates = candidates.filter(|(id, _)| self.lacked(Some(*id), [letter]).is_none());
        let far = |(_, font): &&(ID, FontFile)| {
            (font.info.style != asked.style, font.info.weight.0.abs_diff(asked.weight.0))
        };
        candidates.min_by_key(far).map(|(id, _)| *id)
    }

    /// The first of these letters that a face lacks.
    pub(super) fn lacked(
        &self,
        face: Option<ID>,
        letters: impl IntoIterator<Item = char>,
    ) -> Option<char> {
        let read = |data: &[u8], index| {
            let font = FontRef::from_index(data, index).ok()?;
            let charmap = font.charmap();
            letters.into_iter().find(|letter| charmap.map(*letter).is_none())
        };
        self.0.database.with_face_data(face?, read)?
    }

    /// The length of a line of text, in the unit of its size; 0 if the font is missing.
    pub(crate) fn line_width(&self, family: &str, weight: &str, size: f64, text: &str) -> f64 {
        self.advance(self.asked(Some(family), Some(weight), None), size, text)
    }

    /// As [`line_width`](Self::line_width) in a known face. Letters that it lacks are measured in their
    /// fallback face.
    pub(super) fn advance(&self, face: Option<ID>, size: f64, text: &str) -> f64 {
        let Some(face) = face else { return 0.0 };
        let text = icons::shown(text);
        let runs = self.runs(face, &text).into_iter();
        runs.flat_map(|(run, face)| self.advances(face, size, run)).flatten().sum()
    }

    /// Splits a text into pieces of one face each: letters that the face lacks go to a fallback face, with
    /// the blanks and marks between them.
    pub(super) fn runs<'t>(&self, face: ID, text: &'t str) -> Vec<(&'t str, ID)> {
        let has_icons = text.contains(icons::is_icon);
        if !has_icons && (!self.has_own() || self.lacked(Some(face), text.chars()).is_none()) {
            return vec![(text, face)];
        }
        let mut pieces: Vec<(std::ops::Range<usize>, ID)> = Vec::new();
        for (at, letter) in text.char_indices() {
            let is_there = letter.is_control() || is_direction(letter.encode_utf8(&mut [0; 4]));
            let lacks = !is_there && self.lacked(Some(face), [letter]).is_some();
            let set = match (self.0.icons, lacks) {
                (Some(icons), _) if icons::is_icon(letter) => icons,
                (_, true) => self.fallback(letter, face).unwrap_or(face),
                (_, false) => face,
            };
            let end = at + letter.len_utf8();
            match pieces.last_mut() {
                Some((range, last)) if *last == set => range.end = end,
                _ => pieces.push((at..end, set)),
            }
            // Blanks and marks between two letters of one face are set in it too.
            if let [.., (first, one), (between, _), (_, other)] = &pieces[..]
                && one == other
                && *one != face
                && !text[between.clone()].contains(char::is_alphanumeric)
                && self.lacked(Some(*one), text[between.clone()].chars()).is_none()
            {
                let joined = (first.start..end, *one);
                pieces.truncate(pieces.len() - 3);
                pieces.push(joined);
            }
        }
        pieces.into_iter().map(|(range, face)| (&text[range], face)).collect()
    }

    /// The advance of each letter in a face; `None` for letters it lacks.
    fn advances(&self, face: ID, size: f64, text: &str) -> Vec<Option<f64>> {
        let read = |data: &[u8], index| {
            let font = FontRef::from_index(data, index).ok()?;
            let metrics = font.glyph_metrics(Size::new(size as f32), LocationRef::default());
            let charmap = font.charmap();
            let advance = |letter| metrics.advance_width(charmap.map(letter)?).map(f64::from);
            Some(text.chars().map(advance).collect())
        };
        self.0.database.with_face_data(face, read).flatten().unwrap_or_default()
    }

    /// The available faces for messages: `IBM Plex Sans Condensed 500, …`.
    pub fn accepted(&self) -> String {
        let faces: Vec<String> = self.texts().map(describe).collect();
        faces.join(", ")
    }
}

impl PartialEq for Fonts {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.digest() == other.digest()
    }
}

impl Eq for Fonts {}

impl std::fmt::Debug for Fonts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Fonts({})", self.accepted())
    }
}

/// The name of a face in messages: `IBM Plex Sans Condensed 700 italic`.
pub(super) fn describe(face: &FaceInfo) -> String {
    let family = face.families.first().map_or("", |(name, _)| name.as_str());
    let italic = if face.style == Style::Normal { "" } else { " italic" };
    format!("{family} {}{italic}", face.weight.0)
}

/// Whether a file is a bundled font, as in an exported copy of a theme.
pub(super) fn is_bundled(bytes: &[u8]) -> bool {
    FILES.iter().chain([&ICONS]).any(|(_, data)| *data == bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::font_file::FontAlias;
    use crate::face::testing::bundled_font;

    #[test]
    fn every_file_loads_as_the_face_its_readme_names() {
        let expected = "IBM Plex Sans Condensed 500, IBM Plex Sans Condensed 700, \
            IBM Plex Sans Condensed 700 italic, Chakra Petch 700, Rye 400";
        assert_eq!(expected, Fonts::bundled().accepted());
        assert_eq!(FILES.len() + 1, Fonts::bundled().database().len());
    }

    fn own(family: &str) -> FontFile {
        let names = FontAlias { family: Some(family.to_owned()), ..FontAlias::default() };
        FontFile::read("own.ttf", bundled_font()).unwrap().renamed(&names)
    }

    #[test]
    fn theme_fonts_add_to_bundled_ones_and_replace_namesakes() {
        let beside = Fonts::with(vec![own("Label")]);
        assert!(beside.accepted().ends_with("Rye 400, Label 500"), "{}", beside.accepted());
        let id = beside.asked(Some("Label"), Some("500"), None).unwrap();
        assert!(beside.0.own.iter().any(|(own, _)| *own == id));
        let instead = Fonts::with(vec![own("IBM Plex Sans Condensed")]);
        assert_eq!(FILES.len() + 1, instead.database().len());
        let id = instead.asked(Some("IBM Plex Sans Condensed"), Some("500"), None).unwrap();
        assert!(instead.0.own.iter().any(|(own, _)| *own == id));
        assert!(beside != instead && instead != Fonts::bundled() && beside == beside.clone());
    }

    #[test]
    fn a_missing_letter_is_as_wide_as_in_its_fallback_font() {
        // Rye has no Č, the theme's own Plex has one.
        let fonts = Fonts::with(vec![own("Label")]);
        let width = |family: &str, text: &str| fonts.line_width(family, "400", 10.0, text);
        let sum = width("Label", "Č") + width("Rye", "as");
        assert!((sum - width("Rye", "Čas")).abs() < 1e-9, "{sum}");
        assert!(width("Rye", "as") != width("Label", "as"));
        let alone = Fonts::bundled();
        let (whole, part) = (
            alone.line_width("Rye", "400", 10.0, "Čas"),
            alone.line_width("Rye", "400", 10.0, "as"),
        );
        assert!((whole - part).abs() < 1e-9, "{whole} {part}");
        let rye = fonts.asked(Some("Rye"), None, None).unwrap();
        let label = fonts.asked(Some("Label"), None, None);
        assert_eq!(label, fonts.fallback('Č', rye));
        assert_eq!(None, fonts.fallback('龍', rye));
    }
}
