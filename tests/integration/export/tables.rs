//! Pictures, Tabletop Simulator and Foundry.

use std::collections::BTreeSet;

use actiondeck::deck::CardNumber;
use serde_json::Value;

use super::{all, deck, grid, is_on_sheet, json, pictures, pixels, stem, text};

/// Checks that the description and the data of a card list its values.
fn says_what_is_on_the_card(description: &str, data: &Value, number: usize) {
    let deck = deck();
    let number = CardNumber::new(u8::try_from(number).unwrap()).unwrap();
    assert_eq!(deck.card_json(number), *data);
    let card = deck.card(number);
    for hit in &card.hit {
        assert!(description.contains(hit.as_str()), "{description}");
    }
    let named = format!("card {number}, ");
    assert!(description.contains(&named), "{description}");
}

#[test]
fn tabletop_simulator_finds_each_card_on_its_place_of_a_sheet() {
    let save = json(&all()["tts/Saves/Saved Objects/future-imperfect.json"]);
    let [object, board] = &save["ObjectStates"].as_array().unwrap()[..] else {
        panic!("a deck and its draw board")
    };
    assert_eq!("BlockRectangle", board["Name"]);
    assert_eq!("DeckCustom", object["Name"]);
    assert_eq!("Future Imperfect", object["Nickname"]);
    let ids: Vec<usize> = object["DeckIDs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_u64().unwrap() as usize)
        .collect();
    let cards = object["ContainedObjects"].as_array().unwrap();
    assert_eq!([54, 54], [ids.len(), cards.len()]);
    let mut guids = BTreeSet::from([text(&object["GUID"]), text(&board["GUID"])]);
    let [columns, rows] = grid();
    for (number, (id, card)) in ids.iter().zip(cards).enumerate() {
        assert_eq!(*id as u64, card["CardID"]);
        assert_eq!(format!("card {number}"), card["Nickname"]);
        says_what_is_on_the_card(
            text(&card["Description"]),
            &json(text(&card["GMNotes"]).as_bytes()),
            number,
        );
        assert!(guids.insert(text(&card["GUID"])), "{}", card["GUID"]);
        let sheet = &object["CustomDeck"][(id / 100).to_string()];
        assert_eq!(*sheet, card["CustomDeck"][(id / 100).to_string()]);
        assert_eq!(Value::Bool(true), sheet["BackIsHidden"]);
        assert_eq!(
            [columns as u64, rows as u64],
            [&sheet["NumWidth"], &sheet["NumHeight"]].map(|n| n.as_u64().unwrap())
        );
        let picture = &all()[&format!("tts/Mods/Images/{}", text(&sheet["FaceURL"]))];
        is_on_sheet(picture, grid(), id % 100, number);
        assert_eq!("back", stem(text(&sheet["BackURL"])));
    }
    assert!(
        guids.iter().all(|guid| guid.len() == 6 && guid.bytes().all(|b| b.is_ascii_hexdigit()))
    );
    assert_eq!(Value::Bool(true), save["Hands"]["Enable"]);
}

#[test]
fn a_foundry_module_offers_a_deck_whose_every_picture_is_there() {
    const MODULE: &str = "actiondeck-future-imperfect";
    let file = |path: &str| &all()[&format!("foundry/{MODULE}/{path}")];
    let manifest = json(file("module.json"));
    assert_eq!(MODULE, manifest["id"], "as its folder");
    assert_eq!("Future Imperfect", manifest["title"]);
    for script in ["esmodules", "styles"] {
        file(text(&manifest[script][0]));
    }
    let script = std::str::from_utf8(file("deck.mjs")).unwrap();
    assert!(script.contains(&format!("DECK = \"modules/{MODULE}/deck.json\"")), "{script}");
    let of_deck = json(file("deck.json"));
    assert_eq!("deck", of_deck["type"]);
    let is_there = |address: &Value| {
        let path = text(address).strip_prefix("modules/").unwrap();
        assert!(all().contains_key(&format!("foundry/{path}")), "{path}");
    };
    is_there(&of_deck["img"]);
    let cards = of_deck["cards"].as_array().unwrap();
    assert_eq!(54, cards.len());
    let is_id = |id: &str| id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut ids = BTreeSet::from([text(&of_deck["_id"])]);
    for (number, card) in cards.iter().enumerate() {
        assert!(ids.insert(text(&card["_id"])), "{}", card["_id"]);
        assert_eq!(
            format!("!cards.cards!{}.{}", text(&of_deck["_id"]), text(&card["_id"])),
            card["_key"]
        );
        assert_eq!(number as u64, card["value"]);
        assert!(card["face"].is_null(), "face down");
        let [face] = &card["faces"].as_array().unwrap()[..] else { panic!("one face") };
        is_there(&face["img"]);
        assert_eq!(format!("card-{number:02}"), stem(text(&face["img"])));
        is_there(&card["back"]["img"]);
        says_what_is_on_the_card(text(&card["description"]), &card["flags"][MODULE], number);
        says_what_is_on_the_card(text(&face["text"]), &card["flags"][MODULE], number);
        assert_eq!(2, text(&card["description"]).matches("<table>").count());
    }
    assert!(ids.iter().all(|id| is_id(id)), "{ids:?}");
}

#[test]
fn the_table_of_pictures_describes_each_picture() {
    let table = std::str::from_utf8(&all()["images/cards.csv"]).unwrap();
    let mut records = csv::Reader::from_reader(table.as_bytes());
    let mut count = 0;
    for (number, record) in records.records().map(Result::unwrap).enumerate() {
        assert_eq!(
            [format!("card {number}"), format!("card-{number:02}")],
            [&record[0], stem(&record[1])]
        );
        assert!(all()[&format!("images/{}", &record[1])] == *pictures()[number]);
        assert!(all().contains_key(&format!("images/{}", &record[2])));
        assert!(record[3].starts_with(&format!("card {number}, ")));
        count += 1;
    }
    assert_eq!(54, count);
}

#[test]
fn a_picture_shows_the_card_as_it_is_cut() {
    let ([width, height], picture) = pixels(pictures()[34]);
    assert_eq!([60, 84], [width, height], "the shape of the trim: no bleed is left");
    let colours: BTreeSet<&[u8]> = picture.chunks(3).collect();
    assert!(colours.len() > 20, "{}", colours.len());
}
