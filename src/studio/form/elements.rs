//! New elements: one value per card, from dice, from texts with a number of cards each, or from a list.

use toml_edit::{ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

use crate::deck::Field;
use crate::diagnostic::Problem;
use crate::dice::Expression;
use crate::input::limits::ELEMENTS;

use super::additions::Addition;
use super::document;
use super::initial::apportioned;
use super::input::Input;
use crate::studio::step::Step;

/// A kind of element: the key that holds its values, its label, what is asked for them, with examples.
struct Kind {
    key: &'static str,
    label: &'static str,
    about: &'static str,
    name: &'static str,
    values: &'static str,
    example: &'static str,
}

static KINDS: [Kind; 3] = [
    Kind {
        key: "counts",
        label: "Element: a table",
        about: "One value on each card. Every value of the table has its number of cards, which can be changed.",
        name: "Weather",
        values: "Values, with commas between them",
        example: "clear, rain, storm",
    },
    Kind {
        key: "texts",
        label: "Element: a list of texts",
        about: "One text on each card, all of them equally frequent.",
        name: "Omen",
        values: "Texts, with commas between them",
        example: "sun, moon, star",
    },
    Kind {
        key: "dice",
        label: "Element: dice",
        about: "The result of dice on each card, as near as its number of cards comes to them.",
        name: "Mood",
        values: "Dice",
        example: "2d6",
    },
];

/// The elements that can be added to a deck.
pub(in crate::studio) fn additions() -> impl Iterator<Item = Addition> {
    KINDS.iter().map(|kind| Addition {
        path: vec![Step::Key("element".to_owned()), Step::Key(kind.key.to_owned())],
        label: kind.label.to_owned(),
        about: kind.about.to_owned(),
        inputs: vec![Input::text("Name", kind.name), Input::text(kind.values, kind.example)],
    })
}

/// Adds an element.
///
/// # Errors
/// An empty name or values, or dice that cannot be read.
pub(in crate::studio) fn add(
    document: &mut DocumentMut,
    key: &str,
    name: &str,
    values: &str,
) -> Result<(), Problem> {
    let refused = |message: &str, accepted: &str| {
        Err(Problem::coded("studio.value", message).accepts(accepted))
    };
    let Some(kind) = KINDS.iter().find(|kind| kind.key == key) else {
        return refused("this kind of element is not known", "counts, texts, dice");
    };
    let (name, values) = (name.trim(), values.trim());
    if name.is_empty() {
        return refused("the element has no name", "a name, which the cards show");
    }
    let texts = values.split([',', ';', '\n']).map(str::trim);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    if texts.is_empty() {
        return refused("the element has no values", kind.example);
    }
    let cards = document::cards(document.as_item()) as usize;
    let most = format!("1 to {cards} texts, one a card");
    let mut table = InlineTable::new();
    let id = free_id(document, name);
    table.insert("id", id.as_str().into());
    if id != name {
        table.insert("label", name.into());
    }
    let value: Value = match key {
        "dice" => {
            values.parse::<Expression>().map_err(Problem::from)?;
            values.into()
        }
        "texts" if texts.len() <= cards => texts.into_iter().collect::<toml_edit::Array>().into(),
        "counts" if texts.len() <= cards => {
            let mut distinct: Vec<&str> = Vec::new();
            for text in texts {
                if !distinct.contains(&text) {
                    distinct.push(text);
                }
            }
            let counts = apportioned(&vec![1; distinct.len()], cards);
            distinct.into_iter().zip(counts).collect::<InlineTable>().into()
        }
        _ => return refused("the deck has fewer cards than the element has texts", &most),
    };
    table.insert(key, value);
    push(document, table);
    Ok(())
}

/// The element as the last of the list.
fn push(document: &mut DocumentMut, element: InlineTable) {
    let item = document.entry("element").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    if let Some(list) = item.as_array_mut() {
        document::insert_entry(list, list.len(), element.into());
    } else if let Some(list) = item.as_array_of_tables_mut() {
        let mut table: Table = element.into_table();
        table.decor_mut().set_prefix("\n");
        list.push(table);
    }
}

/// An id made of the name that no element has.
fn free_id(document: &DocumentMut, name: &str) -> String {
    let tables = document.get("element").map(document::tables).unwrap_or_default();
    let ids: Vec<&str> = tables.iter().filter_map(|table| table.get("id")?.as_str()).collect();
    let is_free = |id: &String| !Field::is_reserved(id) && !ids.contains(&id.as_str());
    let letter = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' }
    };
    let words: String = name.chars().map(letter).collect();
    let words: Vec<&str> = words.split('_').filter(|word| !word.is_empty()).collect();
    let mut own: String = words.join("_").chars().take(40).collect();
    if own.is_empty() {
        own.push_str("element");
    }
    // The names of built-in fields have numbers too: burst_3.
    let numbered =
        |word: String| (2..=ELEMENTS.most + 2).map(move |number| format!("{word}_{number}"));
    let mut ids = [name.to_owned(), own.clone()]
        .into_iter()
        .chain(numbered(own.clone()))
        .chain(numbered("element".to_owned()));
    ids.find(is_free).unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Spec;

    fn with(key: &str, name: &str, values: &str) -> Result<String, Problem> {
        let text = crate::spec::preset("oracle").unwrap().spec;
        let mut document: DocumentMut = text.parse().unwrap();
        add(&mut document, key, name, values)?;
        let text = document.to_string();
        Spec::read("deck.toml", &text, &mut |_| unreachable!())
            .unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        Ok(text)
    }

    #[test]
    fn elements_have_an_id_of_their_own_and_share_the_deck() {
        let text = with("counts", "Weather", "dry, wet, dry").unwrap();
        let expected = "[[element]]\nid = \"weather_2\"\nlabel = \"Weather\"\ncounts = { dry = 27, wet = 27 }\n";
        assert!(text.contains(expected), "{text}");
        let text = with("texts", "Geräusch im Wald", "knack; knister").unwrap();
        assert!(text.contains("texts = [\"knack\", \"knister\"]"), "{text}");
        let text = with("dice", "2d6", "2d6").unwrap();
        assert!(text.contains("\n[[element]]\nid = \"2d6\"\ndice = \"2d6\"\n"), "{text}");
        assert!(with("dice", "burst", "3d6!").unwrap().contains("id = \"element_2\""));
    }

    #[test]
    fn empty_names_and_values_and_bad_dice_are_refused() {
        for (key, name, values) in [
            ("dice", "Mood", "two"),
            ("dice", " ", "2d6"),
            ("texts", "Mood", ","),
            ("ways", "a", "b"),
        ] {
            assert!(with(key, name, values).is_err(), "{key} {name} {values}");
        }
    }
}
