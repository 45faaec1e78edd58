//! Blasts, falls, flames, water and smoke.

use super::dice::{DamageDice, SideRoll, side_roll};
use super::roll::RollFields;
use crate::table::questions::cards::{chain_text, texts};
use crate::table::questions::prelude::*;
use crate::table::rules::Size;
use crate::table::rules::fi3::{Element, Fi3Error, Hazard, HazardQuestion, Landing, Sum, breath};

fields! {
    /// Reads the damage of an explosion.
    pub struct BlastQuestion {
        /// Its dice within 10 metres, such as '(3)20'
        dice: Arg<DamageDice> = positional().value("DICE"),
        /// Distance from the explosion in metres
        distance: Arg<Number<u16, 0, 9999>> = value("METRES").fact(Fact::Distance),
        /// Whom it meets.
        victim: VictimFields,
    }
}

impl Question for BlastQuestion {
    const NAME: &'static str = "hazard blast";
    const HELP: &'static str = "Read the damage of an explosion";
    const EXAMPLES: [&'static str; 2] =
        ["3d12 distance 5 cards 34", "3d20 distance 15 cards 34+11"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (dice, distance_m) = (self.dice.get(), self.distance.get());
        self.victim.answer(at, Hazard::Blast { dice, distance_m })
    }
}

fields! {
    /// The victim of a hazard, and the cards drawn.
    struct VictimFields {
        /// The cards drawn for the dice, such as 34+11; none where nothing reaches the victim
        cards: Opt<Chain>,
        /// A card for the place of each wound
        places: List<CardList>,
        /// The victim's Size; a human has 6
        size: Arg<Size> = value("SIZE").default("6").fact(Fact::Size),
    }
}

impl VictimFields {
    /// The damage of the hazard.
    fn answer<'d>(&self, at: &mut Context<'d, '_>, hazard: Hazard<'d>) -> Answered {
        let (deck, options) = (at.deck(), &at.setting.rules.fi3);
        let mut question =
            HazardQuestion { deck, hazard, size: self.size.get(), locations: Vec::new() };
        let sum = question.dice().map(|dice| Sum::new(deck, dice)).transpose();
        let sum = listed(sum.map_err(Fi3Error::from))?;
        let chain = match self.cards.get() {
            None if at.deals() && sum.is_some_and(|sum| sum.cards() > 0) => Chain::left_out(),
            chain => chain,
        };
        let count = sum.map_or(0, Sum::cards);
        let is_open = |cards: &[_]| sum.is_some_and(|sum| sum.is_open(cards));
        let cards = chain.map(|chain| at.chained(&chain, count, is_open)).transpose();
        let (cards, mut locations) = all((cards, at.cards(&self.places)))?;
        let cards = match (cards, sum) {
            (Some(cards), Some(sum)) => at.and_needed(cards, |cards| Ok(sum.needs(cards).1))?,
            (cards, _) => cards.unwrap_or_default(),
        };
        if !cards.is_empty() {
            at.note(self.cards.field(), vec![chain_text(&cards)]);
        }
        let answer = at.complete(&mut locations, |locations| {
            question.locations = locations.to_vec();
            question.answer(&cards, options)
        })?;
        if !locations.is_empty() {
            at.note(self.places.field(), texts(&locations));
        }
        Ok(Box::new(answer))
    }
}

fields! {
    /// Reads the damage of a fall.
    pub struct FallQuestion {
        /// Metres fallen
        metres: Arg<Number<u16, 0, 9999>> = positional().value("METRES"),
        /// Into water: half the damage, none after a swimming roll
        water: Flag = excludes(&["soft"]),
        /// On something soft: half the damage after a Deftness roll
        soft: Flag = needs("catch"),
        /// The cards and dice of that roll, such as 11:2d8
        catch: Opt<SideRoll> = value("CARDS:DICE"),
        /// Whom it meets.
        victim: VictimFields,
    }
}

impl Question for FallQuestion {
    const NAME: &'static str = "hazard fall";
    const HELP: &'static str = "Read the damage of a fall";
    const EXAMPLES: [&'static str; 2] = ["12 cards 34", "12 cards 34 water catch 11:2d8"];
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let landing = match (self.water.get(), side_roll(at, &self.catch)?) {
            (true, roll) => Landing::Water(roll),
            (false, None) => Landing::Hard,
            (false, Some(roll)) if self.soft.get() => Landing::Soft(roll),
            (false, Some(_)) => return refuse("hard ground has no --catch", "--water, or --soft"),
        };
        self.victim.answer(at, Hazard::Fall { metres: self.metres.get(), landing })
    }
}

/// The size of flames.
#[derive(Clone, Copy, Debug)]
enum Flames {
    Small,
    Large,
    Whole,
}

choice! {
    Flames {
        "small" => Flames::Small, "A burning sleeve: 1d12";
        "large" => Flames::Large, "Larger: 2d12";
        "whole" => Flames::Whole, "A body all aflame: 3d12 in every place";
    }
}

fields! {
    /// Reads the damage of flames in a round.
    pub struct BurnQuestion {
        /// How large the flames are
        flames: Arg<Flames> = positional().value("FLAMES"),
        /// Whom they meet.
        victim: VictimFields,
    }
}

impl Question for BurnQuestion {
    const NAME: &'static str = "hazard burn";
    const HELP: &'static str = "Read the damage of flames";
    const EXAMPLES: [&'static str; 2] = ["whole cards 34", "small cards 12"];
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let dice = match self.flames.get() {
            Flames::Small => 1,
            Flames::Large => 2,
            Flames::Whole => 3,
        };
        self.victim.answer(at, Hazard::Fire { dice })
    }
}

choice! {
    Element {
        "creek" => Element::Creek, "A swift creek, swimming against 5";
        "river" => Element::River, "A rapid river, 7";
        "ocean" => Element::Ocean, "A rough ocean, 9";
        "storm" => Element::Storm, "Stormy seas, 11";
        "smoke" => Element::Smoke, "Dense smoke, Vigor against 7";
        "smoke-behind-cloth" => Element::SmokeBehindCloth, "Dense smoke behind a wet cloth, 5";
    }
}

fields! {
    /// Resolves a round in water or smoke.
    pub struct BreathQuestion {
        /// The roll.
        roll: RollFields,
        /// The water or smoke
        element: Arg<Element> = positional().value("ELEMENT"),
    }
}

impl Question for BreathQuestion {
    const NAME: &'static str = "hazard breath";
    const HELP: &'static str = "Resolve a round in water or smoke";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 river", "12 2d8 creek"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at)?;
        answered(breath(&roll, self.element.get(), &at.setting.rules.fi3))
    }
}
