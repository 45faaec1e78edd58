//! `lookup card N`.

use crate::diagnostic::Problems;
use crate::lookup::CardSheet;
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The large number in the card's upper left corner, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
}

impl Typed {
    /// The card as printed.
    pub fn answer(&self, setting: &Setting) -> Result<CardSheet, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        Ok(CardSheet::new(&setting.deck, meaning.settled(card)?))
    }
}
