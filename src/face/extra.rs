//! Extra cards, which belong to a deck but are never drawn in play.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An extra card of a theme. It shows only the deck's name and edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Extra {
    /// Explains how to read the other cards.
    Instruction,
    /// Shows the deck's name.
    Title,
}

impl Extra {
    /// All extra cards.
    pub const ALL: [Self; 2] = [Self::Instruction, Self::Title];

    /// Its index in [`ALL`](Self::ALL).
    pub(super) fn place(self) -> usize {
        match self {
            Self::Instruction => 0,
            Self::Title => 1,
        }
    }

    /// Its name on the command line and in file names: `instruction`, `title`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Instruction => "instruction",
            Self::Title => "title",
        }
    }

    /// The file of its template in a theme's folder.
    pub fn file(self) -> &'static str {
        match self {
            Self::Instruction => "instruction.svg",
            Self::Title => "title.svg",
        }
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that does not name an extra card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraError {
    original: String,
}

impl Fault for ExtraError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("face.extra", format!("{} is not an extra card", quoted(original)))
            .accepts("instruction, title")
    }
}

fault!(ExtraError);

impl FromStr for Extra {
    type Err = ExtraError;

    fn from_str(text: &str) -> Result<Self, ExtraError> {
        let found = Self::ALL.into_iter().find(|extra| extra.name() == text);
        found.ok_or_else(|| ExtraError { original: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_others_are_reported() {
        for extra in Extra::ALL {
            assert_eq!(Ok(extra), extra.name().parse());
            assert_eq!(extra, Extra::ALL[extra.place()]);
        }
        let error = "rules".parse::<Extra>().unwrap_err().to_string();
        assert_eq!("\"rules\" is not an extra card; accepted: instruction, title", error);
    }
}
