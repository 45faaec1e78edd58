//! `lookup dodge N`.

use crate::diagnostic::Problems;
use crate::rules::{DodgeAnswer, dodge};
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The attacker's card, which missed
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// Something stands in the way in the card's direction
    #[arg(long)]
    blocked: bool,
}

impl Typed {
    /// Where the dodger leaps.
    pub fn answer(&self, setting: &Setting) -> Result<DodgeAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        Ok(dodge(&setting.deck, meaning.settled(card)?, self.blocked))
    }
}
