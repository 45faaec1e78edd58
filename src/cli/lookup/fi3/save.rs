//! `lookup fi3 save white red --wounds 4 --wind 3`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Chip, SaveAnswer, save};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The chips spent: white, red or blue
    #[arg(value_name = "CHIP", required = true)]
    chips: Vec<String>,
    /// Wounds of the attack
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounds: String,
    /// Wind lost
    #[arg(long, value_name = "WIND", default_value = "0", allow_hyphen_values = true)]
    wind: String,
}

impl Typed {
    /// What is left.
    pub fn answer(&self) -> Result<SaveAnswer, Problems> {
        let mut meaning = Meaning::default();
        let chips = meaning.all::<Chip>(&self.chips);
        let wounds = meaning.number(&self.wounds, "number of wounds", 0..=9999);
        let wind = meaning.number(&self.wind, "wind", 0..=9999);
        let ((chips, wounds), wind) = meaning.settled(chips.zip(wounds).zip(wind))?;
        Ok(save(wounds, wind, &chips))
    }
}
