//! `lookup contest N DICE N DICE`.

use actiondeck::diagnostic::{Problem, Problems};
use actiondeck::rules::{Attempt, Contest, ContestAnswer};
use clap::Args;

use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
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

impl Typed {
    /// Who wins.
    pub fn answer(&self, setting: &Setting) -> Result<ContestAnswer, Problems> {
        let mut meaning = Meaning::default();
        let active = side(setting, &mut meaning, &self.active_cards, &self.active_dice);
        let opponent = side(setting, &mut meaning, &self.opponent_cards, &self.opponent_dice);
        let active_penalty = meaning.number(&self.penalty, "penalty", 0..=99);
        let opponent_penalty = meaning.number(&self.opponent_penalty, "penalty", 0..=99);
        let sides = active.zip(opponent);
        let penalties = active_penalty.zip(opponent_penalty);
        let ((active, opponent), (active_penalty, opponent_penalty)) =
            meaning.settled(sides.zip(penalties))?;
        let contest = Contest { active, opponent, active_penalty, opponent_penalty };
        contest.answer().map_err(|error| Problem::from(error).into())
    }
}

fn side<'d>(
    setting: &'d Setting,
    meaning: &mut Meaning,
    cards: &str,
    dice: &str,
) -> Option<Attempt<'d>> {
    let draw = meaning.of(cards);
    let pool = meaning.pool(setting, dice);
    pool.zip(draw).map(|(pool, draw)| Attempt { pool, draw })
}
