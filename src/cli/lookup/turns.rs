//! The order of a round: `lookup d6 order` and `lookup wounds order`.

use crate::diagnostic::Problems;
use crate::rules::{Entrant, TurnOrderAnswer, turn_order};
use clap::Args;

use super::meaning::Meaning;

/// Everybody in the fight.
#[derive(Debug, Args)]
pub struct Typed {
    /// Name and initiative total, such as Ann:14
    #[arg(value_name = "NAME:TOTAL", required = true)]
    entrants: Vec<String>,
}

impl Typed {
    /// The turns of a D6 round, where ties act at once.
    pub fn plain(&self) -> Result<TurnOrderAnswer, Problems> {
        let mut meaning = Meaning::default();
        let entrants = self.entrants(&mut meaning).and_then(|entrants| {
            if entrants.iter().any(|entrant| entrant.critical) {
                return meaning.refuse("D6 initiative knows no critical success", "NAME:TOTAL");
            }
            Some(entrants)
        });
        Ok(turn_order(&meaning.settled(entrants)?, false))
    }

    /// The turns of a ladder round, where the slowest declares first and a total that ends in ! was
    /// a critical success.
    pub fn declared(&self) -> Result<TurnOrderAnswer, Problems> {
        let mut meaning = Meaning::default();
        let entrants = self.entrants(&mut meaning);
        Ok(turn_order(&meaning.settled(entrants)?, true))
    }

    fn entrants(&self, meaning: &mut Meaning) -> Option<Vec<Entrant>> {
        meaning.all(&self.entrants)
    }
}
