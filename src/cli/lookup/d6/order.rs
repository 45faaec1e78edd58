//! `lookup d6 order Ann:14 "the thugs:9"`.

use actiondeck::diagnostic::Problems;
use actiondeck::rules::{Entrant, TurnOrderAnswer, turn_order};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;

/// Everybody in the fight.
#[derive(Debug, Args)]
pub struct EntrantArgs {
    /// Name and initiative total, such as Ann:14
    #[arg(value_name = "NAME:TOTAL", required = true)]
    entrants: Vec<String>,
}

impl EntrantArgs {
    /// Who they are.
    pub fn meant(&self, meaning: &mut Meaning) -> Option<Vec<Entrant>> {
        let entrants: Vec<Option<Entrant>> =
            self.entrants.iter().map(|text| meaning.of(text)).collect();
        entrants.into_iter().collect()
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    entrants: EntrantArgs,
}

impl Typed {
    /// The turns of the round.
    pub fn answer(&self) -> Result<TurnOrderAnswer, Problems> {
        let mut meaning = Meaning::default();
        let entrants = self.entrants.meant(&mut meaning);
        let entrants = entrants.and_then(|entrants| {
            if entrants.iter().any(|entrant| entrant.critical) {
                return meaning.refuse("D6 initiative knows no critical success", "NAME:TOTAL");
            }
            Some(entrants)
        });
        Ok(turn_order(&meaning.settled(entrants)?, false))
    }
}
