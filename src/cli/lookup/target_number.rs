//! What makes shots and blows harder alike: dodging, wounds, other penalties.

use crate::cli::lookup::prelude::*;
use crate::rules::Dodging;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct HindranceArgs {
    /// The target's dodge score, while it dodges
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    dodge: Option<Number<u8, 0, 99>>,
    /// The dodging target does not move otherwise
    #[arg(long, requires = "dodge")]
    dodge_standing: bool,
    /// The attacker's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: Number<u8, 0, 5>,
    /// Other penalties; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: Number<i32, -99, 99>,
}

/// What it means.
pub struct Hindrance {
    /// A dodging target.
    pub dodging: Option<Dodging>,
    /// The penalty of the attacker's worst wound.
    pub wound_penalty: i32,
    /// Other penalties.
    pub penalty: i32,
}

impl HindranceArgs {
    /// The penalties.
    pub fn resolve(&self, setting: &Setting) -> Result<Hindrance, Problems> {
        let (score, worst, penalty) =
            all((self.dodge.get(), self.wounded.get(), self.penalty.get()))?;
        let dodging = score.map(|score| Dodging { score, stands: self.dodge_standing });
        let wound_penalty = setting.rules.west.wound_table.penalty(worst);
        Ok(Hindrance { dodging, wound_penalty, penalty })
    }
}
