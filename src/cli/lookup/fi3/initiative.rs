//! `lookup fi3 initiative N DICE --hand 37,21,5 --keep 37,21`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Initiative, InitiativeAnswer};
use clap::Args;

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// The hand drawn after the Reflex roll
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    hand: Vec<String>,
    /// The cards kept of it, two at most; the two best when left out
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    keep: Vec<String>,
    /// A card held in reserve
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    reserve: Option<String>,
    /// The penalty in the Aim of the weapon in hand
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    weapon_penalty: String,
}

impl Typed {
    /// The hand kept.
    pub fn answer(&self, setting: &Setting) -> Result<InitiativeAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let hand = meaning.cards(&self.hand);
        let keep = meaning.cards(&self.keep);
        let reserve = meaning.of_option(self.reserve.as_deref());
        let weapon_penalty = meaning.number(&self.weapon_penalty, "penalty", 0..=99);
        let (((roll, hand), keep), (reserve, weapon_penalty)) =
            meaning.settled(roll.zip(hand).zip(keep).zip(reserve.zip(weapon_penalty)))?;
        let question = Initiative { roll, weapon_penalty, reserve, hand, keep };
        told(question.answer(&setting.fi3_options))
    }
}
