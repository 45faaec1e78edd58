//! Foundry Virtual Tabletop, versions 12 to 14: a module that offers the deck as a preset. Its
//! `deck.json` is also what *Import Data* reads into a deck, and a source from which the Foundry CLI
//! packs a compendium.
//!
//! Source: the schemas of `Cards` and `Card` and of a module's manifest at foundryvtt.com/api.

use serde_json::{Value, json};

use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::render::NamedFile;
use crate::wording::escaped;

use super::pictures::Picture;
use super::sources::{Sources, json_file};

/// The module, in a folder named after its id as the program requires.
pub(super) fn files(sources: &Sources<'_>) -> Result<Vec<NamedFile>, Problems> {
    let id = format!("actiondeck-{}", sources.slug);
    let cards = sources.pictures.cards()?;
    let behind = sources.pictures.back_of_cards()?;
    let mut files = vec![
        json_file(format!("{id}/module.json"), &manifest(sources, &id))?,
        json_file(format!("{id}/deck.json"), &deck(sources, &id, cards, &behind))?,
        NamedFile { path: format!("{id}/preset.js"), bytes: preset(sources, &id).into_bytes() },
    ];
    files.extend(cards.iter().chain(sources.pictures.backs()?).map(|picture| NamedFile {
        path: format!("{id}/cards/{}", picture.name),
        bytes: picture.png.clone(),
    }));
    Ok(files)
}

fn manifest(sources: &Sources<'_>, id: &str) -> Value {
    let deck = sources.export.deck;
    let mut manifest = json!({
        "id": id,
        "title": deck.name(),
        "description": escaped(&describe(sources)),
        "version": sources.version(),
        "compatibility": { "minimum": "12", "verified": "14" },
        "esmodules": ["preset.js"],
    });
    if let Some(credit) = &deck.imprint().credit {
        manifest["authors"] = json!([{ "name": credit }]);
    }
    manifest
}

/// The deck's name, edition and licence.
fn describe(sources: &Sources<'_>) -> String {
    let licence = sources.export.deck.imprint().licence.as_ref();
    let licence = licence.map_or_else(String::new, |licence| format!(" · {licence}"));
    sources.about() + &licence
}

/// Text escaped for JSON is valid in JavaScript, too.
fn preset(sources: &Sources<'_>, id: &str) -> String {
    let preset = json!({
        "type": "deck",
        "label": sources.export.deck.name(),
        "src": format!("modules/{id}/deck.json"),
    });
    format!(
        "Hooks.once(\"init\", () => {{\n  CONFIG.Cards.presets[{}] = {preset};\n}});\n",
        json!(id)
    )
}

fn deck(sources: &Sources<'_>, module: &str, cards: &[Picture], behind: &[&Picture]) -> Value {
    let deck = sources.export.deck;
    let address = |picture: &Picture| format!("modules/{module}/cards/{}", picture.name);
    let id = id(sources, None);
    let cards: Vec<Value> = deck
        .cards()
        .iter()
        .zip(&sources.values)
        .zip(cards.iter().zip(behind))
        .map(|((card, values), (picture, back))| {
            let own_id = self::id(sources, Some(card.number));
            let lines = values.text.lines().map(|line| format!("<p>{}</p>", escaped(line)));
            json!({
                "_id": own_id,
                "_key": format!("!cards.cards!{id}.{own_id}"),
                "name": values.name,
                "description": values.html,
                "type": "base",
                "system": {},
                "suit": sources.words().word(&card.suit.name().replace(' ', "_"))
                    .unwrap_or_else(|| card.suit.name()),
                "value": card.number.get(),
                "back": { "name": "", "text": "", "img": address(back) },
                "faces": [{
                    "name": values.name,
                    "text": lines.collect::<String>(),
                    "img": address(picture),
                }],
                "face": null,
                "drawn": false,
                "origin": null,
                "width": 2,
                "height": 3,
                "rotation": 0,
                "sort": u32::from(card.number.get()) * 1000,
                "flags": { module: values.data },
            })
        })
        .collect();
    json!({
        "_id": id,
        "_key": format!("!cards!{id}"),
        "name": deck.name(),
        "type": "deck",
        "description": format!("<p>{}</p>", escaped(&describe(sources))),
        "img": behind.first().map(|back| address(back)),
        "system": {},
        "cards": cards,
        "width": 2,
        "height": 3,
        "rotation": 0,
        "displayCount": true,
        "folder": null,
        "sort": 0,
        "flags": { module: {
            "edition": deck.edition().to_string(),
            "digest": deck.digest().to_string(),
        } },
    })
}

/// Sixteen letters and digits, as the program requires: twelve for the deck, two for the card, with letters
/// for its hundreds and tens from 100 on.
fn id(sources: &Sources<'_>, card: Option<CardNumber>) -> String {
    let digest = sources.export.deck.digest().to_string();
    let twelve: String = digest.chars().skip_while(|&c| c != ':').skip(1).take(12).collect();
    let two = card.map(CardNumber::get).map_or_else(
        || "xx".to_owned(),
        |number| match number.checked_sub(100) {
            None => format!("{number:02}"),
            Some(above) => format!("{}{}", char::from(b'a' + above / 10), above % 10),
        },
    );
    format!("ad{twelve}{two}")
}
