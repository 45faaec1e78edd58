//! `lookup check for fast-draw N DICE --short`.

use super::attempt::{AttemptArgs, PenaltyArgs};
use crate::cli::lookup::prelude::*;
use crate::rules::{Attempt, BothHands, FastDraw, Hand};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// The weapon has the Short attribute: 1 easier
    #[arg(long)]
    short: bool,
    /// The weapon needs no cocking
    #[arg(long)]
    cocked: bool,
    /// The weapon's snap-shot penalty, which bumps reduce
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    snap: Number<u8, 0, 99>,
    /// The hand, when both draw at once
    #[arg(long, value_enum, default_value = "single", conflicts_with = "off_hand")]
    hand: HandName,
    /// Both hands draw: the cards of the off hand; the slower result counts
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    off_hand: Option<Parsed<Chain>>,
    #[command(flatten)]
    #[serde(flatten)]
    penalty: PenaltyArgs,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum HandName {
    Single,
    Main,
    Off,
}

/// How the draw goes.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let off_hand = self.off_hand.as_mut().map(|cards| at.chain(cards)).transpose()?;
        let (attempt, snap_penalty, penalties) =
            all((attempt, self.snap.get(), self.penalty.get(at.setting)))?;
        let (wound_penalty, penalty) = penalties;
        let hand = match self.hand {
            HandName::Single => Hand::Single,
            HandName::Main => Hand::Main,
            HandName::Off => Hand::Off,
        };
        let (short, needs_cocking) = (self.short, !self.cocked);
        let question =
            FastDraw { attempt, short, needs_cocking, snap_penalty, hand, wound_penalty, penalty };
        let rules = &at.setting.rules.west;
        let Some(draw) = off_hand else { return said(question.answer(rules)) };
        let attempt = Attempt { draw, ..question.attempt.clone() };
        let off = FastDraw { attempt, hand: Hand::Off, ..question.clone() };
        let main = told(FastDraw { hand: Hand::Main, ..question }.answer(rules))?;
        said(BothHands::new(main, told(off.answer(rules))?))
    }
}
