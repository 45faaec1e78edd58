//! `lookup wounds level 3 3`.

use crate::diagnostic::Problems;
use crate::rules::ladder::LevelAnswer;
use clap::Args;

use crate::cli::lookup::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Levels of damage of each hit
    #[arg(value_name = "LEVELS", required = true, allow_negative_numbers = true)]
    hits: Vec<String>,
}

impl Typed {
    /// The wound level.
    pub fn answer(&self) -> Result<LevelAnswer, Problems> {
        let mut meaning = Meaning::default();
        let hits = meaning.each(&self.hits, |meaning, text| {
            meaning.number(text, "number of levels", 0..=999_u16)
        });
        Ok(LevelAnswer::new(&meaning.settled(hits)?))
    }
}
