//! What the ladder rules leave open: the choice this table makes.

use serde::Serialize;

use crate::table::rules::Decks;
use crate::table::rules::reading::reading;

/// One choice for every open question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Whether both sides draw from one deck.
    pub decks: Decks,
    /// Who wins a tie.
    pub tie: LadderTie,
}

reading! {
    /// Who wins when attack and defence come out alike on the ladder (seed 003 is silent; its
    /// outcome of an even attack would be 0 levels of damage).
    LadderTie {
        /// The attack misses.
        #[default]
        Defender = "defender",
        /// The attack hits, for the damage bonus alone.
        Attacker = "attacker",
    }
}
