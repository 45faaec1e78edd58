//! PlayingCards.io: a room as the site exports and imports it, a zip of `widgets.json` and pictures.
//!
//! Source: rooms that public tools build and read; the site documents only its editor.

use serde_json::{Value, json};

use crate::diagnostic::Problems;
use crate::render::NamedFile;

use super::archive::archive;
use super::pictures::{Picture, only_one};
use super::room::{Place, RIM, Room, card_types, type_of};
use super::sources::Sources;

/// The room.
pub(super) fn files(sources: &Sources<'_>) -> Result<Vec<NamedFile>, Problems> {
    let cards = sources.pictures.cards()?;
    let behind = sources.pictures.back_of_cards()?;
    let backs = sources.pictures.backs()?;
    let widgets = format!("{:#}\n", Value::Array(widgets(sources, cards, &behind)));
    let pictures: Vec<(String, &[u8])> = cards
        .iter()
        .chain(backs)
        .map(|picture| (format!("userassets/{}", picture.name), picture.png.as_slice()))
        .collect();
    let mut files = vec![("widgets.json", widgets.as_bytes())];
    files.extend(pictures.iter().map(|(name, bytes)| (name.as_str(), *bytes)));
    Ok(vec![NamedFile { path: format!("{}.pcio", sources.slug), bytes: archive(&files)? }])
}

fn widgets(sources: &Sources<'_>, cards: &[Picture], behind: &[&Picture]) -> Vec<Value> {
    let room = Room::new(sources.pictures.format());
    let [width, height] = room.card;
    let address = |picture: &Picture| format!("package://userassets/{}", picture.name);
    let only = only_one(behind);
    let types = card_types(sources, cards, address, |values, fields| {
        fields["data"] = json!(values.data.to_string());
        if only.is_none() {
            fields["back"] =
                json!(address(behind[sources.export.deck.numbers().index(values.number)]));
        }
    });
    let template = |kind: &str, value: String| {
        json!({
            "includeBorder": "none",
            "includeRadius": true,
            "objects": [{
                "type": "image", "x": 0, "y": 0, "w": width, "h": height,
                "valueType": kind, "value": value, "color": "#ffffff",
            }],
        })
    };
    let pile = |id: &str, label: &str, place: Place, shuffles: bool, z: u32| {
        let mut pile = placed("cardPile", id, place, z);
        pile["label"] = json!(sources.label(label));
        pile["hasShuffleButton"] = json!(shuffles);
        pile["allowedDecks"] = json!(["deck"]);
        pile
    };
    let mut deck = placed("cardDeck", "deck", within(room.draw_pile), 3);
    deck["parent"] = json!("draw-pile");
    deck["cardWidth"] = json!(width);
    deck["cardHeight"] = json!(height);
    deck["cardOverlapH"] = json!(40);
    deck["cardOverlapV"] = json!(0);
    deck["confirmRecall"] = json!(false);
    deck["confirmRecallAll"] = json!(false);
    deck["enlarge"] = json!(true);
    deck["cardTypes"] = types.into();
    deck["faceTemplate"] = template("dynamic", "face".to_owned());
    deck["backTemplate"] = match only {
        Some(back) => template("static", address(back)),
        None => template("dynamic", "back".to_owned()),
    };
    let mut widgets = vec![
        placed("hand", "hand", room.hand, 1),
        pile("draw-pile", "draw_pile", room.draw_pile, true, 2),
        pile("discard-pile", "discard_pile", room.discard_pile, false, 2),
        button("draw", &sources.label("draw"), room.draw_button, &draw()),
        button("shuffle", &sources.label("shuffle"), room.shuffle_button, &shuffle()),
        deck,
    ];
    let place = within(room.draw_pile);
    widgets.extend(sources.values.iter().map(|values| {
        let number = values.number.get();
        json!({
            "id": format!("card-{number:02}"), "type": "card",
            "x": place.x, "y": place.y, "z": 4 + u32::from(number),
            "deck": "deck", "cardType": type_of(number), "parent": "draw-pile",
            "owner": null, "faceup": false,
        })
    }));
    widgets
}

fn placed(kind: &str, id: &str, place: Place, z: u32) -> Value {
    json!({
        "id": id, "type": kind,
        "x": place.x, "y": place.y, "z": z, "width": place.width, "height": place.height,
    })
}

/// The place of cards in a pile.
fn within(pile: Place) -> Place {
    Place {
        x: pile.x + RIM,
        y: pile.y + RIM,
        width: pile.width - 2 * RIM,
        height: pile.height - 2 * RIM,
    }
}

fn button(id: &str, label: &str, place: Place, steps: &Value) -> Value {
    let mut button = placed("automationButton", id, place, 2);
    button["label"] = json!(label);
    button["clickRoutine"] = json!({ "steps": steps });
    button
}

fn literal(value: Value) -> Value {
    json!({ "type": "literal", "value": value })
}

/// A button action that moves the top card of the draw pile to the discard pile, face up.
fn draw() -> Value {
    json!([{
        "id": "draw-1",
        "func": "MOVE_CARDS_BETWEEN_HOLDERS",
        "args": {
            "from": literal(json!(["draw-pile"])),
            "to": literal(json!(["discard-pile"])),
            "quantity": literal(json!(1)),
            "moveFlip": literal(json!("faceUp")),
        },
    }])
}

/// A button action that moves all cards, also those in hands, face down to the draw pile and shuffles.
fn shuffle() -> Value {
    json!([
        {
            "id": "shuffle-1",
            "func": "RECALL_CARDS",
            "args": {
                "decks": literal(json!(["deck"])),
                "flip": literal(json!("faceDown")),
                "includeHands": literal(json!("hands")),
                "includeHolders": literal(json!("holders")),
            },
        },
        {
            "id": "shuffle-2",
            "func": "SHUFFLE_CARDS",
            "args": { "holders": literal(json!(["draw-pile"])) },
        },
    ])
}
