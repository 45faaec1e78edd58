//! `lookup escape N DICE --tn 7 --fragile`, or `lookup escape N DICE --against 37 --skill 3d10`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::{Contest, Escape, EscapeAnswer};
use clap::Args;

use super::attempt::AttemptArgs;
use super::contest::side;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    /// Break free by Strength: the number of the weapon table
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, conflicts_with = "against")]
    tn: Option<String>,
    /// The weapon is fragile, so that it breaks
    #[arg(long, requires = "tn")]
    fragile: bool,
    /// Wriggle free by Dexterity: the attacker's card, with follow-ups such as 37+11
    #[arg(long, value_name = "CARDS", requires = "skill")]
    against: Option<String>,
    /// The attacker's skill with the weapon, such as 3d10
    #[arg(long, value_name = "DICE", requires = "against")]
    skill: Option<String>,
    /// Penalty to the result, such as wounds
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: String,
}

impl Typed {
    /// Whether the character is free.
    pub fn answer(&self, setting: &Setting) -> Result<EscapeAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let penalty = meaning.number(&self.penalty, "penalty", 0..=99_u16);
        let escape = match (&self.tn, &self.against, &self.skill) {
            (Some(tn), ..) => {
                let tn = meaning.of(tn);
                attempt.zip(tn).zip(penalty).map(|((attempt, tn), penalty)| Escape::Break {
                    attempt,
                    tn,
                    fragile: self.fragile,
                    penalty: penalty.into(),
                })
            }
            (None, Some(cards), Some(skill)) => {
                let opponent = side(setting, &mut meaning, cards, skill);
                attempt.zip(opponent).zip(penalty).map(|((active, opponent), active_penalty)| {
                    Escape::Wriggle(Contest {
                        active,
                        opponent,
                        active_penalty,
                        opponent_penalty: 0,
                    })
                })
            }
            _ => meaning.missing("a way to get free", "--tn, or --against with --skill"),
        };
        let escape = meaning.settled(escape)?;
        escape.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
