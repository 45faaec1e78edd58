//! `lookup wounds level 3 3`.

use actiondeck::diagnostic::Problems;
use actiondeck::rules::ladder::LevelAnswer;
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
        let hits: Vec<Option<u16>> = self
            .hits
            .iter()
            .map(|text| meaning.number(text, "number of levels", 0..=999))
            .collect();
        let hits: Option<Vec<u16>> = hits.into_iter().collect();
        Ok(LevelAnswer::new(&meaning.settled(hits)?))
    }
}
