//! `lookup contest N DICE N DICE`.

use super::attempt::WoundedArgs;
use super::dice::{Dice, DiceOrName};
use crate::cli::lookup::prelude::*;
use crate::dice::CheckDice;
use crate::lookup::Draw;
use crate::rules::{Attempt, Contest};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    contest: ContestArgs,
}

/// Who wins.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(self.contest.resolve(at)?.answer(&at.setting.rules.west))
    }
}

/// Two sides with a card each.
#[derive(Debug, Args, Serialize)]
pub struct ContestArgs {
    /// The acting character's card, with follow-ups such as 34+11
    #[arg(value_name = "CARDS")]
    active_cards: Parsed<Chain>,
    /// The acting character's dice, such as 3d10
    #[arg(value_name = "DICE")]
    active_dice: Parsed<Dice<CheckDice>>,
    /// The opponent's card, with follow-ups
    #[arg(value_name = "OPPONENT_CARDS")]
    opponent_cards: Parsed<Chain>,
    /// The opponent's dice
    #[arg(value_name = "OPPONENT_DICE")]
    opponent_dice: Parsed<Dice<CheckDice>>,
    #[command(flatten)]
    #[serde(flatten)]
    wounded: WoundedArgs,
    /// Other penalties to the acting character's result
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: Number<u16, 0, 99>,
    /// Penalty to the opponent's result
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    opponent_penalty: Number<u16, 0, 99>,
}

impl ContestArgs {
    /// The contest.
    pub fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Contest<'d>, Problems> {
        let draw = at.chain(&mut self.active_cards);
        let active = side(at, draw, self.active_dice.get());
        let draw = at.chain(&mut self.opponent_cards);
        let opponent = side(at, draw, self.opponent_dice.get());
        let wounds = self.wounded.penalty(at.setting);
        let penalties = all((wounds, self.penalty.get(), self.opponent_penalty.get()));
        let (active, opponent, penalties) = all((active, opponent, penalties))?;
        let (wounds, penalty, opponent_penalty) = penalties;
        let active_penalty = with_wounds(penalty, wounds);
        Ok(Contest { active, opponent, active_penalty, opponent_penalty })
    }
}

/// The sum of wounds and other penalties to a result.
pub fn with_wounds(penalty: u16, wounds: i32) -> u16 {
    penalty.saturating_add(u16::try_from(wounds).unwrap_or(0))
}

/// One side: cards such as `34+11` and dice.
pub fn side<'d>(
    at: &Context<'d, '_>,
    draw: Result<Draw, Problems>,
    dice: Result<DiceOrName<CheckDice>, Problems>,
) -> Result<Attempt<'d>, Problems> {
    let (draw, pool) = all((draw, dice.and_then(|dice| at.setting.pool(&dice))))?;
    Ok(Attempt { pool, draw })
}
