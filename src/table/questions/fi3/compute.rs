//! Values computed without a roll: movement, armour, slow actions and bounty.

use super::dice::{DamageDice, TraitDie};
use super::readings::BarrierFields;
use crate::dice::Die;
use crate::table::questions::prelude::*;
use crate::table::rules::fi3::{
    BountyAnswer, Chip, Gait, Growth, Load, Move, Pickup, Preparation, Reload,
};

choice! {
    Gait {
        "foot" => Gait::Foot, "On foot";
        "climb" => Gait::Climbing, "Up a wall or a tree";
        "swim" => Gait::Swimming, "In water";
        "ride" => Gait::Riding, "In a saddle or a vehicle";
    }
}

fields! {
    /// Computes the distances of a move.
    pub struct ComputeMove {
        /// The way to move
        gait: Arg<Gait> = positional().value("GAIT").default("foot"),
        /// Sides of the Dexterity die, level of climbing or swimming, or Rate of the mount
        rate: Arg<Number<u16, 0, 9999>>,
        /// Kilograms carried
        kg: Opt<Number<u32, 0, 999_999>> = value("KG").needs("strength"),
        /// Strength die of the bearer, such as d6 or d12+2
        strength: Opt<TraitDie>,
        /// What the bearer's race adds to the load multipliers, such as 2 for Ursoids
        race: Arg<Number<i8, -9, 9>> = default("0"),
        /// The card drawn to pick up the pace
        pickup: Opt<CardRef>,
        /// The mount's pickup die
        pickup_die: Opt<Die>,
        /// A quick race, or claws when climbing, or webs when swimming: 1 more
        gifted: Flag,
        /// Takes no fatigue
        tireless: Flag,
    }
}

impl Question for ComputeMove {
    const NAME: &'static str = "compute move";
    const HELP: &'static str = "Work out how far a character gets, with load and pace";
    const EXAMPLES: [&'static str; 2] = ["rate 8", "rate 8 kg 40 strength d6 pickup 34"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let pickup = at.card_if(&self.pickup)?.map(|card| Pickup {
            card,
            die: self.pickup_die.get(),
            gifted: self.gifted.get(),
            tireless: self.tireless.get(),
        });
        let load = self.kg.get().and_then(|kilograms| {
            let strength = self.strength.get()?;
            Some(Load::new(kilograms, strength.sides(), self.race.get()))
        });
        let load = load.unwrap_or_default();
        let moved = Move { gait: self.gait.get(), base: self.rate.get(), load, pickup };
        answered(moved.answer(at.deck()))
    }
}

fields! {
    /// Computes the effect of armour on damage dice.
    pub struct ComputeArmour {
        /// Damage dice, such as 3d8 or '(3)8'
        dice: Arg<DamageDice> = positional().value("DICE"),
        /// What is in the way.
        barrier: BarrierFields,
    }
}

impl Question for ComputeArmour {
    const NAME: &'static str = "compute armour";
    const HELP: &'static str = "Work out the effect of armour on damage dice";
    const EXAMPLES: [&'static str; 2] = ["3d8 armour 1", "3d8 armour 2 pen 1"];
    const ALIASES: &'static [&'static str] = &["armor"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        answered(self.barrier.get().stops(self.dice.get(), &at.setting.rules.fi3))
    }
}

choice! {
    Reload {
        "round" => Reload::Round, "A bullet or a shell";
        "magazine" => Reload::Magazine, "One magazine out, another in";
        "muzzle-loader" => Reload::MuzzleLoader, "Black powder";
    }
}

fields! {
    /// Counts the cards of a slow or extended action.
    pub struct ComputePreparation {
        /// The Speed of the action or weapon: the cards it takes
        speed: Opt<Number<u8, 1, 99>> = value("CARDS").required_unless(&["reload"]),
        /// A weapon is loaded: a single round takes 1 action, a magazine 2, a muzzle loader 5
        reload: Opt<Reload> = value("RELOAD").excludes(&["speed"]),
        /// Cards played so far
        laid: Arg<Number<u8, 0, 99>> = value("CARDS").default("0"),
        /// Black jokers drawn meanwhile that took no card in reserve
        black_jokers: Arg<Number<u8, 0, 99>> = value("CARDS").default("0"),
    }
}

impl Question for ComputePreparation {
    const NAME: &'static str = "compute prepare";
    const HELP: &'static str = "Count the cards of a slow or extended action";
    const EXAMPLES: [&'static str; 2] = ["speed 6 laid 5", "reload magazine laid 1"];

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        let Some(speed) = self.speed.get().or(self.reload.get().map(Reload::actions)) else {
            return missing("the Speed of the action", "--speed, or --reload");
        };
        let (laid, black_jokers) = (self.laid.get(), self.black_jokers.get());
        Ok(Box::new(Preparation { speed, laid, black_jokers }.answer()))
    }
}

fields! {
    /// Computes the price of an improvement.
    pub struct ComputeBounty {
        /// New level of an Aptitude
        aptitude: Opt<Number<u8, 1, 99>> = value("LEVEL").excludes(&["coordination", "trait"]),
        /// New level of a Trait's Coordination
        coordination: Opt<Number<u8, 1, 99>> = value("LEVEL").excludes(&["trait"]),
        /// New die of a Trait, such as d8 or d12+2
        trait_die: Opt<TraitDie> = named("trait"),
        /// Chips converted into bounty points: white, red or blue
        chips: List<Chip> = value("CHIP,…"),
    }
}

impl Question for ComputeBounty {
    const NAME: &'static str = "compute bounty";
    const HELP: &'static str = "Work out the price of an improvement";
    const EXAMPLES: [&'static str; 2] = ["aptitude 4 chips blue,white", "trait d8"];

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        let chips = self.chips.get();
        let grown = (self.aptitude.get(), self.coordination.get(), self.trait_die.get());
        let price = match grown {
            (Some(level), _, _) => Growth::Aptitude(level).price(),
            (_, Some(level), _) => Growth::Coordination(level).price(),
            (_, _, Some(die)) => Growth::Trait(die).price(),
            _ if !chips.is_empty() => BountyAnswer::default(),
            _ => {
                return missing("an improvement", "--aptitude, --coordination, --trait or --chips");
            }
        };
        Ok(Box::new(price.with_chips(&chips)))
    }
}
