//! `actiondeck lookup …`: what drawn cards mean. One file a question.

mod card;
mod check;
mod effect;
mod meaning;

use actiondeck::deck::Deck;
use actiondeck::lookup::{Answer, to_json};
use clap::{Args, Subcommand};

use super::deck_file::DeckArgs;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    table: Table,
    #[command(subcommand)]
    question: Question,
}

/// What all questions share: the deck on the table and the form of the answer.
#[derive(Debug, Args)]
struct Table {
    #[command(flatten)]
    deck: DeckArgs,
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Question {
    /// Show everything on a card
    Card(card::Typed),
    /// Resolve a check, such as 3d10 against a target number
    Check(check::Typed),
    /// Read an effect cell, such as (3)10, and its victories
    Effect(effect::Typed),
}

/// Reads the deck and answers.
///
/// # Errors
/// [`Failure::Input`] when the deck has no answer to the question; nothing is printed then.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let deck = typed.table.deck.read()?;
    match typed.question {
        Question::Card(question) => typed.table.print(&deck, &question.answer(&deck)?),
        Question::Check(question) => typed.table.print(&deck, &question.answer(&deck)?),
        Question::Effect(question) => typed.table.print(&deck, &question.answer(&deck)?),
    }
}

impl Table {
    fn print<A: Answer>(&self, deck: &Deck, answer: &A) -> Result<Verdict, Failure> {
        let text = if self.json { to_json(deck, answer) } else { answer.text() };
        console::answer(text.as_bytes())?;
        Ok(Verdict::Holds)
    }
}
