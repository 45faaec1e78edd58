//! The joint threshold errors of a pair of readings.

use num_bigint::BigInt;

use crate::dice::Probability;
use crate::dice::whole_cards::to_whole_cards;

use super::Amount;
use super::reach::{Reach, reach};

/// The largest, the sum and the sum of squares of some joint errors, in n-ths of a card for n cards.
#[derive(Clone, Copy)]
pub(super) struct Errors {
    pub(super) worst: u64,
    pub(super) sum: u64,
    pub(super) squares: u64,
    cards: usize,
}

impl Errors {
    /// None yet, of a deck of `cards`.
    pub(super) fn new(cards: usize) -> Self {
        Self { worst: 0, sum: 0, squares: 0, cards }
    }

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

    fn in_cards(&self, error: u64) -> Probability {
        Probability::new(error.into(), self.cards.into())
    }

    pub(super) fn worst(&self) -> Amount {
        Amount::exact(self.in_cards(self.worst))
    }

    pub(super) fn mean(&self, events: u64) -> Amount {
        Amount::exact(mean(self.in_cards(self.sum), events))
    }

    pub(super) fn root_mean_square(&self, events: u64) -> Amount {
        let cards = BigInt::from(self.cards * self.cards);
        Amount::root(mean(Probability::new(self.squares.into(), cards), events))
    }
}

/// The joint errors of one pair, and their lower bounds from whole cards.
pub(super) struct Joint {
    pub(super) errors: Errors,
    pub(super) least: Errors,
    pub(super) thresholds: (i64, i64),
    pub(super) events: u64,
}

/// The worst joint threshold error of two readings that are not among the 59, in cards.
pub(super) fn joint_error(x: &[i64], y: &[i64]) -> Amount {
    joint(x.len(), &reach(x), &reach(y)).errors.worst()
}

/// The joint errors of two readings of a deck of `cards`.
pub(super) fn joint(cards: usize, one: &[Reach], other: &[Reach]) -> Joint {
    let deck = cards as u64;
    let none = Errors::new(cards);
    let mut joint = Joint { errors: none, least: none, thresholds: (0, 0), events: 0 };
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
