//! `lookup fi3 armour '(3)8' --armour 1 --pen 2`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{ArmourAnswer, Barrier};
use clap::Args;

use super::told;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Damage dice, such as '(3)8'
    #[arg(value_name = "DICE")]
    dice: String,
    #[command(flatten)]
    barrier: BarrierArgs,
}

/// What is in the way of damage.
#[derive(Debug, Args)]
pub struct BarrierArgs {
    /// Armour rating in the way: thin wood 1, hardwood 2 or 3, bricks 4, steel walls 5
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    armour: String,
    /// The weapon's penetration; without it nothing is deflected
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<String>,
}

impl BarrierArgs {
    /// The barrier.
    pub fn meant(&self, meaning: &mut Meaning) -> Option<Barrier> {
        let armour = meaning.number(&self.armour, "armour", 0..=99);
        let penetration = match &self.pen {
            None => Some(None),
            Some(text) => meaning.number(text, "penetration", 0..=99).map(Some),
        };
        let (armour, penetration) = armour.zip(penetration)?;
        Some(Barrier { armour, penetration })
    }
}

impl Typed {
    /// What passes.
    pub fn answer(&self, setting: &Setting) -> Result<ArmourAnswer, Problems> {
        let mut meaning = setting.meaning();
        let dice = meaning.damage_dice(&self.dice);
        let barrier = self.barrier.meant(&mut meaning);
        let (dice, barrier) = meaning.settled(dice.zip(barrier))?;
        told(barrier.stops(dice, &setting.fi3_options))
    }
}
