//! `lookup fi3 wounds --wind 12 "left arm:2+3" belly:1`.

use crate::diagnostic::Problems;
use crate::rules::Hit;
use crate::rules::fi3::{ConditionAnswer, condition};
use clap::Args;

use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The hits in order: location, wounds and wind, such as "left arm:2+3" or belly:1
    #[arg(value_name = "HIT", required = true)]
    hits: Vec<String>,
    /// Wind at full health
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    wind: String,
    /// Rounds of bleeding afterwards
    #[arg(long, value_name = "ROUNDS", default_value = "0", allow_hyphen_values = true)]
    bleed: String,
}

impl Typed {
    /// The character's state.
    pub fn answer(&self, setting: &Setting) -> Result<ConditionAnswer, Problems> {
        let mut meaning = setting.meaning();
        let hits = meaning.all::<Hit>(&self.hits);
        let wind = meaning.number(&self.wind, "wind", 0..=9999);
        let rounds = meaning.number(&self.bleed, "number of rounds", 0..=9999);
        let ((hits, wind), rounds) = meaning.settled(hits.zip(wind).zip(rounds))?;
        Ok(condition(wind, &hits, rounds, &setting.fi3_options))
    }
}
