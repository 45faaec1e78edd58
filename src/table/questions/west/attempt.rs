//! The fields of all questions that are checks: card, dice, follow-up cards and penalties.

use crate::table::questions::prelude::*;
use crate::table::rules::Attempt;

fields! {
    /// The card and the dice of a check.
    pub struct AttemptFields {
        /// The card drawn, by its number
        card: Arg<Chain> = positional().value("CARD"),
        /// Skill level and die, such as 3d10: rows 1 to 3 of the cause grid's d10 column
        dice: Arg<Skill> = positional().fact(Fact::Skill),
        /// Follow-up cards in the order drawn, while results are exceptional
        then: List<CardList> = used_as(CardUse::FollowUp),
    }
}

impl AttemptFields {
    /// The pool and the cards drawn for it.
    pub fn resolve<'d>(&self, at: &mut Context<'d, '_>) -> Result<Attempt<'d>, Problems> {
        at.attempt(&self.card, &self.then, self.dice.get())
    }
}

fields! {
    /// The wounds of the acting character.
    pub struct WoundedFields {
        /// The worst wound of the character who acts, 0 to 5; a session supplies it
        wounded: Arg<Number<u8, 0, 5>> = value("WOUNDS").default("0").fact(Fact::Wounded),
    }
}

impl WoundedFields {
    /// The worst wound.
    pub fn get(&self) -> u8 {
        self.wounded.get()
    }

    /// The penalty of the worst wound.
    pub fn penalty(&self, setting: &Setting) -> i32 {
        setting.rules.west.wound_table.penalty(self.get())
    }
}

fields! {
    /// Penalties that are not fields of the question.
    pub struct OtherPenaltyFields {
        /// Other penalties to the attempt; a bonus is negative
        penalty: Arg<Number<i32, -99, 99>> = default("0").fact(Fact::Penalty),
    }
}

impl OtherPenaltyFields {
    /// The penalty.
    pub fn get(&self) -> i32 {
        self.penalty.get()
    }
}

fields! {
    /// Wounds and other penalties.
    pub struct PenaltyFields {
        /// The wounds.
        wounded: WoundedFields,
        /// The others.
        other: OtherPenaltyFields,
    }
}

impl PenaltyFields {
    /// The penalty of the worst wound, and all others.
    pub fn get(&self, setting: &Setting) -> (i32, i32) {
        (self.wounded.penalty(setting), self.other.get())
    }

    /// The worst wound.
    pub fn wounds(&self) -> u8 {
        self.wounded.get()
    }

    /// All other penalties.
    pub fn other(&self) -> i32 {
        self.other.get()
    }

    /// The attempt with these wounds and penalties.
    pub fn weaken<'d>(&self, attempt: Attempt<'d>) -> Attempt<'d> {
        Attempt { wounds: self.wounds(), penalty: self.other(), ..attempt }
    }
}
