//! `lookup penetration N --pen 4 --armour 3`.

use crate::diagnostic::Problems;
use crate::rules::{PenetrationAnswer, PenetrationQuestion};
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// The weapon's Pen
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: String,
    /// Armour value: thin wood 2, hardwood 3, brick or iron 4
    #[arg(long, value_name = "AV", allow_hyphen_values = true)]
    armour: String,
    /// Bumps to penetration
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: String,
}

impl Typed {
    /// Whether it goes through.
    pub fn answer(&self, setting: &Setting) -> Result<PenetrationAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let pen = meaning.number(&self.pen, "penetration", -99..=99);
        let armour = meaning.number(&self.armour, "armour value", -99..=99);
        let bumps = meaning.number(&self.bumps, "number of bumps", 0..=99);
        let ((card, pen), (armour, bumps)) =
            meaning.settled(card.zip(pen).zip(armour.zip(bumps)))?;
        Ok(PenetrationQuestion { pen, armour, bumps }.answer(&setting.deck, card))
    }
}
