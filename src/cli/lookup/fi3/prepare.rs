//! `lookup fi3 prepare --speed 6 --laid 5`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Preparation, PreparationAnswer};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The Speed of the action or weapon: the cards it takes
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    speed: String,
    /// Cards laid aside so far
    #[arg(long, value_name = "CARDS", default_value = "0", allow_hyphen_values = true)]
    laid: String,
    /// Black jokers drawn meanwhile that took no card in reserve
    #[arg(long, value_name = "CARDS", default_value = "0", allow_hyphen_values = true)]
    black_jokers: String,
}

impl Typed {
    /// The cards still wanted.
    pub fn answer(&self) -> Result<PreparationAnswer, Problems> {
        let mut meaning = Meaning::default();
        let speed = meaning.number(&self.speed, "Speed", 1..=99);
        let laid = meaning.number(&self.laid, "number of cards", 0..=99);
        let black_jokers = meaning.number(&self.black_jokers, "number of cards", 0..=99);
        let ((speed, laid), black_jokers) = meaning.settled(speed.zip(laid).zip(black_jokers))?;
        Ok(Preparation { speed, laid, black_jokers }.answer())
    }
}
