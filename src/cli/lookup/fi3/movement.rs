//! `lookup fi3 reckon move --rate 8 --kg 40 --strength d6 --pickup N`.

use super::roll::TraitDie;
use crate::cli::lookup::prelude::*;
use crate::dice::Die;
use crate::rules::fi3::{Gait, Load, Move, Pickup};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The way to move
    #[arg(value_enum, default_value = "foot")]
    gait: GaitName,
    /// Sides of the Dexterity die, level of climbing or swimming, or Rate of the mount
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    rate: Number<u16, 0, 9999>,
    /// Kilograms carried
    #[arg(long, value_name = "KG", requires = "strength", allow_hyphen_values = true)]
    kg: Option<Number<u32, 0, 999_999>>,
    /// Strength die of the bearer, such as d6 or d12+2
    #[arg(long, value_name = "DIE")]
    strength: Option<Parsed<TraitDie>>,
    /// What the bearer's race adds to the load multipliers, such as 2 for Ursoids
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    race: Number<i8, -9, 9>,
    /// The card drawn to pick up the pace
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    pickup: Option<Parsed<CardRef>>,
    /// The mount's pickup die
    #[arg(long, value_name = "DIE")]
    pickup_die: Option<Parsed<Die>>,
    /// Quick by nature, clawed when climbing or webbed when swimming: 1 more
    #[arg(long)]
    gifted: bool,
    /// Takes no fatigue
    #[arg(long)]
    tireless: bool,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum GaitName {
    /// On foot
    Foot,
    /// Up a wall or a tree
    Climb,
    /// In water
    Swim,
    /// In a saddle or a vehicle
    Ride,
}

/// How far the character gets.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let card = at.card_if(&mut self.pickup, CardUse::Drawn);
        let (base, load, card, die) =
            all((self.rate.get(), self.load(), card, self.pickup_die.get()))?;
        let (gifted, tireless) = (self.gifted, self.tireless);
        let pickup = card.map(|card| Pickup { card, die, gifted, tireless });
        let gait = match self.gait {
            GaitName::Foot => Gait::Foot,
            GaitName::Climb => Gait::Climbing,
            GaitName::Swim => Gait::Swimming,
            GaitName::Ride => Gait::Riding,
        };
        said(Move { gait, base, load, pickup }.answer(&at.setting.deck))
    }
}

impl Typed {
    fn load(&self) -> Result<Load, Problems> {
        let (race, strength, kilograms) =
            all((self.race.get(), self.strength.get(), self.kg.get()))?;
        let kilograms = kilograms.unwrap_or(0);
        Ok(strength.map_or(Load::None, |die| Load::of(kilograms, die.sides(), race)))
    }
}
