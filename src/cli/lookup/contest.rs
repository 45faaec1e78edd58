//! `lookup contest N DICE N DICE`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{Attempt, Contest, ContestAnswer};
use clap::Args;

use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    contest: ContestArgs,
}

impl Typed {
    /// Who wins.
    pub fn answer(&self, setting: &Setting) -> Result<ContestAnswer, Problems> {
        let mut meaning = setting.meaning();
        let contest = self.contest.meant(setting, &mut meaning);
        meaning.settled(contest)?.answer().map_err(|error| Problem::from(error).into())
    }
}

/// Two sides with a card each.
#[derive(Debug, Args)]
pub struct ContestArgs {
    /// The acting character's card, with follow-ups such as 34+11
    #[arg(value_name = "CARDS")]
    active_cards: String,
    /// The acting character's dice, such as 3d10
    #[arg(value_name = "DICE")]
    active_dice: String,
    /// The opponent's card, with follow-ups
    #[arg(value_name = "OPPONENT_CARDS")]
    opponent_cards: String,
    /// The opponent's dice
    #[arg(value_name = "OPPONENT_DICE")]
    opponent_dice: String,
    /// Penalty to the acting character's result
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: String,
    /// Penalty to the opponent's result
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    opponent_penalty: String,
}

impl ContestArgs {
    /// The contest.
    pub fn meant<'d>(&self, setting: &'d Setting, meaning: &mut Meaning) -> Option<Contest<'d>> {
        let active = side(setting, meaning, &self.active_cards, &self.active_dice);
        let opponent = side(setting, meaning, &self.opponent_cards, &self.opponent_dice);
        let active_penalty = meaning.number(&self.penalty, "penalty", 0..=99);
        let opponent_penalty = meaning.number(&self.opponent_penalty, "penalty", 0..=99);
        Some(Contest {
            active: active?,
            opponent: opponent?,
            active_penalty: active_penalty?,
            opponent_penalty: opponent_penalty?,
        })
    }
}

/// One side: cards such as `34+11` and dice.
pub fn side<'d>(
    setting: &'d Setting,
    meaning: &mut Meaning,
    cards: &str,
    dice: &str,
) -> Option<Attempt<'d>> {
    let draw = meaning.of(cards);
    let pool = meaning.pool(setting, dice);
    pool.zip(draw).map(|(pool, draw)| Attempt { pool, draw })
}
