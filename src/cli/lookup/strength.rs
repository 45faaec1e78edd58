//! The attacker's Strength, which reaches of thrown weapons and some attributes depend on.

use crate::cli::lookup::prelude::*;
use crate::dice::{CheckDice, Die, one_die};
use crate::rules::{MuscleUse, StrengthBumps, Weapon};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct StrengthArgs {
    /// The attacker's Strength, such as 2d8 or d8; that of the character who acts when left out
    #[arg(long, value_name = "DICE")]
    strength: Option<Parsed<StrengthDie>>,
}

/// The die of a Strength: `d8`, also in `2d8`.
#[derive(Debug)]
struct StrengthDie;

impl Argument for StrengthDie {
    type Value = Die;

    fn read(text: &str, name: &str) -> Result<Die, Problem> {
        match one_die(text) {
            Some(die) => Die::read(&die, name),
            None => CheckDice::read(text, name).map(|dice| dice.die),
        }
    }
}

impl StrengthArgs {
    /// The die of the Strength, if it is known.
    pub fn die(&self, setting: &Setting) -> Result<Option<Die>, Problems> {
        let own = setting.character.as_ref().and_then(|who| who.check("strength"));
        Ok(self.strength.get()?.or(own.map(|dice| dice.die)))
    }

    /// The die of a Strength that the question cannot do without.
    pub fn needed(&self, setting: &Setting) -> Result<Die, Problems> {
        match self.die(setting)? {
            Some(die) => Ok(die),
            None => missing("a Strength", "--strength, or --as a character"),
        }
    }
}

/// What the bumps of the Muscle attribute are spent on.
#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
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
