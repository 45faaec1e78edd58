//! Dice: sizes, notation and exact probabilities.
//!
//! This is the lowest module. It does not depend on cards; [`share`] only uses their number.
//!
//! Probabilities are exact rationals. Open-ended dice have no largest result, so a [`Distribution`] lists
//! results up to a given one and keeps the total probability above it.

mod contest;
mod die;
mod distribution;
mod expression;
mod kind;
mod moments;
mod normalize;
mod notation;
mod pool;
pub mod share;
pub(crate) mod whole_cards;

pub use contest::contest_of_pools;
pub use die::{Die, DieError};
pub use distribution::Distribution;
pub use expression::{Expression, ExpressionError};
pub use kind::{DiceKind, DiceKindError};
pub use moments::sum_moments;
pub(crate) use normalize::normalized;
pub(crate) use notation::one_die;
pub use notation::{CheckDice, EffectDice, NotationError, is_dice_of_digits, written_out};
/// The library of arbitrary-precision integers in which a [`Distribution`] is counted.
pub use num_bigint;
pub use num_rational::BigRational as Probability;
pub use pool::{
    Pick, best_of_at_least, one_at_least, open_ended_at_least, picked_at_least, successes,
};
