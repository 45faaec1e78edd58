//! Card Game Simulator, Tabletop Playground and the order for MPC Autofill.

use std::collections::BTreeSet;

use actiondeck::export::Target;
use actiondeck::{CardNumber, Theme};

use super::{all, deck, export, is_on_sheet, json, made, pictures, pixels, stem, text};

#[test]
fn a_card_game_simulator_game_declares_all_card_properties() {
    const GAME: &str = "cgs/Future Imperfect";
    let definition = json(&all()[&format!("{GAME}/cgs.json")]);
    assert_eq!("Future Imperfect", definition["name"], "as its folder");
    assert_eq!([2.5, 3.5], ["x", "y"].map(|side| definition["cardSize"][side].as_f64().unwrap()));
    assert_eq!(-1, definition["autoUpdate"]);
    let properties = definition["cardProperties"].as_array().unwrap();
    let cards = json(&all()[&format!("{GAME}/AllCards.json")]);
    let cards = cards.as_array().unwrap();
    assert_eq!(54, cards.len());
    let own = ["id", "name", "set"].map(str::to_owned);
    let declared = properties.iter().map(|property| text(&property["name"]).to_owned());
    let declared: BTreeSet<String> = declared.chain(own).collect();
    assert_eq!(properties.len() + 3, declared.len(), "no property has another's name");
    for (number, card) in cards.iter().enumerate() {
        let keys: BTreeSet<String> = card.as_object().unwrap().keys().cloned().collect();
        assert_eq!(declared, keys);
        for property in properties {
            let value = &card[text(&property["name"])];
            assert_eq!("integer" == property["type"], value.is_i64(), "{property} {value}");
            assert_eq!("string" == property["type"], value.is_string(), "{property} {value}");
        }
        assert_eq!(number as u64, card["number"]);
        let picture = format!("{GAME}/sets/{}/{}.png", text(&card["set"]), text(&card["id"]));
        assert!(all()[&picture] == *pictures()[number], "{picture}");
    }
    assert!(all().contains_key(&format!("{GAME}/CardBack.png")));
    let list = std::str::from_utf8(&all()[&format!("{GAME}/decks/Future Imperfect.txt")]).unwrap();
    let named: Vec<String> =
        cards.iter().map(|card| format!("1 {}", text(&card["name"]))).collect();
    assert_eq!(named, list.lines().collect::<Vec<_>>());
}

#[test]
fn a_tabletop_playground_template_has_the_deck_on_one_sheet() {
    let template = json(&all()["ttpg/Templates/future-imperfect.json"]);
    assert_eq!("Card", template["Type"]);
    let guid = text(&template["GUID"]);
    assert!(guid.len() == 32 && guid.bytes().all(|byte| byte.is_ascii_hexdigit()), "{guid}");
    let grid = ["NumHorizontal", "NumVertical"].map(|key| template[key].as_u64().unwrap() as usize);
    let texture = |key: &str| &all()[&format!("ttpg/Textures/{}", text(&template[key]))];
    assert_eq!([6.35, 8.89], ["Width", "Height"].map(|side| template[side].as_f64().unwrap()));
    let indices: Vec<u64> = template["Indices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|index| index.as_u64().unwrap())
        .collect();
    assert_eq!((0..54).collect::<Vec<u64>>(), indices);
    for number in 0..54 {
        let key = number.to_string();
        is_on_sheet(texture("FrontTexture"), grid, number, number);
        assert_eq!(format!("card {number}"), template["CardNames"][&key]);
        let metadata = json(text(&template["CardMetadata"][&key]).as_bytes());
        let card = CardNumber::new(number as u8).unwrap();
        assert_eq!(deck().card_json(card), metadata["card"]);
        assert!(text(&metadata["description"]).starts_with(&format!("card {number}, ")));
    }
    assert_eq!("back", stem(text(&template["BackTexture"])));
    assert_eq!(-2, template["BackIndex"]);
    texture("BackTexture");
}

#[test]
fn an_order_names_a_picture_of_the_house_size_for_each_slot() {
    let (deck, theme) = (deck(), Theme::built_in("ink-saver").unwrap());
    let files = made(&export(&deck, &theme), &[Target::Order]);
    let xml = std::str::from_utf8(&files["order-xml/cards.xml"]).unwrap();
    let tree = usvg::roxmltree::Document::parse(xml).unwrap();
    let part = |name: &str| tree.descendants().find(|node| node.has_tag_name(name)).unwrap();
    assert_eq!(Some("54"), part("quantity").text());
    assert_eq!(Some("55"), part("bracket").text());
    let slots = |side: &str| -> Vec<(usize, String)> {
        let mut slots = Vec::new();
        for card in part(side).children().filter(|node| node.has_tag_name("card")) {
            let of = |name: &str| {
                let child = card.children().find(|node| node.has_tag_name(name)).unwrap();
                child.text().unwrap().to_owned()
            };
            assert_eq!(of("id"), format!("cards/{}", of("name")));
            let listed = of("slots");
            slots.extend(listed.split(',').map(|slot| (slot.parse().unwrap(), of("id"))));
        }
        slots
    };
    for (side, is_back) in [("fronts", false), ("backs", true)] {
        let slots = slots(side);
        assert_eq!(
            (0..54).collect::<Vec<_>>(),
            slots.iter().map(|(slot, _)| *slot).collect::<Vec<_>>()
        );
        for (slot, picture) in slots {
            let expected = if is_back { "back".to_owned() } else { format!("card-{slot:02}") };
            assert_eq!(expected, stem(&picture));
            assert!(files.contains_key(&format!("order-xml/{picture}")), "{picture}");
        }
    }
    let ([width, height], _) =
        pixels(&files[&format!("order-xml/{}", part("cardback").text().unwrap())]);
    assert_eq!([822, 1122], [width, height]);
}
