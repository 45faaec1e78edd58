//! `lookup contest for entangle N DICE N DICE --snare trip`.

use super::contest::ContestArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::{Entanglement, Snare};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    contest: ContestArgs,
    /// What the weapon is to do
    #[arg(long, value_enum, default_value = "entangle")]
    snare: SnareName,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum SnareName {
    /// Hold the target
    Entangle,
    /// Bring it down
    Trip,
    /// Both
    Both,
}

/// Whether the target is caught.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let snare = match self.snare {
            SnareName::Entangle => Snare::Entangle,
            SnareName::Trip => Snare::Trip,
            SnareName::Both => Snare::EntangleAndTrip,
        };
        let contest = self.contest.resolve(at)?;
        said(Entanglement { contest, snare }.answer(&at.setting.rules.west))
    }
}
