//! `lookup read penetration N --pen 4 --armour 3`.

use crate::cli::lookup::prelude::*;
use crate::rules::PenetrationQuestion;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<CardRef>,
    /// The weapon's Pen
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Number<i16, -99, 99>,
    /// Armour value: thin wood 2, hardwood 3, brick or iron 4
    #[arg(long, value_name = "AV", allow_hyphen_values = true)]
    armour: Number<i16, -99, 99>,
    /// Bumps to penetration; card and bumps together count +2 at most
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: Number<u8, 0, 99>,
}

/// Whether it goes through.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&mut self.card, CardUse::ReadOn);
        let (card, pen, armour, bumps) =
            all((card, self.pen.get(), self.armour.get(), self.bumps.get()))?;
        Ok(Box::new(PenetrationQuestion { pen, armour, bumps }.answer(&at.setting.deck, card)))
    }
}
