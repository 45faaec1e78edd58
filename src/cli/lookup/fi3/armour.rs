//! `lookup fi3 armour '(3)8' --armour 1 --pen 2`.

use crate::cli::lookup::prelude::*;
use crate::dice::EffectDice;
use crate::rules::fi3::Barrier;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Damage dice, such as '(3)8'
    #[arg(value_name = "DICE")]
    dice: Parsed<EffectDice>,
    #[command(flatten)]
    #[serde(flatten)]
    barrier: BarrierArgs,
}

/// What is in the way of damage.
#[derive(Debug, Args, Serialize)]
pub struct BarrierArgs {
    /// Armour rating in the way: thin wood 1, hardwood 2 or 3, bricks 4, steel walls 5
    #[arg(long, value_name = "LEVEL", default_value = "0", allow_hyphen_values = true)]
    armour: Number<u8, 0, 99>,
    /// The weapon's penetration; without it nothing is deflected
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<Number<u8, 0, 99>>,
}

impl BarrierArgs {
    /// The barrier.
    pub fn get(&self) -> Result<Barrier, Problems> {
        let (armour, penetration) = all((self.armour.get(), self.pen.get()))?;
        Ok(Barrier { armour, penetration })
    }
}

/// What passes.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (dice, barrier) = all((self.dice.get(), self.barrier.get()))?;
        said(barrier.stops(dice, &at.setting.fi3_options))
    }
}
