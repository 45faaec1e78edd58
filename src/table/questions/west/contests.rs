//! Contests of two checks, and their uses.

use super::attempt::{AttemptFields, WoundedFields};
use crate::table::lookup::TargetNumber;
use crate::table::questions::prelude::*;
use crate::table::rules::{Attempt, Contest, Entanglement, Escape, Snare};

fields! {
    /// Two sides with one card each.
    pub struct ContestFields {
        /// The acting character's card, with follow-ups such as 34+11
        active_cards: Arg<Chain> = positional(),
        /// The acting character's dice, such as 3d10
        active_dice: Arg<Skill> = positional(),
        /// The opponent's card, with follow-ups
        opponent_cards: Arg<Chain> = positional().value("OPPONENT_CARDS"),
        /// The opponent's dice
        opponent_dice: Arg<Skill> = positional().value("OPPONENT_DICE"),
        /// The wounds of the character who acts.
        wounded: WoundedFields,
        /// Other penalties to the acting character's result
        penalty: Arg<Number<i32, 0, 99>> = default("0").fact(Fact::Penalty),
        /// Penalty to the opponent's result
        opponent_penalty: Arg<Number<i32, 0, 99>> = default("0"),
    }
}

impl ContestFields {
    /// The contest.
    fn resolve<'d>(&self, at: &mut Context<'d, '_>) -> Result<Contest<Attempt<'d>>, Problems> {
        let active = at.chain(&self.active_cards);
        let (active, opponent) = all((active, at.chain(&self.opponent_cards)))?;
        let active = Attempt::new(at.pool(self.active_dice.get())?, active);
        let opponent = Attempt::new(at.pool(self.opponent_dice.get())?, opponent);
        let (wounds, penalty) = (self.wounded.get(), self.penalty.get());
        Ok(Contest {
            active: Attempt { wounds, penalty, ..active },
            opponent: Attempt { penalty: self.opponent_penalty.get(), ..opponent },
        })
    }
}

fields! {
    /// Resolves a contest of two checks.
    pub struct ContestQuestion {
        /// Both sides.
        contest: ContestFields,
    }
}

impl Question for ContestQuestion {
    const NAME: &'static str = "contest";
    const HELP: &'static str = "Resolve a contest of two checks";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 37 2d8", "34+11 3d10 12 2d8 penalty 1"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        answered(self.contest.resolve(at)?.answer(&at.setting.rules.west))
    }
}

choice! {
    Snare {
        "entangle" => Snare::Entangle, "Hold the target";
        "trip" => Snare::Trip, "Bring it down";
        "both" => Snare::EntangleAndTrip, "Both";
    }
}

fields! {
    /// Resolves whether a weapon entangles its target.
    pub struct EntangleQuestion {
        /// Both sides.
        contest: ContestFields,
        /// The intended effect of the weapon
        snare: Arg<Snare> = default("entangle"),
    }
}

impl Question for EntangleQuestion {
    const NAME: &'static str = "contest for entangle";
    const HELP: &'static str = "Catch a target with a whip, a net or a lariat";
    const EXAMPLES: [&'static str; 2] = ["37 2d10 34 2d8", "37 2d10 34 2d8 snare trip"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let contest = self.contest.resolve(at)?;
        let question = Entanglement { contest, snare: Some(self.snare.get()) };
        answered(question.answer(&at.setting.rules.west))
    }
}

fields! {
    /// Resolves whether an entangled character breaks free.
    pub struct EscapeQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// Break free by Strength: the number of the weapon table, which has to be exceeded
        tn: Opt<TargetNumber> = required_unless(&["against"]).excludes(&["against"]),
        /// The weapon is fragile, so that it breaks
        fragile: Flag = needs("tn"),
        /// Wriggle free by Dexterity: the attacker's card, with follow-ups such as 37+11
        against: Opt<Chain> = needs("skill"),
        /// The attacker's skill with the weapon, such as 3d10
        skill: Opt<Skill> = needs("against").excludes(&["tn"]),
        /// The wounds of the character who acts.
        wounded: WoundedFields,
        /// Other penalties to the result
        penalty: Arg<Number<i32, 0, 99>> = default("0").fact(Fact::Penalty),
    }
}

impl Question for EscapeQuestion {
    const NAME: &'static str = "check for escape";
    const HELP: &'static str = "Break or wriggle free of a whip, a net or a lariat";
    const EXAMPLES: [&'static str; 2] = ["34 1d10 tn 7 fragile", "34 2d8 against 37 skill 3d10"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, against) = all((attempt, at.chain_if(&self.against)))?;
        let (wounds, penalty) = (self.wounded.get(), self.penalty.get());
        let check = Attempt { wounds, penalty, ..attempt };
        let escape = match (self.tn.get(), against, self.skill.get()) {
            (None, Some(draw), Some(skill)) => Escape::Wriggle(Contest {
                active: check,
                opponent: Attempt::new(at.pool(skill)?, draw),
            }),
            (Some(tn), ..) => Escape::Break { check, tn, fragile: self.fragile.get() },
            _ => return missing("a way to get free", "--tn, or --against with --skill"),
        };
        answered(escape.answer(&at.setting.rules.west))
    }
}
