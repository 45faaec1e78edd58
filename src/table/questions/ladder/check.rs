//! Checks of traits: `check 12 3 actions 2 hurt 3`, moving, initiative, and enduring a severe
//! wound.

use crate::table::questions::prelude::*;
use crate::table::questions::rounds::ActionsFields;
use crate::table::rules::ladder::{Check, EndureCheck, Pace, Purpose, Withdrawal, Wounds};

/// A trait or Physique on the ladder.
pub type Trait = Number<i8, -9, 9>;

/// Levels of damage.
pub type Levels = Number<u16, 0, 999>;

fields! {
    /// The card and the trait of a check, with modifiers.
    pub struct CheckFields {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional(),
        /// The trait on the ladder, -9 to 9: 3 is professional
        skill: Arg<Trait> = positional().value("TRAIT"),
        /// Levels of damage taken before
        hurt: Arg<Levels> = value("LEVELS").default("0"),
        /// Other modifiers
        modifier: Arg<Number<i16, -99, 99>> = default("0"),
    }
}

impl CheckFields {
    /// The check, for this purpose and number of actions.
    pub fn resolve<'d>(
        &self,
        at: &mut Context<'d, '_>,
        purpose: Purpose,
        actions: u8,
    ) -> Result<Check<'d>, Problems> {
        Ok(Check {
            deck: at.deck(),
            card: at.card(&self.card)?,
            skill: self.skill.get(),
            purpose,
            actions,
            wounds: Wounds::new(self.hurt.get()),
            modifier: self.modifier.get(),
        })
    }
}

fields! {
    /// A check of a trait.
    pub struct CheckQuestion {
        /// Card and trait.
        check: CheckFields,
        /// How many actions there are.
        actions: ActionsFields,
    }
}

impl Question for CheckQuestion {
    const NAME: &'static str = "check";
    const HELP: &'static str = "Resolve a trait with the ladder die, -4 to +4";
    const EXAMPLES: [&'static str; 2] = ["12 3", "12 3 actions 2 hurt 3"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        answered(self.check.resolve(at, Purpose::Action, self.actions.get())?.answer())
    }
}

choice! {
    Pace {
        "crawl" => Pace::Crawl, "On hands and knees";
        "walk" => Pace::Walk, "Upright";
        "run" => Pace::Run, "Fast";
    }
}

fields! {
    /// Moving, for example out of an opponent's reach; the trait is Physique.
    pub struct WithdrawQuestion {
        /// Card and trait.
        check: CheckFields,
        /// How many actions there are.
        actions: ActionsFields,
        /// The pace
        pace: Arg<Pace> = value("PACE").default("run"),
        /// Number to reach to get away; the text leaves it to the gamemaster
        difficulty: Opt<Number<i16, -99, 99>>,
    }
}

impl Question for WithdrawQuestion {
    const NAME: &'static str = "check for withdraw";
    const HELP: &'static str = "Resolve moving, such as out of reach of an opponent";
    const EXAMPLES: [&'static str; 2] = ["12 3 difficulty 3", "12 3 pace crawl hurt 5"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let check = self.check.resolve(at, Purpose::Move(self.pace.get()), self.actions.get())?;
        answered(Withdrawal { check, difficulty: self.difficulty.get() }.answer())
    }
}

fields! {
    /// An initiative roll; a critical success goes before all others.
    pub struct InitiativeQuestion {
        /// Card and trait.
        check: CheckFields,
    }
}

impl Question for InitiativeQuestion {
    const NAME: &'static str = "initiative";
    const HELP: &'static str = "Resolve an initiative roll";
    const EXAMPLES: [&'static str; 2] = ["12 3", "8 3 hurt 3"];
    const DEMAND: Demand = Demand::Hand;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        answered(self.check.resolve(at, Purpose::Initiative, 1)?.answer())
    }
}

fields! {
    /// The Physique check of a critical or terminal wound.
    pub struct EndureQuestion {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional(),
        /// Physique, -9 to 9
        physique: Arg<Trait> = positional().value("TRAIT"),
        /// Number to reach; the text leaves it to the gamemaster
        difficulty: Arg<Number<i16, -99, 99>>,
        /// Levels of damage: 5 is critical, 6 terminal
        hurt: Arg<Levels> = value("LEVELS"),
        /// Other modifiers
        modifier: Arg<Number<i16, -99, 99>> = default("0"),
    }
}

impl Question for EndureQuestion {
    const NAME: &'static str = "hurt endure";
    const HELP: &'static str = "Resolve the Physique check of a critical or terminal wound";
    const EXAMPLES: [&'static str; 2] =
        ["12 3 difficulty 2 hurt 5", "12 3 difficulty 1 hurt 6 modifier 1"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let check = EndureCheck {
            deck: at.deck(),
            card: at.card(&self.card)?,
            physique: self.physique.get(),
            difficulty: self.difficulty.get(),
            wounds: Wounds::new(self.hurt.get()),
            modifier: self.modifier.get(),
        };
        answered(check.answer())
    }
}
