//! Rolls against a task number: a plain check, surprise, fear, and breaking free.

use super::dice::{SideRoll, side_roll};
use super::roll::RollFields;
use crate::table::lookup::TargetNumber;
use crate::table::questions::prelude::*;
use crate::table::rules::fi3::Fear;
use crate::table::rules::{Contest, Escape, Surprise};

fields! {
    /// Resolves a roll of a trait or aptitude.
    pub struct CheckQuestion {
        /// The roll.
        roll: RollFields,
        /// The task number: foolproof 3, fair 5, onerous 7, difficult 9, incredible 11
        tn: Opt<TargetNumber> = trailing(),
    }
}

impl Question for CheckQuestion {
    const NAME: &'static str = "check";
    const HELP: &'static str = "Resolve a roll of a trait or aptitude, with fate chips";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 tn 5", "34 2d8 tn 7 white 1"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at)?;
        let options = &at.setting.rules.fi3;
        match self.tn.get() {
            None => answered(roll.read(options)),
            Some(tn) => answered(roll.against_tn(tn, "as given", options)),
        }
    }
}

fields! {
    /// Resolves whether a character is surprised.
    pub struct SurpriseQuestion {
        /// The roll.
        roll: RollFields,
        /// The character expects some danger
        expecting: Flag,
    }
}

impl Question for SurpriseQuestion {
    const NAME: &'static str = "check for surprise";
    const HELP: &'static str = "See whether a character is surprised";
    const EXAMPLES: [&'static str; 2] = ["34 2d8", "12 2d8 expecting"];
    const SKILLS: &'static [&'static str] = &["acuity"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let check = self.roll.resolve(at)?;
        let question = Surprise { check, expecting_danger: self.expecting.get() };
        answered(question.answer(&at.setting.rules.fi3))
    }
}

fields! {
    /// Resolves a roll against fear or terror.
    pub struct FearQuestion {
        /// The roll.
        roll: RollFields,
        /// The number to reach
        tn: Arg<TargetNumber>,
        /// Terror, in which chips cannot be spent
        terror: Flag,
    }
}

impl Question for FearQuestion {
    const NAME: &'static str = "check for fear";
    const HELP: &'static str = "Resolve a roll against fear or terror";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 tn 5", "12 2d8 tn 7 terror"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at)?;
        let fear = Fear { roll, tn: self.tn.get(), terror: self.terror.get() };
        answered(fear.answer(&at.setting.rules.fi3))
    }
}

fields! {
    /// Resolves whether a character breaks free of a net or lasso.
    pub struct BreakFreeQuestion {
        /// The roll.
        roll: RollFields,
        /// Break free by Strength: the number of the weapon table
        tn: Opt<TargetNumber> = required_unless(&["holder"]),
        /// The weapon is fragile and breaks
        fragile: Flag = needs("tn"),
        /// The holder's cards and skill, such as 20:3d8, to wriggle out
        holder: Opt<SideRoll> = value("CARDS:DICE").excludes(&["tn"]),
    }
}

impl Question for BreakFreeQuestion {
    const NAME: &'static str = "check for break-free";
    const HELP: &'static str = "Get loose from a net or lasso";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 tn 7 fragile", "34 2d8 holder 20:3d8"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (check, holder) = all((self.roll.resolve(at), side_roll(at, &self.holder)))?;
        let question = match (self.tn.get(), holder) {
            (Some(tn), _) => Escape::Break { check, tn, fragile: self.fragile.get() },
            (None, Some(opponent)) => Escape::Wriggle(Contest { active: check, opponent }),
            (None, None) => return missing("a way to get free", "--tn, or --holder"),
        };
        answered(question.answer(&at.setting.rules.fi3))
    }
}
