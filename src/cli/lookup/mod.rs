//! `actiondeck lookup …`: what drawn cards mean. One file a question, one row a question.

mod aim;
mod arc;
pub(super) mod attack;
mod attempt;
mod burst;
mod card;
pub(super) mod cards;
mod check;
mod complex;
mod contest;
mod d6;
mod damage;
mod defense;
pub(super) mod dice;
mod dodge;
mod effect;
mod element;
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
pub(super) mod melee;
pub(super) mod name;
mod order;
mod penetration;
mod prelude;
pub(super) mod question;
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

use crate::lookup::to_json;
use clap::Args;

use self::cards::{AsTyped, Context};
use self::question::{Asked, Row};
use super::session_file::SessionArgs;
use super::{Exit, Failure, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    asked: Asked,
}

impl Typed {
    /// Whether the answer is wanted in JSON.
    pub fn json(&self) -> bool {
        self.shared.json
    }
}

/// What all questions share.
#[derive(Debug, Args)]
#[command(next_help_heading = "For every question")]
struct Shared {
    #[command(flatten)]
    setting: setting::SettingArgs,
    #[command(flatten)]
    session: SessionArgs,
    /// Answer in JSON
    #[arg(long, global = true)]
    json: bool,
}

/// The questions, in the order in which help lists them.
const QUESTIONS: &[Row] = &[
    Row::new::<card::Typed>("card", "Show everything on a card"),
    Row::new::<check::Typed>("check", "Resolve a check, such as 3d10 against a target number"),
    Row::new::<effect::Typed>("effect", "Read an effect cell, such as (3)10, and its victories"),
    Row::new::<element::Typed>("element", "Read an element that the designer added"),
    Row::new::<complex::Typed>("complex", "Resolve a complex check or an extended action")
        .or("extended"),
    Row::new::<contest::Typed>("contest", "Resolve a contest of two checks"),
    Row::new::<toggle::Typed>("toggle", "Read yes or no"),
    Row::new::<surprise::Typed>("surprise", "See whether a character is surprised"),
    Row::new::<initiative::Typed>("initiative", "Resolve a Reflex check and the hand drawn for it"),
    Row::new::<order::Typed>(
        "order",
        "Put several characters into the phases and counts of a round",
    ),
    Row::new::<aim::Typed>("aim", "See whether aim is kept under fire"),
    Row::new::<arc::Typed>("arc", "See whether a target has left the field of fire"),
    Row::new::<fast_draw::Typed>("fast-draw", "Draw a weapon in an instant"),
    Row::new::<dodge::Typed>("dodge", "See where a dodging target leaps after a miss"),
    Row::new::<range::Typed>("range", "Work out the target number of a shot"),
    Row::new::<defense::Typed>("defense", "Work out the target number of a blow"),
    Row::new::<attack::Typed>("attack", "Resolve a shot, from target number to damage"),
    Row::new::<melee::Typed>("melee", "Resolve a blow, from Defense to damage"),
    Row::new::<entangle::Typed>("entangle", "Catch somebody with a whip, a net or a lariat"),
    Row::new::<escape::Typed>("escape", "Break or wriggle free of it"),
    Row::new::<fan_fire::Typed>("fan-fire", "Resolve the shots of a fanned revolver"),
    Row::new::<throw::Typed>("throw", "Resolve a throw and its scatter"),
    Row::new::<burst::Typed>("burst", "Read how many shots of a burst hit"),
    Row::new::<location::Typed>("location", "Read where a hit lands"),
    Row::new::<penetration::Typed>("penetration", "Read whether a shot goes through armour"),
    Row::new::<damage::Typed>("damage", "Read wounds and concussion"),
    Row::new::<failure::Typed>("failure", "See whether equipment fails"),
    Row::new::<unintended::Typed>("unintended", "See whether stray shots hit somebody else"),
    Row::new::<stun::Typed>("stun", "Resolve a stun check"),
    Row::new::<recovery::Typed>("recovery", "Resolve a recovery check"),
    Row::new::<healing::Typed>("healing", "Resolve a healing check"),
    Row::question_and_group::<wounds::TallyArgs, wounds::Ladder>(
        "wounds",
        "Add up the hits a character has taken, or play wound-level combat on a ladder",
    ),
    Row::group::<fi3::Game>("fi3", "Play the older dice edition of Future Imperfect"),
    Row::group::<d6::Game>("d6", "Play D6 combat: sums of six-sided dice"),
];

/// Reads the deck and answers.
///
/// # Errors
/// [`Failure::Input`] when the deck has no answer to the question; nothing is printed then.
pub fn run(mut typed: Typed) -> Result<Exit, Failure> {
    let mut setting = typed.shared.setting.read()?;
    typed.shared.session.tell(&mut setting)?;
    let answer = typed.asked.answer(&mut Context::new(&setting, &mut AsTyped))?;
    match typed.shared.json {
        true => console::answer_json(&to_json(&setting.deck, &*answer))?,
        false => console::answer(&answer.text())?,
    }
    Ok(Exit::Holds)
}
