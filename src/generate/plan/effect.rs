//! The sums that an effect column must have, for each row.

use std::ops::RangeInclusive;

use num_bigint::{BigInt, BigUint};

use super::{PlacedPins, as_float};
use crate::deck::Field;
use crate::dice::{Die, Distribution, Probability, share};
use crate::spec::{PinValue, Spec};

/// The constraints of one effect column.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::generate) struct EffectPlan {
    /// `rows[row]`: the sums of all cards, rising.
    pub rows: Vec<Vec<u32>>,
    /// `pinned[row][card]`.
    pub pinned: Vec<Vec<Option<u32>>>,
    /// The exact number of cards whose increment should be `x` or more, at index x.
    pub increments_at_least: Vec<f64>,
}

impl EffectPlan {
    pub fn new(spec: &Spec, die: Die, pins: &PlacedPins) -> Self {
        let cards = spec.size();
        let pinned: Vec<Vec<Option<u32>>> = (1..=spec.effect.rows)
            .map(|row| {
                let mut cells = vec![None; cards];
                for (card, value) in pins.on_field(&Field::Effect { die, row }) {
                    if let PinValue::Number(number) = value {
                        cells[card] = u32::try_from(*number).ok();
                    }
                }
                cells
            })
            .collect();
        // High enough that less than half a card is above, whatever the number of rows.
        let rows = u32::from(spec.effect.rows);
        let highest = (rows + 1) * u32::from(die.sides()) * 4;
        let one = if spec.effect.closed {
            Distribution::die(die)
        } else {
            Distribution::open_ended(die, highest)
        };
        let mut sum = Distribution::certain(0);
        let mut values = Vec::new();
        for row_pins in &pinned {
            sum = sum.plus(&one, i64::from(highest));
            values.push(apportion(cards, &sum, row_pins));
        }
        let in_cards = |tail: BigUint| as_float(&in_cards(cards, &tail, &one));
        // Every die shows 1 or more, and so also 0 or more.
        let all = in_cards(one.total().clone());
        let from_one = one.tails().into_iter().map(in_cards);
        let increments_at_least =
            std::iter::once(all).chain(from_one).take(one.highest() as usize + 1).collect();
        Self { rows: values, pinned, increments_at_least }
    }

    /// The number of cards.
    pub fn cards(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }
}

/// The values of `cards` whose cumulative counts are within half a card of the distribution's. Ties go outward, which
/// keeps the mean of a symmetric sum and most of the spread (a deck cuts the tail of open-ended dice), unless
/// a pinned value needs them otherwise.
fn apportion(cards: usize, distribution: &Distribution, pinned: &[Option<u32>]) -> Vec<u32> {
    let (lowest, highest) = (distribution.lowest(), distribution.highest());
    let tails = distribution.tails();
    let ranges: Vec<RangeInclusive<usize>> = tails
        .iter()
        .map(|tail| share::nearest(cards, &in_cards(cards, tail, distribution)))
        .collect();
    let mut at_least: Vec<usize> = tails
        .iter()
        .zip(&ranges)
        .map(
            |(tail, range)| {
                if tail * 2_u8 < *distribution.total() { *range.end() } else { *range.start() }
            },
        )
        .collect();
    for value in lowest..=highest {
        let place = (value - lowest) as usize;
        let need = pinned.iter().flatten().filter(|&&pin| i64::from(pin) == value).count();
        if at_least[place] - at_least[place + 1] < need {
            at_least[place] = *ranges[place].end();
        }
        if at_least[place] - at_least[place + 1] < need {
            at_least[place + 1] = *ranges[place + 1].start();
        }
    }
    let mut values = Vec::with_capacity(cards);
    for (value, counts) in (lowest..=highest).zip(at_least.windows(2)) {
        values.extend(vec![value as u32; counts[0] - counts[1]]);
    }
    values
}

/// The number of cards for a weight of the distribution. Not reduced, since reducing takes longer than the
/// use.
fn in_cards(cards: usize, weight: &BigUint, of: &Distribution) -> Probability {
    Probability::new_raw(BigInt::from(weight * cards), of.total().clone().into())
}
