//! `lookup hurt tally --ct 12 "left arm:2+3" belly:1`.

use crate::cli::lookup::prelude::*;
use crate::rules::{Hit, Options, Risk, tally};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The hits in order: location, wounds and CT, such as "left arm:2+3" or belly:1
    #[arg(value_name = "HIT", required = true)]
    hits: Vec<Parsed<Hit>>,
    /// CT at full health; that of the character who acts when left out
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    ct: Option<Number<u16, 0, 9999>>,
    /// Rounds of bleeding afterwards (an optional rule)
    #[arg(long, value_name = "ROUNDS", default_value = "0", allow_hyphen_values = true)]
    bleed: Number<u16, 0, 9999>,
    /// The hero has declared to risk death, where the optional rule of risk is played
    #[arg(long)]
    risking: bool,
}

/// The character's state.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let ct = self.ct(at.setting);
        let (hits, ct, rounds) = all((self.hits.get(), ct, self.bleed.get()))?;
        let rules = &at.setting.rules.west;
        if self.risking && rules.risk == Risk::Off {
            return refuse(
                "without the rule of risk everybody risks death",
                "risk = \"on\" in the rules",
            );
        }
        let risk = if self.risking { Risk::Off } else { rules.risk };
        Ok(Box::new(tally(ct, &hits, rounds, &Options { risk, ..rules.clone() })))
    }
}

impl Typed {
    fn ct(&self, setting: &Setting) -> Result<u16, Problems> {
        match (self.ct.get()?, &setting.character) {
            (Some(ct), _) => Ok(ct),
            (None, Some(who)) => Ok(who.ct),
            (None, None) => missing("the CT at full health", "--ct, or --as a character"),
        }
    }
}
