//! `lookup read burst N 10`.

use crate::cli::lookup::prelude::*;
use crate::rules::burst;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The shots fired: one of the deck's burst sizes
    #[arg(value_name = "SHOTS", allow_negative_numbers = true)]
    shots: Number<u16, 1, 9999>,
}

/// How many of them hit.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::ReadOn);
        let (card, shots) = all((card, self.shots.get()))?;
        said(burst(&at.setting.deck, card, shots))
    }
}
