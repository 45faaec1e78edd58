//! `lookup read unintended N --missed 1 --scatter 0 --contact`.

use crate::cli::lookup::prelude::*;
use crate::rules::{StrayShots, unintended_target};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// Projectiles that missed
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    missed: Number<u16, 0, 9999>,
    /// The weapon has the Scatter attribute, and the target is so many range increments off
    #[arg(long, value_name = "INCREMENTS", allow_hyphen_values = true)]
    scatter: Option<Number<u16, 0, 9999>>,
    /// Others are in contact with the target
    #[arg(long)]
    contact: bool,
}

/// Whether somebody else is hit.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::ReadOn);
        let (card, missed, scatter_increments) =
            all((card, self.missed.get(), self.scatter.get()))?;
        let shots = StrayShots { missed, scatter_increments, in_contact: self.contact };
        Ok(Box::new(unintended_target(&at.setting.deck, card, shots)))
    }
}
