//! The games that are played with the cards.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::reading::Reading;
use crate::diagnostic::{Fault, Problem, fault, quoted};

/// Whose rules a question is answered by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// Action cards (seed 002) and conflict in the West (seed 004).
    #[default]
    West,
    /// The dice edition of Future Imperfect (seed 000).
    Fi3,
    /// D6 combat (seed 001).
    D6,
    /// Combat by wound levels on a ladder (seed 003).
    Ladder,
}

/// A text that names no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameError {
    original: String,
}

impl Fault for GameError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("rules.game", format!("no game is called {}", quoted(original)))
            .accepts(Game::ALL.map(Game::name).join(", "))
    }
}

fault!(GameError);

impl Game {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::West, Self::Fi3, Self::D6, Self::Ladder];

    /// The name it is chosen by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::West => "west",
            Self::Fi3 => "fi3",
            Self::D6 => "d6",
            Self::Ladder => "ladder",
        }
    }

    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::West => "action cards and conflict in the West",
            Self::Fi3 => "the older dice edition of Future Imperfect",
            Self::D6 => "D6 combat: sums of six-sided dice",
            Self::Ladder => "combat by wound levels on a ladder",
        }
    }
}

impl Reading for Game {
    const NAMED: &[(&str, Self)] =
        &[("west", Self::West), ("fi3", Self::Fi3), ("d6", Self::D6), ("ladder", Self::Ladder)];
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let wanted = text.to_lowercase();
        let found = Self::ALL.into_iter().find(|game| game.name() == wanted);
        found.ok_or_else(|| GameError { original: text.to_owned() })
    }
}
