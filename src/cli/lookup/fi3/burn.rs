//! `lookup fi3 hazard burn whole --cards 34`.

use super::blast::VictimArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Hazard;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// How large the flames are
    #[arg(value_enum)]
    flames: Flames,
    #[command(flatten)]
    #[serde(flatten)]
    victim: VictimArgs,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum Flames {
    /// A burning sleeve: 1d12
    Small,
    /// Larger: 2d12
    Large,
    /// A body all aflame: 3d12 in every place
    Whole,
}

/// What they do in a round.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let dice = match self.flames {
            Flames::Small => 1,
            Flames::Large => 2,
            Flames::Whole => 3,
        };
        self.victim.answer(at, Ok(Hazard::Fire { dice }))
    }
}
