//! `lookup d6 …`: D6 combat, sums of six-sided dice. One file a question.

mod actions;
mod attack;
mod block;
mod damage;
mod defense;
mod difficulty;
mod initiative;
mod roll;

pub use actions::ActionsArgs;

use clap::{Args, Subcommand};

use super::setting::Setting;
use super::{Failure, Listener, Verdict, turns};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Add up a die code, such as 4D+2
    Roll(roll::Typed),
    /// Resolve an initiative roll with its bonus
    Initiative(initiative::Typed),
    /// Put everybody in order of initiative
    Order(turns::Typed),
    /// Work out what several actions in a round cost
    Actions(actions::Typed),
    /// Resolve a dodge, block or parry
    Defense(defense::Typed),
    /// Say who is hurt by a block or parry
    Block(block::Typed),
    /// Work out the difficulty of an attack
    Difficulty(difficulty::Typed),
    /// Resolve an attack, with aim and damage bonus
    Attack(attack::Typed),
    /// Resolve damage against resistance
    Damage(damage::Typed),
}

impl Typed {
    /// Answers.
    pub fn run(&self, table: &mut impl Listener, setting: &Setting) -> Result<Verdict, Failure> {
        let deck = &setting.deck;
        match &self.question {
            Question::Roll(question) => table.print(deck, &question.answer(setting)?),
            Question::Initiative(question) => table.print(deck, &question.answer(setting)?),
            Question::Order(question) => table.print(deck, &question.plain()?),
            Question::Actions(question) => table.print(deck, &question.answer()?),
            Question::Defense(question) => table.print(deck, &question.answer(setting)?),
            Question::Block(question) => table.print(deck, &question.answer()),
            Question::Difficulty(question) => table.print(deck, &question.answer(setting)?),
            Question::Attack(question) => table.print(deck, &question.answer(setting)?),
            Question::Damage(question) => table.print(deck, &question.answer(setting)?),
        }
    }
}
