//! The order of a round: `lookup d6 initiative order` and `lookup ladder initiative order`.

use crate::cli::lookup::prelude::*;
use crate::rules::{Entrant, turn_order};

/// Everybody in the fight.
#[derive(Debug, Args, Serialize)]
struct EntrantArgs {
    /// Name and initiative total, such as Ann:14
    #[arg(value_name = "NAME:TOTAL", required = true)]
    entrants: Vec<Parsed<Entrant>>,
}

/// The turns of a D6 round, where ties act at once.
#[derive(Debug, Args, Serialize)]
pub struct Plain {
    #[command(flatten)]
    #[serde(flatten)]
    all: EntrantArgs,
}

impl Question for Plain {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let entrants = self.all.entrants.get()?;
        if entrants.iter().any(|entrant| entrant.critical) {
            return refuse("D6 initiative knows no critical success", "NAME:TOTAL");
        }
        Ok(Box::new(turn_order(&entrants, false)))
    }
}

/// The turns of a ladder round, where the slowest declares first and a total that ends in ! was a
/// critical success.
#[derive(Debug, Args, Serialize)]
pub struct Declared {
    #[command(flatten)]
    #[serde(flatten)]
    all: EntrantArgs,
}

impl Question for Declared {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        Ok(Box::new(turn_order(&self.all.entrants.get()?, true)))
    }
}
