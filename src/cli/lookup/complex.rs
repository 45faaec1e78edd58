//! `lookup complex 4d8 '(3)10' --tn 7 --need 5 12 40+11`.

use crate::diagnostic::{Problem, Problems};
use crate::lookup::Draw;
use crate::rules::{ComplexAnswer, ComplexCheck};
use clap::Args;

use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The skill, such as 4d8
    #[arg(value_name = "DICE")]
    dice: String,
    /// The effect cell of the tool or trait, such as '(3)10'
    #[arg(value_name = "CELL")]
    cell: String,
    /// The cards drawn, one for each action, with follow-ups such as 34+11
    #[arg(value_name = "CARDS", required = true)]
    cards: Vec<String>,
    /// The target number of each check
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: String,
    /// The victories that the task needs
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    need: Option<String>,
}

impl Typed {
    /// How far the task has come.
    pub fn answer(&self, setting: &Setting) -> Result<ComplexAnswer, Problems> {
        let mut meaning = setting.meaning();
        let pool = meaning.pool(setting, &self.dice);
        let cell = meaning.effect_cell(setting, &self.cell);
        let tn = meaning.of(&self.tn);
        let needed = match &self.need {
            None => Some(None),
            Some(text) => meaning.number(text, "number of victories", 1..=9999).map(Some),
        };
        let draws = meaning.all::<Draw>(&self.cards);
        let check = pool
            .zip(cell)
            .zip(tn.zip(needed))
            .map(|((pool, cell), (tn, needed))| ComplexCheck { pool, cell, tn, needed });
        let (check, draws) = meaning.settled(check.zip(draws))?;
        check.answer(&draws, &setting.options).map_err(|error| Problem::from(error).into())
    }
}
