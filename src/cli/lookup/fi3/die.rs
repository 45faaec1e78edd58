//! `lookup fi3 read die N d6`.

use crate::cli::lookup::prelude::*;
use crate::dice::Die;
use crate::rules::fi3::closed_die;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The die, such as d6 for the hours of unconsciousness
    #[arg(value_name = "DIE")]
    die: Parsed<Die>,
}

/// The number.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (card, die) = all((at.card(&mut self.card, CardUse::Drawn), self.die.get()))?;
        said(closed_die(&at.setting.deck, card, die))
    }
}
