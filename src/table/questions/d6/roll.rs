//! Rolls of die codes: `check 34,10 7D+1`, a defense, initiative; and the penalty for several
//! actions.

use crate::deck::CardNumber;
use crate::table::lookup::Answer;
use crate::table::questions::prelude::*;
use crate::table::questions::rounds::ActionsFields;
use crate::table::rules::d6::{ActionPlan, Defense, DieCode, Initiative, roll};

fields! {
    /// The cards of a roll.
    pub struct CardsFields {
        /// The card drawn; with more dice than one carries, all of them: 34,10
        cards: Arg<CardList> = positional(),
    }
}

impl CardsFields {
    /// The cards.
    pub fn draw(&self, at: &mut Context<'_, '_>) -> Result<Vec<CardNumber>, Problems> {
        let cards = at.together(&self.cards.get().0)?;
        self.note(at, &cards);
        Ok(cards)
    }

    /// The answer with these cards, and those that its dice then require.
    pub fn complete<A: Answer + 'static, E: Into<Problem>>(
        &self,
        at: &mut Context<'_, '_>,
        mut cards: Vec<CardNumber>,
        ask: impl FnMut(&[CardNumber]) -> Result<A, E>,
    ) -> Answered {
        let answer = at.complete(&mut cards, ask)?;
        self.note(at, &cards);
        Ok(Box::new(answer))
    }

    fn note(&self, at: &mut Context<'_, '_>, cards: &[CardNumber]) {
        let cards = CardList(cards.iter().copied().map(CardRef::Number).collect());
        at.note(self.cards.field(), vec![cards.to_string()]);
    }
}

fields! {
    /// The cards and the code of a roll.
    pub struct CodeFields {
        /// The cards.
        pub cards: CardsFields,
        /// The die code, such as 4D+2
        pub code: Arg<DieCode> = positional().value("CODE"),
    }
}

fields! {
    /// Adds up a die code.
    pub struct RollQuestion {
        /// Cards and code.
        roll: CodeFields,
    }
}

impl Question for RollQuestion {
    const NAME: &'static str = "check";
    const HELP: &'static str = "Add up a die code, such as 4D+2";
    const EXAMPLES: [&'static str; 2] = ["34 4D+2", "34,10 7D+1"];
    const DEMAND: Demand = Demand::Check;
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let cards = self.roll.cards.draw(at)?;
        let (deck, code) = (at.deck(), self.roll.code.get());
        self.roll.cards.complete(at, cards, |cards| roll(deck, code, cards))
    }
}

fields! {
    /// A dodge, block or parry; the code is dodge, brawling or melee combat.
    pub struct DefenseQuestion {
        /// Cards and code.
        roll: CodeFields,
        /// A full defense: the only action of the round, with a bonus of 10
        full: Flag,
        /// How many actions there are.
        actions: ActionsFields,
    }
}

impl Question for DefenseQuestion {
    const NAME: &'static str = "check for defense";
    const HELP: &'static str = "Resolve a dodge, block or parry";
    const EXAMPLES: [&'static str; 2] = ["34 4D+1 actions 2", "34 4D+1 full"];
    const ALIASES: &'static [&'static str] = &["defence"];
    const DEMAND: Demand = Demand::Check;
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let cards = self.roll.cards.draw(at)?;
        let (deck, skill) = (at.deck(), self.roll.code.get());
        let (actions, full) = (self.actions.get(), self.full.get());
        let ask = |cards: &[CardNumber]| {
            Defense { deck, skill, actions, full, cards: cards.to_vec() }.answer()
        };
        self.roll.cards.complete(at, cards, ask)
    }
}

fields! {
    /// An initiative roll; the code is Perception.
    pub struct InitiativeQuestion {
        /// Cards and code.
        roll: CodeFields,
        /// Search skill: +1 for every 2D over Perception
        search: Opt<DieCode> = value("CODE"),
        /// Agility: +1 for every 4D
        agility: Opt<DieCode> = value("CODE"),
        /// A card for each Character Point spent
        points: List<CardList>,
    }
}

impl Question for InitiativeQuestion {
    const NAME: &'static str = "initiative";
    const HELP: &'static str = "Resolve an initiative roll with its bonus";
    const EXAMPLES: [&'static str; 2] = ["34 3D+1", "34 3D+1 search 5D points 11,12"];
    const DEMAND: Demand = Demand::Hand;
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (cards, points) = all((self.roll.cards.draw(at), at.cards(&self.points)))?;
        let (deck, perception) = (at.deck(), self.roll.code.get());
        let (search, agility) = (self.search.get(), self.agility.get());
        let options = &at.setting.rules.d6;
        let ask = |cards: &[CardNumber]| {
            let (cards, points) = (cards.to_vec(), points.clone());
            Initiative { deck, perception, cards, search, agility, points }.answer(options)
        };
        self.roll.cards.complete(at, cards, ask)
    }
}

fields! {
    /// The penalty for several actions in a round.
    pub struct ActionsQuestion {
        /// All actions of the round, including waiting
        actions: Arg<Number<u8, 1, 99>> = positional().value("ACTIONS"),
        /// Skills and attributes to be rolled
        codes: List<DieCode> = positional().value("CODE"),
        /// Actions without penalty by a special ability
        free: Arg<Number<u8, 1, 99>> = value("ACTIONS").default("1"),
        /// Actions taken so far
        used: Arg<Number<u8, 0, 99>> = value("ACTIONS").default("0"),
    }
}

impl Question for ActionsQuestion {
    const NAME: &'static str = "compute actions";
    const HELP: &'static str = "Work out the penalty for several actions in a round";
    const EXAMPLES: [&'static str; 2] = ["3 5D+1", "4 5D+1 3D used 1"];

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        let plan = ActionPlan {
            declared: self.actions.get(),
            free: self.free.get(),
            used: self.used.get(),
            codes: self.codes.get(),
        };
        answered(plan.answer())
    }
}
