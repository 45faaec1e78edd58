//! The draw board of Tabletop Simulator, run with a stand-in for the game.
//!
//! A shuffle of the stand-in takes the first card to the top. The deck is shuffled when it is placed, so that cards 0,
//! 53, 52 and so on are drawn.

use std::path::Path;

use actiondeck::deck::{CardNumber, CauseCell, Deck, ShufflePolicy, ShuffleTime, ShuffleTrigger};
use actiondeck::export::Target;
use actiondeck::face::{Theme, Words};

use super::{deck, export, made};
use crate::foreign;

/// The lines that players read after these steps; `None` without Lua.
fn played(deck: &Deck, language: &str, steps: &[&str]) -> Option<Vec<String>> {
    let theme = Theme::built_in("ink-saver").unwrap();
    let theme = theme.in_words(Words::built_in(language).unwrap());
    let files = made(&export(deck, &theme), &[Target::TabletopSimulator]);
    let (_, save) = files.iter().find(|(path, _)| path.ends_with(".json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("save.json");
    std::fs::write(&path, save).unwrap();
    let stand_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tabletop_simulator.lua");
    let arguments = [stand_in.as_os_str(), path.as_os_str()];
    let arguments = arguments.into_iter().chain(steps.iter().map(|step| step.as_ref()));
    let lines = foreign::stdout("lua5.2", arguments)?;
    Some(lines.lines().map(str::to_owned).collect())
}

/// The first rows of a column, as players read them.
fn column(deck: &Deck, number: u8, sides: u16, rows: u8) -> String {
    let card = deck.card(CardNumber::new(number).unwrap());
    let columns = &deck.layout().cause.columns;
    let place = columns.iter().position(|die| die.sides() == sides).unwrap();
    let cells = (1..=rows).map(|row| match card.cause.get(place, row).unwrap() {
        CauseCell::Number(cell) if cell >= sides => format!("{cell} exceptional"),
        cell => cell.to_string(),
    });
    cells.collect::<Vec<_>>().join(", ")
}

#[test]
fn players_draw_read_and_continue_after_a_reload() {
    let deck = deck();
    let steps = [
        "press d10",
        "press Draw a card",
        "press +",
        "press +",
        "press d10",
        "press (3)d6",
        "press Follow-up card",
        "save",
        "press d4",
        "piles",
        "menu",
        "piles",
        "press Whole card",
    ];
    let Some(lines) = played(&deck, "en", &steps) else { return };
    let effect = |number: u8| {
        let card = deck.card(CardNumber::new(number).unwrap());
        let columns = &deck.layout().effect.columns;
        let place = columns.iter().position(|die| die.sides() == 6).unwrap();
        card.effect.get(place, 3).unwrap()
    };
    let expected = [
        "Ann: Draw a card first.".to_owned(),
        "Ann: draws card 0".to_owned(),
        format!("Ann: cause d10, rows 1 to 3: {}", column(&deck, 0, 10, 3)),
        format!("Ann: effect (3)d6: {}", effect(0)),
        "Ann: draws card 53".to_owned(),
        format!("Ann: effect (3)d6: {}", effect(53)),
        format!("Ann: cause d4, rows 1 to 3: {}", column(&deck, 53, 4, 3)),
        "2 at 3.4, 52 at -3.4".to_owned(),
        "Ann: draws card 52".to_owned(),
        "3 at 3.4, 51 at -3.4".to_owned(),
    ];
    assert_eq!(expected, lines[..expected.len()]);
    let whole = &lines[expected.len()];
    assert!(whole.starts_with("Ann: card 52, rank 13, suit 4 (A of spades)"), "{whole}");
}

#[test]
fn the_script_keeps_the_policy_of_the_deck() {
    let draws = |count: usize| vec!["press Karte ziehen"; count];
    let with = |trigger, time| {
        let deck = deck();
        let mut layout = deck.layout().clone();
        layout.shuffle = Some(ShufflePolicy { trigger, time });
        Deck::new(deck.name(), None, layout, deck.cards().to_vec()).unwrap()
    };
    let pile = |lines: &[String]| lines.last().unwrap().clone();
    let shuffled = |lines: &[String]| lines.iter().any(|line| line.contains("gemischt"));
    // Until the pile is empty.
    let steps = [draws(54), vec!["piles"]].concat();
    let Some(lines) = played(&deck(), "de", &steps) else { return };
    assert!(!shuffled(&lines) && pile(&lines) == "1 at 3.4, 53 at 3.4", "{lines:?}");
    let steps = [draws(55), vec!["piles"]].concat();
    let lines = played(&deck(), "de", &steps).unwrap();
    assert!(shuffled(&lines) && pile(&lines) == "1 at 3.4, 53 at -3.4", "{lines:?}");
    // At once, when 50 cards are left.
    let left = ShuffleTrigger::CardsLeft(50);
    let deck = with(left, ShuffleTime::AtOnce);
    let lines = played(&deck, "de", &[draws(4), vec!["piles"]].concat()).unwrap();
    assert!(!shuffled(&lines) && pile(&lines) == "4 at 3.4, 50 at -3.4", "{lines:?}");
    let lines = played(&deck, "de", &[draws(4), vec!["save"], draws(1), vec!["piles"]].concat());
    assert_eq!("1 at 3.4, 53 at -3.4", pile(&lines.unwrap()));
    // At the end of the round, and only if it is due.
    let deck = with(left, ShuffleTime::EndOfRound);
    let end = "press Ende der Runde";
    let lines = played(&deck, "de", &[vec![end], draws(5), vec!["piles"]].concat()).unwrap();
    assert_eq!("49 at -3.4, 5 at 3.4", pile(&lines));
    let lines = played(&deck, "de", &[draws(5), vec![end, "piles"]].concat()).unwrap();
    assert_eq!("54 at -3.4", pile(&lines));
}
