//! Options of the D6 rules where the text leaves something open.

use serde::Serialize;

use crate::table::rules::Decks;
use crate::table::rules::reading::reading;

/// One choice for each open question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Whether both sides draw from the same deck.
    pub decks: Decks,
    /// The rule for characters with both initiative bonuses.
    pub initiative_bonus: InitiativeBonusRule,
}

reading! {
    /// The initiative bonus of a character with both a search skill and Agility (D6 combat,
    /// "Initiative Bonus", joins them by "or").
    InitiativeBonusRule {
        /// Both bonuses count.
        #[default]
        Sum = "sum",
        /// The better bonus counts.
        Best = "best",
    }
}
