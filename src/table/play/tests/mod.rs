//! Tables without a terminal, for tests and fuzzing.

#[cfg(test)]
mod fight;
#[cfg(test)]
mod offers;
#[cfg(test)]
mod orders;

use crate::deck::Deck;
use crate::table::grammar::complete;
use crate::table::questions::setting::Setting;
use crate::table::rules::HouseRules;
use crate::table::session::{Mode, Session, Table};

use super::commands::{CommandSpec, command};
use super::{Game, Outcome};

/// A table with the built-in deck and default settings.
fn new_game(mode: Mode) -> Game {
    let setting = Setting::new(Deck::built_in(), HouseRules::default());
    let session = Session::start(&setting.deck, mode);
    Game::new(setting, session)
}

/// Plays lines at a table that is not stored, for tests and fuzzing: a line must not panic or lose
/// a card.
pub fn play_lines(text: &str) {
    let cards = |table: &Table| {
        let held: usize = table.hands().map(|(_, cards)| cards.len()).sum();
        table.pile_size() + table.discard().len() + held
    };
    for mode in [Mode::Virtual { seed: 54 }, Mode::Physical] {
        let mut game = new_game(mode);
        for line in text.lines() {
            let before = game.session.clone();
            match game.hear(line) {
                Ok(Outcome::Reply(reply)) => {
                    assert!(reply.written().ends_with('\n') && reply.read_aloud().ends_with('\n'));
                    assert!(reply.to_json(line, &game.session).is_object());
                }
                Ok(Outcome::Nothing | Outcome::Quit | Outcome::Help(_)) => {}
                Err(_) => assert_eq!(before, game.session, "{line:?} failed and changed the table"),
            }
            assert_eq!(54, cards(game.session.table()), "{line:?} lost a card");
        }
        let fields = |name: &str| command(name).map(CommandSpec::fields).unwrap_or_default();
        for line in text.lines() {
            game.with_vocabulary(|vocabulary| complete(line, vocabulary, &fields));
        }
        let deck = &game.setting.deck;
        let again = Session::read("s.json", game.session.to_text().as_bytes(), deck);
        assert_eq!(Ok(&game.session), again.as_ref().map(|resumed| &resumed.session));
    }
}

#[cfg(test)]
mod random_lines {
    use proptest::prelude::*;

    use super::*;
    use crate::table::play::PlayError;
    use crate::table::play::commands::COMMANDS;

    /// Words of the grammar, so that many lines are accepted.
    const WORDS: [&str; 62] = [
        "check",
        "effect",
        "attack",
        "blow",
        "location",
        "damage",
        "failure",
        "contest",
        "complex",
        "fan-fire",
        "hand",
        "act",
        "drop",
        "wound",
        "heal",
        "rest",
        "bleed",
        "round",
        "shuffle",
        "undo",
        "log",
        "table",
        "odds",
        "help",
        "look",
        "compare",
        "all",
        "then",
        "draw",
        "last",
        "card",
        "burst",
        "34",
        "11",
        "53",
        "0",
        "54",
        "-1",
        "3d10",
        "4d8",
        "6d10",
        "(3)6",
        "(9)6",
        "tn",
        "7",
        "rel",
        "1",
        "as",
        "sid",
        "xenes",
        "chest",
        "left",
        "arm",
        "2+3",
        "ct",
        "10",
        "hold",
        "cards",
        "3,14,51",
        "34+11",
        "--",
        "\"example revolver\"",
    ];

    #[test]
    fn every_example_of_the_help_is_understood() {
        for line in COMMANDS.iter().flat_map(|command| command.examples) {
            // Each at a table where something can be continued, acted with and healed.
            let before = "hand sid 4\nwound sid chest 3 ct 10\n3d10\n";
            let mut game = game_after(before);
            if let Err(PlayError::Refused(problems)) = game.hear(line) {
                let message = problems.to_string();
                let of_the_cards = [
                    "has nothing to add to",
                    "does not hold card",
                    "cannot be named",
                    "did not read card",
                    "deals no wounds",
                    "has no bumps",
                    "are not counted",
                    "no participant is named",
                    "nothing to redo",
                ];
                assert!(
                    of_the_cards.iter().any(|kind| message.contains(kind)),
                    "{line}: {message}"
                );
            }
        }
    }

    fn game_after(lines: &str) -> Game {
        let mut game = new_game(Mode::Virtual { seed: 1 });
        for line in lines.lines() {
            assert!(game.hear(line).is_ok(), "{line}");
        }
        game
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn no_line_of_any_letters_makes_it_panic(text in "\\PC{0,80}(\n\\PC{0,80}){0,3}") {
            play_lines(&text);
        }

        #[test]
        fn no_line_of_its_own_words_makes_it_panic_or_lose_a_card(
            lines in prop::collection::vec(
                prop::collection::vec(prop::sample::select(WORDS.to_vec()), 1..8), 1..12)
        ) {
            let lines: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
            play_lines(&lines.join("\n"));
        }
    }
}
