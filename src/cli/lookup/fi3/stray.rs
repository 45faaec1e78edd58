//! `lookup fi3 stray 34 11 --missed 2 --bystanders 3 --spray`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Bystanders, BystandersAnswer};
use clap::Args;

use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// A card for each bystander that each shot passes, in order
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    cards: Vec<String>,
    /// Shots that missed
    #[arg(long, value_name = "SHOTS", default_value = "1", allow_hyphen_values = true)]
    missed: String,
    /// People within a metre of the path (2 with Suppression), the nearest to the shooter first
    #[arg(long, value_name = "PEOPLE", default_value = "1", allow_hyphen_values = true)]
    bystanders: String,
    /// The shots come from automatic or area fire, which hits on 1 and 2
    #[arg(long)]
    spray: bool,
}

impl Typed {
    /// Who is hit.
    pub fn answer(&self, setting: &Setting) -> Result<BystandersAnswer, Problems> {
        let mut meaning = setting.meaning();
        let cards = meaning.cards(&self.cards);
        let missed = meaning.number(&self.missed, "number of shots", 0..=9999);
        let bystanders = meaning.number(&self.bystanders, "number of people", 0..=99);
        let ((cards, missed), bystanders) = meaning.settled(cards.zip(missed).zip(bystanders))?;
        told(Bystanders { bystanders, missed, spray: self.spray, cards }.answer(&setting.deck))
    }
}
