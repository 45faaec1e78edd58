//! Tabletop Simulator: a saved object. Paths follow the program's own folder `Tabletop Simulator`:
//! `Saves/Saved Objects` and `Mods/Images`.
//!
//! Source: the save-file format and the page on custom decks of the program's knowledge base.

use serde_json::{Value, json};

use crate::deck::{CauseCell, GridShape};
use crate::diagnostic::Problems;
use crate::render::NamedFile;

use super::pictures::{Picture, Sheet};
use super::sources::{Sources, json_file};

/// The saved object, its thumbnail, and the pictures.
pub(super) fn files(sources: &Sources<'_>) -> Result<Vec<NamedFile>, Problems> {
    let sheets = sources.pictures.sheets(sources.export.grid)?;
    let behind = sources.pictures.back_of_cards()?;
    let backs = sources.pictures.backs()?;
    let slug = &sources.slug;
    let object =
        json_file(format!("Saves/Saved Objects/{slug}.json"), &save(sources, &sheets, &behind))?;
    let thumbnail =
        NamedFile { path: format!("Saves/Saved Objects/{slug}.png"), bytes: backs[0].png.clone() };
    let pictures = sheets.iter().map(|sheet| &sheet.picture).chain(backs);
    let pictures = pictures.map(|picture| NamedFile {
        path: format!("Mods/Images/{}", picture.name),
        bytes: picture.png.clone(),
    });
    Ok([object, thumbnail].into_iter().chain(pictures).collect())
}

fn save(sources: &Sources<'_>, sheets: &[Sheet], behind: &[&Picture]) -> Value {
    let (deck, grid) = (sources.export.deck, sources.export.grid);
    let mut of_deck = serde_json::Map::new();
    let (mut ids, mut cards) = (Vec::new(), Vec::new());
    for sheet in sheets {
        // A custom deck has one back: cards of a sheet with another back form another deck.
        let mut keys: Vec<(&str, usize)> = Vec::new();
        for (index, card) in sheet.cards.clone().enumerate() {
            let back = behind[card];
            let known = keys.iter().find(|(name, _)| *name == back.name).map(|(_, key)| *key);
            let key = known.unwrap_or_else(|| {
                let key = of_deck.len() + 1;
                keys.push((&back.name, key));
                let pictures = json!({
                    "FaceURL": url(sources, &sheet.picture),
                    "BackURL": url(sources, back),
                    "NumWidth": grid.columns(),
                    "NumHeight": grid.rows(),
                    // Otherwise the last place of the sheet would be the face of hidden cards.
                    "BackIsHidden": true,
                    "UniqueBack": false,
                    "Type": 0,
                });
                of_deck.insert(key.to_string(), pictures);
                key
            });
            let id = 100 * key + index;
            ids.push(id);
            let values = &sources.values[card];
            let mut object =
                object("Card", &values.name, &values.text, guid(sources, values.number.get()));
            object["GMNotes"] = json!(values.data.to_string());
            object["CardID"] = json!(id);
            object["CustomDeck"] = json!({ key.to_string(): of_deck[&key.to_string()] });
            cards.push(object);
        }
    }
    let mut whole = object("DeckCustom", deck.name(), &sources.description(), guid(sources, 0xff));
    whole["Transform"]["posX"] = json!(DRAW_PILE_X);
    whole["DeckIDs"] = json!(ids);
    whole["CustomDeck"] = of_deck.into();
    whole["ContainedObjects"] = cards.into();
    json!({
        "SaveName": deck.name(),
        "GameMode": "",
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "Hands": { "Enable": true, "DisableUnused": false, "Hiding": 0 },
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": [tagged(whole, sources), draw_board(sources)],
    })
}

/// The place of the draw pile, left of the board, as in the script.
const DRAW_PILE_X: f64 = -3.4;

/// The script of the draw board, below the table `DECK`.
const SCRIPT: &str = include_str!("tabletop_simulator.lua");

/// A block with buttons that draw cards and read them.
fn draw_board(sources: &Sources<'_>) -> Value {
    let deck = sources.export.deck;
    let mut board =
        object("BlockRectangle", deck.name(), &sources.description(), guid(sources, 0xfe));
    board["Transform"]["rotZ"] = json!(0.0);
    board["Locked"] = json!(true);
    let data = deck_data(sources).to_string();
    // A long bracket that the data do not contain.
    let level =
        (0..).map(|count| "=".repeat(count)).find(|level| !data.contains(&format!("]{level}]")));
    let level = level.unwrap_or_default();
    board["LuaScript"] = json!(format!("DECK = JSON.decode([{level}[{data}]{level}])\n\n{SCRIPT}"));
    board
}

/// What the script knows of the deck.
fn deck_data(sources: &Sources<'_>) -> Value {
    const LABELS: [&str; 13] = [
        "card_text",
        "column",
        "draw",
        "draw_first",
        "drew",
        "effect_cell",
        "end_of_round",
        "exceptional",
        "follow_up",
        "no_cards",
        "rows",
        "shuffle_at_end",
        "shuffled",
    ];
    let (layout, words) = (sources.export.deck.layout(), sources.words());
    let mut said = sources.labels(&LABELS);
    for grid in ["cause", "effect"] {
        said.insert(grid.to_owned(), json!(words.word(grid).unwrap_or(grid)));
    }
    let keys = |shape: &GridShape| -> Vec<String> {
        shape.columns.iter().map(ToString::to_string).collect()
    };
    let dice = layout.cause.columns.iter().chain(&layout.effect.columns);
    let labels: serde_json::Map<String, Value> = dice
        .map(|die| {
            (die.to_string(), json!(format!("{}{}", words.on_leaf("die", &[]), die.sides())))
        })
        .collect();
    let exceptional: serde_json::Map<String, Value> = layout
        .cause
        .columns
        .iter()
        .filter(|&&die| layout.is_exceptional(die, CauseCell::Number(die.sides())))
        .map(|die| (die.to_string(), json!(die.sides())))
        .collect();
    json!({
        "tag": tag(sources),
        "cause": keys(&layout.cause),
        "effect": keys(&layout.effect),
        "rows": layout.cause.rows.max(layout.effect.rows),
        "effect_rows": layout.effect.rows,
        "labels": labels,
        "exceptional": exceptional,
        "policy": sources.policy(),
        "words": said,
    })
}

/// The tag of the cards of this edition, by which the script finds them.
fn tag(sources: &Sources<'_>) -> String {
    format!("{} {}", sources.slug, sources.export.deck.edition())
}

/// A deck and its cards with their tag.
fn tagged(mut deck: Value, sources: &Sources<'_>) -> Value {
    let tags = json!(["actiondeck", tag(sources)]);
    for card in deck["ContainedObjects"].as_array_mut().into_iter().flatten() {
        card["Tags"] = tags.clone();
    }
    deck["Tags"] = tags;
    deck
}

/// The fields that decks and cards share. An object turned over about its length shows its back.
fn object(kind: &str, name: &str, description: &str, guid: String) -> Value {
    json!({
        "Name": kind,
        "Transform": {
            "posX": 0.0, "posY": 1.0, "posZ": 0.0,
            "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0,
            "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
        },
        "Nickname": name,
        "Description": description,
        "GMNotes": "",
        "Tags": ["actiondeck"],
        "ColorDiffuse": { "r": 0.713, "g": 0.713, "b": 0.713 },
        "Locked": false,
        "Grid": true,
        "Snap": true,
        "Autoraise": true,
        "Sticky": true,
        "Tooltip": true,
        "HideWhenFaceDown": true,
        "Hands": true,
        "SidewaysCard": false,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "GUID": guid,
    })
}

/// Six hexadecimal digits, unique in the file: four for the deck, two for the object.
fn guid(sources: &Sources<'_>, object: u8) -> String {
    let digest = sources.export.deck.digest().to_string();
    let four: String = digest.chars().skip_while(|&c| c != ':').skip(1).take(4).collect();
    format!("{four}{object:02x}")
}

/// The URL of a picture: below the base URL, or else its bare name, which the program looks up in its own
/// folder of pictures.
fn url(sources: &Sources<'_>, picture: &Picture) -> String {
    match &sources.export.base_url {
        Some(base) => format!("{}/{}", base.trim_end_matches('/'), picture.name),
        None => picture.name.clone(),
    }
}
