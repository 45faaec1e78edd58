//! `actiondeck lookup …`: what drawn cards mean. One file a question.

mod aim;
mod arc;
mod attempt;
mod card;
mod check;
mod complex;
mod contest;
mod dodge;
mod effect;
mod fast_draw;
mod initiative;
mod meaning;
mod surprise;
mod toggle;

use std::path::PathBuf;

use actiondeck::deck::Deck;
use actiondeck::lookup::{Answer, to_json};
use actiondeck::rules::Options;
use clap::{Args, Subcommand};

use super::deck_file::DeckArgs;
use super::files::read_text;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    table: Table,
    #[command(subcommand)]
    question: Question,
}

/// What all questions share: the deck on the table, its house rules, the form of the answer.
#[derive(Debug, Args)]
struct Table {
    #[command(flatten)]
    deck: DeckArgs,
    /// House rules (.toml) for what the rule texts leave open
    #[arg(long, value_name = "FILE", global = true)]
    rules: Option<PathBuf>,
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
    /// Resolve a complex check or an extended action
    #[command(visible_alias = "extended")]
    Complex(complex::Typed),
    /// Resolve a contest of two checks
    Contest(contest::Typed),
    /// Read yes or no
    Toggle(toggle::Typed),
    /// See whether a character is surprised
    Surprise(surprise::Typed),
    /// Resolve a Reflex check and the hand drawn for it
    Initiative(initiative::Typed),
    /// See whether aim is kept under fire
    Aim(aim::Typed),
    /// See whether a target has left the field of fire
    Arc(arc::Typed),
    /// Draw a weapon in an instant
    FastDraw(fast_draw::Typed),
    /// See where a dodging target leaps after a miss
    Dodge(dodge::Typed),
}

/// Reads the deck and answers.
///
/// # Errors
/// [`Failure::Input`] when the deck has no answer to the question; nothing is printed then.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let table = &typed.table;
    let deck = table.deck.read()?;
    let options = table.options()?;
    match typed.question {
        Question::Card(question) => table.print(&deck, &question.answer(&deck)?),
        Question::Check(question) => table.print(&deck, &question.answer(&deck, &options)?),
        Question::Effect(question) => table.print(&deck, &question.answer(&deck, &options)?),
        Question::Complex(question) => table.print(&deck, &question.answer(&deck, &options)?),
        Question::Contest(question) => table.print(&deck, &question.answer(&deck)?),
        Question::Toggle(question) => table.print(&deck, &question.answer(&deck)?),
        Question::Surprise(question) => table.print(&deck, &question.answer(&deck, &options)?),
        Question::Initiative(question) => table.print(&deck, &question.answer(&deck, &options)?),
        Question::Aim(question) => table.print(&deck, &question.answer(&deck, &options)?),
        Question::Arc(question) => table.print(&deck, &question.answer(&deck)?),
        Question::FastDraw(question) => table.print(&deck, &question.answer(&deck, &options)?),
        Question::Dodge(question) => table.print(&deck, &question.answer(&deck)?),
    }
}

impl Table {
    fn options(&self) -> Result<Options, Failure> {
        match &self.rules {
            None => Ok(Options::default()),
            Some(path) => Ok(Options::read(&path.display().to_string(), &read_text(path)?)?),
        }
    }

    fn print<A: Answer>(&self, deck: &Deck, answer: &A) -> Result<Verdict, Failure> {
        let text = if self.json { to_json(deck, answer) } else { answer.text() };
        console::answer(text.as_bytes())?;
        Ok(Verdict::Holds)
    }
}
