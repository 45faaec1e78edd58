//! `lookup wounds level 3 3`.

use clap::Args;
use serde::Serialize;

use super::check::Levels;
use crate::cli::argument::Get;
use crate::cli::lookup::cards::Context;
use crate::cli::lookup::question::{Answered, Question};
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
