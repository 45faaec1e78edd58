//! `lookup fast-draw N DICE --short`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{FastDraw, FastDrawAnswer, Hand};
use clap::{Args, ValueEnum};

use super::attempt::{AttemptArgs, PenaltyArgs};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// The weapon has the Short attribute: 1 easier
    #[arg(long)]
    short: bool,
    /// The weapon needs no cocking
    #[arg(long)]
    cocked: bool,
    /// The weapon's snap-shot penalty, which bumps reduce
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    snap: String,
    /// The hand, when both draw at once
    #[arg(long, value_enum, default_value = "single")]
    hand: HandName,
    #[command(flatten)]
    penalty: PenaltyArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum HandName {
    Single,
    Main,
    Off,
}

impl Typed {
    /// How the draw goes.
    pub fn answer(&self, setting: &Setting) -> Result<FastDrawAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let snap_penalty = meaning.number(&self.snap, "snap-shot penalty", 0..=99);
        let penalty = self.penalty.meant(&mut meaning);
        let ((attempt, snap_penalty), penalty) =
            meaning.settled(attempt.zip(snap_penalty).zip(penalty))?;
        let hand = match self.hand {
            HandName::Single => Hand::Single,
            HandName::Main => Hand::Main,
            HandName::Off => Hand::Off,
        };
        let question = FastDraw {
            attempt,
            short: self.short,
            needs_cocking: !self.cocked,
            snap_penalty,
            hand,
            penalty,
        };
        question.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
