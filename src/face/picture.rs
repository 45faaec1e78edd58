//! Parses a bound SVG into a picture tree, with nothing dropped silently.
//!
//! The SVG library omits a text whose font it does not know and draws an empty box for a missing glyph. On a
//! card either is a wrong value, so both are errors here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use usvg::fontdb::{Database, Family, ID, Query, Stretch, Style, Weight};
use usvg::roxmltree::Document;
use usvg::{FontFamily, FontResolver, FontStyle, ImageHrefResolver, ImageKind, Options, Tree};

use crate::budget::{self, Budget};
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::geometry::Affine;

use super::direction::is_mark;
use super::document::{Element, LINK};
use super::value::EmbeddedPng;
use super::{Fonts, drawable, icons, raster, script};

/// A transform of usvg in double precision.
pub(crate) fn affine(map: usvg::Transform) -> Affine {
    let usvg::Transform { sx, ky, kx, sy, tx, ty } = map;
    Affine::new([sx, ky, kx, sy, tx, ty].map(f64::from))
}

/// The texts of a tree in painting order.
pub(super) fn texts(tree: &Tree) -> Vec<&usvg::Text> {
    fn collect<'t>(group: &'t usvg::Group, texts: &mut Vec<&'t usvg::Text>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => collect(group, texts),
                usvg::Node::Text(text) => texts.push(text),
                usvg::Node::Path(_) | usvg::Node::Image(_) => {}
            }
        }
    }
    let mut texts = Vec::new();
    collect(tree.root(), &mut texts);
    texts
}

/// Parses an SVG with the bundled fonts. User units become pixels at 96 to the inch; scale by the wanted size
/// over [`usvg::Tree::size`].
///
/// # Errors
/// An ill-formed SVG, one that exceeds the limits (`docs/limits.md`), fonts that are missing in exactly this
/// weight and style, characters without a glyph in their font and the theme's own, and pixel pictures that
/// are not embedded PNGs.
pub fn parse_svg(svg: &str) -> Result<Tree, Problems> {
    parse_svg_in(svg, &Fonts::bundled())
}

/// As [`parse_svg`] with the fonts of a theme.
///
/// # Errors
/// Those of [`parse_svg`].
pub fn parse_svg_in(svg: &str, fonts: &Fonts) -> Result<Tree, Problems> {
    if !script::is_needed(svg, fonts) {
        return face(svg, &[], fonts);
    }
    let mut root = Element::read(&Source::new("the SVG", svg))?;
    script::set(&mut root, fonts);
    face(&root.to_svg(), &[], fonts)
}

/// As [`parse_svg_in`] for an element, as if it had been written and read again.
pub(super) fn parse_tree(root: &Element, fonts: &Fonts) -> Result<Tree, Problems> {
    let (svg, pictures) = root.to_linked_svg();
    face(&svg, &pictures, fonts)
}

fn face(svg: &str, pictures: &[Arc<EmbeddedPng>], fonts: &Fonts) -> Result<Tree, Problems> {
    let xml = budget::read_svg(svg, Budget::TEMPLATE).map_err(|fault| {
        Problem::coded("face.undrawable", format!("the SVG cannot be drawn: {fault}"))
    })?;
    let tree = tree(&xml, pictures, fonts)?;
    drawable::check(&tree)?;
    Ok(tree)
}

/// As [`parse_tree`] for a page composed here, of faces within their limits.
pub(super) fn page(root: &Element, fonts: &Fonts) -> Result<Tree, Problems> {
    let (svg, pictures) = root.to_linked_svg();
    again(&svg, &pictures, fonts)
}

/// Parses a page composed here, of pictures within their limits.
///
/// # Errors
/// Those of [`parse_svg`], except for its limits.
pub(crate) fn parse_page(svg: &str) -> Result<Tree, Problems> {
    again(svg, &[], &Fonts::bundled())
}

/// Parses the text of a face again.
pub(super) fn again(
    svg: &str,
    pictures: &[Arc<EmbeddedPng>],
    fonts: &Fonts,
) -> Result<Tree, Problems> {
    let xml = Document::parse(svg).map_err(|error| {
        Problem::coded("face.undrawable", format!("the SVG cannot be drawn: {error}"))
    })?;
    tree(&xml, pictures, fonts)
}

fn tree(
    xml: &Document<'_>,
    pictures: &[Arc<EmbeddedPng>],
    fonts: &Fonts,
) -> Result<Tree, Problems> {
    let unknown_fonts = Mutex::new(BTreeSet::new());
    let select_font = |font: &usvg::Font, database: &mut Arc<Database>| {
        let found = face_of(font, database);
        if found.is_none() {
            let families: Vec<String> = font.families().iter().map(ToString::to_string).collect();
            let italic = if font.style() == FontStyle::Normal { "" } else { " italic" };
            note(&unknown_fonts, format!("{} {}{italic}", families.join(", "), font.weight()));
        }
        found
    };
    let lost = Mutex::new(BTreeSet::new());
    let options = Options {
        image_href_resolver: enclosed(&lost, pictures),
        fontdb: fonts.database(),
        font_resolver: FontResolver {
            select_font: Box::new(select_font),
            // Letters are assigned to fonts before; missing ones are reported below.
            select_fallback: Box::new(|_, _, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_xmltree(xml, &options);
    drop(options);
    let mut problems = Problems::new();
    for font in taken(unknown_fonts) {
        let message = format!("font {font} was not found, so its text would be lost");
        problems.push(Problem::coded("face.font", message).accepts(fonts.accepted()));
    }
    problems.extend(tree.as_ref().map(without_glyph).unwrap_or_default());
    problems.extend(tree.as_ref().map(unknown_icons).unwrap_or_default());
    for picture in taken(lost) {
        let message = format!("{picture} would be lost");
        problems.push(
            Problem::coded("face.picture-lost", message).accepts("PNG files embedded in the SVG"),
        );
    }
    match tree {
        Ok(tree) => problems.into_result(tree),
        Err(error) => {
            problems.push(Problem::coded(
                "face.undrawable",
                format!("the SVG cannot be drawn: {error}"),
            ));
            Err(problems)
        }
    }
}

/// Accepts embedded PNGs, the only picture format in faces, and records every other picture, which the
/// drawing library would omit silently.
fn enclosed<'a>(
    lost: &'a Mutex<BTreeSet<String>>,
    pictures: &'a [Arc<EmbeddedPng>],
) -> ImageHrefResolver<'a> {
    let shared = |link: &str| pictures.get(link.strip_prefix(LINK)?.parse::<usize>().ok()?);
    let unpacked = |data: &[u8]| {
        let reader = png::Decoder::new(std::io::Cursor::new(data)).read_info();
        reader.is_ok_and(|reader| raster::is_drawable(reader.info().width, reader.info().height))
    };
    ImageHrefResolver {
        resolve_data: Box::new(move |mime, data, _| {
            if mime == "image/png" && unpacked(&data) {
                return Some(ImageKind::PNG(data));
            }
            note(lost, format!("a picture of kind {mime}"));
            None
        }),
        resolve_string: Box::new(move |link, _| {
            if let Some(picture) = shared(link) {
                return Some(ImageKind::PNG(Arc::clone(picture.png())));
            }
            note(lost, format!("a picture linked to {link:?}"));
            None
        }),
    }
}

/// Every letter of the live text of a tree that its font lacks, with the font's name.
pub(crate) fn lacking(tree: &Tree) -> BTreeSet<(&str, &str)> {
    let mut missing = BTreeSet::new();
    for text in texts(tree) {
        for glyph in text.layouted().iter().flat_map(|span| &span.positioned_glyphs) {
            if glyph.id.0 == 0 {
                let face = tree.fontdb().face(glyph.font);
                let name = face.map_or("its font", |face| face.post_script_name.as_str());
                missing.insert((glyph.text.as_str(), name));
            }
        }
    }
    missing
}

/// Faults for letters without a glyph, one for each word, so that a message reads well in any script.
fn without_glyph(tree: &Tree) -> Problems {
    let chunks = texts(tree).into_iter().flat_map(|text| text.chunks());
    let words: Vec<&str> = chunks
        .flat_map(|chunk| chunk.text().split_whitespace())
        .map(|word| word.trim_matches(is_mark))
        .collect();
    let mut lacked: BTreeMap<(Option<&str>, &str), Vec<String>> = BTreeMap::new();
    for (letter, font) in lacking(tree) {
        let word = words.iter().copied().find(|word| word.contains(letter) && *word != letter);
        lacked.entry((word, font)).or_default().push(quoted(letter).to_string());
    }
    let mut problems = Problems::new();
    for ((word, font), letters) in lacked {
        let of = word.map_or_else(String::new, |word| format!(" of {}", quoted(word)));
        let (letters, them) = match &letters[..] {
            [one] => (one.clone(), one.as_str()),
            several => (several.join(", "), "them"),
        };
        let message = format!("no glyph for {letters}{of} in {font}");
        let accepted = format!("a font that has {them} in the theme's folder fonts/");
        problems.push(Problem::coded("face.glyph", message).accepts(accepted));
    }
    problems
}

/// Faults for unknown icon names between colons.
fn unknown_icons(tree: &Tree) -> Problems {
    let chunks = texts(tree).into_iter().flat_map(|text| text.chunks());
    let names: BTreeSet<&str> = chunks.filter_map(|chunk| icons::unknown(chunk.text())).collect();
    let mut problems = Problems::new();
    for name in names {
        let message = format!("unknown icon {}", quoted(&format!(":{name}:")));
        problems.push(Problem::coded("face.icon", message).accepts(icons::NAMES.join(", ")));
    }
    problems
}

fn note<T: Ord>(list: &Mutex<BTreeSet<T>>, item: T) {
    list.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(item);
}

fn taken<T>(list: Mutex<BTreeSet<T>>) -> BTreeSet<T> {
    list.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The face of the first available family of a text, only in its exact weight and style: a nearest match
/// would differ from the designer's template.
pub(crate) fn face_of(font: &usvg::Font, database: &Database) -> Option<ID> {
    let style = match font.style() {
        FontStyle::Normal => Style::Normal,
        FontStyle::Italic => Style::Italic,
        FontStyle::Oblique => Style::Oblique,
    };
    font.families().iter().find_map(|family| {
        let FontFamily::Named(name) = family else { return None };
        let families = [Family::Name(name)];
        let weight = Weight(font.weight());
        let stretch = Stretch::Condensed;
        let id = database.query(&Query { families: &families, weight, stretch, style })?;
        let face = database.face(id)?;
        (face.weight == weight && face.style == style).then_some(id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(attributes: &str, content: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\">\
             <text y=\"9\" {attributes}>{content}</text></svg>"
        )
    }

    const PLEX: &str = "font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\"";

    #[test]
    fn a_bundled_font_draws() {
        let tree = parse_svg(&text(PLEX, "34")).unwrap();
        let usvg::Node::Text(text) = &tree.root().children()[0] else { panic!("no text") };
        assert_eq!(2, text.layouted()[0].positioned_glyphs.len());
    }

    #[test]
    fn a_family_of_the_list_that_is_bundled_is_enough() {
        let list = "font-family=\"Nonesuch, 'Chakra Petch', sans-serif\" font-weight=\"bold\"";
        assert!(parse_svg(&text(list, "A")).is_ok());
    }

    #[test]
    fn an_unknown_family_weight_or_style_is_an_error() {
        for attributes in [
            "font-family=\"Nonesuch\"",
            "font-family=\"IBM Plex Sans Condensed\" font-weight=\"600\"",
            "font-family=\"Chakra Petch\" font-weight=\"700\" font-style=\"italic\"",
            "font-family=\"sans-serif\"",
            "",
        ] {
            let problems = parse_svg(&text(attributes, "A")).unwrap_err();
            assert!(problems.to_string().contains("was not found"), "{attributes}: {problems}");
        }
    }

    #[test]
    fn a_missing_character_is_reported_with_its_word() {
        let problems = parse_svg(&text(PLEX, "A龍")).unwrap_err();
        let reported = "no glyph for \"龍\" of \"A龍\" in IBMPlexSansCond-Medium; accepted: a font that \
            has \"龍\" in the theme's folder fonts/";
        assert_eq!(reported, problems.to_string());
    }

    #[test]
    fn missing_characters_of_a_word_are_reported_in_one_line() {
        let reported = parse_svg(&text(PLEX, "дождь 34 да")).unwrap_err().to_string();
        let [one, other] = reported.lines().collect::<Vec<_>>()[..] else { panic!("{reported}") };
        assert!(one.starts_with("no glyph for \"а\" of \"да\" in IBM"), "{reported}");
        assert!(other.contains("for \"д\", \"ж\", \"о\", \"ь\" of \"дождь\" in IBM"), "{reported}");
        assert!(other.ends_with("a font that has them in the theme's folder fonts/"), "{reported}");
    }

    #[test]
    fn icons_are_drawn_and_unknown_ones_reported_with_all_names() {
        let tree = parse_svg(&text(PLEX, "A :clock: 3")).unwrap();
        let usvg::Node::Text(drawn) = &tree.root().children()[0] else { panic!("no text") };
        let glyphs: usize = drawn.layouted().iter().map(|span| span.positioned_glyphs.len()).sum();
        assert_eq!(5, glyphs);
        let reported = parse_svg(&text(PLEX, "A :clok: 3")).unwrap_err().to_string();
        assert!(reported.starts_with("unknown icon \":clok:\"; accepted: d4, d6, "), "{reported}");
    }

    #[test]
    fn an_embedded_png_draws_and_every_other_picture_is_an_error() {
        let svg = |link: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\">\
                 <image width=\"9\" height=\"9\" href=\"{link}\"/></svg>"
            )
        };
        // A grey pixel.
        let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCAf+5KSwAAAABJRU5ErkJggg==";
        parse_svg(&svg(&format!("data:image/png;base64,{pixel}"))).unwrap();
        for (link, expected) in [
            ("data:image/gif;base64,R0lGODlh", "a picture of kind image/gif would be lost"),
            ("data:image/png;base64,iVBORw0K", "a picture of kind image/png would be lost"),
            ("/etc/hostname", "a picture linked to \"/etc/hostname\" would be lost"),
        ] {
            let problems = parse_svg(&svg(link)).unwrap_err().to_string();
            assert!(problems.starts_with(expected), "{problems}");
        }
    }

    #[test]
    fn a_broken_svg_is_an_error() {
        assert!(parse_svg("<svg").is_err());
        assert!(parse_svg("").is_err());
    }
}
