//! `lookup ladder hurt tally 3 3`.

use super::check::Levels;
use crate::cli::lookup::prelude::*;
use crate::rules::ladder::LevelAnswer;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Levels of damage of each hit
    #[arg(value_name = "LEVELS", required = true, allow_negative_numbers = true)]
    hits: Vec<Levels>,
}

/// The wound level.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        Ok(Box::new(LevelAnswer::new(&self.hits.get()?)))
    }
}
