//! `actiondeck lookup …`: what drawn cards mean. One file a question.

mod aim;
mod arc;
mod attack;
mod attempt;
mod burst;
mod card;
mod check;
mod complex;
mod contest;
mod d6;
mod damage;
mod defense;
mod dodge;
mod effect;
mod entangle;
mod escape;
mod failure;
mod fan_fire;
mod fast_draw;
mod fi3;
mod healing;
pub(super) mod hit;
mod initiative;
mod location;
pub(super) mod meaning;
mod melee;
mod order;
mod penetration;
mod range;
mod recovery;
pub(super) mod setting;
mod strength;
mod stun;
mod surprise;
mod target_number;
#[cfg(test)]
mod tests;
mod throw;
mod toggle;
mod turns;
mod unintended;
mod wounds;

use crate::deck::Deck;
use crate::lookup::{Answer, to_json};
use clap::{Args, Subcommand};

use self::setting::Setting;
use super::session_file::SessionArgs;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    table: Table,
    #[command(subcommand)]
    question: Question,
}

impl Typed {
    /// Whether the answer is wanted in JSON.
    pub fn json(&self) -> bool {
        self.table.json
    }
}

/// What all questions share.
#[derive(Debug, Args)]
#[command(next_help_heading = "For every question")]
struct Table {
    #[command(flatten)]
    setting: setting::SettingArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
}

/// A question with its arguments.
#[derive(Debug, Subcommand)]
pub(super) enum Question {
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
    /// Put several characters into the phases and counts of a round
    Order(order::Typed),
    /// See whether aim is kept under fire
    Aim(aim::Typed),
    /// See whether a target has left the field of fire
    Arc(arc::Typed),
    /// Draw a weapon in an instant
    FastDraw(fast_draw::Typed),
    /// See where a dodging target leaps after a miss
    Dodge(dodge::Typed),
    /// Work out the target number of a shot
    Range(target_number::Typed<range::RangeArgs>),
    /// Work out the target number of a blow
    Defense(target_number::Typed<defense::DefenseArgs>),
    /// Resolve a shot, from target number to damage
    Attack(attack::Typed),
    /// Resolve a blow, from Defense to damage
    Melee(melee::Typed),
    /// Catch somebody with a whip, a net or a lariat
    Entangle(entangle::Typed),
    /// Break or wriggle free of it
    Escape(escape::Typed),
    /// Resolve the shots of a fanned revolver
    FanFire(fan_fire::Typed),
    /// Resolve a throw and its scatter
    Throw(throw::Typed),
    /// Read how many shots of a burst hit
    Burst(burst::Typed),
    /// Read where a hit lands
    Location(location::Typed),
    /// Read whether a shot goes through armour
    Penetration(penetration::Typed),
    /// Read wounds and concussion
    Damage(damage::Typed),
    /// See whether equipment fails
    Failure(failure::Typed),
    /// See whether stray shots hit somebody else
    Unintended(unintended::Typed),
    /// Resolve a stun check
    Stun(stun::Typed),
    /// Resolve a recovery check
    Recovery(recovery::Typed),
    /// Resolve a healing check
    Healing(healing::Typed),
    /// Add up the hits a character has taken, or play wound-level combat on a ladder
    Wounds(wounds::Typed),
    /// Play the older dice edition of Future Imperfect
    Fi3(fi3::Typed),
    /// Play D6 combat: sums of six-sided dice
    D6(d6::Typed),
}

/// Reads the deck and answers.
///
/// # Errors
/// [`Failure::Input`] when the deck has no answer to the question; nothing is printed then.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let mut table = typed.table;
    let mut setting = table.setting.read()?;
    table.session.tell(&mut setting)?;
    put(typed.question, &setting, &mut table)
}

/// Who hears the answer to a question.
pub(super) trait Listener {
    /// Takes the answer.
    ///
    /// # Errors
    /// [`Failure::File`] when it cannot be passed on.
    fn print<A: Answer>(&mut self, deck: &Deck, answer: &A) -> Result<Verdict, Failure>;
}

/// Puts a question and hands the answer on.
///
/// # Errors
/// [`Failure::Input`] when the deck has no answer to the question, else as [`Listener::print`].
pub(super) fn put(
    question: Question,
    setting: &Setting,
    table: &mut impl Listener,
) -> Result<Verdict, Failure> {
    let deck = &setting.deck;
    match question {
        Question::Card(question) => table.print(deck, &question.answer(setting)?),
        Question::Check(question) => table.print(deck, &question.answer(setting)?),
        Question::Effect(question) => table.print(deck, &question.answer(setting)?),
        Question::Complex(question) => table.print(deck, &question.answer(setting)?),
        Question::Contest(question) => table.print(deck, &question.answer(setting)?),
        Question::Toggle(question) => table.print(deck, &question.answer(setting)?),
        Question::Surprise(question) => table.print(deck, &question.answer(setting)?),
        Question::Initiative(question) => table.print(deck, &question.answer(setting)?),
        Question::Order(question) => table.print(deck, &question.answer(setting)?),
        Question::Aim(question) => table.print(deck, &question.answer(setting)?),
        Question::Arc(question) => table.print(deck, &question.answer(setting)?),
        Question::FastDraw(question) => table.print(deck, &question.answer(setting)?),
        Question::Dodge(question) => table.print(deck, &question.answer(setting)?),
        Question::Range(question) => table.print(deck, &question.answer(setting)?),
        Question::Defense(question) => table.print(deck, &question.answer(setting)?),
        Question::Attack(question) => table.print(deck, &question.answer(setting)?),
        Question::Melee(question) => table.print(deck, &question.answer(setting)?),
        Question::Entangle(question) => table.print(deck, &question.answer(setting)?),
        Question::Escape(question) => table.print(deck, &question.answer(setting)?),
        Question::FanFire(question) => table.print(deck, &question.answer(setting)?),
        Question::Throw(question) => table.print(deck, &question.answer(setting)?),
        Question::Burst(question) => table.print(deck, &question.answer(setting)?),
        Question::Location(question) => table.print(deck, &question.answer(setting)?),
        Question::Penetration(question) => table.print(deck, &question.answer(setting)?),
        Question::Damage(question) => table.print(deck, &question.answer(setting)?),
        Question::Failure(question) => table.print(deck, &question.answer(setting)?),
        Question::Unintended(question) => table.print(deck, &question.answer(setting)?),
        Question::Stun(question) => table.print(deck, &question.answer(setting)?),
        Question::Recovery(question) => table.print(deck, &question.answer(setting)?),
        Question::Healing(question) => table.print(deck, &question.answer(setting)?),
        Question::Wounds(question) => question.run(table, setting),
        Question::Fi3(question) => question.run(table, setting),
        Question::D6(question) => question.run(table, setting),
    }
}

impl Listener for Table {
    fn print<A: Answer>(&mut self, deck: &Deck, answer: &A) -> Result<Verdict, Failure> {
        let text = if self.json { to_json(deck, answer) } else { answer.text() };
        console::answer(text.as_bytes())?;
        Ok(Verdict::Holds)
    }
}
