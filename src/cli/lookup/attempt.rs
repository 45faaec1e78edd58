//! The arguments of every question that is a check: card, dice and follow-up cards.

use super::dice::Dice;
use crate::cli::lookup::prelude::*;
use crate::dice::CheckDice;
use crate::rules::Attempt;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct AttemptArgs {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<Chain>,
    /// Skill level and die, such as 3d10: rows 1 to 3 of the cause grid's d10 column
    #[arg(value_name = "DICE")]
    dice: Parsed<Dice<CheckDice>>,
    /// Follow-up cards in the order drawn, while results are exceptional
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    then: Vec<Parsed<Together>>,
}

impl AttemptArgs {
    /// The pool and the cards drawn for it.
    pub fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Attempt<'d>, Problems> {
        let draw = at.draw(&mut self.card, &mut self.then);
        let pool = self.dice.get().and_then(|dice| at.setting.pool(&dice));
        let (draw, pool) = all((draw, pool))?;
        Ok(Attempt { pool, draw })
    }
}

/// The wounds of the character who acts.
#[derive(Debug, Args, Serialize)]
pub struct WoundedArgs {
    /// The worst wound of the character who acts, 0 to 5; a session supplies it
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: Number<u8, 0, 5>,
}

impl WoundedArgs {
    /// The penalty of the worst wound.
    pub fn penalty(&self, setting: &Setting) -> Result<i32, Problems> {
        Ok(setting.rules.west.wound_table.penalty(self.wounded.get()?))
    }
}

/// Penalties that the question does not know of.
#[derive(Debug, Args, Serialize)]
pub struct OtherPenaltyArgs {
    /// Other penalties to the attempt; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: Number<i32, -99, 99>,
}

impl OtherPenaltyArgs {
    /// The penalty.
    pub fn get(&self) -> Result<i32, Problems> {
        self.penalty.get()
    }
}

/// Wounds and other penalties.
#[derive(Debug, Args, Serialize)]
pub struct PenaltyArgs {
    #[command(flatten)]
    #[serde(flatten)]
    wounded: WoundedArgs,
    #[command(flatten)]
    #[serde(flatten)]
    other: OtherPenaltyArgs,
}

impl PenaltyArgs {
    /// The penalty of the worst wound, and all others.
    pub fn get(&self, setting: &Setting) -> Result<(i32, i32), Problems> {
        all((self.wounded.penalty(setting), self.other.get()))
    }
}
