//! `lookup fi3 breath N DICE river`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{BreathAnswer, Element, breath};
use clap::{Args, ValueEnum};

use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// What takes the breath
    #[arg(value_enum)]
    element: ElementName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ElementName {
    /// A swift creek, swimming against 5
    Creek,
    /// A rapid river, 7
    River,
    /// A rough ocean, 9
    Ocean,
    /// Stormy seas, 11
    Storm,
    /// Dense smoke, Vigor against 7
    Smoke,
    /// Dense smoke behind a wet cloth, 5
    SmokeBehindCloth,
}

impl Typed {
    /// The wind lost in the round.
    pub fn answer(&self, setting: &Setting) -> Result<BreathAnswer, Problems> {
        let mut meaning = setting.meaning();
        let roll = self.roll.meant(setting, &mut meaning);
        let roll = meaning.settled(roll)?;
        let element = match self.element {
            ElementName::Creek => Element::Creek,
            ElementName::River => Element::River,
            ElementName::Ocean => Element::Ocean,
            ElementName::Storm => Element::Storm,
            ElementName::Smoke => Element::Smoke,
            ElementName::SmokeBehindCloth => Element::SmokeBehindCloth,
        };
        told(breath(&roll, element, &setting.fi3_options))
    }
}
