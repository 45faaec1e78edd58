//! The text of `theme.toml`: names, card size and swatches, with the place of every fault.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::deck::{ACCEPTED_TEXT as ACCEPTED_WORDS, check_text};
use crate::diagnostic::{Problem, Problems, Source, cut, quoted};
use crate::input;

use super::{Cmyk, Format, Ink, Palette, Rgb, Swatch};

/// What `theme.toml` says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ThemeFile {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) format: Format,
    pub(super) palette: Palette,
}

impl ThemeFile {
    /// Reads the file, collecting every fault.
    pub(super) fn read(source: &Arc<Source>) -> Result<Self, Problems> {
        let root = input::toml::parse(source)?;
        let mut reader = Reader { source, problems: Problems::new() };
        let mut file = Table::new(root.get_ref(), root.span(), "the theme");
        let name = reader.required(&mut file, "name", ACCEPTED_NAME, text);
        let title = reader.required(&mut file, "title", ACCEPTED_TEXT, text);
        let format = reader.format(&mut file);
        let palette = reader.palette(&mut file);
        reader.leftovers(&file);
        let read = (|| Some(Self { name: name?, title: title?, format, palette: palette? }))();
        match read {
            Some(theme) => reader.problems.into_result(theme),
            None => Err(reader.problems),
        }
    }
}

const ACCEPTED_NAME: &str = "a text seen on one line, such as \"future-imperfect\"";
const ACCEPTED_TEXT: &str = "a text seen on one line, such as \"Future Imperfect\"";
const ACCEPTED_RGB: &str = "\"#rrggbb\"";
const ACCEPTED_CMYK: &str = "four percentages such as [0, 100, 80, 12.5]";
const ACCEPTED_SPOT: &str = "the ink's name such as \"PANTONE 186 C\"";
const ACCEPTED_TRIM: &str = "width and height such as [63.5, 88.9]";
const ACCEPTED_LENGTH: &str = "a length in millimetres such as 3.175";

/// A table and the keys of it that were asked for.
struct Table<'t> {
    what: &'static str,
    span: Range<usize>,
    table: &'t DeTable<'t>,
    known: Vec<&'static str>,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl<'t> Table<'t> {
    fn new(table: &'t DeTable<'t>, span: Range<usize>, what: &'static str) -> Self {
        Self { what, span, table, known: Vec::new() }
    }

    fn get(&mut self, key: &'static str) -> Option<&'t Value<'t>> {
        self.known.push(key);
        self.table.get(key)
    }
}

struct Reader<'s> {
    source: &'s Arc<Source>,
    problems: Problems,
}

impl Reader<'_> {
    fn fault(&mut self, span: Range<usize>, message: String, accepted: &str) {
        self.problems.push(Problem::new(message).at(self.source, span).accepts(accepted));
    }

    fn optional<T>(
        &mut self,
        table: &mut Table<'_>,
        key: &'static str,
        accepted: &str,
        read: impl Fn(&DeValue<'_>) -> Option<T>,
    ) -> Option<T> {
        let value = table.get(key)?;
        let read = read(value.get_ref());
        if read.is_none() {
            let piece = cut(&self.source.text()[value.span()]);
            self.fault(value.span(), format!("{key} = {piece} is not what it should be"), accepted);
        }
        read
    }

    fn required<T>(
        &mut self,
        table: &mut Table<'_>,
        key: &'static str,
        accepted: &str,
        read: impl Fn(&DeValue<'_>) -> Option<T>,
    ) -> Option<T> {
        if !table.table.contains_key(key) {
            table.known.push(key);
            self.fault(table.span.clone(), format!("{} has no {key}", table.what), accepted);
            return None;
        }
        self.optional(table, key, accepted, read)
    }

    fn leftovers(&mut self, table: &Table<'_>) {
        let accepted = table.known.join(", ");
        let mut unknown: Vec<_> = table
            .table
            .keys()
            .filter(|key| !table.known.contains(&key.get_ref().as_ref()))
            .collect();
        unknown.sort_by_key(|key| key.span().start);
        for key in unknown {
            let message = format!("{} has no key {}", table.what, quoted(key.get_ref()));
            self.fault(key.span(), message, &accepted);
        }
    }

    /// The size of the card; poker size where nothing is said.
    fn format(&mut self, file: &mut Table<'_>) -> Format {
        let Some(value) = file.get("card") else { return Format::POKER };
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span(), "card is not a table".to_owned(), "[card]");
            return Format::POKER;
        };
        let mut card = Table::new(table, value.span(), "card");
        let poker = Format::POKER;
        let [width, height] = self
            .optional(&mut card, "trim_mm", ACCEPTED_TRIM, numbers)
            .unwrap_or([poker.trim_width_mm(), poker.trim_height_mm()]);
        let bleed = self.optional(&mut card, "bleed_mm", ACCEPTED_LENGTH, number);
        let safe = self.optional(&mut card, "safe_mm", ACCEPTED_LENGTH, number);
        self.leftovers(&card);
        let bleed = bleed.unwrap_or(poker.bleed_mm());
        let safe = safe.unwrap_or(poker.safe_mm());
        Format::new(width, height, bleed, safe).unwrap_or_else(|error| {
            self.problems.push(Problem::new(error.to_string()).at(self.source, value.span()));
            poker
        })
    }

    fn palette(&mut self, file: &mut Table<'_>) -> Option<Palette> {
        let accepted = "[swatches.<name>] with rgb and cmyk";
        let span = file.span.clone();
        let Some(value) = file.get("swatches") else {
            self.fault(span, "the theme has no swatches".to_owned(), accepted);
            return None;
        };
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span(), "swatches is not a table".to_owned(), accepted);
            return None;
        };
        let mut entries: Vec<(&Spanned<Cow<'_, str>>, &Value<'_>)> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut swatches: Vec<Swatch> = Vec::new();
        for (key, value) in entries {
            let Some(swatch) = self.swatch(key, value) else { continue };
            if let Some(twin) = swatches.iter().find(|earlier| earlier.rgb == swatch.rgb) {
                let message = format!("swatch {} has the rgb of swatch {}", swatch.id, twin.id);
                self.fault(key.span(), message, "a screen colour of its own for every swatch");
                continue;
            }
            swatches.push(swatch);
        }
        Palette::new(swatches).ok()
    }

    fn swatch(&mut self, key: &Spanned<Cow<'_, str>>, value: &Value<'_>) -> Option<Swatch> {
        let id = key.get_ref().as_ref();
        if let Err(fault) = check_text(id) {
            self.fault(key.span(), format!("a swatch's name {fault}"), ACCEPTED_WORDS);
            return None;
        }
        let DeValue::Table(table) = value.get_ref() else {
            self.fault(value.span(), format!("swatch {id} is not a table"), "rgb and cmyk");
            return None;
        };
        let mut swatch = Table::new(table, key.span(), "a swatch");
        let rgb = self.required(&mut swatch, "rgb", ACCEPTED_RGB, |value| {
            text(value).and_then(|text| text.parse::<Rgb>().ok())
        });
        let cmyk = self.required(&mut swatch, "cmyk", ACCEPTED_CMYK, |value| {
            numbers(value).and_then(Cmyk::new)
        });
        let spot = self.optional(&mut swatch, "spot", ACCEPTED_SPOT, text);
        self.leftovers(&swatch);
        let ink = match (cmyk?, spot) {
            (cmyk, None) => Ink::Process(cmyk),
            (alternate, Some(name)) => Ink::Spot { name, alternate },
        };
        Some(Swatch { id: id.to_owned(), rgb: rgb?, ink })
    }
}

fn text(value: &DeValue<'_>) -> Option<String> {
    value.as_str().filter(|text| check_text(text).is_ok()).map(str::to_owned)
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok(),
        DeValue::Float(float) => float.as_str().parse().ok(),
        _ => None,
    }
}

fn numbers<const N: usize>(value: &DeValue<'_>) -> Option<[f64; N]> {
    let items: Option<Vec<f64>> =
        value.as_array()?.iter().map(|item| number(item.get_ref())).collect();
    items?.try_into().ok()
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
    fn all_faults_come_together_with_their_places() {
        let text = "name = 5\n[swatches.paper]\nrgb = \"white\"\ncmyk = [0, 0, 0]\ninc = 1\n\
            [swatches.ink]\nrgb = \"#000000\"\ncmyk = [0, 0, 0, 101]\n[card]\ntrim = 1\n";
        let problems = read(text).unwrap_err();
        for place in [
            "1:8: name",
            "1:1: the theme has no title",
            "3:7: rgb",
            "4:8: cmyk",
            "5:1: a swatch has no key",
            "8:8: cmyk",
            "10:1: card has no key",
        ] {
            assert!(problems.contains(&format!("theme.toml:{place}")), "{place}\n{problems}");
        }
        assert_eq!(7, problems.lines().count(), "{problems}");
    }

    #[test]
    fn two_swatches_of_one_look_are_a_fault_at_the_second() {
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
