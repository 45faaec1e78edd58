//! The joint threshold errors of a pair of readings.

use num_bigint::BigInt;

use crate::deck::DECK_SIZE;
use crate::dice::Probability;
use crate::dice::whole_cards::to_whole_cards;

use super::Amount;
use super::reach::{Reach, reach};

/// The largest, the sum and the sum of squares of some joint errors, in 54ths of a card.
#[derive(Clone, Copy, Default)]
pub(super) struct Errors {
    pub(super) worst: u64,
    pub(super) sum: u64,
    pub(super) squares: u64,
}

impl Errors {
    /// Counts an error, and returns whether it is the largest so far.
    pub(super) fn add(&mut self, error: u64) -> bool {
        self.sum += error;
        self.squares += error * error;
        let is_worst = error > self.worst;
        self.worst = self.worst.max(error);
        is_worst
    }

    pub(super) fn join(&mut self, more: &Self) {
        self.worst = self.worst.max(more.worst);
        self.sum += more.sum;
        self.squares += more.squares;
    }

    pub(super) fn worst(&self) -> Amount {
        Amount::exact(in_54ths(self.worst))
    }

    pub(super) fn mean(&self, events: u64) -> Amount {
        Amount::exact(mean(in_54ths(self.sum), events))
    }

    pub(super) fn root_mean_square(&self, events: u64) -> Amount {
        let square_54 = BigInt::from(DECK_SIZE * DECK_SIZE);
        Amount::root(mean(Probability::new(self.squares.into(), square_54), events))
    }
}

/// The joint errors of one pair, and their lower bounds from whole cards.
#[derive(Default)]
pub(super) struct Joint {
    pub(super) errors: Errors,
    pub(super) least: Errors,
    pub(super) thresholds: (i64, i64),
    pub(super) events: u64,
}

/// The worst joint threshold error of two readings that are not among the 59, in cards.
pub(super) fn joint_error(x: &[i64], y: &[i64]) -> Amount {
    joint(&reach(x), &reach(y)).errors.worst()
}

pub(super) fn in_54ths(error: u64) -> Probability {
    Probability::new(error.into(), DECK_SIZE.into())
}

pub(super) fn joint(one: &[Reach], other: &[Reach]) -> Joint {
    let deck = DECK_SIZE as u64;
    let mut joint = Joint::default();
    for a in one {
        let in_a = u64::from(a.cards.count_ones());
        for b in other {
            let both = u64::from((a.cards & b.cards).count_ones());
            let product = in_a * u64::from(b.cards.count_ones());
            joint.least.add(to_whole_cards(product, deck));
            joint.events += 1;
            if joint.errors.add((deck * both).abs_diff(product)) {
                joint.thresholds = (a.threshold, b.threshold);
            }
        }
    }
    joint
}

pub(super) fn mean(sum: Probability, count: u64) -> Probability {
    sum / Probability::from_integer(count.max(1).into())
}
