//! The fixed readings of a search, seen from the column or element that moves.
//!
//! Most of a deck's cost is squares: of the joint threshold errors, and of the correlations. For a reading X
//! and the fixed readings Y, the sum of squared errors is a quadratic form in the cards,
//!
//! Σ_Y Σ_ab e(a, b)² = Σ_a Σ_cc' [X_c ≥ a]·[X_c' ≥ a]·K(c, c'),
//!
//! where K(c, c') = Σ_Y Σ_b (54·[Y_c ≥ b] − #(Y ≥ b))·(54·[Y_c' ≥ b] − #(Y ≥ b)) does not depend on X (a
//! kernel: the form is the Hilbert–Schmidt independence criterion of Gretton et al., 2005, for the kernel of
//! thresholds). So the cost of exchanging two cards in X takes a few look-ups, whatever the number of
//! readings. The same holds for r², with a kernel of the values themselves.

use std::num::Wrapping;

use crate::deck::DECK_SIZE;

use super::readings::{Reading, WHOLE_ERROR};
use super::weights::Weights;

/// One lane per card, and two more so that rows are whole vectors.
pub(super) const LANES: usize = 56;

/// A number for each pair of cards.
pub(super) type Square<T> = [[T; LANES]; DECK_SIZE];

/// The largest total [`Reading::threshold_weight`] of the readings in a context.
///
/// The search computes with whole numbers modulo 2³², which is exact if what it *reads* from the kernel fits
/// in 32 bits: the change of an exchange in [`MovingReading`](super::moving::MovingReading). The two cards
/// are on different sides of at most 53 thresholds of the moving reading. At each of them the change is twice
/// a difference of two sums of K, which is at most Σ_Y weight(Y)·Σ_b |54·#(X ≥ a and Y ≥ b) − #(X ≥ a)·#(Y ≥
/// b)|, every term at most 27·27, and the distance of the two cards, which is at most Σ_Y weight(Y)·Σ_b 54.
pub(super) const MOST_WEIGHT: i64 =
    i32::MAX as i64 / ((DECK_SIZE as i64 - 1) * (2 * WHOLE_ERROR as i64 + DECK_SIZE as i64));

/// The kernels of a set of readings.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// K/54 of the thresholds, up to a constant that cancels in every exchange.
    pub joint: Box<Square<Wrapping<i32>>>,
    /// Σ_Y of the products of both cards' values, in units in which a reading has mean 0 and sum of
    /// squares 1.
    pub r: Box<Square<f64>>,
}

impl Kernel {
    /// The kernel without readings.
    pub fn empty() -> Self {
        Self {
            joint: Box::new([[Wrapping(0); LANES]; DECK_SIZE]),
            r: Box::new([[0.0; LANES]; DECK_SIZE]),
        }
    }

    /// The kernel of these readings.
    pub fn new<'r>(readings: impl IntoIterator<Item = &'r Reading>) -> Self {
        let mut kernel = Self::empty();
        for reading in readings {
            kernel.add_reading(reading);
        }
        kernel
    }

    fn add_reading(&mut self, reading: &Reading) {
        // Σ_b over the thresholds that a card reaches: of 1, and of #(Y ≥ b).
        let mut below = [Wrapping(0); LANES];
        let mut level = [Wrapping(0); LANES];
        for card in 0..DECK_SIZE {
            level[card] = Wrapping(reading.levels[card].into());
            below[card] =
                Wrapping(reading.at_least[..usize::from(reading.levels[card])].iter().sum());
        }
        let standard = standardised(reading);
        let weight = Wrapping(reading.weight());
        for card in 0..DECK_SIZE {
            let (joint, r) = (&mut self.joint[card], &mut self.r[card]);
            for other in 0..LANES {
                let both = level[card].min(level[other]);
                joint[other] +=
                    weight * (Wrapping(DECK_SIZE as i32) * both - below[card] - below[other]);
                r[other] += standard[card] * standard[other];
            }
        }
    }

    /// Adds another kernel's readings.
    pub fn add(&mut self, other: &Self) {
        for (line, more) in self.joint.iter_mut().zip(other.joint.iter()) {
            line.iter_mut().zip(more).for_each(|(sum, term)| *sum += term);
        }
        for (line, more) in self.r.iter_mut().zip(other.r.iter()) {
            line.iter_mut().zip(more).for_each(|(sum, term)| *sum += term);
        }
    }
}

/// The values of a reading, scaled to mean 0 and sum of squares 1; all 0 for a constant reading.
pub(super) fn standardised(reading: &Reading) -> [f64; LANES] {
    let mut standard = [0.0; LANES];
    if reading.spread > 0 {
        let cards = DECK_SIZE as f64;
        // n·Σx² − (Σx)² is n times the sum of squared distances from the mean.
        let scale = (cards / reading.spread as f64).sqrt() / cards;
        for (value, standard) in reading.values.iter().zip(&mut standard) {
            *standard = (DECK_SIZE as i64 * value - reading.sum) as f64 * scale;
        }
    }
    standard
}

/// All readings that are read together with those that move.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub kernel: Kernel,
    /// `kernel.joint` as the square of a distance between two cards.
    pub joint_distance: Box<Square<Wrapping<i32>>>,
    /// `kernel.r` as the square of a distance.
    pub r_distance: Box<Square<f64>>,
    /// The thresholds of all readings, rounded up to whole vectors. 0, like the fields below, if the largest
    /// errors have no extra cost.
    pub width: usize,
    /// Card by card and threshold by threshold: 54·[Y ≥ b] − #(Y ≥ b), between −53 and 53.
    sides: Vec<Wrapping<i16>>,
    /// The number of readings, rounded up to whole vectors.
    pub count: usize,
    /// Card by card, their values with mean 0 and sum of squares 1.
    standard: Vec<f32>,
}

/// Rows of `sides` and `standard` are multiples of this.
const VECTOR: usize = 16;

impl Context {
    /// `kernel` is that of the same `readings`.
    pub fn new<'r>(
        kernel: Kernel,
        readings: impl Iterator<Item = &'r Reading> + Clone,
        weights: &Weights,
    ) -> Self {
        let readings = readings.take(if weights.heed_extremes() { usize::MAX } else { 0 });
        let thresholds: usize = readings.clone().map(|reading| reading.at_least.len()).sum();
        let width = thresholds.next_multiple_of(VECTOR);
        let count = readings.clone().count().next_multiple_of(VECTOR);
        let mut sides = vec![Wrapping(0); width * DECK_SIZE];
        let mut standard = vec![0.0; count * DECK_SIZE];
        let mut start = 0;
        for (place, reading) in readings.enumerate() {
            let line = standardised(reading);
            let below: Vec<Wrapping<i16>> =
                reading.at_least.iter().map(|&at_least| Wrapping(-at_least as i16)).collect();
            for card in 0..DECK_SIZE {
                standard[card * count + place] = line[card] as f32;
                let sides = &mut sides[card * width + start..][..below.len()];
                sides.copy_from_slice(&below);
                let reached = &mut sides[..usize::from(reading.levels[card])];
                reached.iter_mut().for_each(|side| *side += DECK_SIZE as i16);
            }
            start += below.len();
        }
        let mut joint_distance = Box::new([[Wrapping(0); LANES]; DECK_SIZE]);
        let mut r_distance = Box::new([[0.0; LANES]; DECK_SIZE]);
        // The diagonal, lane by lane, so that the rows below are whole vectors.
        let (mut joint_own, mut r_own) = ([Wrapping(0); LANES], [0.0; LANES]);
        for card in 0..DECK_SIZE {
            (joint_own[card], r_own[card]) = (kernel.joint[card][card], kernel.r[card][card]);
        }
        for i in 0..DECK_SIZE {
            for j in 0..LANES {
                let (joint, r) = (kernel.joint[i][j], kernel.r[i][j]);
                joint_distance[i][j] = joint_own[i] + joint_own[j] - Wrapping(2) * joint;
                r_distance[i][j] = r_own[i] + r_own[j] - 2.0 * r;
            }
        }
        Self { kernel, joint_distance, r_distance, width, sides, count, standard }
    }

    /// The sides of one card at all thresholds.
    #[inline]
    pub fn sides(&self, card: usize) -> &[Wrapping<i16>] {
        &self.sides[card * self.width..][..self.width]
    }

    /// The values of one card in all readings.
    #[inline]
    pub fn standard(&self, card: usize) -> &[f32] {
        &self.standard[card * self.count..][..self.count]
    }
}
