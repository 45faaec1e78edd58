//! `lookup toggle N`.

use crate::diagnostic::Problems;
use crate::rules::Decision;
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
}

impl Typed {
    /// Yes or no.
    pub fn answer(&self, setting: &Setting) -> Result<Decision, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        Ok(Decision::new(&setting.deck, meaning.settled(card)?))
    }
}
