//! The odds of everything except checks: `odds effect '(3)6'`, `odds location --punch` and the
//! like.

use super::manner::AskFields;
use super::{NextDraw, Odds, OddsQuestion};
use crate::dice::{EffectDice, Expression};
use crate::table::lookup::{EffectCell, Element};
use crate::table::odds::fit::FitAnswer;
use crate::table::odds::{
    Ask, burst_odds, effect_odds, element_odds, failure_odds, location_odds, penetration_odds,
    printed_penetration_odds, scatter_odds, toggle_odds, unintended_odds,
};
use crate::table::questions::prelude::*;
use crate::table::questions::west::hit::ForcedFields;
use crate::table::rules::PenetrationQuestion;

fields! {
    /// The odds of an effect cell.
    pub struct EffectQuestion {
        /// Row and column of the effect grid, such as '(3)6'
        cell: Arg<EffectDice> = positional(),
        /// What is asked of it.
        asked: AskFields,
    }
}

impl OddsQuestion for EffectQuestion {
    const NAME: &'static str = "effect";
    const HELP: &'static str =
        "The chance of each magnitude of an effect cell, compared with sums of true dice";
    const EXAMPLES: &'static [&'static str] = &["(3)6", "(2)6 at-least 4,8"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        let cell = listed(EffectCell::new(at.deck, self.cell.get()));
        let (cell, ask) = all((cell, self.asked.get()))?;
        let ask = ask.unwrap_or(Ask::AtLeast(Vec::new()));
        Ok(Odds::Tables(effect_odds(cell, at.pile, &ask)))
    }

    fn takes_one_card(&self) -> bool {
        true
    }
}

fields! {
    /// The odds of a designer element.
    pub struct ElementQuestion {
        /// The element's id in the deck file
        element: Arg<ElementName> = positional(),
        /// What is asked of it.
        asked: AskFields,
        /// The dice to compare it with, such as 2d6 or 4dF, where the deck file does not say them
        dice: Opt<Expression> = value("DICE"),
    }
}

impl OddsQuestion for ElementQuestion {
    const NAME: &'static str = "element";
    const HELP: &'static str = "A designer element, compared with its dice";
    const EXAMPLES: &'static [&'static str] = &["wild", "4dF at-least 2"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        let element = listed(Element::new(at.deck, &self.element.get()))
            .map_err(|problems| problems.map(|it| it.clone().for_argument("element")));
        let (element, ask) = all((element, self.asked.get()))?;
        let dice = self.dice.get().or_else(|| at.setting.deck.element_dice(element.id()));
        listed(element_odds(element, at.pile, dice.as_ref(), ask.as_ref())).map(Odds::Tables)
    }

    fn takes_one_card(&self) -> bool {
        true
    }
}

fields! {
    /// The odds of each hit location.
    pub struct LocationQuestion {
        /// What moves the hit.
        forced: ForcedFields,
    }
}

impl OddsQuestion for LocationQuestion {
    const NAME: &'static str = "location";
    const HELP: &'static str = "Each hit location, as drawn and with bumps";
    const EXAMPLES: &'static [&'static str] = &["", "punch"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        Ok(Odds::Tables(location_odds(at.deck, at.pile, self.forced.moves(None)?)))
    }

    fn takes_one_card(&self) -> bool {
        true
    }
}

fields! {
    /// The odds of penetration.
    pub struct PenetrationOddsQuestion {
        /// The weapon's Pen
        pen: Opt<Number<i16, -99, 99>> = needs("armour"),
        /// The armour value: thin wood 2, hardwood 3, brick or iron 4
        armour: Opt<Number<i16, -99, 99>> = value("AV").needs("pen"),
        /// Penetration bumps
        bumps: Arg<Number<u8, 0, 99>> = default("0"),
    }
}

impl OddsQuestion for PenetrationOddsQuestion {
    const NAME: &'static str = "penetration";
    const HELP: &'static str = "What a card prints for penetration, or P, A and D against armour";
    const EXAMPLES: &'static [&'static str] = &["", "pen 2 armour 3"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        Ok(Odds::Tables(match self.pen.get().zip(self.armour.get()) {
            Some((pen, armour)) => {
                let question = PenetrationQuestion { pen, armour, bumps: self.bumps.get() };
                penetration_odds(at.deck, at.pile, question)
            }
            None => printed_penetration_odds(at.deck, at.pile),
        }))
    }

    fn takes_one_card(&self) -> bool {
        true
    }
}

fields! {
    /// The odds of the hits of a burst.
    pub struct BurstQuestion {
        /// The shots fired: one of the deck's burst sizes
        shots: Arg<Number<u16, 1, 9999>> = positional().value("SHOTS"),
    }
}

impl OddsQuestion for BurstQuestion {
    const NAME: &'static str = "burst";
    const HELP: &'static str = "How many shots of a burst hit";
    const EXAMPLES: &'static [&'static str] = &["3", "10"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        listed(burst_odds(at.deck, at.pile, self.shots.get())).map(Odds::Tables)
    }

    fn takes_one_card(&self) -> bool {
        true
    }
}

/// Declares questions without fields.
macro_rules! plain_questions {
    ($($(#[$meta:meta])* $question:ident, $name:literal, $help:literal: |$at:ident| $odds:expr;)+) => {$(
        fields! {
            $(#[$meta])*
            pub struct $question {}
        }

        impl OddsQuestion for $question {
            const NAME: &'static str = $name;
            const HELP: &'static str = $help;
            const EXAMPLES: &'static [&'static str] = &[""];

            fn answer(&self, $at: &NextDraw<'_>) -> Result<Odds, Problems> {
                Ok(Odds::Tables($odds))
            }

            fn takes_one_card(&self) -> bool {
                true
            }
        }
    )+};
}

plain_questions! {
    /// The odds that equipment fails.
    FailureQuestion, "failure", "Whether equipment fails, for each reliability":
        |at| failure_odds(at.deck, at.pile, &at.setting.rules.west);
    /// The odds that stray shots hit other people.
    UnintendedQuestion, "unintended", "Whether stray shots hit an unintended target":
        |at| unintended_odds(at.deck, at.pile);
    /// The odds of each direction.
    ScatterQuestion, "scatter", "Each direction of the scatter clock":
        |at| scatter_odds(at.deck, at.pile);
    /// The odds of yes and no.
    ToggleQuestion, "toggle", "Yes and no": |at| toggle_odds(at.deck, at.pile);
}

fields! {
    /// How closely the deck represents the dice of the rule texts.
    pub struct FitQuestion {}
}

impl OddsQuestion for FitQuestion {
    const NAME: &'static str = "fit";
    const HELP: &'static str =
        "How close the whole deck comes to the dice of the games in the rule texts";
    const EXAMPLES: &'static [&'static str] = &[""];
    const IS_OF_WHOLE_DECK: bool = true;

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        Ok(Odds::Fit(FitAnswer::new(&at.setting.deck)))
    }
}
