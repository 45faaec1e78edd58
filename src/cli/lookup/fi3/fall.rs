//! `lookup fi3 fall 12 --cards 34 --water --catch 11:2d8`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Hazard, HazardAnswer, Landing};
use clap::Args;

use super::blast::VictimArgs;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Metres fallen
    #[arg(value_name = "METRES", allow_negative_numbers = true)]
    metres: String,
    /// Into water: half the damage, none after a swimming roll
    #[arg(long, conflicts_with = "soft")]
    water: bool,
    /// On something soft: half the damage after a Deftness roll
    #[arg(long, requires = "catch")]
    soft: bool,
    /// The cards and dice of that roll, such as 11:2d8
    #[arg(long, value_name = "CARDS:DICE")]
    catch: Option<String>,
    #[command(flatten)]
    victim: VictimArgs,
}

impl Typed {
    /// What it does.
    pub fn answer(&self, setting: &Setting) -> Result<HazardAnswer, Problems> {
        let mut meaning = setting.meaning();
        let metres = meaning.number(&self.metres, "height", 0..=9999);
        let roll = match &self.catch {
            None => Some(None),
            Some(text) => meaning.short_roll(setting, text, "--catch").map(Some),
        };
        let hazard = metres.zip(roll).and_then(|(metres, roll)| {
            let landing = match (self.water, roll) {
                (true, roll) => Landing::Water(roll),
                (false, Some(roll)) if self.soft => Landing::Soft(roll),
                (false, None) => Landing::Hard,
                (false, Some(_)) => {
                    return meaning.refuse("hard ground has no --catch", "--water, or --soft");
                }
            };
            Some(Hazard::Fall { metres, landing })
        });
        self.victim.answer(setting, hazard, meaning)
    }
}
