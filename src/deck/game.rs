//! The games that use the cards, and the game of a deck.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Deck, Part};
use crate::diagnostic::{Fault, Problem, fault, quoted};

/// A game whose rules answer questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// Action cards and conflict in the West ("Action Cards", "The West That Wasn't: Conflict").
    West,
    /// The dice edition of Future Imperfect (chapter 3).
    Fi3,
    /// D6 combat.
    D6,
    /// Combat by wound levels on a ladder.
    Ladder,
    /// Any other game: readings of the cards, checks and contests, without rules of a setting.
    #[default]
    Cards,
}

/// A text that is not the name of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameError {
    original: String,
}

impl Fault for GameError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("rules.game", format!("no game is called {}", quoted(original)))
            .accepts(Game::NAMES.join(", "))
    }
}

fault!(GameError);

impl Game {
    /// Every game.
    pub const ALL: [Self; 5] = [Self::West, Self::Fi3, Self::D6, Self::Ladder, Self::Cards];

    /// Their names, in the order of [`ALL`](Self::ALL).
    pub const NAMES: [&'static str; 5] = ["west", "fi3", "d6", "ladder", "cards"];

    /// Its name in specs, deck files, house rules and options.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The game with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    /// A description in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::West => "action cards and conflict in the West",
            Self::Fi3 => "the older dice edition of Future Imperfect",
            Self::D6 => "D6 combat: sums of six-sided dice",
            Self::Ladder => "combat by wound levels on a ladder",
            Self::Cards => "cards of any game: what they show, checks and contests",
        }
    }

    /// Whether there are built-in example weapons and characters of this game: those of the West, which its
    /// dice edition shares.
    pub const fn has_examples(self) -> bool {
        matches!(self, Self::West | Self::Fi3)
    }

    /// The names for messages about files, each in quotes.
    pub(crate) fn accepted() -> String {
        Self::NAMES.map(|name| format!("\"{name}\"")).join(", ")
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        Self::named(&text.to_lowercase()).ok_or_else(|| GameError { original: text.to_owned() })
    }
}

impl Deck {
    /// The game of the deck: the one named by its spec, stored in its file. Without a name it is the West if
    /// the cards show hit locations and effects, which only those rules combine; else cards without rules of
    /// a setting.
    pub fn game(&self) -> Game {
        let layout = self.layout();
        let shows_hits = layout.has(Part::Hit) && layout.has(Part::Effect);
        let inferred = if shows_hits { Game::West } else { Game::Cards };
        self.imprint().game.unwrap_or(inferred)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Imprint;
    use crate::spec::PRESETS;

    #[test]
    fn every_game_is_found_by_its_name() {
        for game in Game::ALL {
            assert_eq!(Ok(game), game.name().parse());
            assert_eq!(Ok(game), game.name().to_uppercase().parse());
            assert_eq!(serde_json::json!(game.name()), serde_json::json!(game));
        }
        let problem = "chess".parse::<Game>().unwrap_err().problem();
        assert_eq!(Some("west, fi3, d6, ladder, cards"), problem.accepted());
    }

    #[test]
    fn a_deck_keeps_its_game_in_json_and_its_edition() {
        let plain = Deck::built_in();
        assert_eq!(Game::West, plain.game());
        assert!(!plain.to_json().contains("\"game\""));
        for game in Game::ALL {
            let imprint = Imprint { game: Some(game), ..plain.imprint().clone() };
            let deck = plain.clone().with_imprint(imprint);
            let read = Deck::read("deck.json", &deck.to_json()).unwrap();
            assert_eq!(game, read.game());
            assert_eq!(plain.edition(), read.edition());
        }
    }

    #[test]
    fn an_unknown_game_in_a_deck_file_is_refused() {
        let plain = Deck::built_in().to_json();
        let text = plain.replacen("\"seed\"", "\"game\": \"chess\",\n  \"seed\"", 1);
        let problems = Deck::read("deck.json", &text).unwrap_err().to_string();
        assert!(
            problems.contains("\"west\", \"fi3\", \"d6\", \"ladder\", \"cards\""),
            "{problems}"
        );
    }

    #[test]
    fn presets_name_a_game_that_is_not_inferred() {
        let games = PRESETS.iter().map(|preset| {
            let spec = preset.spec().unwrap();
            (preset.name, spec.imprint.game)
        });
        let expected = [
            ("future-imperfect", None),
            ("west-that-wasnt", None),
            ("true-dice", None),
            ("open-d6", Some(Game::D6)),
            ("fudge", Some(Game::Ladder)),
            ("d20", Some(Game::Cards)),
            ("pbta", Some(Game::Cards)),
            ("percentile", Some(Game::Cards)),
            ("year-zero", Some(Game::Cards)),
            ("oracle", Some(Game::Cards)),
            ("sixty", Some(Game::Cards)),
            ("hundred", Some(Game::Cards)),
        ];
        assert_eq!(expected[..], games.collect::<Vec<_>>()[..]);
    }
}
