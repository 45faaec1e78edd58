//! `initiative 50 3d8 hand 37,21,5 keep 37,21`

use super::roll::RollFields;
use crate::table::questions::prelude::*;
use crate::table::rules::Initiative;

fields! {
    /// Resolves a Reflex roll and the hand drawn for it.
    pub struct InitiativeQuestion {
        /// The Reflex roll.
        roll: RollFields,
        /// The hand drawn after the Reflex roll
        hand: List<CardList>,
        /// The cards kept of it, two at most; the two best when left out
        keep: List<CardList> = used_as(CardUse::Named),
        /// A card held in reserve
        reserve: Opt<CardRef> = used_as(CardUse::Named),
        /// The penalty in the Aim of the weapon in hand
        weapon_penalty: Arg<Number<u8, 0, 99>> = default("0"),
    }
}

impl Question for InitiativeQuestion {
    const NAME: &'static str = "initiative";
    const HELP: &'static str = "Resolve a Reflex roll and the hand drawn for it";
    const EXAMPLES: [&'static str; 2] = ["34 3d8", "50 3d8 hand 37,21,5"];
    const SKILLS: &'static [&'static str] = &["reflex"];
    const DEMAND: Demand = Demand::Hand;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at);
        let (hand, keep) = (at.cards(&self.hand), at.cards(&self.keep));
        let (check, hand, keep, reserve) = all((roll, hand, keep, at.card_if(&self.reserve)))?;
        let weapon_penalty = self.weapon_penalty.get();
        let question = Initiative { check, weapon_penalty, reserve, hand, keep };
        answered(question.answer(&at.setting.rules.fi3))
    }
}
