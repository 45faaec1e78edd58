//! Foundry Virtual Tabletop, version 13 and later: a module that draws cards and answers questions in the chat. Its
//! `deck.json` is also a preset, what *Import Data* reads into a deck, and a source from which the Foundry CLI
//! packs a compendium.
//!
//! The scripts beside this file are the module's own. `deck.mjs` with what they know of the deck and `forms.mjs` with
//! the forms and texts of the companion page are written here.
//!
//! Source: the schemas of `Cards` and `Card` and of a module's manifest at foundryvtt.com/api.

use serde_json::{Value, json};

use crate::companion::{self, Texts};
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
        json_file(format!("{id}/texts.json"), &json!(Texts::from_deck(sources.export.deck)))?,
    ];
    let mut add = |name: &str, bytes: Vec<u8>| {
        files.push(NamedFile { path: format!("{id}/{name}"), bytes });
    };
    add("engine.wasm", companion::engine_module());
    add("deck.mjs", deck_script(sources, &id).into_bytes());
    add("forms.mjs", forms_script(sources).into_bytes());
    for (name, text) in SCRIPTS {
        add(name, text.into());
    }
    files.extend(cards.iter().chain(sources.pictures.backs()?).map(|picture| NamedFile {
        path: format!("{id}/cards/{}", picture.name),
        bytes: picture.png.clone(),
    }));
    Ok(files)
}

/// The files of the module that are the same for every deck.
const SCRIPTS: [(&str, &str); 9] = [
    ("authority.mjs", include_str!("authority.mjs")),
    ("chat.mjs", include_str!("chat.mjs")),
    ("engine.mjs", include_str!("engine.mjs")),
    ("exchange.mjs", include_str!("exchange.mjs")),
    ("main.mjs", include_str!("main.mjs")),
    ("stacks.mjs", include_str!("stacks.mjs")),
    ("style.css", include_str!("style.css")),
    ("window.mjs", include_str!("window.mjs")),
    ("world.mjs", include_str!("world.mjs")),
];

fn manifest(sources: &Sources<'_>, id: &str) -> Value {
    let deck = sources.export.deck;
    let mut manifest = json!({
        "id": id,
        "title": deck.name(),
        "description": escaped(&sources.description()),
        "version": sources.version(),
        "compatibility": { "minimum": "13", "verified": "13" },
        "esmodules": ["main.mjs"],
        "styles": ["style.css"],
    });
    if let Some(credit) = &deck.imprint().credit {
        manifest["authors"] = json!([{ "name": credit }]);
    }
    if let Some(licence) = &deck.imprint().licence {
        manifest["license"] = json!(licence);
    }
    manifest
}

/// What the scripts know of the deck. Text escaped for JSON is valid in JavaScript, too.
fn deck_script(sources: &Sources<'_>, id: &str) -> String {
    const LABELS: [&str; 20] = [
        "ask_last",
        "command",
        "command_hint",
        "command_note",
        "create",
        "created",
        "discard_pile",
        "draw",
        "draw_and_ask",
        "end_of_round",
        "follow_up",
        "no_cards",
        "no_deck",
        "no_gm",
        "open",
        "players",
        "players_hint",
        "restricted",
        "shuffle_at_end",
        "shuffled",
    ];
    let values = [
        ("ID", json!(id)),
        ("NAME", json!(sources.export.deck.name())),
        ("DECK", json!(format!("modules/{id}/deck.json"))),
        ("COMMAND", json!("/card")),
        ("POLICY", sources.policy()),
        ("WORDS", sources.labels(&LABELS).into()),
    ];
    values.iter().map(|(name, value)| format!("export const {name} = {value};\n")).collect()
}

/// The forms and answers of the companion page as a module.
fn forms_script(sources: &Sources<'_>) -> String {
    let script = companion::forms_script(sources.words(), sources.export.deck);
    format!(
        "// @ts-nocheck\nlet engine = null;\n{script}\
         const start = (own) => {{ engine = own; about = engine.ask({{ do: \"about\" }}); }};\n\
         const aboutDeck = () => about;\n\
         export {{ aboutDeck as about, answerBox, asked, button, formOf, make, questionForm, say, start }};\n"
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
        "description": format!("<p>{}</p>", escaped(&sources.description())),
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
