//! `attack throw 34 2d8 strength d6 distance 30 scatter 11`

use super::dice::TraitDie;
use super::roll::RollFields;
use crate::table::questions::cards::texts;
use crate::table::questions::prelude::*;
use crate::table::rules::fi3::Throw;

fields! {
    /// Resolves a throw and its scatter.
    pub struct ThrowQuestion {
        /// The roll.
        roll: RollFields,
        /// The thrower's Strength die, such as d8 or d12+2; that of the character who acts when left out
        strength: Opt<TraitDie>,
        /// Distance to the target in metres
        distance: Arg<Number<u16, 0, 65_535>> = value("METRES").fact(Fact::Distance),
        /// Other penalties of the situation
        situation: Arg<Number<i32, -99, 99>> = default("0"),
        /// The cards drawn after a miss
        scatter: List<CardList>,
        /// Follow-up cards of the scatter, while a d6 is exceptional
        scatter_then: List<CardList> = needs("scatter").used_as(CardUse::FollowUp),
    }
}

impl Question for ThrowQuestion {
    const NAME: &'static str = "attack throw";
    const HELP: &'static str = "Resolve a throw and its scatter";
    const EXAMPLES: [&'static str; 2] =
        ["34 2d8 strength d6 distance 12", "34 2d8 strength d6 distance 25 scatter 11"];
    const SKILLS: &'static [&'static str] = &["throwing", "dexterity"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let own = at.setting.character.as_ref().and_then(|who| who.check("strength"));
        let strength = match self.strength.get().or(own.map(|dice| dice.die)) {
            Some(die) => Ok(die),
            None => missing("a Strength", "--strength, or --as a character"),
        };
        let (scatter, then) = (at.cards(&self.scatter), at.cards(&self.scatter_then));
        let (roll, strength, mut scatter, scatter_then) = all((roll, strength, scatter, then))?;
        let options = &at.setting.rules.fi3;
        let (distance_m, penalty) = (self.distance.get(), self.situation.get());
        let none = Vec::new();
        let mut throw = Throw { roll, strength, distance_m, penalty, scatter: none, scatter_then };
        let answer = at.complete(&mut scatter, |scatter| {
            throw.scatter = scatter.to_vec();
            throw.answer(options)
        })?;
        if !scatter.is_empty() {
            at.note(self.scatter.field(), texts(&scatter));
        }
        if !answer.scatter_open {
            return Ok(Box::new(answer));
        }
        throw.scatter_then.extend(at.follow_ups(&scatter)?);
        if !throw.scatter_then.is_empty() {
            at.note(self.scatter_then.field(), texts(&throw.scatter_then));
        }
        answered(throw.answer(options))
    }
}
