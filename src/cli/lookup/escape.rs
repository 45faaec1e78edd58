//! `lookup check for escape N DICE --tn 7 --fragile`, or `lookup check for escape N DICE --against 37 --skill 3d10`.

use super::attempt::{AttemptArgs, WoundedArgs};
use super::contest::{side, with_wounds};
use super::dice::Dice;
use crate::cli::lookup::prelude::*;
use crate::dice::CheckDice;
use crate::lookup::TargetNumber;
use crate::rules::{Contest, Escape};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    /// Break free by Strength: the number of the weapon table, which has to be exceeded
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, conflicts_with = "against")]
    tn: Option<Parsed<TargetNumber>>,
    /// The weapon is fragile, so that it breaks
    #[arg(long, requires = "tn")]
    fragile: bool,
    /// Wriggle free by Dexterity: the attacker's card, with follow-ups such as 37+11
    #[arg(long, value_name = "CARDS", requires = "skill")]
    against: Option<Parsed<Chain>>,
    /// The attacker's skill with the weapon, such as 3d10
    #[arg(long, value_name = "DICE", requires = "against", conflicts_with = "tn")]
    skill: Option<Parsed<Dice<CheckDice>>>,
    #[command(flatten)]
    #[serde(flatten)]
    wounded: WoundedArgs,
    /// Other penalties to the result
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: Number<u16, 0, 99>,
}

/// Whether the character is free.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(self.resolve(at)?.answer(&at.setting.rules.west))
    }
}

impl Typed {
    fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Escape<'d>, Problems> {
        let attempt = self.attempt.resolve(at);
        let penalty = all((self.wounded.penalty(at.setting), self.penalty.get()));
        match (&self.tn, &mut self.against, &self.skill) {
            (Some(tn), ..) => {
                let (attempt, tn, (wound_penalty, penalty)) = all((attempt, tn.get(), penalty))?;
                let (fragile, penalty) = (self.fragile, penalty.into());
                Ok(Escape::Break { attempt, tn, fragile, wound_penalty, penalty })
            }
            (None, Some(cards), Some(skill)) => {
                let draw = at.chain(cards);
                let opponent = side(at, draw, skill.get());
                let (active, opponent, (wounds, penalty)) = all((attempt, opponent, penalty))?;
                let active_penalty = with_wounds(penalty, wounds);
                let opponent_penalty = 0;
                let contest = Contest { active, opponent, active_penalty, opponent_penalty };
                Ok(Escape::Wriggle(contest))
            }
            _ => {
                let way = missing("a way to get free", "--tn, or --against with --skill");
                all((attempt, penalty, way)).map(|(_, _, way)| way)
            }
        }
    }
}
