//! `odds effect '(3)6'`, `odds location --punch` and the like: what is no check.

use clap::Args;

use super::ask::AskArgs;
use crate::cli::argument::{Get, Number, Parsed, all, told};
use crate::cli::lookup::hit::ForcedArgs;
use crate::cli::lookup::name::ElementName;
use crate::cli::lookup::setting::Setting;
use crate::diagnostic::Problems;
use crate::dice::{EffectDice, Expression};
use crate::odds::{
    Ask, OddsTables, Pile, burst_odds, effect_odds, element_odds, failure_odds, location_odds,
    penetration_odds, printed_penetration_odds, scatter_odds, toggle_odds, unintended_odds,
};
use crate::rules::PenetrationQuestion;

/// What was typed.
#[derive(Debug, Args)]
pub struct Effect {
    /// Row and column of the effect grid, such as '(3)6'
    #[arg(value_name = "CELL")]
    cell: Parsed<EffectDice>,
    #[command(flatten)]
    asked: AskArgs,
}

impl Effect {
    /// The odds of the cell.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let cell = self.cell.get().and_then(|dice| setting.effect_cell(dice));
        let (cell, ask, pile) = all((cell, self.asked.ask(), pile))?;
        Ok(effect_odds(cell, pile, &ask.unwrap_or(Ask::AtLeast(Vec::new()))))
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Element {
    /// The element's id in the deck file
    #[arg(value_name = "ELEMENT")]
    element: ElementName,
    #[command(flatten)]
    asked: AskArgs,
    /// The dice to compare it with, such as 2d6 or 4dF, where the deck file does not say them
    #[arg(long, value_name = "DICE")]
    dice: Option<Parsed<Expression>>,
}

impl Element {
    /// The odds of the element.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let element = setting.element(&self.element);
        let (element, ask, dice, pile) = all((element, self.asked.ask(), self.dice.get(), pile))?;
        let dice = dice.or_else(|| setting.deck.element_dice(element.id()));
        told(element_odds(element, pile, dice.as_ref(), ask.as_ref()))
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
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let (pile, forced) = all((pile, self.forced.moves(None)))?;
        Ok(location_odds(&setting.deck, pile, forced))
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Penetration {
    /// The weapon's Pen
    #[arg(long, value_name = "NUMBER", requires = "armour", allow_hyphen_values = true)]
    pen: Option<Number<i16, -99, 99>>,
    /// The armour value: thin wood 2, hardwood 3, brick or iron 4
    #[arg(long, value_name = "AV", requires = "pen", allow_hyphen_values = true)]
    armour: Option<Number<i16, -99, 99>>,
    /// Penetration bumps
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    bumps: Number<u8, 0, 99>,
}

impl Penetration {
    /// The odds of P, A and D, or of what is printed.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let (pen, armour, bumps, pile) =
            all((self.pen.get(), self.armour.get(), self.bumps.get(), pile))?;
        Ok(match (pen, armour) {
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
    shots: Number<u16, 1, 9999>,
}

impl Burst {
    /// The odds of each number of hits.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let (shots, pile) = all((self.shots.get(), pile))?;
        told(burst_odds(&setting.deck, pile, shots))
    }
}

/// The odds of failing, for each reliability.
pub fn failure(setting: &Setting, pile: Pile) -> OddsTables {
    failure_odds(&setting.deck, pile, &setting.rules.west)
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
