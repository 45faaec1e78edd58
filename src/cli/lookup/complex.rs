//! `lookup check for complex 4d8 '(3)10' --tn 7 --need 5 12 40+11`.

use super::attempt::PenaltyArgs;
use super::dice::Dice;
use crate::cli::lookup::prelude::*;
use crate::dice::{CheckDice, EffectDice};
use crate::lookup::TargetNumber;
use crate::rules::ComplexCheck;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The skill, such as 4d8
    #[arg(value_name = "DICE")]
    dice: Parsed<Dice<CheckDice>>,
    /// The effect cell of the tool or trait, such as '(3)10'
    #[arg(value_name = "CELL")]
    cell: Parsed<EffectDice>,
    /// The cards drawn, one for each action, with follow-ups such as 34+11
    #[arg(value_name = "CARDS", required = true)]
    cards: Vec<Parsed<Chain>>,
    /// The target number of each check
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Parsed<TargetNumber>,
    /// The victories that the task needs
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    need: Option<Number<u16, 1, 9999>>,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

/// How far the task has come.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let pool = self.dice.get().and_then(|dice| at.setting.pool(&dice));
        let cell = self.cell.get().and_then(|dice| at.setting.effect_cell(dice));
        at.make_room(&mut self.cards, at.told().max(1));
        let draws = each(self.cards.iter_mut().map(|cards| at.chain(cards)));
        let penalties = self.penalty.get(at.setting);
        let (pool, cell, tn, needed, (wound_penalty, penalty), draws) =
            all((pool, cell, self.tn.get(), self.need.get(), penalties, draws))?;
        let check = ComplexCheck { pool, cell, tn, wound_penalty, penalty, needed };
        said(check.answer(&draws, &at.setting.rules.west))
    }
}
