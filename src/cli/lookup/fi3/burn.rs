//! `lookup fi3 burn whole --cards 34`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Hazard, HazardAnswer};
use clap::{Args, ValueEnum};

use super::blast::VictimArgs;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// How large the flames are
    #[arg(value_enum)]
    flames: Flames,
    #[command(flatten)]
    victim: VictimArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Flames {
    /// A burning sleeve: 1d12
    Small,
    /// Larger: 2d12
    Large,
    /// A body all aflame: 3d12 in every place
    Whole,
}

impl Typed {
    /// What they do in a round.
    pub fn answer(&self, setting: &Setting) -> Result<HazardAnswer, Problems> {
        let dice = match self.flames {
            Flames::Small => 1,
            Flames::Large => 2,
            Flames::Whole => 3,
        };
        self.victim.answer(setting, Some(Hazard::Fire { dice }), Meaning::default())
    }
}
