//! `lookup fi3 die N d6`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{DieAnswer, closed_die};
use clap::Args;

use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// The die, such as d6 for the hours of unconsciousness
    #[arg(value_name = "DIE")]
    die: String,
}

impl Typed {
    /// The number.
    pub fn answer(&self, setting: &Setting) -> Result<DieAnswer, Problems> {
        let mut meaning = setting.meaning();
        let card = meaning.of(&self.card);
        let die = meaning.of(&self.die);
        let (card, die) = meaning.settled(card.zip(die))?;
        told(closed_die(&setting.deck, card, die))
    }
}
