//! `lookup unintended N --missed 1 --scatter 0 --contact`.

use crate::diagnostic::Problems;
use crate::rules::{StrayShots, UnintendedAnswer, unintended_target};
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// Projectiles that missed
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    missed: String,
    /// The weapon has the Scatter attribute, and the target is so many range increments off
    #[arg(long, value_name = "INCREMENTS", allow_hyphen_values = true)]
    scatter: Option<String>,
    /// Others are in contact with the target
    #[arg(long)]
    contact: bool,
}

impl Typed {
    /// Whether somebody else is hit.
    pub fn answer(&self, setting: &Setting) -> Result<UnintendedAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let missed = meaning.number(&self.missed, "number of misses", 0..=9999);
        let scatter_increments = match &self.scatter {
            None => Some(None),
            Some(text) => meaning.number(text, "number of increments", 0..=9999).map(Some),
        };
        let ((card, missed), scatter_increments) =
            meaning.settled(card.zip(missed).zip(scatter_increments))?;
        let shots = StrayShots { missed, scatter_increments, in_contact: self.contact };
        Ok(unintended_target(&setting.deck, card, shots))
    }
}
