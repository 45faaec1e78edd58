//! `lookup fi3 initiative N DICE --hand 37,21,5 --keep 37,21`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Initiative;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The hand drawn after the Reflex roll
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    hand: Vec<Parsed<Together>>,
    /// The cards kept of it, two at most; the two best when left out
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    keep: Vec<Parsed<Together>>,
    /// A card held in reserve
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    reserve: Option<Parsed<CardRef>>,
    /// The penalty in the Aim of the weapon in hand
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    weapon_penalty: Number<u8, 0, 99>,
}

/// The hand kept.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let hand = at.cards(&mut self.hand, CardUse::Drawn);
        let keep = at.cards(&mut self.keep, CardUse::Named);
        let reserve = at.card_if(&mut self.reserve, CardUse::Named);
        let (roll, hand, keep, reserve, weapon_penalty) =
            all((roll, hand, keep, reserve, self.weapon_penalty.get()))?;
        let question = Initiative { roll, weapon_penalty, reserve, hand, keep };
        said(question.answer(&at.setting.rules.fi3))
    }
}
