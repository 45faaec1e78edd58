//! Opposed rolls, and contests of nerve.

use super::roll::{OpposedFields, RollFields};
use crate::table::questions::prelude::*;
use crate::table::rules::Entanglement;
use crate::table::rules::fi3::{PsychologicalContest, Stakes, TraitDice};

fields! {
    /// Resolves an opposed roll.
    pub struct ContestQuestion {
        /// Both sides.
        sides: OpposedFields,
    }
}

impl Question for ContestQuestion {
    const NAME: &'static str = "contest";
    const HELP: &'static str = "Resolve an opposed roll";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 37 2d8", "34+11 2d10 12 2d8"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        answered(self.sides.resolve(at)?.answer(&at.setting.rules.fi3))
    }
}

fields! {
    /// Resolves Bluff against Scrutinize, Overawe against Guts, or Ridicule against Ridicule.
    pub struct PsychQuestion {
        /// Both sides.
        sides: OpposedFields,
    }
}

impl Question for PsychQuestion {
    const NAME: &'static str = "contest for psych";
    const HELP: &'static str = "Resolve a bluff, an overawing look or a taunt";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 37 2d8", "34 2d10 35 1d6"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let contest = self.sides.resolve(at)?;
        answered(PsychologicalContest { contest }.answer(&at.setting.rules.fi3))
    }
}

fields! {
    /// Resolves a fighting skill against Dexterity, to catch or trip the opponent.
    pub struct EntangleQuestion {
        /// Both sides.
        sides: OpposedFields,
    }
}

impl Question for EntangleQuestion {
    const NAME: &'static str = "contest for entangle";
    const HELP: &'static str = "Catch or trip a target with a whip, a net or a lasso";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 37 2d8", "34+11 2d10 12 2d8"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let question = Entanglement { contest: self.sides.resolve(at)?, snare: None };
        answered(question.answer(&at.setting.rules.fi3))
    }
}

fields! {
    /// Resolves a simple psychological contest for stakes.
    pub struct StakesQuestion {
        /// The roll of the initiator.
        roll: RollFields,
        /// The dice of the skill that resists, such as 2d8
        opposing: Arg<TraitDice>,
    }
}

impl Question for StakesQuestion {
    const NAME: &'static str = "contest for stakes";
    const HELP: &'static str = "Resolve a simple psychological contest for stakes";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 opposing 2d8", "12 2d8 opposing 1d12"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (roll, opposing) = (self.roll.resolve(at)?, self.opposing.get());
        answered(Stakes { roll, opposing }.answer(&at.setting.rules.fi3))
    }
}
