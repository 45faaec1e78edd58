//! `lookup fi3 hurt save white red --wounds 4 --wind 3`.

use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{Chip, save};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The chips spent: white, red or blue
    #[arg(value_name = "CHIP", required = true)]
    chips: Vec<Parsed<Chip>>,
    /// Wounds of the attack
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounds: Number<u32, 0, 9999>,
    /// Wind lost
    #[arg(long, value_name = "WIND", default_value = "0", allow_hyphen_values = true)]
    wind: Number<u32, 0, 9999>,
}

/// What is left.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let (chips, wounds, wind) = all((self.chips.get(), self.wounds.get(), self.wind.get()))?;
        Ok(Box::new(save(wounds, wind, &chips)))
    }
}
