//! Options of the ladder rules where the text leaves something open.

use serde::Serialize;

use crate::table::rules::Decks;
use crate::table::rules::reading::reading;

/// One choice for each open question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Whether both sides draw from the same deck.
    pub decks: Decks,
    /// The winner of a tie.
    pub tie: LadderTie,
}

reading! {
    /// The winner of a tie of attack and defence on the ladder (wound-level combat does not mention it; an
    /// even attack would deal 0 levels of damage).
    LadderTie {
        /// The attack misses.
        #[default]
        Defender = "defender",
        /// The attack hits, for the damage bonus alone.
        Attacker = "attacker",
    }
}
