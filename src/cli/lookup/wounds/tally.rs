//! `lookup wounds --ct 12 "left arm:2+3" belly:1`.

use crate::diagnostic::Problems;
use crate::rules::{Hit, TallyAnswer, tally};
use clap::Args;

use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct TallyArgs {
    /// The hits in order: location, wounds and CT, such as "left arm:2+3" or belly:1
    #[arg(value_name = "HIT", required = true)]
    hits: Vec<String>,
    /// CT at full health; that of the character who acts when left out
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    ct: Option<String>,
    /// Rounds of bleeding afterwards (an optional rule)
    #[arg(long, value_name = "ROUNDS", default_value = "0", allow_hyphen_values = true)]
    bleed: String,
}

impl TallyArgs {
    /// The character's state.
    pub fn answer(&self, setting: &Setting) -> Result<TallyAnswer, Problems> {
        let mut meaning = setting.meaning();
        let hits = meaning.all::<Hit>(&self.hits);
        let ct = match (&self.ct, &setting.character) {
            (Some(text), _) => meaning.number(text, "CT", 0..=9999),
            (None, Some(who)) => Some(who.ct),
            (None, None) => meaning.missing("the CT at full health", "--ct, or --as a character"),
        };
        let rounds = meaning.number(&self.bleed, "number of rounds", 0..=9999);
        let ((hits, ct), rounds) = meaning.settled(hits.zip(ct).zip(rounds))?;
        Ok(tally(ct, &hits, rounds, &setting.options))
    }
}
