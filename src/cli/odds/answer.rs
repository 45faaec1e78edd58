//! The answer to a question of odds, of whatever kind.

use crate::lookup::AnyAnswer;
use crate::odds::fit::FitAnswer;
use crate::odds::{CheckOdds, OddsTables};

/// The answer to one of the questions.
pub enum Odds {
    /// A check.
    Check(CheckOdds),
    /// Whatever else a card shows.
    Tables(OddsTables),
    /// The games of the rule texts.
    Fit(FitAnswer),
}

impl Odds {
    /// The answer, of whatever kind.
    pub fn answer(&self) -> &dyn AnyAnswer {
        match self {
            Self::Check(odds) => odds,
            Self::Tables(tables) => tables,
            Self::Fit(fit) => fit,
        }
    }
}
