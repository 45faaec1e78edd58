//! The fonts in the program. No other font is ever used, so a face looks the same everywhere.

use std::sync::{Arc, OnceLock};

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use usvg::fontdb::{Database, FaceInfo, Family, ID, Query, Source, Stretch, Style, Weight};

/// Figures in Plex, whose digits have one width in
/// every weight, titles in Chakra Petch and Rye.
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

/// The licences of [`FILES`], which go wherever the fonts go.
const LICENCES: &[(&str, &str)] = &[
    ("IBMPlexSansCondensed-OFL.txt", include_str!("../../fonts/IBMPlexSansCondensed-OFL.txt")),
    ("ChakraPetch-OFL.txt", include_str!("../../fonts/ChakraPetch-OFL.txt")),
    ("Rye-OFL.txt", include_str!("../../fonts/Rye-OFL.txt")),
];

/// The bundled font files and their licences as (file name, data), for drawing programs, which find
/// no font inside this one.
pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let licences = LICENCES.iter().map(|(name, text)| (*name, text.as_bytes()));
    FILES.iter().copied().chain(licences)
}

/// The bundled fonts, loaded once.
pub fn database() -> Arc<Database> {
    static DATABASE: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut database = Database::new();
        for (_, data) in FILES {
            database.load_font_source(Source::Binary(Arc::new(*data)));
        }
        Arc::new(database)
    };
    Arc::clone(DATABASE.get_or_init(load))
}

/// A bundled face by what [`accepted`] calls it.
pub(super) fn face(description: &str) -> Option<FaceInfo> {
    database().faces().find(|face| describe(face) == description).cloned()
}

/// The bundled face that is nearest to what a text asks for by its properties.
pub(super) fn asked(family: Option<&str>, weight: Option<&str>, style: Option<&str>) -> Option<ID> {
    let family = family.unwrap_or_default().split(',').next().unwrap_or_default();
    let families = [Family::Name(family.trim().trim_matches(['"', '\'']))];
    let weight = match weight {
        Some("bold") => Weight::BOLD,
        weight => Weight(weight.and_then(|weight| weight.parse().ok()).unwrap_or(400)),
    };
    let style = if style == Some("italic") { Style::Italic } else { Style::Normal };
    let query = Query { families: &families, weight, stretch: Stretch::Condensed, style };
    database().query(&query)
}

/// How long a line of text is, in the unit of its size; 0 in a font that is not bundled.
pub(crate) fn line_width(family: &str, weight: &str, size: f64, text: &str) -> f64 {
    advance(asked(Some(family), Some(weight), None), size, text)
}

/// As [`line_width`] in a face that was found.
pub(super) fn advance(face: Option<ID>, size: f64, text: &str) -> f64 {
    let read = |data: &[u8], index| {
        let font = FontRef::from_index(data, index).ok()?;
        let metrics = font.glyph_metrics(Size::new(size as f32), LocationRef::default());
        let charmap = font.charmap();
        let advance = |letter| metrics.advance_width(charmap.map(letter)?);
        Some(text.chars().filter_map(advance).map(f64::from).sum())
    };
    face.and_then(|id| database().with_face_data(id, read)?).unwrap_or(0.0)
}

/// What a template may ask for, in words: `IBM Plex Sans Condensed 500, …`.
pub fn accepted() -> String {
    let faces: Vec<String> = database().faces().map(describe).collect();
    faces.join(", ")
}

fn describe(face: &FaceInfo) -> String {
    let family = face.families.first().map_or("", |(name, _)| name.as_str());
    let italic = if face.style == Style::Normal { "" } else { " italic" };
    format!("{family} {}{italic}", face.weight.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_loads_as_the_face_its_readme_names() {
        let expected = "IBM Plex Sans Condensed 500, IBM Plex Sans Condensed 700, \
            IBM Plex Sans Condensed 700 italic, Chakra Petch 700, Rye 400";
        assert_eq!(expected, accepted());
        assert_eq!(FILES.len(), database().len());
    }
}
