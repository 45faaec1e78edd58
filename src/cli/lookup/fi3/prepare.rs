//! `lookup fi3 reckon prepare --speed 6 --laid 5`.

use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Preparation;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The Speed of the action or weapon: the cards it takes
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    speed: Number<u8, 1, 99>,
    /// Cards laid aside so far
    #[arg(long, value_name = "CARDS", default_value = "0", allow_hyphen_values = true)]
    laid: Number<u8, 0, 99>,
    /// Black jokers drawn meanwhile that took no card in reserve
    #[arg(long, value_name = "CARDS", default_value = "0", allow_hyphen_values = true)]
    black_jokers: Number<u8, 0, 99>,
}

/// The cards still wanted.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let (speed, laid, black_jokers) =
            all((self.speed.get(), self.laid.get(), self.black_jokers.get()))?;
        Ok(Box::new(Preparation { speed, laid, black_jokers }.answer()))
    }
}
