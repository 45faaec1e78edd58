//! What is fuzzed: each function takes any text and must come back. Where a text is accepted, what
//! was read has to survive being written and read again.

use actiondeck::deck::Deck;
use actiondeck::dice::{CheckDice, Die, EffectDice};
use actiondeck::lookup::{Check, Draw, EffectCell, Pool, TargetNumber};
use actiondeck::rules::{Character, Hit, Options, Reliability, Size, Weapon};
use actiondeck::session::Session;

/// A deck whose session files are read.
pub fn deck() -> Deck {
    Deck::read("deck.csv", include_str!("../tests/data/deck.csv")).expect("the deck is sound")
}

/// Dice notation, and everything else that is typed in one word.
pub fn dice(deck: &Deck, text: &str) {
    if let Ok(dice) = text.parse::<CheckDice>() {
        assert_eq!(Ok(dice), dice.to_string().parse());
        if let Ok(pool) = Pool::new(deck, dice) {
            let check = Check { pool, target: None };
            for card in actiondeck::deck::CardNumber::all() {
                check.answer(&Draw::single(card)).expect("a single card always answers");
            }
        }
    }
    if let Ok(dice) = text.parse::<EffectDice>() {
        assert_eq!(Ok(dice), dice.to_string().parse());
        let _ = EffectCell::new(deck, dice);
    }
    if let Ok(die) = text.parse::<Die>() {
        assert_eq!(Ok(die), die.to_string().parse());
    }
    let _ = text.parse::<Draw>();
    let _ = text.parse::<TargetNumber>();
    let _ = text.parse::<Hit>();
    let _ = text.parse::<Size>();
    let _ = text.parse::<Reliability>();
}

/// The reader of session files.
pub fn session(deck: &Deck, text: &str) {
    if let Ok(mut session) = Session::read("s.json", text, deck) {
        let again = Session::read("s.json", &session.to_json(), deck);
        assert_eq!(Ok(&session), again.as_ref());
        while session.undo().is_some() {}
    }
}

/// Weapons, characters, house rules and decks.
pub fn tables(text: &str) {
    let _ = Weapon::read_table("weapons.csv", text);
    let _ = Character::read_table("characters.csv", text);
    let _ = Options::read("rules.toml", text);
    if let Ok(deck) = Deck::read("deck.csv", text) {
        let again = Deck::read("deck.csv", &deck.to_csv());
        assert_eq!(Ok(deck.digest()), again.map(|deck| deck.digest()));
    }
    let _ = Deck::read("deck.json", text);
}
