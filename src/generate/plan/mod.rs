//! The constraints of the search: the pins on their cards, and the counts of columns and elements.

mod cause;
mod effect;
mod pins;

use num_traits::{Signed, ToPrimitive};

use crate::deck::GridShape;
use crate::dice::{Probability, share};

pub(super) use cause::CausePlan;
pub(super) use effect::EffectPlan;
pub(super) use pins::{BLANK, PlacedPins};

/// The largest number of rows of a grid; a card's cells in one column are an array of this size.
pub(super) const ROWS: usize = GridShape::MAX_ROWS as usize;

/// The nearest `f64`, by exact division of integers scaled to 2⁻⁴⁰, independent of the platform.
pub(super) fn as_float(ratio: &Probability) -> f64 {
    let (twice, whole) = (ratio.numer() << 41_u8, ratio.denom());
    let half = if twice.is_negative() { -whole } else { whole.clone() };
    let scaled = (twice + half) / (whole << 1_u8);
    scaled.to_i64().unwrap_or(i64::MAX) as f64 / (1_u64 << 40) as f64
}

/// A value for each card in order of value, from counts.
pub(super) fn spread<T: Copy + Into<i64>>(counts: &[(T, u8)]) -> Vec<i64> {
    counts.iter().flat_map(|&(value, cards)| vec![value.into(); usize::from(cards)]).collect()
}

/// The hit steps of a deck of `cards`, each as often as the others, by cumulative rounding.
pub(super) fn hit_steps(cards: usize, steps: u8) -> Vec<i64> {
    let cards = share::cumulative(cards, &share::even(usize::from(steps)));
    (1..=i64::from(steps)).zip(cards).flat_map(|(step, cards)| vec![step; cards]).collect()
}
