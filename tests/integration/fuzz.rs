//! The functions of `fuzz/`, on random input and on sound input that was damaged.

#[path = "../../fuzz/targets.rs"]
mod targets;

use std::sync::LazyLock;

use actiondeck::deck::Deck;
use actiondeck::session::{Mode, Session};
use proptest::prelude::*;

static DECK: LazyLock<Deck> = LazyLock::new(targets::deck);

/// A text with some bytes replaced, left out or doubled; what is no text any more is mended.
fn damaged(text: String) -> impl Strategy<Value = String> {
    let wound = (any::<prop::sample::Index>(), any::<u8>(), 0_u8..3);
    prop::collection::vec(wound, 0..6).prop_map(move |wounds| {
        let mut bytes = text.clone().into_bytes();
        for (place, byte, kind) in wounds {
            let place = place.index(bytes.len());
            match kind {
                0 => bytes[place] = byte,
                1 if bytes.len() > 1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, bytes[place]),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn a_session() -> String {
    let mut session = Session::start(&DECK, Mode::Virtual { seed: 7 });
    for _ in 0..60 {
        let mut turn = session.turn("draw");
        turn.draw(None).unwrap();
        session.take(turn);
    }
    session.to_json()
}

fn table(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/tables/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

proptest! {
    #[test]
    fn dice_of_any_letters(text in "\\PC{0,12}") {
        targets::dice(&DECK, &text);
    }

    #[test]
    fn dice_that_nearly_are_some(text in "[0-9()dD+: -]{0,9}") {
        targets::dice(&DECK, &text);
    }

    #[test]
    fn session_files_of_any_letters(text in "\\PC{0,200}") {
        targets::session(&DECK, &text);
    }

    #[test]
    fn session_files_with_damage(text in damaged(a_session())) {
        targets::session(&DECK, &text);
    }

    #[test]
    fn tables_of_any_letters(text in "[\\PC\n]{0,200}") {
        targets::tables(&text);
    }

    #[test]
    fn weapons_with_damage(text in damaged(table("weapons.csv"))) {
        targets::tables(&text);
    }

    #[test]
    fn characters_with_damage(text in damaged(table("characters.csv"))) {
        targets::tables(&text);
    }

    #[test]
    fn decks_with_damage(text in damaged(DECK.to_csv())) {
        targets::tables(&text);
    }
}
