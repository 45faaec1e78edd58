//! `lookup entangle N DICE N DICE --snare trip`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{Entanglement, EntanglementAnswer, Snare};
use clap::{Args, ValueEnum};

use super::contest::ContestArgs;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    contest: ContestArgs,
    /// What the weapon is to do
    #[arg(long, value_enum, default_value = "entangle")]
    snare: SnareName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SnareName {
    /// Hold the target
    Entangle,
    /// Bring it down
    Trip,
    /// Both
    Both,
}

impl Typed {
    /// Whether the target is caught.
    pub fn answer(&self, setting: &Setting) -> Result<EntanglementAnswer, Problems> {
        let mut meaning = setting.meaning();
        let contest = self.contest.meant(setting, &mut meaning);
        let snare = match self.snare {
            SnareName::Entangle => Snare::Entangle,
            SnareName::Trip => Snare::Trip,
            SnareName::Both => Snare::EntangleAndTrip,
        };
        let question = Entanglement { contest: meaning.settled(contest)?, snare };
        question.answer().map_err(|error| Problem::from(error).into())
    }
}
