//! Future Imperfect, chapter 3, the older dice edition, played with the same cards.
//!
//! Cards replace its dice: open-ended pools of which the highest counts are [`Roll`]s in the cause
//! grid, dice that are summed are [`Sum`]s in the effect grid, the d20 of hit locations is the step
//! of a card's hit location, the d12 of scatter its clock, the d6 of stray bullets its figure.
//! `docs/games.md` maps every heading of the text to the function that implements it, and lists
//! what the text leaves open.
//!
//! Where several editions have a rule, the default of [`Options`] follows this one.
//!
//! ```
//! use actiondeck::deck::Deck;
//! use actiondeck::table::lookup::TargetNumber;
//! use actiondeck::table::rules::fi3::{Options, Roll};
//! # let csv = include_str!("../../../../tests/data/deck.csv");
//! # let deck = Deck::read("deck.csv", csv).unwrap();
//!
//! let roll = Roll::new(&deck, "2d10".parse()?, "34".parse()?);
//! let trial = roll.against_tn(TargetNumber::clamped(5), "fair", &Options::default())?;
//! assert_eq!((trial.roll.total, trial.raises), (Some(10), 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attack;
mod barrier;
mod bystander;
mod damage_dice;
mod dice;
mod error;
mod fate;
mod fighting;
mod hazard;
mod hit_chart;
mod movement;
mod nerve;
mod options;
mod preparation;
mod roll;
#[cfg(test)]
pub(super) mod samples;
mod several_targets;
mod shooting;
mod sum;
mod throw_scatter;
mod wounds;

pub use attack::{Arm, Attack, AttackAnswer, HitAnswer, RaiseOffer};
pub use barrier::{ArmourAnswer, Barrier};
pub use bystander::{Bystanders, BystandersAnswer, PassingShot};
pub use damage_dice::{Blow, DamageAnswer, DamageQuestion, StrengthAnswer};
pub use dice::{DieAnswer, TraitDice, TraitDiceError, closed_die, lowered, unarmed};
pub use error::Fi3Error;
pub use fate::{BountyAnswer, Chip, ChipError, Growth, SaveAnswer, save};
pub use fighting::{Closeness, Fighting, Reach};
pub use hazard::{BreathAnswer, Element, Hazard, HazardAnswer, HazardQuestion, Landing, breath};
pub(crate) use hit_chart::chart_location;
pub use hit_chart::{
    LocationAnswer, LocationModifiers, Shelter, called_location, check_ladder, location,
    scattered_wounds,
};
pub use movement::{Gait, Load, Move, MoveAnswer, Pickup};
pub use nerve::{Fear, FearAnswer, Nerve, PsychologicalAnswer, PsychologicalContest, Stakes};
pub use options::{
    ArmourPenetration, BareHands, Barriers, DieGap, LocationSide, Options, ScatterLimit,
};
pub use preparation::{Preparation, PreparationAnswer, Reload};
pub use roll::{
    BonusAnswer, BonusChip, BonusDie, DieChoice, DieReading, Roll, RollAnswer, Training, Trial,
};
pub use several_targets::{Burst, BurstAnswer, BurstPart};
pub use shooting::{AimValue, AimValueError, AreaDice, Fire, Shooting, area_dice, dice_lost};
pub use sum::{Sum, SumAnswer, SumCell};
pub use throw_scatter::{Throw, ThrowAnswer};
pub use wounds::{ConditionAnswer, Healer, Healing, HealingAnswer, condition};
