//! Names, words and the imprint of a deck in its exports.

use std::collections::BTreeSet;

use actiondeck::deck::Imprint;
use actiondeck::export::{Export, Target};
use actiondeck::face::Words;
use actiondeck::{Deck, Theme};
use serde_json::Value;

use super::{Files, all, json, made, text, zip};

fn theme() -> Theme {
    Theme::built_in("future-imperfect").unwrap()
}

/// The built-in deck under another name.
fn named(name: &str) -> Deck {
    let csv = Deck::built_in().to_csv();
    Deck::read(&format!("{name}.csv"), &csv).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The files that are named for a deck.
const NAMED: [Target; 4] =
    [Target::Foundry, Target::PlayingCards, Target::VirtualTabletop, Target::TabletopSimulator];

#[test]
fn decks_of_different_names_have_no_file_in_common() {
    // Only letters that the theme's fonts have; a unit test has names in other scripts.
    let names = ["Schwärm", "Schwarm", "Schwårm", "Schwerm", "C++", "C#", "C"];
    let mut seen = BTreeSet::new();
    for name in names {
        let (deck, theme) = (named(name), theme());
        let files = made(&Export::new(&deck, &theme).with_card_width_px(8), &NAMED);
        let module = files.keys().find(|path| path.ends_with("module.json")).unwrap();
        let id = text(&json(&files[module])["id"]).to_owned();
        assert!(id.is_ascii() && module.contains(&id), "{id}");
        let own = files.into_keys().filter(|path| !path.contains("Mods/Images"));
        for path in own {
            assert!(path.is_ascii() && seen.insert(path.clone()), "{name}: {path}");
        }
    }
}

/// The readable texts of all tables of a deck in a language.
fn describe(files: &Files) -> String {
    let mut texts = String::new();
    let mut add = |bytes: &[u8]| texts.push_str(&String::from_utf8_lossy(bytes));
    for (path, bytes) in files {
        match path.rsplit('.').next().unwrap() {
            "json" | "txt" | "csv" | "js" => add(bytes),
            "pcio" | "vtt" => {
                for entry in zip::read(bytes).iter().filter(|entry| entry.name.ends_with(".json")) {
                    add(&entry.bytes);
                }
            }
            _ => {}
        }
    }
    texts
}

#[test]
fn exports_have_the_language_of_the_cards() {
    let deck = Deck::built_in();
    let tables = [
        Target::Images,
        Target::TabletopSimulator,
        Target::Foundry,
        Target::PlayingCards,
        Target::VirtualTabletop,
        Target::CardGameSimulator,
        Target::TabletopPlayground,
    ];
    for (language, card, pile) in
        [("de", "Karte 34", "Zugstapel"), ("es", "carta 34", "Mazo"), ("fr", "carte 34", "Pioche")]
    {
        let theme = theme().in_words(Words::built_in(language).unwrap());
        for target in tables {
            let files = made(&Export::new(&deck, &theme).with_card_width_px(8), &[target]);
            let found = describe(&files);
            assert!(found.contains(card), "{language} {target}");
            for english in ["card 34", "Draw pile", "Discard pile", "o'clock", "(standard)"] {
                assert!(!found.contains(english), "{language} {target}: {english}");
            }
            let is_room = matches!(target, Target::PlayingCards | Target::VirtualTabletop);
            assert!(!is_room || found.contains(pile), "{language} {target}");
        }
    }
}

#[test]
fn exports_have_the_imprint_where_the_format_has_a_field() {
    let imprint = Imprint {
        version: Some("1.0".to_owned()),
        credit: Some("Ann Example".to_owned()),
        licence: Some("CC BY 4.0".to_owned()),
        ..Imprint::default()
    };
    let (deck, theme) = (Deck::built_in().with_imprint(imprint), theme());
    let files = made(
        &Export::new(&deck, &theme).with_card_width_px(8),
        &[Target::Foundry, Target::VirtualTabletop],
    );
    let manifest = json(&files["foundry/actiondeck-future-imperfect/module.json"]);
    assert_eq!("1.0", manifest["version"]);
    assert_eq!("Ann Example", manifest["authors"][0]["name"]);
    assert!(text(&manifest["description"]).ends_with("Ann Example · CC BY 4.0"));
    assert_eq!("CC BY 4.0", manifest["license"]);
    let room = zip::read(&files["vtt/future-imperfect.vtt"]);
    let info = &json(&room[0].bytes)["_meta"]["info"];
    assert_eq!(
        ["en", "Ann Example · CC BY 4.0"],
        ["language", "attribution"].map(|it| text(&info[it]))
    );
    let image = text(&info["image"]).trim_start_matches('/').to_owned();
    assert!(room.iter().any(|entry| entry.name == image), "{image}");
    // Without a version the edition is used, and no author is named.
    let plain = json(&all()["foundry/actiondeck-future-imperfect/module.json"]);
    assert_eq!(Deck::built_in().edition().to_string(), text(&plain["version"]));
    assert_eq!(Value::Null, plain["authors"]);
}
