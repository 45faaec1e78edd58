//! `lookup fi3 reckon armour '(3)8' --armour 1 --pen 2`.

use super::roll::DamageDice;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Barrier;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Damage dice, such as 3d8 or '(3)8'
    #[arg(value_name = "DICE")]
    dice: Parsed<DamageDice>,
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
    /// Armour rating of a second obstacle behind it, such as armour worn behind cover
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "0",
        requires = "armour",
        allow_hyphen_values = true
    )]
    behind: Number<u8, 0, 99>,
    /// The weapon's penetration; without it nothing is deflected
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pen: Option<Number<u8, 0, 99>>,
}

impl BarrierArgs {
    /// The barrier.
    pub fn get(&self) -> Result<Barrier, Problems> {
        let (armour, behind, penetration) =
            all((self.armour.get(), self.behind.get(), self.pen.get()))?;
        Ok(Barrier { armour, behind, penetration })
    }
}

/// What passes.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let (dice, barrier) = all((self.dice.get(), self.barrier.get()))?;
        said(barrier.stops(dice, &at.setting.rules.fi3))
    }
}
