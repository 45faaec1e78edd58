//! The attacker's Strength, which reaches of thrown weapons and some attributes depend on.

use crate::dice::{CheckDice, Die};
use crate::rules::{MuscleUse, StrengthBumps, Weapon};
use clap::{Args, ValueEnum};

use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct StrengthArgs {
    /// The attacker's Strength, such as 2d8 or d8; that of the character who acts when left out
    #[arg(long, value_name = "DICE")]
    strength: Option<String>,
}

impl StrengthArgs {
    /// The die of the Strength, if it is known: `Some(None)` if it is not.
    pub fn meant(&self, setting: &Setting, meaning: &mut Meaning) -> Option<Option<Die>> {
        let own = setting.character.as_ref().and_then(|who| who.check("strength"));
        match &self.strength {
            Some(text) if text.starts_with(['d', 'D']) => meaning.of::<Die>(text).map(Some),
            Some(text) => meaning.of::<CheckDice>(text).map(|dice| Some(dice.die)),
            None => Some(own.map(|dice| dice.die)),
        }
    }

    /// The die of a Strength that the question cannot do without.
    pub fn needed(&self, setting: &Setting, meaning: &mut Meaning) -> Option<Die> {
        let strength = self.meant(setting, meaning)?;
        strength.or_else(|| meaning.missing("a Strength", "--strength, or --as a character"))
    }
}

/// What the bumps of the Muscle attribute are spent on.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MuscleName {
    /// Damage
    Damage,
    /// Penetration
    Penetration,
}

impl MuscleName {
    /// The bumps of a weapon in the attacker's hands; none without a weapon or a known Strength.
    pub fn bumps(self, weapon: Option<&Weapon>, strength: Option<Die>) -> StrengthBumps {
        let muscle = match self {
            Self::Damage => MuscleUse::Damage,
            Self::Penetration => MuscleUse::Penetration,
        };
        weapon
            .zip(strength)
            .map(|(weapon, strength)| StrengthBumps::of(weapon, strength, muscle))
            .unwrap_or_default()
    }
}
