//! `lookup fi3 attack throw N DICE --strength d6 --distance 30 --scatter 11`.

use super::roll::{RollArgs, TraitDie};
use crate::cli::lookup::prelude::*;
use crate::cli::lookup::written::one;
use crate::rules::fi3::Throw;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// The thrower's Strength die, such as d8 or d12+2; that of the character who acts when left
    /// out
    #[arg(long, value_name = "DIE")]
    strength: Option<Parsed<TraitDie>>,
    /// Distance to the target in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: Number<u16, 0, 65_535>,
    /// Other penalties of the situation
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    situation: Number<i32, -99, 99>,
    /// The cards drawn after a miss
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    scatter: Vec<Parsed<Together>>,
    /// Follow-up cards of the scatter, while a d6 is exceptional
    #[arg(
        long,
        value_name = "CARD,…",
        value_delimiter = ',',
        requires = "scatter",
        allow_hyphen_values = true
    )]
    scatter_then: Vec<Parsed<Together>>,
}

/// Where the thing comes down.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let own = at.setting.character.as_ref().and_then(|who| who.check("strength"));
        let strength = self.strength.get().and_then(|typed| match typed.or(own.map(|d| d.die)) {
            Some(die) => Ok(die),
            None => missing("a Strength", "--strength, or --as a character"),
        });
        let scatter = at.cards(&mut self.scatter, CardUse::Drawn);
        let then = at.cards(&mut self.scatter_then, CardUse::FollowUp);
        let (roll, strength, distance_m, penalty, mut scatter, scatter_then) =
            all((roll, strength, self.distance.get(), self.situation.get(), scatter, then))?;
        let options = &at.setting.rules.fi3;
        let empty = Vec::new();
        let mut throw = Throw { roll, strength, distance_m, penalty, scatter: empty, scatter_then };
        let answer = at.complete(&mut scatter, |scatter| {
            throw.scatter = scatter.to_vec();
            throw.answer(options)
        })?;
        self.scatter = scatter.iter().copied().map(one).collect();
        if !answer.scatter_open {
            return Ok(Box::new(answer));
        }
        let mut further = Vec::new();
        throw.scatter_then.extend(at.follow_ups(&scatter, &mut further)?);
        self.scatter_then.extend(further);
        said(throw.answer(options))
    }
}
