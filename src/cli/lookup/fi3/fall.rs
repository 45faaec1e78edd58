//! `lookup fi3 hazard fall 12 --cards 34 --water --catch 11:2d8`.

use super::blast::VictimArgs;
use super::roll::{SideRoll, side_roll};
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{Hazard, Landing};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Metres fallen
    #[arg(value_name = "METRES", allow_negative_numbers = true)]
    metres: Number<u16, 0, 9999>,
    /// Into water: half the damage, none after a swimming roll
    #[arg(long, conflicts_with = "soft")]
    water: bool,
    /// On something soft: half the damage after a Deftness roll
    #[arg(long, requires = "catch")]
    soft: bool,
    /// The cards and dice of that roll, such as 11:2d8
    #[arg(long, value_name = "CARDS:DICE")]
    catch: Option<Parsed<SideRoll>>,
    #[command(flatten)]
    #[serde(flatten)]
    victim: VictimArgs,
}

/// What it does.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let hazard = self.hazard(at);
        self.victim.answer(at, hazard)
    }
}

impl Typed {
    fn hazard<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Hazard<'d>, Problems> {
        let (metres, roll) = all((self.metres.get(), side_roll(at, &mut self.catch)))?;
        let landing = match (self.water, roll) {
            (true, roll) => Landing::Water(roll),
            (false, Some(roll)) if self.soft => Landing::Soft(roll),
            (false, None) => Landing::Hard,
            (false, Some(_)) => return refuse("hard ground has no --catch", "--water, or --soft"),
        };
        Ok(Hazard::Fall { metres, landing })
    }
}
