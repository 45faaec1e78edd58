//! `lookup throw N DICE --strength d8 --distance 10`.

use actiondeck::diagnostic::{Problem, Problems};
use actiondeck::dice::{CheckDice, Die};
use actiondeck::rules::{Throw, ThrowAnswer};
use clap::Args;

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// The thrower's Strength, such as 2d8 or d8; that of the character who acts when left out
    #[arg(long, value_name = "DICE")]
    strength: Option<String>,
    /// Distance to the target in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: String,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

impl Typed {
    /// Where the thing comes down.
    pub fn answer(&self, setting: &Setting) -> Result<ThrowAnswer, Problems> {
        let mut meaning = Meaning::default();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let strength = meaning.strength_die(setting, self.strength.as_deref());
        let distance_m = meaning.number(&self.distance, "distance", 0..=65_535);
        let penalty = self.penalty.meant(&mut meaning);
        let ((attempt, strength), (distance_m, penalty)) =
            meaning.settled(attempt.zip(strength).zip(distance_m.zip(penalty)))?;
        let throw = Throw { attempt, strength, distance_m, penalty };
        throw.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}

impl Meaning {
    /// The die of a Strength such as `2d8` or `d8`, or of the character who acts.
    pub fn strength_die(&mut self, setting: &Setting, text: Option<&str>) -> Option<Die> {
        let own = setting.character.as_ref().and_then(|who| who.check("strength"));
        match (text, own) {
            (Some(text), _) if text.starts_with(['d', 'D']) => self.of::<Die>(text),
            (Some(text), _) => self.of::<CheckDice>(text).map(|dice| dice.die),
            (None, Some(dice)) => Some(dice.die),
            (None, None) => self.missing("a Strength", "--strength, or --as a character"),
        }
    }
}
