//! The arguments of every question that is a check: card, dice and follow-up cards.

use crate::diagnostic::Problem;
use crate::dice::CheckDice;
use crate::lookup::{Draw, Pool};
use crate::rules::Attempt;
use clap::Args;

use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct AttemptArgs {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// Skill level and die, such as 3d10: rows 1 to 3 of the cause grid's d10 column
    #[arg(value_name = "DICE")]
    dice: String,
    /// Follow-up cards in the order drawn, while results are exceptional
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    then: Vec<String>,
}

impl AttemptArgs {
    /// The pool and the cards drawn for it.
    pub fn meant<'d>(&self, setting: &'d Setting, meaning: &mut Meaning) -> Option<Attempt<'d>> {
        let card = meaning.of(&self.card);
        let pool = meaning.pool(setting, &self.dice);
        let then = meaning.cards(&self.then);
        let draw = card.zip(then).and_then(|(card, then)| meaning.keep(Draw::new(card, then)));
        pool.zip(draw).map(|(pool, draw)| Attempt { pool, draw })
    }
}

impl Meaning {
    /// The pool that dice such as `3d10` stand for on this deck, or the trait or skill of that name
    /// of the character who acts.
    pub fn pool<'d>(&mut self, setting: &'d Setting, text: &str) -> Option<Pool<'d>> {
        let dice: CheckDice = match setting.named_dice(text) {
            Some(named) => self.keep(named)?,
            None => self.of(text)?,
        };
        self.keep(Pool::new(&setting.deck, dice))
    }
}

impl Setting {
    /// The dice of the trait or skill of that name of the character who acts; `None` for dice.
    pub fn named_dice(&self, text: &str) -> Option<Result<CheckDice, Problem>> {
        let who = self.character.as_ref()?;
        if let Some(dice) = who.check(text.trim()) {
            return Some(Ok(dice));
        }
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let names: Vec<&str> = who.check_names().collect();
        let problem = Problem::new(format!("{} has no {text:?}", who.name));
        Some(Err(problem.accepts(format!("{}, or dice such as 3d10", names.join(", ")))))
    }
}

/// Penalties that the question does not know of.
#[derive(Debug, Args)]
pub struct PenaltyArgs {
    /// Other penalties to the attempt, such as wounds; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: String,
}

impl PenaltyArgs {
    /// The penalty.
    pub fn meant(&self, meaning: &mut Meaning) -> Option<i32> {
        meaning.number(&self.penalty, "penalty", -99..=99)
    }
}
