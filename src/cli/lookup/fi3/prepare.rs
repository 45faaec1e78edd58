//! `lookup fi3 reckon prepare --speed 6 --laid 5`.

use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{Preparation, Reload};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// The Speed of the action or weapon: the cards it takes
    #[arg(
        long,
        value_name = "CARDS",
        required_unless_present = "reload",
        allow_hyphen_values = true
    )]
    speed: Option<Number<u8, 1, 99>>,
    /// A weapon is loaded: a single round takes 1 action, a magazine 2, a muzzle loader 5
    #[arg(long, value_enum, conflicts_with = "speed")]
    reload: Option<ReloadName>,
    /// Cards laid aside so far
    #[arg(long, value_name = "CARDS", default_value = "0", allow_hyphen_values = true)]
    laid: Number<u8, 0, 99>,
    /// Black jokers drawn meanwhile that took no card in reserve
    #[arg(long, value_name = "CARDS", default_value = "0", allow_hyphen_values = true)]
    black_jokers: Number<u8, 0, 99>,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum ReloadName {
    /// A bullet or a shell
    Round,
    /// One magazine out, another in
    Magazine,
    /// Black powder
    MuzzleLoader,
}

impl ReloadName {
    fn reload(self) -> Reload {
        match self {
            Self::Round => Reload::Round,
            Self::Magazine => Reload::Magazine,
            Self::MuzzleLoader => Reload::MuzzleLoader,
        }
    }
}

/// The cards still wanted.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let (speed, laid, black_jokers) =
            all((self.speed.get(), self.laid.get(), self.black_jokers.get()))?;
        let loading = self.reload.map(|name| name.reload().actions());
        let Some(speed) = speed.or(loading) else {
            return missing("the Speed of the action", "--speed, or --reload");
        };
        Ok(Box::new(Preparation { speed, laid, black_jokers }.answer()))
    }
}
