//! What the D6 rules leave open: the choice this table makes.

use serde::Serialize;

use crate::table::rules::Decks;
use crate::table::rules::reading::reading;

/// One choice for every open question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Whether both sides draw from one deck.
    pub decks: Decks,
    /// Whether both initiative bonuses count.
    pub initiative_bonus: InitiativeBonusRule,
}

reading! {
    /// Who profits from both a search skill and Agility in D6 initiative (seed 001, "Initiative
    /// Bonus", joins them by "or").
    InitiativeBonusRule {
        /// Both bonuses count.
        #[default]
        Sum = "sum",
        /// The better counts.
        Best = "best",
    }
}
