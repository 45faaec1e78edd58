//! `lookup surprise N DICE --expecting`.

use actiondeck::deck::Deck;
use actiondeck::diagnostic::{Problem, Problems};
use actiondeck::rules::{Options, Surprise, SurpriseAnswer};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// The character expects danger, or action time already runs
    #[arg(long)]
    expecting: bool,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// Whether the character is surprised.
    pub fn answer(&self, deck: &Deck, options: &Options) -> Result<SurpriseAnswer, Problems> {
        let mut meaning = Meaning::default();
        let attempt = self.attempt.meant(deck, &mut meaning);
        let penalty = self.penalty.meant(&mut meaning);
        let (attempt, penalty) = meaning.settled(attempt.zip(penalty))?;
        let question = Surprise { attempt, expecting_danger: self.expecting, penalty };
        question.answer(options).map_err(|error| Problem::from(error).into())
    }
}
