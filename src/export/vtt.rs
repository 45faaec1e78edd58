//! VirtualTabletop.io: a room as a zip of `0.json` and its pictures.
//!
//! Source: the game files and the loader of ArnoldSmith86/virtualtabletop.

use serde_json::{Map, Value, json};

use crate::diagnostic::Problems;
use crate::render::NamedFile;

use super::archive::archive;
use super::pictures::{Picture, only_one};
use super::room::{Place, RIM, Room, card_types, type_of};
use super::sources::Sources;

/// The version of the format: the first in which an image names the property it shows
/// (`dynamicProperties`). A server takes it and every later one.
const VERSION: u32 = 5;

/// The room.
pub(super) fn files(sources: &Sources<'_>) -> Result<Vec<NamedFile>, Problems> {
    let cards = sources.pictures.cards()?;
    let behind = sources.pictures.back_of_cards()?;
    let backs = sources.pictures.backs()?;
    let state = format!("{:#}\n", state(sources, cards, &behind));
    let names: Vec<String> = cards.iter().chain(backs).map(asset).collect();
    let mut files = vec![("0.json", state.as_bytes())];
    let pictures = cards.iter().chain(backs).map(|picture| picture.png.as_slice());
    files.extend(names.iter().map(String::as_str).zip(pictures));
    Ok(vec![NamedFile { path: format!("{}.vtt", sources.slug), bytes: archive(&files)? }])
}

/// The name under which the server keeps a file: its CRC-32 as a signed number, and its length.
fn asset(picture: &Picture) -> String {
    let check = crc32fast::hash(&picture.png).cast_signed();
    format!("assets/{check}_{}", picture.png.len())
}

fn state(sources: &Sources<'_>, cards: &[Picture], behind: &[&Picture]) -> Value {
    let room = Room::new(sources.pictures.format());
    let [width, height] = room.card;
    let address = |picture: &Picture| format!("/{}", asset(picture));
    let only = only_one(behind);
    let types = card_types(sources, cards, address, |values, fields| {
        if only.is_none() {
            fields["back"] =
                json!(address(behind[sources.export.deck.numbers().index(values.number)]));
        }
        fields["data"] = values.data.clone();
        fields["sortingOrder"] = json!(values.number.get());
    });
    let image = json!({ "type": "image", "x": 0, "y": 0, "width": width, "height": height });
    let face = |key: &str, value: Value| {
        let mut image = image.clone();
        image[key] = value;
        json!({ "border": false, "radius": 8, "objects": [image] })
    };
    let mut widgets = Map::new();
    widgets.insert("_meta".to_owned(), meta(sources, &address(behind[0])));
    let mut add = |widget: Value| {
        if let Some(id) = widget["id"].as_str() {
            widgets.insert(id.to_owned(), widget.clone());
        }
    };
    add(holder("draw-pile", room.draw_pile));
    add(holder("discard-pile", room.discard_pile));
    add(label("draw-label", &sources.label("draw_pile"), room.draw_pile));
    add(label("discard-label", &sources.label("discard_pile"), room.discard_pile));
    add(json!({
        "type": "deck", "id": "deck", "parent": "draw-pile",
        "x": 12, "y": 41,
        "cardDefaults": { "width": width, "height": height, "enlarge": 3 },
        "cardTypes": types,
        "faceTemplates": [
            match only {
                Some(back) => face("value", json!(address(back))),
                None => face("dynamicProperties", json!({ "value": "back" })),
            },
            face("dynamicProperties", json!({ "value": "face" })),
        ],
    }));
    add(json!({
        "type": "pile", "id": "cards", "parent": "draw-pile",
        "x": RIM, "y": RIM, "width": width, "height": height,
    }));
    for values in &sources.values {
        let number = values.number.get();
        add(json!({
            "type": "card", "id": format!("card-{number:02}"), "deck": "deck",
            "cardType": type_of(number), "parent": "cards", "z": u32::from(number) + 1,
        }));
    }
    let draw = json!([
        { "func": "MOVE", "from": "draw-pile", "to": "discard-pile", "face": 1 },
    ]);
    add(button("draw", &sources.label("draw"), room.draw_button, &draw));
    let shuffle = json!([
        { "func": "RECALL", "holder": "draw-pile" },
        { "func": "FLIP", "holder": "draw-pile", "face": 0 },
        { "func": "SHUFFLE", "holder": "draw-pile" },
    ]);
    add(button("shuffle", &sources.label("shuffle"), room.shuffle_button, &shuffle));
    let mut hand = holder("hand", room.hand);
    hand["onEnter"] = json!({ "activeFace": 1 });
    hand["onLeave"] = json!({ "activeFace": 0 });
    hand["stackOffsetX"] = json!(40);
    hand["childrenPerOwner"] = json!(true);
    add(hand);
    widgets.into()
}

fn meta(sources: &Sources<'_>, image: &str) -> Value {
    json!({
        "version": VERSION,
        "info": {
            "name": sources.export.deck.name(),
            "image": image,
            "rules": "",
            "bgg": "",
            "year": "",
            "mode": "",
            "time": "",
            "players": "1+",
            "language": sources.words().language(),
            "variant": sources.version(),
            "variantImage": "",
            "attribution": sources.attribution(),
            "description": sources.about(),
        },
    })
}

fn holder(id: &str, Place { x, y, width, height }: Place) -> Value {
    json!({
        "type": "holder", "id": id, "x": x, "y": y, "width": width, "height": height,
        "dropOffsetX": RIM, "dropOffsetY": RIM, "dropTarget": { "type": "card" },
        "inheritChildZ": true,
    })
}

fn label(id: &str, text: &str, above: Place) -> Value {
    json!({
        "type": "label", "id": id, "x": above.x, "y": above.y - 24, "width": above.width,
        "height": 20, "text": text,
    })
}

fn button(id: &str, text: &str, Place { x, y, width, height }: Place, routine: &Value) -> Value {
    json!({
        "type": "button", "id": id, "x": x, "y": y, "width": width, "height": height,
        "text": text, "clickRoutine": routine,
    })
}
