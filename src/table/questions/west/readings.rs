//! Readings of a card: `read 34 location bumps 1`.

use super::hit::ForcedFields;
use crate::dice::EffectDice;
use crate::table::lookup::{EffectQuestion, VictoryTarget};
use crate::table::questions::prelude::*;
use crate::table::rules::{
    DamageQuestion, Harm, LocationQuestion, PenetrationQuestion, Reliability, Size, StrayShots,
    burst, dodge, equipment_failure, unintended_target,
};

fields! {
    /// Reads the hit location.
    pub struct ReadLocation {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional().used_as(CardUse::ReadOn),
        /// What moves the hit in any case.
        forced: ForcedFields,
        /// Bumps spent: entries up, or down when negative
        bumps: Arg<Number<i8, -99, 99>> = default("0"),
        /// The target is prone and the attacker is more than 2 metres away
        prone: Flag = fact(Fact::Prone),
        /// Places behind cover, such as torso,"left leg" or legs
        covered: List<WholePlace> = value("LOCATION,…").fact(Fact::Covered),
    }
}

impl Question for ReadLocation {
    const NAME: &'static str = "read location";
    const HELP: &'static str = "Read where a hit lands";
    const EXAMPLES: [&'static str; 2] = ["34 bumps 1", "21 prone covered legs"];
    const PARTS: &'static [Part] = &[Part::Hit];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (card, forced) = all((at.card(&self.card), self.forced.moves(None)))?;
        let question = LocationQuestion {
            deck: at.deck(),
            card,
            forced,
            chosen: self.bumps.get(),
            called: None,
            prone: self.prone.get(),
            covered: self.covered.get(),
        };
        Ok(Box::new(question.answer()))
    }
}

fields! {
    /// Reads the number of shots of a burst that hit.
    pub struct ReadBurst {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional().used_as(CardUse::ReadOn),
        /// The shots fired: one of the deck's burst sizes
        shots: Arg<Number<u16, 1, 9999>> = positional().value("SHOTS"),
    }
}

impl Question for ReadBurst {
    const NAME: &'static str = "read burst";
    const HELP: &'static str = "Read how many shots of a burst hit";
    const EXAMPLES: [&'static str; 2] = ["34 10", "7 3"];
    const PARTS: &'static [Part] = &[Part::Burst];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        answered(burst(at.deck(), card, self.shots.get()))
    }
}

fields! {
    /// Reads a cell of the effect grid.
    pub struct ReadEffect {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional(),
        /// Row and column of the effect grid, such as '(3)10'; the shell needs the quotes
        cell: Arg<EffectDice> = positional(),
        /// Magnitude that gives one victory; by default 6, or the value of the rules file
        target: Opt<VictoryTarget>,
    }
}

impl Question for ReadEffect {
    const NAME: &'static str = "read effect";
    const HELP: &'static str = "Read an effect cell, such as (3)10, and its victories";
    const EXAMPLES: [&'static str; 2] = ["34 (2)6", "12 (3)8 target 8"];
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (card, cell) = all((at.card(&self.card), at.effect_cell(self.cell.get())))?;
        let target = self.target.get().unwrap_or(at.setting.rules.west.victory_target);
        Ok(Box::new(EffectQuestion { cell, target }.answer(card)))
    }
}

fields! {
    /// Reads wounds and concussion.
    pub struct ReadDamage {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional().used_as(CardUse::ReadOn),
        /// The weapon's DMG or RD cell, such as '(3)6'
        cell: Arg<EffectDice> = positional(),
        /// The target's Size
        size: Arg<Size> = value("SIZE").default("6").fact(Fact::Size),
        /// Damage bumps: 2 for the head, 1 for vitals, and others
        bumps: Arg<Number<u8, 0, 99>> = default("0"),
        /// How the effect becomes wounds and CT
        harm: Arg<Harm> = default("deadly"),
    }
}

impl Question for ReadDamage {
    const NAME: &'static str = "read damage";
    const HELP: &'static str = "Read wounds and concussion";
    const EXAMPLES: [&'static str; 2] = ["34 (3)6 bumps 2", "12 (3)6 size 7 harm brawling"];
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (card, cell) = all((at.card(&self.card), at.effect_cell(self.cell.get())))?;
        let (bumps, size, harm) = (self.bumps.get(), self.size.get(), self.harm.get());
        let question = DamageQuestion { cell, bumps, size, harm };
        Ok(Box::new(question.answer(card, &at.setting.rules.west)))
    }
}

fields! {
    /// Reads whether a shot goes through armour.
    pub struct ReadPenetration {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional().used_as(CardUse::ReadOn),
        /// The weapon's Pen
        pen: Arg<Number<i16, -99, 99>>,
        /// Armour value: thin wood 2, hardwood 3, brick or iron 4
        armour: Arg<Number<i16, -99, 99>> = value("AV").fact(Fact::Armour),
        /// Bumps to penetration; card and bumps together count +2 at most
        bumps: Arg<Number<u8, 0, 99>> = default("0"),
    }
}

impl Question for ReadPenetration {
    const NAME: &'static str = "read penetration";
    const HELP: &'static str = "Read whether a shot goes through armour";
    const EXAMPLES: [&'static str; 2] = ["34 pen 3 armour 2", "12 pen 1 armour 4 bumps 1"];
    const PARTS: &'static [Part] = &[Part::Penetration];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        let (pen, armour, bumps) = (self.pen.get(), self.armour.get(), self.bumps.get());
        Ok(Box::new(PenetrationQuestion { pen, armour, bumps }.answer(at.deck(), card)))
    }
}

fields! {
    /// Reads whether equipment fails.
    pub struct ReadFailure {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional().used_as(CardUse::ReadOn),
        /// The equipment's reliability, 1 to 13
        rel: Arg<Reliability> = fact(Fact::Reliability),
        /// A revolver is fanned: one less reliable
        fanned: Flag,
        /// The discard pile, for reliability 1
        discarded: List<CardList> = used_as(CardUse::Named),
    }
}

impl Question for ReadFailure {
    const NAME: &'static str = "read failure";
    const HELP: &'static str = "See whether equipment fails";
    const EXAMPLES: [&'static str; 2] = ["34 rel 2", "12 rel 1 discarded 3,7"];
    const PARTS: &'static [Part] = &[Part::Failure];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card);
        let (card, discarded) = all((card, at.discard_pile(&self.discarded)))?;
        let rel = self.rel.get();
        let rel = if self.fanned.get() { rel.worse() } else { rel };
        let options = &at.setting.rules.west;
        Ok(Box::new(equipment_failure(at.deck(), card, rel, &discarded, options)))
    }
}

fields! {
    /// Reads whether stray shots hit an unintended target.
    pub struct ReadUnintended {
        /// The card drawn, by its number
        card: Arg<CardRef> = positional().used_as(CardUse::ReadOn),
        /// Projectiles that missed
        missed: Arg<Number<u16, 0, 9999>> = default("0"),
        /// The weapon has the Scatter attribute, and the target is this number of range increments away
        scatter: Opt<Number<u16, 0, 9999>> = value("INCREMENTS"),
        /// Others are in contact with the target
        contact: Flag,
    }
}

impl Question for ReadUnintended {
    const NAME: &'static str = "read unintended";
    const HELP: &'static str = "See whether stray shots hit an unintended target";
    const EXAMPLES: [&'static str; 2] = ["34 missed 1", "12 missed 2 contact"];
    const PARTS: &'static [Part] = &[Part::Unintended];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        let shots = StrayShots {
            missed: self.missed.get(),
            scatter_increments: self.scatter.get(),
            in_contact: self.contact.get(),
        };
        Ok(Box::new(unintended_target(at.deck(), card, shots)))
    }
}

fields! {
    /// Reads the direction in which a dodging target leaps after a miss.
    pub struct ReadDodge {
        /// The attacker's card, which missed
        card: Arg<CardRef> = positional().used_as(CardUse::ReadOn),
        /// An obstacle blocks the card's direction
        blocked: Flag,
    }
}

impl Question for ReadDodge {
    const NAME: &'static str = "read dodge";
    const HELP: &'static str = "See where a dodging target leaps after a miss";
    const EXAMPLES: [&'static str; 2] = ["34", "12 blocked"];
    const PARTS: &'static [Part] = &[Part::Scatter];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card(&self.card)?;
        Ok(Box::new(dodge(at.deck(), card, self.blocked.get())))
    }
}
