//! `lookup fi3 hazard breath N DICE river`.

use super::roll::RollArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{Element, breath};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// What takes the breath
    #[arg(value_enum)]
    element: ElementName,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
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

/// The wind lost in the round.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let element = match self.element {
            ElementName::Creek => Element::Creek,
            ElementName::River => Element::River,
            ElementName::Ocean => Element::Ocean,
            ElementName::Storm => Element::Storm,
            ElementName::Smoke => Element::Smoke,
            ElementName::SmokeBehindCloth => Element::SmokeBehindCloth,
        };
        said(breath(&self.roll.resolve(at)?, element, &at.setting.rules.fi3))
    }
}
