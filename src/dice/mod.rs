//! Dice: the sizes a deck stands in for, how players write them, and their exact probabilities.
//!
//! This is the ground floor. Nothing here knows of cards.

mod die;
mod notation;

pub use die::{Die, DieError};
pub use notation::{CheckDice, EffectDice, NotationError};
