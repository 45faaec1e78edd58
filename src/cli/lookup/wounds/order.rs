//! `lookup wounds order Bob:4 Adam:6`.

use actiondeck::diagnostic::Problems;
use actiondeck::rules::{TurnOrderAnswer, turn_order};
use clap::Args;

use crate::cli::lookup::d6::EntrantArgs;
use crate::cli::lookup::meaning::Meaning;

/// What was typed. A total that ends in ! was a critical success.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    entrants: EntrantArgs,
}

impl Typed {
    /// The turns of the round, and who declares first.
    pub fn answer(&self) -> Result<TurnOrderAnswer, Problems> {
        let mut meaning = Meaning::default();
        let entrants = self.entrants.meant(&mut meaning);
        Ok(turn_order(&meaning.settled(entrants)?, true))
    }
}
