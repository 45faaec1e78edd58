//! Parses `theme.toml`: names, card size and swatches, with the place of every fault.

use std::ops::Range;
use std::sync::Arc;

use ::toml::de::DeValue;

use crate::deck::{Field, Part, check_text};
use crate::diagnostic::{Problem, Problems, Source, cut, quoted};
use crate::input::toml::{self, Placed, Reader, Table, as_number, as_numbers};
use crate::spec::{card_text, confirm};

use super::back_tables::{self, BackTable};
use super::font_file::FontAlias;
use super::layout::Growth;
use super::profile::{Intent, PROFILE_NAME};
use super::raster::USUAL_INK_LIMIT;
use super::{Cmyk, Format, Ink, Palette, Rgb, Swatch};

/// The content of `theme.toml`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ThemeFile {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) format: Format,
    pub(super) palette: Palette,
    /// The parts and elements that the theme does not show.
    pub(super) hides: Vec<Hidden>,
    /// How parts use height that a deck leaves free.
    pub(super) growth: Growth,
    /// The theme's names for its own fonts.
    pub(super) fonts: Vec<FontNames>,
    /// How its colour pictures become inks.
    pub(super) pictures: Option<PictureInks>,
    /// Backs in addition to `back.svg`.
    pub(super) backs: Vec<BackTable>,
}

/// How the pictures of a theme become inks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PictureInks {
    /// The name of the bundled profile, or a file in the theme's folder.
    pub(super) profile: String,
    /// The place of the name in `theme.toml`.
    pub(super) span: Range<usize>,
    pub(super) intent: Intent,
    /// The most ink of a pixel, in percent.
    pub(super) ink_limit: f64,
}

/// The theme's names for a font in its folder `fonts/`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FontNames {
    pub(super) file: String,
    /// The place of the file name in `theme.toml`.
    pub(super) span: Range<usize>,
    pub(super) names: FontAlias,
}

/// A part or element that a theme does not show.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Hidden {
    Part(Part),
    /// A custom element, by its id.
    Element(String),
}

impl ThemeFile {
    /// Parses the file, collecting every fault.
    pub(super) fn read(source: &Arc<Source>) -> Result<Self, Problems> {
        let document = toml::parse(source)?;
        let mut reader = Reader::new(source);
        let root = reader.root(document.get_ref());
        let keys =
            ["name", "title", "card", "hides", "grow", "fonts", "pictures", "back", "swatches"];
        reader.only(&root, &keys);
        let name = card_text(&mut reader, &root, "name");
        let title = card_text(&mut reader, &root, "title");
        let format = format(&mut reader, &root);
        let palette = palette(&mut reader, &root);
        let hides = hides(&mut reader, &root);
        let growth = Growth::read(&mut reader, &root);
        let fonts = fonts(&mut reader, &root);
        let pictures = pictures(&mut reader, &root);
        let backs = back_tables::read(&mut reader, &root);
        reader.finish(Self { name, title, format, palette, hides, growth, fonts, pictures, backs })
    }
}

const ACCEPTED_RGB: &str = "\"#rrggbb\"";
const ACCEPTED_CMYK: &str = "four percentages such as [0, 100, 80, 12.5]";
const ACCEPTED_SPOT: &str = "the ink's name such as \"PANTONE 186 C\"";
const ACCEPTED_TRIM: &str = "width and height such as [63.5, 88.9]";
const ACCEPTED_LENGTH: &str = "a length in millimetres such as 3.175";
const ACCEPTED_SWATCHES: &str = "[swatches.<name>] with rgb and cmyk";

/// Reads what the theme does not show on purpose.
fn hides(reader: &mut Reader, root: &Table<'_>) -> Vec<Hidden> {
    if !reader.has(root, "hides") {
        return Vec::new();
    }
    let mut hides = Vec::new();
    for name in reader.texts(root, "hides").value {
        match (Part::named(&name.value), name.value.parse()) {
            (Some(part), _) => hides.push(Hidden::Part(part)),
            (None, Ok(Field::Extra(id))) if !Field::is_reserved(&id) => {
                hides.push(Hidden::Element(id));
            }
            _ => {
                let message = format!("{} cannot be hidden by a theme", quoted(&name.value));
                let accepted = format!("{}, an element's id", Part::NAMES.join(", "));
                reader.fault(name.span, message, &accepted);
            }
        }
    }
    hides
}

/// Reads the names of fonts: `[fonts."label.otf"]`.
fn fonts(reader: &mut Reader, root: &Table<'_>) -> Vec<FontNames> {
    let Some(table) = reader.optional_table(root, "fonts") else { return Vec::new() };
    let mut fonts = Vec::new();
    for (key, _) in reader.entries(&table) {
        let Some(names) = reader.optional_table(&table, key.value) else { continue };
        reader.only(&names, &["family", "weight", "italic"]);
        let [has_family, has_weight, has_italic] =
            ["family", "weight", "italic"].map(|key| reader.has(&names, key));
        let family = has_family.then(|| card_text(reader, &names, "family"));
        let weight = has_weight.then(|| reader.integer(&names, "weight", 1..=1000, None).value);
        let weight = weight.and_then(|weight| u16::try_from(weight).ok());
        let is_italic = has_italic.then(|| reader.flag(&names, "italic", false));
        let names = FontAlias { family, weight, is_italic };
        fonts.push(FontNames { file: key.value.to_owned(), span: key.span, names });
    }
    fonts
}

/// Reads how pictures become inks: `[pictures]`.
fn pictures(reader: &mut Reader, root: &Table<'_>) -> Option<PictureInks> {
    let table = reader.optional_table(root, "pictures")?;
    reader.only(&table, &["profile", "intent", "ink_limit"]);
    let profile = reader.text(&table, "profile", Some(PROFILE_NAME));
    let named = [("relative", Intent::Relative), ("perceptual", Intent::Perceptual)];
    let intent = match reader.has(&table, "intent") {
        true => reader.choice(&table, "intent", &named),
        false => None,
    };
    let ink_limit = reader.optional_number(&table, "ink_limit", 100.0..=400.0);
    let (intent, ink_limit) = (intent.unwrap_or_default(), ink_limit.unwrap_or(USUAL_INK_LIMIT));
    Some(PictureInks { profile: profile.value, span: profile.span, intent, ink_limit })
}

/// Reads the size of the card; poker size by default.
fn format(reader: &mut Reader, root: &Table<'_>) -> Format {
    let poker = Format::POKER;
    let Some(card) = reader.optional_table(root, "card") else { return poker };
    reader.only(&card, &["trim_mm", "bleed_mm", "safe_mm"]);
    let [width, height] = reader
        .read_as(&card, "trim_mm", ACCEPTED_TRIM, as_numbers)
        .unwrap_or([poker.trim_width_mm(), poker.trim_height_mm()]);
    let bleed = reader.read_as(&card, "bleed_mm", ACCEPTED_LENGTH, as_number);
    let safe = reader.read_as(&card, "safe_mm", ACCEPTED_LENGTH, as_number);
    let bleed = bleed.unwrap_or(poker.bleed_mm());
    let safe = safe.unwrap_or(poker.safe_mm());
    Format::new(width, height, bleed, safe).unwrap_or_else(|error| {
        let problem = Problem::coded("theme.card", error.to_string());
        reader.problems.push(problem.at(&reader.source, card.span.clone()));
        poker
    })
}

fn palette(reader: &mut Reader, root: &Table<'_>) -> Palette {
    reader.needs(root, "swatches", ACCEPTED_SWATCHES);
    let mut swatches: Vec<Swatch> = Vec::new();
    if let Some(table) = reader.optional_table(root, "swatches") {
        let mut entries = reader.entries(&table);
        entries.sort_by_key(|(key, _)| key.span.start);
        for (key, value) in entries {
            let Some(swatch) = swatch(reader, &key, &value) else { continue };
            if let Some(twin) = swatches.iter().find(|earlier| earlier.rgb == swatch.rgb) {
                let message =
                    format!("swatch {} has the rgb of swatch {}", cut(&swatch.id), cut(&twin.id));
                let accepted = "a screen colour of its own for every swatch";
                reader.fault(key.span, message, accepted);
                continue;
            }
            swatches.push(swatch);
        }
    }
    // Duplicate keys and colours were reported before.
    Palette::new(swatches).unwrap_or_default()
}

fn swatch<'t>(
    reader: &mut Reader,
    key: &Placed<&'t str>,
    value: &Placed<&'t DeValue<'t>>,
) -> Option<Swatch> {
    let id = Placed { value: key.value.to_owned(), span: key.span.clone() };
    confirm(reader, "a swatch's name", &id);
    let name = format!("swatch {}", cut(key.value));
    let DeValue::Table(entries) = value.value else {
        reader.fault(value.span.clone(), format!("{name} is not a table"), "rgb and cmyk");
        return None;
    };
    let table = Table::new(name, key.span.clone(), entries);
    reader.only(&table, &["rgb", "cmyk", "spot"]);
    reader.needs(&table, "rgb", ACCEPTED_RGB);
    reader.needs(&table, "cmyk", ACCEPTED_CMYK);
    let rgb = reader.read_as(&table, "rgb", ACCEPTED_RGB, |value| value.as_str()?.parse().ok());
    let cmyk = reader
        .read_as(&table, "cmyk", ACCEPTED_CMYK, |value| as_numbers(value).and_then(Cmyk::new));
    let spot = reader.read_as(&table, "spot", ACCEPTED_SPOT, |value| {
        value.as_str().filter(|text| check_text(text).is_ok()).map(str::to_owned)
    });
    let (rgb, alternate): (Rgb, Cmyk) = (rgb?, cmyk?);
    let ink = match spot {
        None => Ink::Process(alternate),
        Some(name) => Ink::Spot { name, alternate },
    };
    Some(Swatch { id: key.value.to_owned(), rgb, ink })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name = \"plain\"\ntitle = \"Plain\"\n\
        [swatches.paper]\nrgb = \"#ffffff\"\ncmyk = [0, 0, 0, 0]\n\
        [swatches.ink]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 100.0]\n";

    fn read(text: &str) -> Result<ThemeFile, String> {
        ThemeFile::read(&Source::new("theme.toml", text)).map_err(|problems| problems.to_string())
    }

    #[test]
    fn a_theme_reads_with_its_swatches_in_order() {
        let theme = read(GOOD).unwrap();
        assert_eq!(("plain", "Plain"), (theme.name.as_str(), theme.title.as_str()));
        let ids: Vec<&str> = theme.palette.iter().map(|swatch| swatch.id.as_str()).collect();
        assert_eq!(["paper", "ink"], ids[..]);
        assert_eq!(Format::POKER, theme.format);
    }

    #[test]
    fn a_card_of_another_size_is_read() {
        let theme = read(&format!("{GOOD}[card]\ntrim_mm = [70, 120]\nsafe_mm = 4\n")).unwrap();
        assert_eq!(Format::new(70.0, 120.0, 3.175, 4.0), Ok(theme.format));
    }

    #[test]
    fn a_spot_ink_takes_cmyk_as_its_alternate() {
        let text = format!(
            "{GOOD}[swatches.red]\nrgb = \"#c8102e\"\ncmyk = [0, 100, 80, 5]\nspot = \"PANTONE 186 C\"\n"
        );
        let theme = read(&text).unwrap();
        let ink = &theme.palette.by_id("red").unwrap().ink;
        assert!(matches!(ink, Ink::Spot { name, .. } if name == "PANTONE 186 C"));
    }

    #[test]
    fn all_faults_are_reported_with_their_places() {
        let text = "name = 5\n[swatches.paper]\nrgb = \"white\"\ncmyk = [0, 0, 0]\ninc = 1\n\
            [swatches.ink]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 101]\n[card]\ntrim = 1\n";
        let problems = read(text).unwrap_err();
        for place in [
            "1:8: name",
            "1:1: the file has no key \"title\"",
            "3:7: rgb",
            "4:8: cmyk",
            "5:1: unknown key",
            "8:8: cmyk",
            "10:1: unknown key \"trim\" in [card]",
        ] {
            assert!(problems.contains(&format!("theme.toml:{place}")), "{place}\n{problems}");
        }
        assert_eq!(7, problems.lines().count(), "{problems}");
    }

    #[test]
    fn two_swatches_of_one_colour_are_a_fault_at_the_second() {
        let twin = "[swatches.rich]\nrgb = \"#000000\"\ncmyk = [50, 40, 40, 100]\n";
        let problems = read(&format!("{GOOD}{twin}")).unwrap_err();
        assert!(
            problems.starts_with("theme.toml:9:11: swatch rich has the rgb of swatch ink"),
            "{problems}"
        );
    }

    #[test]
    fn broken_toml_is_a_fault_not_a_panic() {
        for text in ["", "name = ", "[[[", "swatches = 3", "name = \"a\"\nname = \"b\"", "\u{0}"] {
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
