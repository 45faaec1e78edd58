//! Fields shared by the games in which actions are declared and initiative is rolled each round: D6
//! combat and wound-level combat.

use crate::table::questions::prelude::*;
use crate::table::rules::{Entrant, turn_order};

fields! {
    /// The number of actions of a character.
    pub struct ActionsFields {
        /// All actions of the round; more than one make each harder
        actions: Arg<Number<u8, 1, 99>> = default("1"),
    }
}

impl ActionsFields {
    /// The number.
    pub fn get(&self) -> u8 {
        self.actions.get()
    }
}

fields! {
    /// All participants of the fight.
    pub struct EntrantFields {
        /// Name and initiative total, such as Ann:14
        entrants: List<Entrant> = positional().value("NAME:TOTAL").required(),
    }
}

fields! {
    /// The turns of a D6 round; ties act at the same time.
    pub struct SimultaneousOrder {
        /// The participants.
        all: EntrantFields,
    }
}

impl Question for SimultaneousOrder {
    const NAME: &'static str = "initiative order";
    const HELP: &'static str = "Sort the participants by initiative";
    const EXAMPLES: [&'static str; 2] = ["ann:14 ben:9", "ann:14 thugs:9 ben:9"];
    const DEMAND: Demand = Demand::Hand;

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        let entrants = self.all.entrants.get();
        if entrants.iter().any(|entrant| entrant.critical) {
            return refuse("D6 initiative has no critical success", "NAME:TOTAL");
        }
        Ok(Box::new(turn_order(&entrants, false)))
    }
}

fields! {
    /// The turns of a ladder round: the slowest declares first, and a total ending in ! is a
    /// critical success.
    pub struct DeclaredOrder {
        /// The participants.
        all: EntrantFields,
    }
}

impl Question for DeclaredOrder {
    const NAME: &'static str = "initiative order";
    const HELP: &'static str = "Sort the participants by initiative and order of declaring";
    const EXAMPLES: [&'static str; 2] = ["ann:4 ben:1", "ann:4 ben:1!"];
    const DEMAND: Demand = Demand::Hand;

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        Ok(Box::new(turn_order(&self.all.entrants.get(), true)))
    }
}
