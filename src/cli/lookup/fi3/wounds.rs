//! `lookup fi3 hurt tally --wind 12 "left arm:2+3" belly:1`.

use crate::cli::lookup::prelude::*;
use crate::rules::Hit;
use crate::rules::fi3::condition;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The hits in order: location, wounds and wind, such as "left arm:2+3" or belly:1
    #[arg(value_name = "HIT", required = true)]
    hits: Vec<Parsed<Hit>>,
    /// Wind at full health
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    wind: Number<u16, 0, 9999>,
    /// Rounds of bleeding afterwards
    #[arg(long, value_name = "ROUNDS", default_value = "0", allow_hyphen_values = true)]
    bleed: Number<u16, 0, 9999>,
}

/// The character's state.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (hits, wind, rounds) = all((self.hits.get(), self.wind.get(), self.bleed.get()))?;
        Ok(Box::new(condition(wind, &hits, rounds, &at.setting.rules.fi3)))
    }
}
