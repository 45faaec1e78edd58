//! Rooms for PlayingCards.io and VirtualTabletop.io.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::zip::{self, Entry};
use super::{all, deck, json, pictures, text};
use crate::foreign;

fn room(path: &str) -> BTreeMap<String, Entry> {
    zip::read(&all()[path]).into_iter().map(|entry| (entry.name.clone(), entry)).collect()
}

#[test]
fn other_programs_open_the_archives() {
    let folder = tempfile::tempdir().unwrap();
    for path in ["pcio/future-imperfect.pcio", "vtt/future-imperfect.vtt"] {
        let file = folder.path().join("room.zip");
        std::fs::write(&file, &all()[path]).unwrap();
        let arguments = ["-m", "zipfile", "-t"].map(std::ffi::OsStr::new);
        let arguments = arguments.into_iter().chain([file.as_os_str()]);
        let Some(said) = foreign::stdout("python3", arguments) else { return };
        assert_eq!("Done testing", said.trim(), "{path}");
    }
}

/// Whether a rectangle is inside another.
fn is_inside(inner: &Value, outer: &Value) -> bool {
    let side = |of: &Value, key: &str| of[key].as_f64().unwrap();
    let within = |place: &str, length: &str, slack: f64| {
        let start = side(inner, place) - side(outer, place);
        start >= 0.0 && start + slack <= side(outer, length)
    };
    within("x", "width", 0.0) && within("y", "height", 0.0)
}

#[test]
fn a_playing_cards_room_has_all_cards_in_one_draw_pile() {
    let room = room("pcio/future-imperfect.pcio");
    let widgets = json(&room["widgets.json"].bytes);
    let widgets: BTreeMap<&str, &Value> =
        widgets.as_array().unwrap().iter().map(|widget| (text(&widget["id"]), widget)).collect();
    let of_type = |kind: &str| -> Vec<&&Value> {
        widgets.values().filter(|widget| widget["type"] == kind).collect()
    };
    let piles: BTreeSet<&str> =
        of_type("cardPile").iter().map(|pile| text(&pile["label"])).collect();
    assert_eq!(BTreeSet::from(["Draw pile", "Discard pile"]), piles);
    assert_eq!([1, 1, 54], ["hand", "cardDeck", "card"].map(|kind| of_type(kind).len()));
    let of_deck = of_type("cardDeck")[0];
    let draw_pile = widgets[text(&of_deck["parent"])];
    assert_eq!(Value::Bool(true), draw_pile["hasShuffleButton"]);
    let asset = |address: &Value| &room[text(address).strip_prefix("package://").unwrap()];
    let back = &of_deck["backTemplate"]["objects"][0];
    assert!(asset(&back["value"]).name.starts_with("userassets/back-"));
    let front = &of_deck["faceTemplate"]["objects"][0];
    assert_eq!(["dynamic", "face"], [&front["valueType"], &front["value"]].map(text));
    let mut drawn = BTreeSet::new();
    for card in of_type("card") {
        assert_eq!(of_deck["id"], card["deck"]);
        assert_eq!(of_deck["parent"], card["parent"]);
        assert_eq!(Value::Bool(false), card["faceup"]);
        assert!(is_inside(card, draw_pile));
        let kind = &of_deck["cardTypes"][text(&card["cardType"])];
        let data = json(text(&kind["data"]).as_bytes());
        let number = data["number"].as_u64().unwrap() as usize;
        assert!(asset(&kind["face"]).bytes == *pictures()[number], "card {number}");
        assert!(text(&kind["description"]).starts_with(&format!("card {number}, ")));
        drawn.insert(number);
    }
    assert_eq!(54, drawn.len());
    let mut funcs = BTreeMap::new();
    for button in of_type("automationButton") {
        for step in button["clickRoutine"]["steps"].as_array().unwrap() {
            for argument in step["args"].as_object().unwrap().values() {
                for id in argument["value"].as_array().into_iter().flatten() {
                    assert!(widgets.contains_key(text(id)), "{id}");
                }
            }
            funcs.insert(text(&step["func"]), &step["args"]);
        }
    }
    let known = BTreeSet::from(["MOVE_CARDS_BETWEEN_HOLDERS", "RECALL_CARDS", "SHUFFLE_CARDS"]);
    assert_eq!(known, funcs.keys().copied().collect());
    assert_eq!("faceUp", funcs["MOVE_CARDS_BETWEEN_HOLDERS"]["moveFlip"]["value"]);
    assert_eq!(1, funcs["MOVE_CARDS_BETWEEN_HOLDERS"]["quantity"]["value"]);
    // Keys that public readers omit from a room.
    assert!(room.values().all(|entry| entry.bytes.len() < 2 << 20));
}

#[test]
fn a_virtual_tabletop_room_names_pictures_by_their_crc() {
    let room = room("vtt/future-imperfect.vtt");
    let state = json(&room["0.json"].bytes);
    let widgets = state.as_object().unwrap();
    assert_eq!("Future Imperfect", state["_meta"]["info"]["name"]);
    for (name, entry) in room.iter().filter(|(name, _)| name.as_str() != "0.json") {
        // The server's zip reader reads the CRC-32 as a signed number.
        let kept = format!("assets/{}_{}", entry.check.cast_signed(), entry.bytes.len());
        assert_eq!(kept, *name);
        assert!(entry.bytes.len() < 10 << 20);
    }
    let asset = |address: &Value| &room[text(address).strip_prefix('/').unwrap()].bytes;
    let of_deck = &state["deck"];
    let [back, front] = &of_deck["faceTemplates"].as_array().unwrap()[..] else { panic!() };
    asset(&back["objects"][0]["value"]);
    assert_eq!("face", front["objects"][0]["dynamicProperties"]["value"]);
    let pile = &state["cards"];
    assert_eq!(["pile", "draw-pile"], [&pile["type"], &pile["parent"]].map(text));
    assert_eq!("draw-pile", of_deck["parent"], "where cards are recalled to");
    let mut drawn = BTreeSet::new();
    for (id, widget) in widgets.iter().filter(|(id, _)| *id != "_meta") {
        assert_eq!(id, &widget["id"]);
        if let Some(parent) = widget["parent"].as_str() {
            assert!(widgets.contains_key(parent), "{parent}");
        }
        for step in widget["clickRoutine"].as_array().into_iter().flatten() {
            for key in ["holder", "from", "to"].iter().filter(|key| step.get(**key).is_some()) {
                assert_eq!("holder", widgets[text(&step[*key])]["type"], "{step}");
            }
        }
        if widget["type"] == "card" {
            assert_eq!("cards", widget["parent"]);
            let kind = &of_deck["cardTypes"][text(&widget["cardType"])];
            let number = kind["data"]["number"].as_u64().unwrap() as usize;
            assert!(asset(&kind["face"]) == pictures()[number], "card {number}");
            let card = actiondeck::CardNumber::new(number as u8).unwrap();
            assert_eq!(deck().card_json(card), kind["data"]);
            assert!(text(&kind["description"]).starts_with(&format!("card {number}, ")));
            drawn.insert(number);
        }
    }
    assert_eq!(54, drawn.len());
    let buttons = widgets.values().filter(|widget| widget["type"] == "button");
    let routines: BTreeMap<&str, Vec<&str>> = buttons
        .map(|button| {
            let steps = button["clickRoutine"].as_array().unwrap();
            (text(&button["text"]), steps.iter().map(|step| text(&step["func"])).collect())
        })
        .collect();
    let expected = BTreeMap::from([
        ("Draw a card", vec!["MOVE"]),
        ("Shuffle all cards", vec!["RECALL", "FLIP", "SHUFFLE"]),
    ]);
    assert_eq!(expected, routines);
}
