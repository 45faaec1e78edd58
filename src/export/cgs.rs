//! Card Game Simulator: a game in a folder of its name.
//!
//! Source: the specification in finol-digital/FinolDigital.Cgs.Json, whose JSON Schema of `cgs.json`
//! the definition keeps.

use serde_json::{Map, Value, json};

use crate::deck::Field;
use crate::diagnostic::Problems;
use crate::diff::field_in_words;
use crate::geometry::Mm;
use crate::publish::RelativeName;
use crate::render::NamedFile;

use super::pictures::Picture;
use super::sources::{Sources, json_file};

/// The files of the game.
pub(super) fn files(sources: &Sources<'_>) -> Result<Vec<NamedFile>, Problems> {
    let cards = sources.pictures.cards()?;
    let back = sources.pictures.back("Card Game Simulator")?;
    let name = game(sources);
    let set = sources.export.deck.edition().to_string();
    let list: String = sources.values.iter().map(|values| format!("1 {}\n", values.name)).collect();
    let mut files = vec![
        json_file(format!("{name}/cgs.json"), &definition(sources, &name))?,
        json_file(format!("{name}/AllCards.json"), &all_cards(sources, cards, &set))?,
        NamedFile { path: format!("{name}/decks/{name}.txt"), bytes: list.into_bytes() },
        NamedFile { path: format!("{name}/CardBack.png"), bytes: back.png.clone() },
    ];
    files.extend(cards.iter().map(|picture| NamedFile {
        path: format!("{name}/sets/{set}/{}", picture.name),
        bytes: picture.png.clone(),
    }));
    Ok(files)
}

/// The deck's name as a valid folder name: the program looks for the game in a folder of its name.
fn game(sources: &Sources<'_>) -> String {
    let name = sources.export.deck.name();
    let is_folder = name.chars().count() <= 60 && RelativeName::single(name).is_ok();
    if is_folder { name.to_owned() } else { sources.slug.clone() }
}

fn definition(sources: &Sources<'_>, name: &str) -> Value {
    let deck = sources.export.deck;
    let format = sources.pictures.format();
    let inches = |mm: f64| (Mm(mm).inches() * 1e4).round() / 1e4;
    let words = sources.words();
    let card = words.on_page("card", &[]);
    let text = json!({ "name": "description", "type": "string", "display": card });
    let fields = deck.layout().fields();
    let fields = fields.iter().map(|field| {
        let kind = if is_number(field) { "integer" } else { "string" };
        let display = field_in_words(&field.to_string(), words);
        json!({ "name": property(field), "type": kind, "display": display })
    });
    let properties: Vec<Value> = std::iter::once(text).chain(fields).collect();
    json!({
        "name": name,
        "copyright": sources.attribution(),
        // Never update from the network.
        "autoUpdate": -1,
        "cardSize": {
            "x": inches(format.trim_width_mm()),
            "y": inches(format.trim_height_mm()),
        },
        "cardBackImageFileType": "png",
        "cardImageFileType": "png",
        "cardNameIsUnique": true,
        "cardPrimaryProperty": "description",
        "cardProperties": properties,
        "gameDefaultCardAction": "flip",
        "gamePlayDeckName": deck.name(),
        "gameStartHandCount": 0,
    })
}

fn all_cards(sources: &Sources<'_>, pictures: &[Picture], set: &str) -> Value {
    let deck = sources.export.deck;
    let fields = deck.layout().fields();
    deck.cards()
        .iter()
        .zip(&sources.values)
        .zip(pictures)
        .map(|((card, values), picture)| {
            let mut object = Map::new();
            // The program finds the picture by the id.
            let id = picture.name.trim_end_matches(".png");
            object.insert("id".to_owned(), json!(id));
            object.insert("name".to_owned(), json!(values.name));
            object.insert("set".to_owned(), json!(set));
            object.insert("description".to_owned(), json!(values.text));
            for field in &fields {
                let text = field.text(deck.layout(), card);
                let number = text.parse::<i64>().ok().filter(|_| is_number(field));
                object.insert(property(field), number.map_or_else(|| json!(text), |n| json!(n)));
            }
            Value::Object(object)
        })
        .collect()
}

/// Whether a field holds a whole number on every card.
fn is_number(field: &Field) -> bool {
    !matches!(
        field,
        Field::Toggle | Field::Cause { .. } | Field::Hit(_) | Field::Failure | Field::Extra(_)
    )
}

/// The name of a field among a card's keys. The prefix of custom elements keeps them apart from the program's
/// own.
fn property(field: &Field) -> String {
    match field {
        Field::Extra(id) => format!("element_{id}"),
        field => field.to_string(),
    }
}
