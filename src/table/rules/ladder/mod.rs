//! Wound-level combat on a ladder (wound-level combat): a trait and four Fudge dice, −4 to +4, are summed;
//! the difference of attack and defence is the damage, in wound levels.
//!
//! The die is a designer element [`LADDER_DIE`] of the deck, as in the preset `fudge`, or else four
//! cells of the cause grid.

mod ammunition;
mod attack;
mod check;
mod damage;
mod endure;
mod error;
mod level;
mod options;
mod pace;
mod roll;
mod withdraw;

pub use ammunition::{AmmunitionAnswer, FULL_AUTO_POINT_BLANK, FireMode, fire};
pub use attack::{Attack, AttackAnswer};
pub use check::{Check, CheckAnswer, Entry, Purpose};
pub use damage::{DamageAnswer, DamageQuestion, Weapon, damage_bonus};
pub use endure::{EndureAnswer, EndureCheck};
pub use error::LadderError;
pub use level::{CheckInterval, Level, LevelAnswer, Wounds};
pub use options::{LadderTie, Options};
pub use pace::Pace;
pub use roll::{Extreme, FudgeDice, LadderReading, LadderRoll, roll};
pub use withdraw::{Withdrawal, WithdrawalAnswer};

/// The designer element of four Fudge dice.
pub const LADDER_DIE: &str = "4dF";
