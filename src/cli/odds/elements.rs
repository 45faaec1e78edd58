//! `odds effect '(3)6'`, `odds location --punch` and the like: what is no check.

use crate::diagnostic::Problems;
use crate::odds::{
    OddsTables, Pile, burst_odds, effect_odds, failure_odds, location_odds, penetration_odds,
    printed_penetration_odds, scatter_odds, toggle_odds, unintended_odds,
};
use crate::rules::PenetrationQuestion;
use clap::Args;

use crate::cli::lookup::hit::ForcedArgs;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Effect {
    /// Row and column of the effect grid, such as '(3)6'
    #[arg(value_name = "CELL")]
    cell: String,
    /// Magnitudes to reach; when left out, every number that some card prints there
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    at_least: Vec<String>,
}

impl Effect {
    /// The odds of the cell.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Option<Pile>,
        mut meaning: Meaning,
    ) -> Result<OddsTables, Problems> {
        let cell = meaning.effect_cell(setting, &self.cell);
        let thresholds = meaning.each(&self.at_least, |meaning, text| {
            meaning.number(text, "magnitude", 0..=99_999_u32)
        });
        let ((cell, thresholds), pile) = meaning.settled(cell.zip(thresholds).zip(pile))?;
        Ok(effect_odds(cell, pile, &thresholds))
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Location {
    #[command(flatten)]
    forced: ForcedArgs,
}

impl Location {
    /// The odds of each location.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Option<Pile>,
        meaning: Meaning,
    ) -> Result<OddsTables, Problems> {
        let pile = meaning.settled(pile)?;
        Ok(location_odds(&setting.deck, pile, self.forced.meant(None)))
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Penetration {
    /// The weapon's Pen
    #[arg(long, value_name = "NUMBER", requires = "armour", allow_hyphen_values = true)]
    pen: Option<String>,
    /// The armour value: thin wood 2, hardwood 3, brick or iron 4
    #[arg(long, value_name = "AV", requires = "pen", allow_hyphen_values = true)]
    armour: Option<String>,
    /// Penetration bumps
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: String,
}

impl Penetration {
    /// The odds of P, A and D, or of what is printed.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Option<Pile>,
        mut meaning: Meaning,
    ) -> Result<OddsTables, Problems> {
        let mut number = |text: &Option<String>, what| match text {
            None => Some(None),
            Some(text) => meaning.number(text, what, -99..=99).map(Some),
        };
        let against = number(&self.pen, "penetration").zip(number(&self.armour, "armour value"));
        let bumps = meaning.number(&self.bumps, "number of bumps", 0..=99);
        let ((against, bumps), pile) = meaning.settled(against.zip(bumps).zip(pile))?;
        Ok(match against {
            (Some(pen), Some(armour)) => {
                let question = PenetrationQuestion { pen, armour, bumps };
                penetration_odds(&setting.deck, pile, question)
            }
            _ => printed_penetration_odds(&setting.deck, pile),
        })
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Burst {
    /// The shots fired: one of the deck's burst sizes
    #[arg(value_name = "SHOTS", allow_negative_numbers = true)]
    shots: String,
}

impl Burst {
    /// The odds of each number of hits.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Option<Pile>,
        mut meaning: Meaning,
    ) -> Result<OddsTables, Problems> {
        let shots = meaning.number(&self.shots, "burst", 1..=9999);
        let odds = shots
            .zip(pile)
            .and_then(|(shots, pile)| meaning.keep(burst_odds(&setting.deck, pile, shots)));
        meaning.settled(odds)
    }
}

/// The odds of failing, for each reliability.
pub fn failure(setting: &Setting, pile: Pile) -> OddsTables {
    failure_odds(&setting.deck, pile, &setting.options)
}

/// The odds of hitting somebody else.
pub fn unintended(setting: &Setting, pile: Pile) -> OddsTables {
    unintended_odds(&setting.deck, pile)
}

/// The odds of each direction.
pub fn scatter(setting: &Setting, pile: Pile) -> OddsTables {
    scatter_odds(&setting.deck, pile)
}

/// The odds of yes and no.
pub fn toggle(setting: &Setting, pile: Pile) -> OddsTables {
    toggle_odds(&setting.deck, pile)
}
