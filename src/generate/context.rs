//! The fixed readings of a search, seen from the column or element that moves.
//!
//! Most of a deck's cost is squares: of the joint threshold errors, and of the correlations. For a reading X
//! and the fixed readings Y, the sum of squared errors is a quadratic form in the cards,
//!
//! Σ_Y Σ_ab e(a, b)² = Σ_a Σ_cc' [X_c ≥ a]·[X_c' ≥ a]·K(c, c'),
//!
//! where K(c, c') = Σ_Y Σ_b (n·[Y_c ≥ b] − #(Y ≥ b))·(n·[Y_c' ≥ b] − #(Y ≥ b)) for n cards does not depend on X (a
//! kernel: the form is the Hilbert–Schmidt independence criterion of Gretton et al., 2005, for the kernel of
//! thresholds). So the cost of exchanging two cards in X takes a few look-ups, whatever the number of
//! readings. The same holds for r², with a kernel of the values themselves.

use std::num::Wrapping;

use crate::deck::CardNumbers;

use super::readings::Reading;
use super::weights::Weights;

/// The entries of a row with one for each card, those of the largest deck. Loops run over [`lanes`] of them.
pub(super) const LANES: usize = CardNumbers::MOST;

/// A number for each pair of cards, one row a card. The length of rows is constant, which is faster to index
/// than one that depends on the deck.
pub(super) type Square<T> = Vec<[T; LANES]>;

/// The entries of a row that are computed: one for each card, and more so that they are whole vectors.
pub(super) fn lanes(cards: usize) -> usize {
    cards.next_multiple_of(8)
}

/// The kernels of a set of readings.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// K/n of the thresholds, up to a constant that cancels in every exchange.
    pub joint: Square<Wrapping<i64>>,
    /// Σ_Y of the products of both cards' values, in units in which a reading has mean 0 and sum of
    /// squares 1.
    pub r: Square<f64>,
}

impl Kernel {
    /// The kernel of these readings of a deck of `cards`.
    pub fn new<'r>(cards: usize, readings: impl IntoIterator<Item = &'r Reading>) -> Self {
        let mut kernel =
            Self { joint: vec![[Wrapping(0); LANES]; cards], r: vec![[0.0; LANES]; cards] };
        for reading in readings {
            kernel.add_reading(reading);
        }
        kernel
    }

    fn add_reading(&mut self, reading: &Reading) {
        // Σ_b over the thresholds that a card reaches: of 1, and of #(Y ≥ b).
        let cards = reading.cards();
        let mut below = [Wrapping(0); LANES];
        let mut level = [Wrapping(0); LANES];
        for card in 0..cards {
            level[card] = Wrapping(reading.levels[card].into());
            let reached = &reading.at_least[..usize::from(reading.levels[card])];
            below[card] = Wrapping(reached.iter().sum::<i32>().into());
        }
        let standard = standardised(reading);
        let weight = Wrapping(reading.weight().into());
        let n = Wrapping(cards as i64);
        for card in 0..cards {
            let (joint, r) = (&mut self.joint[card], &mut self.r[card]);
            for other in 0..lanes(cards) {
                let both = level[card].min(level[other]);
                joint[other] += weight * (n * both - below[card] - below[other]);
                r[other] += standard[card] * standard[other];
            }
        }
    }

    /// Adds another kernel's readings.
    pub fn add(&mut self, other: &Self) {
        let width = lanes(self.joint.len());
        for (line, more) in self.joint.iter_mut().zip(&other.joint) {
            line[..width].iter_mut().zip(more).for_each(|(sum, term)| *sum += term);
        }
        for (line, more) in self.r.iter_mut().zip(&other.r) {
            line[..width].iter_mut().zip(more).for_each(|(sum, term)| *sum += term);
        }
    }
}

/// The values of a reading, scaled to mean 0 and sum of squares 1, one in each lane; all 0 for a constant
/// reading.
pub(super) fn standardised(reading: &Reading) -> [f64; LANES] {
    let mut standard = [0.0; LANES];
    if reading.spread > 0 {
        let cards = reading.cards() as f64;
        // n·Σx² − (Σx)² is n times the sum of squared distances from the mean.
        let scale = (cards / reading.spread as f64).sqrt() / cards;
        for (value, standard) in reading.values.iter().zip(&mut standard) {
            *standard = (reading.cards() as i64 * value - reading.sum) as f64 * scale;
        }
    }
    standard
}

/// All readings that are read together with those that move.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub kernel: Kernel,
    /// `kernel.joint` as the square of a distance between two cards.
    pub joint_distance: Square<Wrapping<i64>>,
    /// `kernel.r` as the square of a distance.
    pub r_distance: Square<f64>,
    /// The thresholds of all readings, rounded up to whole vectors. 0, like the fields below, if the largest
    /// errors have no extra cost.
    pub width: usize,
    /// The joint errors beyond which cost more, in n-ths of a card.
    pub error_limit: i16,
    /// Card by card and threshold by threshold: n·[Y ≥ b] − #(Y ≥ b), between −n and n.
    sides: Vec<Wrapping<i16>>,
    /// The number of readings, rounded up to whole vectors.
    pub count: usize,
    /// Card by card, their values with mean 0 and sum of squares 1.
    standard: Vec<f32>,
}

/// Rows of `sides` and `standard` are multiples of this.
const VECTOR: usize = 16;

impl Context {
    /// `kernel` is that of the same `readings` of a deck of `cards`.
    pub fn new<'r>(
        cards: usize,
        kernel: Kernel,
        readings: impl Iterator<Item = &'r Reading> + Clone,
        weights: &Weights,
    ) -> Self {
        let readings = readings.take(if weights.heed_extremes() { usize::MAX } else { 0 });
        let thresholds: usize = readings.clone().map(|reading| reading.at_least.len()).sum();
        let width = thresholds.next_multiple_of(VECTOR);
        let count = readings.clone().count().next_multiple_of(VECTOR);
        let mut sides = vec![Wrapping(0); width * cards];
        let mut standard = vec![0.0; count * cards];
        let mut start = 0;
        for (place, reading) in readings.enumerate() {
            let line = standardised(reading);
            let below: Vec<Wrapping<i16>> =
                reading.at_least.iter().map(|&at_least| Wrapping(-at_least as i16)).collect();
            for card in 0..cards {
                standard[card * count + place] = line[card] as f32;
                let sides = &mut sides[card * width + start..][..below.len()];
                sides.copy_from_slice(&below);
                let reached = &mut sides[..usize::from(reading.levels[card])];
                reached.iter_mut().for_each(|side| *side += cards as i16);
            }
            start += below.len();
        }
        let mut joint_distance = vec![[Wrapping(0); LANES]; cards];
        let mut r_distance = vec![[0.0; LANES]; cards];
        // The diagonal, lane by lane, so that the rows below are whole vectors.
        let (mut joint_own, mut r_own) = ([Wrapping(0); LANES], [0.0; LANES]);
        for card in 0..cards {
            (joint_own[card], r_own[card]) = (kernel.joint[card][card], kernel.r[card][card]);
        }
        for i in 0..cards {
            for j in 0..lanes(cards) {
                let (joint, r) = (kernel.joint[i][j], kernel.r[i][j]);
                joint_distance[i][j] = joint_own[i] + joint_own[j] - Wrapping(2) * joint;
                r_distance[i][j] = r_own[i] + r_own[j] - 2.0 * r;
            }
        }
        let error_limit = (i64::from(weights.error_limit) * cards as i64 / 54) as i16;
        Self { kernel, joint_distance, r_distance, error_limit, width, sides, count, standard }
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
