//! `lookup burst N 10`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{BurstAnswer, burst};
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// The shots fired: one of the deck's burst sizes
    #[arg(value_name = "SHOTS", allow_negative_numbers = true)]
    shots: String,
}

impl Typed {
    /// How many of them hit.
    pub fn answer(&self, setting: &Setting) -> Result<BurstAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let shots = meaning.number(&self.shots, "burst", 1..=9999);
        let (card, shots) = meaning.settled(card.zip(shots))?;
        burst(&setting.deck, card, shots).map_err(|error| Problem::from(error).into())
    }
}
