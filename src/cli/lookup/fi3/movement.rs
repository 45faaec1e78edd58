//! `lookup fi3 move --rate 8 --kg 40 --strength d6 --pickup N`.

use crate::diagnostic::Problems;
use crate::dice::Die;
use crate::rules::fi3::{Gait, Load, Move, MoveAnswer, Pickup};
use clap::{Args, ValueEnum};

use super::told;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The way to move
    #[arg(value_enum, default_value = "foot")]
    gait: GaitName,
    /// Sides of the Dexterity die, level of climbing or swimming, or Rate of the mount
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    rate: String,
    /// Kilograms carried
    #[arg(long, value_name = "KG", requires = "strength", allow_hyphen_values = true)]
    kg: Option<String>,
    /// Strength die of the bearer, such as d6
    #[arg(long, value_name = "DIE")]
    strength: Option<String>,
    /// What the bearer's race adds to the load multipliers, such as 2 for Ursoids
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    race: String,
    /// The card drawn to pick up the pace
    #[arg(long, value_name = "CARD", allow_hyphen_values = true)]
    pickup: Option<String>,
    /// The mount's pickup die
    #[arg(long, value_name = "DIE")]
    pickup_die: Option<String>,
    /// Quick by nature, clawed when climbing or webbed when swimming: 1 more
    #[arg(long)]
    gifted: bool,
    /// Takes no fatigue
    #[arg(long)]
    tireless: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
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

impl Typed {
    /// How far the character gets.
    pub fn answer(&self, setting: &Setting) -> Result<MoveAnswer, Problems> {
        let mut meaning = setting.meaning();
        let base = meaning.number(&self.rate, "rate", 0..=9999);
        let load = self.load(&mut meaning);
        let card = meaning.of_option(self.pickup.as_deref());
        let die = meaning.of_option(self.pickup_die.as_deref());
        let ((base, load), (card, die)) = meaning.settled(base.zip(load).zip(card.zip(die)))?;
        let (gifted, tireless) = (self.gifted, self.tireless);
        let pickup = card.map(|card| Pickup { card, die, gifted, tireless });
        let gait = match self.gait {
            GaitName::Foot => Gait::Foot,
            GaitName::Climb => Gait::Climbing,
            GaitName::Swim => Gait::Swimming,
            GaitName::Ride => Gait::Riding,
        };
        told(Move { gait, base, load, pickup }.answer(&setting.deck))
    }

    fn load(&self, meaning: &mut Meaning) -> Option<Load> {
        let race = meaning.number(&self.race, "multiplier", -9..=9);
        let strength: Option<Option<Die>> = meaning.of_option(self.strength.as_deref());
        let kilograms = match &self.kg {
            None => Some(0),
            Some(text) => meaning.number(text, "weight", 0..=999_999),
        };
        let ((race, strength), kilograms) = race.zip(strength).zip(kilograms)?;
        Some(strength.map_or(Load::None, |die| Load::of(kilograms, die.sides(), race)))
    }
}
