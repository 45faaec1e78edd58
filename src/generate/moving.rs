//! One reading that moves against a fixed [`Context`].

use std::num::Wrapping;

use crate::deck::CardNumbers;

use super::context::{Context, LANES, lanes, standardised};
use super::readings::{EVEN, Reading};
use super::weights::Weights;

/// A reading, its values on the cards, and the cost of exchanging two cards.
#[derive(Clone, Debug)]
pub(super) struct MovingReading {
    /// The weight of a kernel's unit of squared joint errors, in squared cards.
    weight: f64,
    /// The number of cards.
    cards: f64,
    /// The entries of a row that are used, [`lanes`].
    width: usize,
    levels: [u8; LANES],
    standard: [f64; LANES],
    /// At level x and card c: Σ over thresholds up to x and over the cards c' that reach them of
    /// K(c, c').
    joint_sums: Vec<[Wrapping<i64>; LANES]>,
    /// Σ_c' R(c, c')·x(c').
    r_sums: [f64; LANES],
    /// Joint errors: threshold by threshold of this reading, those with all context thresholds. None exceeds
    /// [`WHOLE_ERROR`], and an exchange changes it by a card at most, so 16 bits never wrap.
    errors: Vec<Wrapping<i16>>,
    /// The squared excess over the peak limit, threshold by threshold.
    peaks: Vec<i64>,
    peak_sum: i64,
    /// r with each reading of the context.
    r: Vec<f32>,
    r_excess_sum: f64,
    /// As in [`extremes`](Self::extremes).
    extremes: f64,
}

/// The distance of two cards in the context, whichever reading moves.
#[derive(Clone, Copy)]
pub(super) struct Distance {
    joint: Wrapping<i64>,
    r: f64,
}

impl Distance {
    /// The distance of these two cards.
    #[inline]
    pub fn between(context: &Context, one: usize, other: usize) -> Self {
        Self { joint: context.joint_distance[one][other], r: context.r_distance[one][other] }
    }
}

/// The largest possible joint threshold error, in parts of a card: two thresholds that half of the largest
/// deck reaches, the same cards or the others.
const WHOLE_ERROR: i32 = (CardNumbers::MOST as i32 / 2) * (CardNumbers::MOST as i32 / 2);

impl MovingReading {
    pub fn new(reading: &Reading, context: &Context, weights: &Weights) -> Self {
        let cards = reading.cards();
        let weight = f64::from(reading.weight()) / (f64::from(EVEN * EVEN) * cards as f64);
        let mut levels = [0; LANES];
        levels[..cards].copy_from_slice(&reading.levels);
        let width = lanes(cards);
        let standard = standardised(reading);
        let top = reading.at_least.len();
        let mut moving = Self {
            weight,
            cards: cards as f64,
            width,
            levels,
            standard,
            joint_sums: vec![[Wrapping(0); LANES]; top + 1],
            r_sums: [0.0; LANES],
            errors: vec![Wrapping(0); top * context.width],
            peaks: vec![0; top],
            peak_sum: 0,
            r: vec![0.0; context.count],
            r_excess_sum: 0.0,
            extremes: 0.0,
        };
        for card in 0..cards {
            let level = usize::from(moving.levels[card]);
            let sums = &mut moving.joint_sums[level][..width];
            for (sum, term) in sums.iter_mut().zip(&context.kernel.joint[card]) {
                *sum += term;
            }
            if level > 0 {
                let line = &mut moving.errors[(level - 1) * context.width..][..context.width];
                line.iter_mut().zip(context.sides(card)).for_each(|(sum, side)| *sum += side);
            }
            for (sum, term) in moving.r_sums[..width].iter_mut().zip(&context.kernel.r[card]) {
                *sum += term * moving.standard[card];
            }
            for (r, y) in moving.r.iter_mut().zip(context.standard(card)) {
                *r += y * moving.standard[card] as f32;
            }
        }
        // From cards at a level to cards at it or above, then to sums over the thresholds up to it.
        for level in (1..top).rev() {
            let (lower, upper) = moving.joint_sums.split_at_mut(level + 1);
            lower[level].iter_mut().zip(&upper[0]).for_each(|(sum, above)| *sum += above);
            let (lower, upper) = moving.errors.split_at_mut(level * context.width);
            let lower = &mut lower[(level - 1) * context.width..];
            lower.iter_mut().zip(upper).for_each(|(sum, above)| *sum += *above);
        }
        moving.joint_sums[0] = [Wrapping(0); LANES];
        for level in 1..=top {
            let (lower, upper) = moving.joint_sums.split_at_mut(level);
            upper[0].iter_mut().zip(&lower[level - 1]).for_each(|(sum, below)| *sum += below);
        }
        moving.price_peaks(context, weights);
        moving
    }

    fn price_peaks(&mut self, context: &Context, weights: &Weights) {
        if !weights.heed_extremes() {
            return;
        }
        for (line, peak) in self.errors.chunks_exact(context.width).zip(&mut self.peaks) {
            *peak = excess_sum(line, context.error_limit);
        }
        self.peak_sum = self.peaks.iter().sum();
        let limit = weights.r_limit as f32;
        self.r_excess_sum = self.r.iter().map(|&r| r_excess(r, limit)).sum::<f32>().into();
        self.extremes = self.cost_of(weights, self.peak_sum);
    }

    /// The cost of this sum of peaks and of the correlations beyond their limit.
    #[inline]
    fn cost_of(&self, weights: &Weights, peaks: i64) -> f64 {
        weights.error_factor / (self.cards * self.cards) * peaks as f64
            + weights.r_factor * self.r_excess_sum
    }

    /// The change of the squares if the reading exchanges its values on two cards. Inlined, since it is
    /// called at every move.
    #[inline(always)]
    pub fn change(&self, distance: Distance, weights: &Weights, one: usize, other: usize) -> f64 {
        // Between cards of one level every term is 0. An early return is omitted: for whole tuples it is
        // unpredictable, and a branch costs more than the terms.
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        let (now, then) = (&self.joint_sums[from], &self.joint_sums[to]);
        let linear = (then[one] - now[one]) - (then[other] - now[other]);
        let joint = Wrapping(2) * linear + Wrapping(from.abs_diff(to) as i64) * distance.joint;
        let step = self.standard[other] - self.standard[one];
        let r = 2.0 * step * (self.r_sums[one] - self.r_sums[other]) + step * step * distance.r;
        joint.0 as f64 * self.weight + weights.r * r
    }

    /// The present cost of errors and correlations beyond their limits: an exchange cannot save more.
    #[inline]
    pub fn extremes(&self) -> f64 {
        self.extremes
    }

    /// As [`extremes`](Self::extremes), for an exchange of these two cards.
    #[inline]
    pub fn extremes_between(&self, weights: &Weights, one: usize, other: usize) -> f64 {
        if !weights.heed_extremes() {
            return 0.0;
        }
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        let peaks: i64 = self.peaks[from.min(to)..from.max(to)].iter().sum();
        self.cost_of(weights, peaks)
    }

    /// The change of [`extremes`](Self::extremes).
    pub fn extremes_change(
        &self,
        context: &Context,
        weights: &Weights,
        one: usize,
        other: usize,
    ) -> f64 {
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        if from == to || !weights.heed_extremes() {
            return 0.0;
        }
        let (joins, leaves) = if from < to { (one, other) } else { (other, one) };
        let (joins, leaves) = (context.sides(joins), context.sides(leaves));
        let mut peaks = 0;
        let range = if weights.error_factor > 0.0 { from.min(to)..from.max(to) } else { 0..0 };
        for a in range {
            let line = &self.errors[a * context.width..][..context.width];
            let sides = joins.chunks(CHUNK).zip(leaves.chunks(CHUNK));
            for (line, (joins, leaves)) in line.chunks(CHUNK).zip(sides) {
                let sides = joins.iter().zip(leaves);
                let then = line.iter().zip(sides).map(|(error, (joins, leaves))| {
                    excess(error + (joins - leaves), context.error_limit)
                });
                peaks += i64::from(then.sum::<Wrapping<i32>>().0);
            }
            peaks -= self.peaks[a];
        }
        let step = (self.standard[other] - self.standard[one]) as f32;
        let limit = weights.r_limit as f32;
        let mut sums = [0.0_f32; 8];
        let ys = context.standard(one).as_chunks::<8>().0.iter();
        let ys = ys.zip(context.standard(other).as_chunks::<8>().0);
        for (r, (y, z)) in self.r.as_chunks::<8>().0.iter().zip(ys) {
            for lane in 0..8 {
                sums[lane] += r_excess(r[lane] + step * (y[lane] - z[lane]), limit);
            }
        }
        let beyond = f64::from(sums.iter().sum::<f32>()) - self.r_excess_sum;
        weights.error_factor / (self.cards * self.cards) * peaks as f64 + weights.r_factor * beyond
    }

    /// Exchanges the values on two cards.
    pub fn swap(&mut self, context: &Context, weights: &Weights, one: usize, other: usize) {
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        if from == to {
            return;
        }
        // The card that moves above the thresholds between, and the one that moves below.
        let (joins, leaves) = if from < to { (one, other) } else { (other, one) };
        let (low, high) = (from.min(to), from.max(to));
        let kernel = &context.kernel;
        let (above, below) = (&kernel.joint[joins], &kernel.joint[leaves]);
        let width = self.width;
        let mut sums = [Wrapping(0); LANES];
        for (level, line) in self.joint_sums.iter_mut().enumerate().skip(low + 1) {
            if level <= high {
                let steps = above[..width].iter().zip(&below[..width]);
                sums.iter_mut().zip(steps).for_each(|(sum, (above, below))| *sum += above - below);
            }
            line[..width].iter_mut().zip(&sums).for_each(|(total, sum)| *total += sum);
        }
        let step = self.standard[other] - self.standard[one];
        let (r, s) = (&kernel.r[one][..width], &kernel.r[other][..width]);
        for (sum, (r, s)) in self.r_sums.iter_mut().zip(r.iter().zip(s)) {
            *sum += step * (r - s);
        }
        self.levels.swap(one, other);
        self.standard.swap(one, other);
        if !weights.heed_extremes() {
            return;
        }
        let sides = || context.sides(joins).iter().zip(context.sides(leaves));
        for a in low..high {
            let line = &mut self.errors[a * context.width..][..context.width];
            for (error, (joins, leaves)) in line.iter_mut().zip(sides()) {
                *error += joins - leaves;
            }
            let peak = excess_sum(line, context.error_limit);
            self.peak_sum += peak - self.peaks[a];
            self.peaks[a] = peak;
        }
        let step = step as f32;
        let ys = context.standard(one).iter().zip(context.standard(other));
        let limit = weights.r_limit as f32;
        let mut sums = [0.0_f32; 8];
        for (place, (r, (y, z))) in self.r.iter_mut().zip(ys).enumerate() {
            *r += step * (y - z);
            sums[place % 8] += r_excess(*r, limit);
        }
        self.r_excess_sum = sums.iter().sum::<f32>().into();
        self.extremes = self.cost_of(weights, self.peak_sum);
    }
}

/// The largest number of squared excesses whose sum fits in 32 bits.
const CHUNK: usize = 128;
const _: () = {
    let most = (WHOLE_ERROR + CardNumbers::MOST as i32) as i64;
    assert!(CHUNK as i64 * most * most <= i32::MAX as i64);
};

/// The squared excess of an error, at most one card beyond [`WHOLE_ERROR`], over the limit.
#[inline]
fn excess(error: Wrapping<i16>, limit: i16) -> Wrapping<i32> {
    let beyond = error.0.wrapping_abs().saturating_sub(limit).max(0);
    let beyond = Wrapping(i32::from(beyond));
    beyond * beyond
}

/// The sum of squared excesses of a row of errors.
fn excess_sum(line: &[Wrapping<i16>], limit: i16) -> i64 {
    let sum = |chunk: &[Wrapping<i16>]| {
        chunk.iter().map(|&error| excess(error, limit)).sum::<Wrapping<i32>>()
    };
    line.chunks(CHUNK).map(|chunk| i64::from(sum(chunk).0)).sum()
}

#[inline]
fn r_excess(r: f32, limit: f32) -> f32 {
    let beyond = (r.abs() - limit).max(0.0);
    beyond * beyond
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::context::Kernel;
    use crate::random::Draws;

    const WEIGHTS: Weights =
        Weights { r: 500.0, error_limit: 60, error_factor: 3.0, r_limit: 0.05, r_factor: 900.0 };

    fn reading(draws: &mut Draws, values: usize) -> Reading {
        Reading::new((0..54).map(|_| draws.below(values) as i64 - 2))
    }

    /// The cost by definition: every pair of thresholds counted card by card.
    fn cost(x: &Reading, context: &[Reading]) -> f64 {
        let beyond = |size: f64, limit: f64| (size - limit).max(0.0) * (size - limit).max(0.0);
        let mut cost = 0.0;
        for y in context {
            let weight = f64::from(x.weight() * y.weight()) / f64::from(EVEN * EVEN);
            for (a, nx) in (1..).zip(&x.at_least) {
                for (b, ny) in (1..).zip(&y.at_least) {
                    let both = |&card: &usize| x.levels[card] >= a && y.levels[card] >= b;
                    let count = (0..54).filter(both).count() as i32;
                    let error = f64::from(54 * count - nx * ny);
                    let peak = beyond(error.abs(), f64::from(WEIGHTS.error_limit));
                    cost += (weight * error * error + WEIGHTS.error_factor * peak) / (54.0 * 54.0);
                }
            }
            let (sx, sy) = (standardised(x), standardised(y));
            let r: f64 = sx.iter().zip(&sy).map(|(x, y)| x * y).sum();
            cost += WEIGHTS.r * r * r + WEIGHTS.r_factor * beyond(r.abs(), WEIGHTS.r_limit);
        }
        cost
    }

    #[test]
    fn a_predicted_change_is_the_change_by_definition() {
        let mut draws = Draws::new(3, "moving");
        let others = [2, 5, 9, 20, 60].map(|values| reading(&mut draws, values));
        let context = Context::new(54, Kernel::new(54, &others), others.iter(), &WEIGHTS);
        for values in [2, 7, 30] {
            let mut x = reading(&mut draws, values);
            let mut moving = MovingReading::new(&x, &context, &WEIGHTS);
            for _ in 0..40 {
                let (one, other) = draws.two_below(54);
                let before = cost(&x, &others);
                let distance = Distance::between(&context, one, other);
                let foretold = moving.change(distance, &WEIGHTS, one, other)
                    + moving.extremes_change(&context, &WEIGHTS, one, other);
                moving.swap(&context, &WEIGHTS, one, other);
                x.swap(one, other);
                assert!((cost(&x, &others) - before - foretold).abs() < 1e-3);
            }
            let fresh = MovingReading::new(&x, &context, &WEIGHTS);
            assert_eq!(fresh.levels, moving.levels);
            assert_eq!(fresh.errors, moving.errors);
            assert_eq!(fresh.peaks, moving.peaks);
            // Levels may differ by a constant that cancels in every exchange.
            for (now, then) in moving.joint_sums.iter().zip(&fresh.joint_sums) {
                let shift = now[0] - then[0];
                assert!(now[..54].iter().zip(&then[..54]).all(|(now, then)| now - then == shift));
            }
        }
    }

    #[test]
    fn extremes_bound_the_gain_of_an_exchange() {
        let mut draws = Draws::new(4, "moving");
        let others: Vec<Reading> = (1..5).map(|element| reading(&mut draws, 6 * element)).collect();
        let context = Context::new(54, Kernel::new(54, &others), others.iter(), &WEIGHTS);
        let moving = MovingReading::new(&reading(&mut draws, 10), &context, &WEIGHTS);
        for _ in 0..200 {
            let (one, other) = draws.two_below(54);
            let spare = moving.extremes_between(&WEIGHTS, one, other);
            assert!(spare <= moving.extremes() + 1e-6);
            assert!(moving.extremes_change(&context, &WEIGHTS, one, other) >= -spare - 1e-6);
        }
    }
}
