//! A deck project of a designer: the files of a folder that builds without changes.

mod named;
mod scale;
mod spec_file;

use std::collections::BTreeSet;

use crate::deck::Part;
use crate::diagnostic::Problems;
use crate::dice::Die;
use crate::face::{Product, Theme, Words, fonts};
use crate::render::NamedFile;
use crate::render::sheet::Sheet;
use crate::render::vendor::Vendor;
use crate::spec::{Preset, Spec, schema, schema_file};

use scale::ScaledCounts;

pub(crate) use named::{bad_name, built_in_words, read_sheet, read_theme, read_vendor, read_words};
pub(crate) use spec_file::{SpecFile, listed_extras, read_table};

const README: &str = include_str!("readme.md");
const TEMPLATES: &str = include_str!("../../templates/README.md");
const ELEMENTS: &str = include_str!("../../templates/elements.svg");
/// The pin table of a project.
const PINS: &str = "pins.csv";
const NO_PINS: &str = "card,grid,row,column,value,note\n";

/// The files of a new project that makes the same cards as `preset`: the spec with every key explained, its
/// pin table, the JSON Schema, editable copies of theme, sheets and vendor settings, the fonts for drawing
/// programs, and a page on how to work with them.
///
/// ```
/// let preset = actiondeck::spec::preset("true-dice").unwrap();
/// let files = actiondeck::project::files(preset);
/// assert!(files.iter().any(|file| file.path == "deck.toml"));
/// assert!(files.iter().any(|file| file.path == "theme/card.svg"));
/// ```
///
/// # Panics
/// Never: tests show that every preset is a sound spec.
pub fn files(preset: &Preset) -> Vec<NamedFile> {
    files_for(preset, &Changes::default()).expect("a preset is a sound spec")
}

/// The differences between a project and its preset.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// Columns of both grids; `None` leaves the preset's own.
    pub columns: Option<&'a [Die]>,
    /// Rows of both grids.
    pub rows: Option<u8>,
    /// The number of cards; counts of the preset are scaled.
    pub cards: Option<u8>,
    /// Parts that the cards omit.
    pub without: &'a [Part],
    /// Built-in languages whose words are copied for editing; the cards are printed in the first.
    pub languages: &'a [&'a str],
}

impl Changes<'_> {
    /// Whether the cards differ from the preset's, so that its pins do not apply.
    pub fn change_cards(&self) -> bool {
        self.columns.is_some()
            || self.rows.is_some()
            || self.cards.is_some()
            || !self.without.is_empty()
    }
}

/// The tables of a preset whose counts are rounded to whole cards in a project of `cards`, such as
/// `penetration`.
///
/// # Errors
/// The faults of the preset; tests show that there are none.
pub fn rounded_counts(preset: &Preset, cards: u8) -> Result<Vec<String>, Problems> {
    Ok(ScaledCounts::new(preset, cards.into())?.rounded)
}

/// As [`files`] with these changes.
///
/// # Errors
/// The keys of the preset for columns or rows that the project does not have.
pub fn files_for(preset: &Preset, own: &Changes<'_>) -> Result<Vec<NamedFile>, Problems> {
    let mut files = spec_files(preset, own, &COPIES)?;
    files.extend(copies(preset, own));
    Ok(files)
}

/// The spec of [`files_for`] and its pin table alone, with the built-in theme and sheets.
///
/// # Errors
/// As [`files_for`].
pub fn spec_files_for(preset: &Preset, own: &Changes<'_>) -> Result<Vec<NamedFile>, Problems> {
    spec_files(preset, own, &[])
}

/// The files of a new project beside its spec to which the spec refers.
const COPIES: [(&str, &str); 2] = [
    ("theme", "\"theme\""),
    // Each further sheet makes a build longer.
    ("print.sheets", "[\"sheets/a4-3x3.toml\"]"),
];

/// The spec and its pin table, with these values of keys.
fn spec_files(
    preset: &Preset,
    own: &Changes<'_>,
    values: &[(&str, &str)],
) -> Result<Vec<NamedFile>, Problems> {
    let Changes { rows, without, languages, .. } = *own;
    let columns = own.columns.map(|columns| {
        let dice: Vec<String> = columns.iter().map(|die| format!("\"{die}\"")).collect();
        format!("[{}]", dice.join(", "))
    });
    let mut changes = Vec::new();
    for (key, value) in [("columns", columns), ("rows", rows.map(|rows| rows.to_string()))] {
        let value = value.into_iter().flat_map(|value| {
            ["cause", "effect"].map(|grid| (format!("{grid}.{key}"), value.clone()))
        });
        changes.extend(value);
    }
    let spec = preset.spec()?;
    if let Some(cards) = own.cards {
        changes.extend(ScaledCounts::new(preset, cards.into())?.changes);
    }
    // Parts that the preset omits stay omitted.
    let all = spec.without.into_iter().chain(without.iter().copied());
    let all: BTreeSet<Part> = all.collect();
    changes.retain(|(key, _)| !(all.contains(&Part::Effect) && key.starts_with("effect.")));
    if !without.is_empty() {
        let names: Vec<String> = all.iter().map(|part| format!("\"{part}\"")).collect();
        changes.push(("without".to_owned(), format!("[{}]", names.join(", "))));
    }
    if let Some(first) = languages.first() {
        changes.push(("words".to_owned(), format!("\"words/{first}.toml\"")));
    }
    let pins = preset.pins.first().filter(|_| !own.change_cards());
    let pins = pins.map_or(NO_PINS, |(_, pins)| *pins);
    let own_values = changes.iter().map(|(key, value)| (key.as_str(), value.clone()));
    let values = values.iter().map(|(key, value)| (*key, (*value).to_owned()));
    let named = [("pins", format!("\"{PINS}\""))];
    let values: Vec<(&str, String)> = named.into_iter().chain(values).chain(own_values).collect();
    let text = preset.explained(&values, without);
    Spec::read("deck.toml", &text, &mut |name| match name {
        PINS => Ok(pins.to_owned()),
        _ => Err("no such file".to_owned()),
    })?;
    let mut files = vec![text_file("deck.toml", &text), text_file(PINS, pins)];
    files.extend(preset.rules.map(|rules| text_file("rules.toml", rules)));
    Ok(files)
}

/// The files of a new project that help to edit it: schema, page, and copies of what is built in.
fn copies(preset: &Preset, own: &Changes<'_>) -> Vec<NamedFile> {
    let cards = match own.change_cards() {
        true => " with other columns,\nrows or parts.",
        false => ". Without any change it builds\nthe same cards.",
    };
    let readme = README.replace("{{preset}}", preset.name).replace("{{cards}}", cards);
    let mut files = vec![
        text_file(schema_file(), &schema()),
        text_file("README.md", &readme),
        text_file(".gitignore", "/output/\n"),
    ];
    files.extend(theme_files(&preset.theme()).into_iter().map(|file| below("theme", file)));
    let words = own.languages.iter().filter_map(|language| {
        Some(text_file(format!("{language}.toml"), Words::built_in_file(language)?))
    });
    files.extend(words.map(|file| below("words", file)));
    let sheets = Sheet::built_in_files().map(|(file, text)| below("sheets", text_file(file, text)));
    files.extend(sheets);
    let vendors = Vendor::built_in_files();
    files.extend(vendors.map(|(file, text)| below("vendors", text_file(file, text))));
    files
}

fn text_file(path: impl Into<String>, text: &str) -> NamedFile {
    NamedFile { path: path.into(), bytes: text.as_bytes().to_vec() }
}

/// The files of a new theme: those of the built-in theme with this name, or none, with the shared drawings,
/// the fonts and a page on the labels.
pub fn theme_files(name: &str) -> Vec<NamedFile> {
    let shared = [("README.md", TEMPLATES), ("elements.svg", ELEMENTS)];
    let own = Theme::built_in_files(name).into_iter().flatten();
    let texts = shared.into_iter().chain(own);
    let texts = texts
        .map(|(path, text)| NamedFile { path: path.to_owned(), bytes: text.as_bytes().to_vec() });
    let products = Product::ALL.map(|product| NamedFile {
        path: product.file().to_owned(),
        bytes: product.built_in().text().as_bytes().to_vec(),
    });
    let fonts = fonts::files().map(|(file, data)| {
        below("fonts", NamedFile { path: file.to_owned(), bytes: data.to_vec() })
    });
    texts.chain(products).chain(fonts).collect()
}

fn below(folder: &str, file: NamedFile) -> NamedFile {
    NamedFile { path: format!("{folder}/{}", file.path), ..file }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::PRESETS;
    use crate::table::rules::HouseRules;

    #[test]
    fn a_project_has_its_presets_cards_and_its_own_file_names() {
        for preset in PRESETS {
            let files = files(preset);
            let content = |path: &str| {
                let file = files.iter().find(|file| file.path == path);
                let file = file.ok_or_else(|| "no such file".to_owned())?;
                String::from_utf8(file.bytes.clone()).map_err(|error| error.to_string())
            };
            let spec =
                Spec::read("deck.toml", &content("deck.toml").unwrap(), &mut |name| content(name));
            let spec = spec.unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(preset.spec().unwrap().digest, spec.digest);
            assert_eq!("theme", spec.theme.name);
            assert!(content("theme/theme.toml").is_ok());
            for sheet in &spec.sheets {
                assert!(content(&sheet.name).is_ok(), "{}", sheet.name);
            }
        }
    }

    #[test]
    fn a_project_in_other_languages_has_the_same_cards() {
        let preset = &PRESETS[0];
        let languages = Changes { languages: &["de", "fr"], ..Changes::default() };
        let files = files_for(preset, &languages).unwrap();
        let content = |path: &str| {
            let file = files.iter().find(|file| file.path == path);
            let file = file.ok_or_else(|| format!("no file {path}"))?;
            String::from_utf8(file.bytes.clone()).map_err(|error| error.to_string())
        };
        let spec =
            Spec::read("deck.toml", &content("deck.toml").unwrap(), &mut |name| content(name));
        let spec = spec.unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(Some("words/de.toml"), spec.words.as_ref().map(|words| words.name.as_str()));
        assert_eq!(preset.spec().unwrap().digest, spec.digest);
        assert_eq!(Words::built_in_file("fr").unwrap(), content("words/fr.toml").unwrap());
    }

    #[test]
    fn every_preset_scales_to_every_size() {
        for preset in PRESETS {
            for cards in [20, 36, 52, 60, 61, 72, 100, 120] {
                let changes = Changes { cards: Some(cards), ..Changes::default() };
                let files = files_for(preset, &changes);
                let files = files.unwrap_or_else(|reported| panic!("{}: {reported}", preset.name));
                let spec = files.iter().find(|file| file.path == "deck.toml").unwrap();
                let spec = String::from_utf8(spec.bytes.clone()).unwrap();
                assert!(spec.lines().any(|line| line == format!("cards = {cards}")));
            }
        }
        let preset = crate::spec::preset("true-dice").unwrap();
        assert_eq!(Ok(vec![]), rounded_counts(preset, 108));
        assert!(rounded_counts(preset, 60).unwrap().contains(&"failure".to_owned()));
        let oracle = crate::spec::preset("oracle").unwrap();
        assert!(rounded_counts(oracle, 36).unwrap().contains(&"element.word.texts".to_owned()));
    }

    #[test]
    fn columns_of_a_project_omit_what_its_preset_omits() {
        let columns = ["d6", "d8"].map(|die| die.parse().unwrap());
        let changes = Changes { columns: Some(&columns), rows: Some(3), ..Changes::default() };
        for name in ["oracle", "true-dice"] {
            let preset = crate::spec::preset(name).unwrap();
            let files =
                files_for(preset, &changes).unwrap_or_else(|reported| panic!("{name}: {reported}"));
            let spec = files.iter().find(|file| file.path == "deck.toml").unwrap();
            let spec = String::from_utf8(spec.bytes.clone()).unwrap();
            for line in ["columns = [\"d6\", \"d8\"]", "rows = 3"] {
                let count = spec.lines().filter(|own| *own == line).count();
                assert_eq!(if name == "true-dice" { 2 } else { 1 }, count, "{name}: {line}");
            }
        }
    }

    #[test]
    fn the_rules_of_every_preset_can_be_read() {
        for preset in PRESETS {
            if let Some(rules) = preset.rules {
                HouseRules::read(preset.name, rules)
                    .unwrap_or_else(|problems| panic!("{}:\n{problems}", preset.name));
            }
        }
    }

    #[test]
    fn the_readme_names_only_files_that_the_project_makes() {
        let readme = |own: &Changes<'_>| {
            let files = files_for(&PRESETS[0], own).unwrap();
            let file = files.into_iter().find(|file| file.path == "README.md").unwrap();
            String::from_utf8(file.bytes).unwrap()
        };
        let same = readme(&Changes::default());
        assert!(same.contains("Without any change it builds\nthe same cards."), "{same}");
        let without = Changes { without: &[Part::Toggle], ..Changes::default() };
        let other = readme(&without);
        assert!(!other.contains("same cards."), "{other}");
        for readme in [same, other] {
            assert!(!readme.contains("{{"), "{readme}");
            // A JSON file is made by a command above it, or is in the project itself.
            for word in readme.split(['`', ' ', '\n']).filter(|word| word.ends_with(".json")) {
                let (folder, name) = word.rsplit_once('/').unwrap_or(("", word));
                let is_made = readme.contains(&format!("-o {word}"))
                    || readme.contains(&format!("-o {folder}\n"))
                    || ["", "output"].contains(&folder)
                        && ["deck.json", schema_file()].contains(&name);
                assert!(is_made, "{word}");
            }
        }
    }

    #[test]
    fn every_vendor_has_the_built_in_settings() {
        let files = files(&PRESETS[0]);
        for name in Vendor::built_in_names() {
            let path = format!("vendors/{name}.toml");
            let file = files.iter().find(|file| file.path == path).unwrap();
            let text = std::str::from_utf8(&file.bytes).unwrap();
            let source = crate::diagnostic::Source::new(path.as_str(), text);
            assert_eq!(Vendor::built_in(name).unwrap(), Vendor::read(name, &source).unwrap());
        }
    }

    #[test]
    fn every_font_by_others_comes_with_its_licence() {
        let names: Vec<&str> = fonts::files().map(|(name, _)| name).collect();
        let others = |name: &&&str| name.ends_with(".ttf") && !name.starts_with("ActionDeck");
        for font in names.iter().filter(others) {
            let family = font.split('-').next().unwrap_or(font);
            assert!(names.contains(&format!("{family}-OFL.txt").as_str()), "{font}");
        }
    }
}
