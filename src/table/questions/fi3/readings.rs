//! Readings of a card after a roll: hit location, damage, sums, single dice, and stray shots.

use super::dice::{DamageDice, StrengthRoll, draw_side_roll};
use super::hit::ShelterFields;
use crate::deck::CardNumber;
use crate::dice::Die;
use crate::table::questions::cards::{chain_text, texts};
use crate::table::questions::prelude::*;
use crate::table::rules::fi3::{
    Barrier, Blow, Bystanders, DamageQuestion, LocationModifiers, Roll, Sum, closed_die, location,
};
use crate::table::rules::{Harm, Size};

fields! {
    /// Reads the hit location.
    pub struct ReadLocation {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional(),
        /// The attack is hand to hand: 2 steps up
        fighting: Flag,
        /// The attacker fights from higher up: 2 steps up
        height: Flag = needs("fighting"),
        /// The gun could touch the target: 2 steps up
        point_blank: Flag = excludes(&["fighting"]),
        /// The same from below, as under a table: 2 steps down
        from_below: Flag = excludes(&["point_blank", "fighting"]),
        /// Raises spent: steps up, or down when negative
        raises: Arg<Number<i8, -99, 99>> = default("0"),
        /// What is in the way.
        shelter: ShelterFields,
    }
}

impl Question for ReadLocation {
    const NAME: &'static str = "read location";
    const HELP: &'static str = "Read where a hit lands";
    const EXAMPLES: [&'static str; 2] = ["34 raises 1", "21 fighting height"];
    const PARTS: &'static [Part] = &[Part::Hit];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        let fighting = self.fighting.get();
        // A blow is always near.
        let shelter = match fighting {
            true => self.shelter.without_prone(),
            false => self.shelter.get(),
        };
        let modifiers = LocationModifiers {
            fighting,
            height: self.height.get(),
            point_blank: self.point_blank.get(),
            point_blank_below: self.from_below.get(),
            raises: self.raises.get(),
        };
        let options = &at.setting.rules.fi3;
        Ok(Box::new(location(at.deck(), card, modifiers, &shelter, options)))
    }
}

fields! {
    /// What is in the way of damage.
    pub struct BarrierFields {
        /// Armour rating in the way: thin wood 1, hardwood 2 or 3, bricks 4, steel walls 5
        armour: Arg<Number<u8, 0, 99>> = value("LEVEL").default("0").fact(Fact::Armour),
        /// Armour rating of a second obstacle behind it, such as armour worn behind cover
        behind: Arg<Number<u8, 0, 99>> = value("LEVEL").default("0").needs("armour"),
        /// The weapon's penetration; without it nothing is deflected
        pen: Opt<Number<u8, 0, 99>>,
    }
}

impl BarrierFields {
    /// The barrier.
    pub fn get(&self) -> Barrier {
        let (armour, behind) = (self.armour.get(), self.behind.get());
        Barrier { armour, behind, penetration: self.pen.get() }
    }
}

fields! {
    /// Reads damage and the resulting wounds.
    pub struct ReadDamage {
        /// The card drawn, with further ones such as 34+11 for dice that do not fit on one
        cards: Arg<Chain> = positional(),
        /// Damage dice, such as 3d6 or '(3)6'; bare hands when left out
        dice: Opt<DamageDice> = positional().value("DICE").required_unless(&["strength"]),
        /// The Strength behind a blow: dice such as 2d8, read on the same card, or CARDS:DICE
        strength: Opt<StrengthRoll>,
        /// Dice added: 1 for vitals, 2 for the head, those of a weapon that spreads
        extra: Arg<Number<u8, 0, 99>> = value("DICE").default("0"),
        /// What is in the way.
        barrier: BarrierFields,
        /// The target's Size; a human has 6
        size: Arg<Size> = value("SIZE").default("6").fact(Fact::Size),
        /// Brawling damage: 3 wind for each full Size and half the wounds; the default for bare hands
        brawling: Flag,
        /// Bare hands deal deadly damage, as a weapon does
        deadly: Flag = excludes(&["brawling"]),
    }
}

impl Question for ReadDamage {
    const NAME: &'static str = "read damage";
    const HELP: &'static str = "Read damage and the wounds it makes";
    const EXAMPLES: [&'static str; 2] = ["34 3d6 armour 1", "34 2d6 strength 11:2d8"];
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let cards = at.chained(&self.cards.get(), 1, |_| false)?;
        let strength = self.strength(at, cards[0])?;
        let blow = match (self.dice.get(), strength) {
            (Some(dice), Some(strength)) => Blow::Weapon { dice, strength },
            (Some(dice), None) => Blow::Dice(dice),
            (None, Some(strength)) => Blow::Unarmed { strength },
            (None, None) => {
                return missing("damage dice or a Strength", "damage dice, or --strength");
            }
        };
        let harm = match (self.brawling.get(), self.deadly.get()) {
            (true, _) => Harm::Brawling,
            (_, true) => Harm::Deadly,
            _ => blow.usual_harm(),
        };
        let question = DamageQuestion {
            deck: at.deck(),
            blow,
            extra_dice: self.extra.get(),
            barrier: (self.barrier.armour.get() > 0).then(|| self.barrier.get()),
            size: self.size.get(),
            harm,
        };
        let options = &at.setting.rules.fi3;
        let cards = at.and_needed(cards, |cards| Ok(listed(question.needs(cards, options))?.1))?;
        at.note(self.cards.field(), vec![chain_text(&cards)]);
        answered(question.read(&cards, options))
    }
}

impl ReadDamage {
    /// The Strength roll of the blow, on its own cards or on the card of the damage.
    fn strength<'d>(
        &self,
        at: &mut Context<'d, '_>,
        card: CardNumber,
    ) -> Result<Option<Roll<'d>>, Problems> {
        let Some(side) = self.strength.get() else { return Ok(None) };
        match side.cards {
            Some(_) => draw_side_roll(at, &side, self.strength.field()).map(Some),
            None => Ok(Some(Roll::new(at.deck(), side.dice, card))),
        }
    }
}

fields! {
    /// Sums dice.
    pub struct ReadSum {
        /// The card drawn, with further ones such as 34+11 for dice that do not fit on one
        cards: Arg<Chain> = positional(),
        /// The dice, such as '(7)6'
        dice: Arg<DamageDice> = positional().value("DICE"),
    }
}

impl Question for ReadSum {
    const NAME: &'static str = "read sum";
    const HELP: &'static str = "Add up dice, such as the (2)6 of wind for two wounds";
    const EXAMPLES: [&'static str; 2] = ["34 (2)6", "34+11 (7)6"];
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let sum = listed(Sum::new(at.deck(), self.dice.get()))?;
        let chain = self.cards.get();
        let cards = at.chained(&chain, sum.cards(), |cards| sum.is_open(cards))?;
        let cards = at.and_needed(cards, |cards| Ok(sum.needs(cards).1))?;
        at.note(self.cards.field(), vec![chain_text(&cards)]);
        answered(sum.read(&cards))
    }
}

fields! {
    /// Reads a single closed die.
    pub struct ReadDie {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional(),
        /// The die, such as d6 for the hours of unconsciousness
        die: Arg<Die> = positional(),
    }
}

impl Question for ReadDie {
    const NAME: &'static str = "read die";
    const HELP: &'static str = "Read a single die that is not thrown again";
    const EXAMPLES: [&'static str; 2] = ["34 d6", "12 d10"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        answered(closed_die(at.deck(), card, self.die.get()))
    }
}

fields! {
    /// Resolves whether missed shots hit a bystander.
    pub struct ReadStray {
        /// A card for each bystander that each shot passes, in order
        cards: List<CardList> = positional().value("CARD"),
        /// Shots that missed
        missed: Arg<Number<u16, 0, 9999>> = value("SHOTS").default("1"),
        /// People within a metre of the path (2 with Suppression), the nearest to the shooter first
        bystanders: Arg<Number<u8, 0, 99>> = value("PEOPLE").default("1"),
        /// The shots come from automatic or area fire, which hits on 1 and 2
        spray: Flag,
    }
}

impl Question for ReadStray {
    const NAME: &'static str = "read stray";
    const HELP: &'static str = "See whether missed shots hit a bystander";
    const EXAMPLES: [&'static str; 2] = ["34", "34 11 missed 2 bystanders 3 spray"];
    const PARTS: &'static [Part] = &[Part::Unintended];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (missed, bystanders) = (self.missed.get(), self.bystanders.get());
        let spray = self.spray.get();
        let count = if missed > 0 && bystanders > 0 { at.unassigned().max(1) } else { 0 };
        let mut cards = at.cards_or(&self.cards, count)?;
        let deck = at.deck();
        let answer = at.complete(&mut cards, |cards| {
            Bystanders { bystanders, missed, spray, cards: cards.to_vec() }.answer(deck)
        })?;
        if !cards.is_empty() {
            at.note(self.cards.field(), texts(&cards));
        }
        Ok(Box::new(answer))
    }
}
