//! The digest of the part of a spec that determines the cards.

use toml::de::{DeTable, DeValue};

use crate::deck::Digest;

use super::model::{Pin, PinCard, PinValue};

/// Keys for the look of cards and for files, which do not change cards.
const APART: [&str; 12] = [
    "theme", "words", "version", "credit", "licence", "barcode", "age", "origin", "check", "game",
    "print", "pins",
];

/// The keys of a table that do not change cards.
fn apart_in(key: &str) -> &'static [&'static str] {
    if key == "element" { &["how"] } else { &[] }
}

/// The digest of the document's keys and values, sorted, and of the pins in their order. It ignores comments,
/// spacing and file names, so a copied and annotated project has the digest of its preset.
pub(super) fn compute(document: &DeTable, pins: &[Pin]) -> Digest {
    let mut text = String::new();
    let mut top: Vec<(&str, _)> =
        document.iter().map(|(key, value)| (key.get_ref().as_ref(), value)).collect();
    top.retain(|(key, _)| !APART.contains(key));
    top.sort_by_key(|(key, _)| *key);
    for (key, value) in top {
        text.push_str(&format!("{key:?} = {}\n", canonical(value.get_ref(), apart_in(key))));
    }
    for pin in pins {
        let card = match &pin.card {
            PinCard::Number(number) => number.to_string(),
            PinCard::Some(name) => format!("*{name:?}"),
        };
        let value = match &pin.value {
            PinValue::Cause(cell) => cell.to_string(),
            PinValue::Number(number) => number.to_string(),
            PinValue::Blank => String::new(),
            PinValue::Extra(value) => format!("{:?}", value.to_string()),
        };
        text.push_str(&format!("{card} {} {value}\n", pin.field));
    }
    Digest::from_bytes(text.as_bytes())
}

/// The canonical form of a value: tables sorted by key, without the keys that do not change cards.
fn canonical(value: &DeValue, apart: &[&str]) -> String {
    match value {
        DeValue::String(text) => format!("{text:?}"),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => number.to_string(),
            Err(_) => number.as_str().to_owned(),
        },
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(items) => {
            let items: Vec<String> =
                items.iter().map(|item| canonical(item.get_ref(), apart)).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Table(table) => {
            let mut entries: Vec<(&str, _)> =
                table.iter().map(|(key, value)| (key.get_ref().as_ref(), value)).collect();
            entries.retain(|(key, _)| !apart.contains(key));
            entries.sort_by_key(|(key, _)| *key);
            let entries: Vec<String> = entries
                .into_iter()
                .map(|(key, value)| format!("{key:?} = {}", canonical(value.get_ref(), apart)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PRESETS, Spec};

    /// The digest of a preset's text after a change.
    fn digest(change: impl Fn(&str) -> String) -> crate::deck::Digest {
        let preset = PRESETS.iter().find(|preset| preset.name == "true-dice").unwrap();
        let spec = Spec::read("deck.toml", &change(preset.spec), &mut |_| Err("none".to_owned()));
        spec.unwrap_or_else(|problems| panic!("{problems}")).digest
    }

    #[test]
    fn comments_order_theme_and_sheets_do_not_change_the_digest() {
        let plain = digest(str::to_owned);
        for (from, to) in [
            ("seed = 54", "# where it starts\nseed   =  54"),
            (
                "name = \"True Dice\"\nabbreviation = \"TD\"",
                "abbreviation = 'TD'\nname = 'True Dice'",
            ),
            ("theme = \"future-imperfect\"", "theme = \"my-theme\""),
            ("[limits]", "[print]\nsheets = [\"single\"]\n[limits]"),
        ] {
            let changed = digest(|text| {
                assert!(text.contains(from));
                text.replacen(from, to, 1)
            });
            assert_eq!(plain, changed, "{to}");
        }
    }

    #[test]
    fn only_the_values_of_an_element_change_the_digest() {
        let with = |lines: &str| {
            let element = format!("[[element]]\nid = \"omen\"\n{lines}\n[limits]");
            digest(|text| text.replacen("[limits]", &element, 1))
        };
        let plain = with("texts = [\"sun\", \"moon\"]");
        assert_eq!(plain, with("how = \"it shines\"\ntexts = [\"sun\", \"moon\"]"));
        assert_ne!(plain, with("texts = [\"sun\", \"star\"]"));
    }

    #[test]
    fn keys_of_cards_and_limits_change_the_digest() {
        let plain = digest(str::to_owned);
        for (from, to) in [
            ("seed = 54", "seed = 55"),
            ("closed = false", "closed = true"),
            ("worst_r = 0.10", "worst_r = 0.11"),
        ] {
            assert_ne!(plain, digest(|text| text.replacen(from, to, 1)), "{to}");
        }
    }
}
