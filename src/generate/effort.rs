//! The length of a search, counted in moves.

use serde::Deserialize;

/// The number of moves of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// Few moves, for a preview.
    Quick,
    /// The effort behind the published figures.
    #[default]
    Normal,
    /// Many moves, for the last decimal.
    Thorough,
}

impl Effort {
    /// Every effort, rising.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Normal, Self::Thorough];

    /// The name: `quick`, `normal` or `thorough`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Thorough => "thorough",
        }
    }

    /// The rounds of the search, and the moves of each grid column in one of them.
    pub(super) const fn rounds(self) -> (u64, u64) {
        match self {
            Self::Quick => (90, 10_000),
            Self::Normal => (360, 40_000),
            Self::Thorough => (900, 80_000),
        }
    }

    /// The number of moves in each grid column.
    pub const fn column_moves(self) -> u64 {
        let (rounds, moves) = self.rounds();
        rounds * moves
    }
}
