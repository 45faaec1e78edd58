//! `lookup wounds …`: without a subcommand the tally of seeds 002 and 004; with one, wound-level
//! combat on a ladder. One file a question.

mod ammunition;
mod attack;
mod check;
mod endure;
mod initiative;
mod level;
mod tally;
mod withdraw;

use clap::{Args, Subcommand};

use super::setting::Setting;
use super::{Failure, Listener, Verdict, turns};

/// What was typed.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Typed {
    #[command(flatten)]
    tally: tally::TallyArgs,
    #[command(subcommand)]
    question: Option<Question>,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Resolve a trait with the ladder die, -4 to +4
    Check(check::Typed),
    /// Resolve an initiative roll
    Initiative(initiative::Typed),
    /// Put everybody in order of initiative and of declaring
    Order(turns::Typed),
    /// Resolve an attack, from the rolls to the wound
    Attack(attack::Typed),
    /// Add up levels of damage and read what they mean
    Level(level::Typed),
    /// Resolve moving, such as out of somebody's reach
    Withdraw(withdraw::Typed),
    /// Resolve the Physique check of a critical or terminal wound
    Endure(endure::Typed),
    /// Count the shots fired and left
    Ammunition(ammunition::Typed),
}

impl Typed {
    /// Answers.
    pub fn run(&self, table: &mut impl Listener, setting: &Setting) -> Result<Verdict, Failure> {
        let deck = &setting.deck;
        match &self.question {
            None => table.print(deck, &self.tally.answer(setting)?),
            Some(Question::Check(question)) => table.print(deck, &question.answer(setting)?),
            Some(Question::Initiative(question)) => table.print(deck, &question.answer(setting)?),
            Some(Question::Order(question)) => table.print(deck, &question.declared()?),
            Some(Question::Attack(question)) => table.print(deck, &question.answer(setting)?),
            Some(Question::Level(question)) => table.print(deck, &question.answer()?),
            Some(Question::Withdraw(question)) => table.print(deck, &question.answer(setting)?),
            Some(Question::Endure(question)) => table.print(deck, &question.answer(setting)?),
            Some(Question::Ammunition(question)) => table.print(deck, &question.answer()?),
        }
    }
}
