//! One reading that moves against [`Partners`] that stand still.

use std::num::Wrapping;

use crate::deck::DECK_SIZE;

use super::partners::{LANES, Partners, standardised};
use super::readings::{EVEN, Reading, WHOLE_ERROR};

/// What the search minimises, in squared cards of joint threshold error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aims {
    /// Weight of r² against a squared card of joint error.
    pub r: f64,
    /// Joint errors beyond this many 54ths of a card are punished further.
    pub peak: i16,
    /// By this factor on the square of the excess.
    pub peak_factor: f64,
    /// |r| beyond this is punished further.
    pub loud: f32,
    /// By this factor on the square of the excess.
    pub loud_factor: f64,
}

/// A reading, its values on the cards, and what an exchange of two cards would change.
#[derive(Clone, Debug)]
pub(super) struct Moving {
    /// What a kernel's unit of squared joint errors weighs, in squared cards.
    weight: f64,
    levels: [u8; LANES],
    standard: [f64; LANES],
    /// At level x and card c: Σ over thresholds up to x and over the cards c' that reach them of
    /// K(c, c'). Modulo 2³²: see [`MOST_WEIGHT`](super::partners::MOST_WEIGHT).
    pull: Vec<[Wrapping<i32>; LANES]>,
    /// Σ_c' R(c, c')·x(c').
    lean: [f64; LANES],
    /// Joint errors: threshold by threshold of this reading, those of all partners. None is beyond
    /// [`WHOLE_ERROR`], and an exchange changes it by a card at most, so 16 bits never wrap.
    errors: Vec<Wrapping<i16>>,
    /// The squared excess over the peak limit, threshold by threshold.
    peaks: Vec<i64>,
    peak_sum: i64,
    /// r with each partner.
    r: Vec<f32>,
    loud_sum: f64,
}

const CARD: f64 = DECK_SIZE as f64;

impl Moving {
    pub fn new(reading: &Reading, partners: &Partners, aims: &Aims) -> Self {
        let weight = f64::from(reading.weight()) / (f64::from(EVEN * EVEN) * CARD);
        let mut levels = [0; LANES];
        levels[..DECK_SIZE].copy_from_slice(&reading.levels);
        let standard = standardised(reading);
        let top = reading.at_least.len();
        let mut moving = Self {
            weight,
            levels,
            standard,
            pull: vec![[Wrapping(0); LANES]; top + 1],
            lean: [0.0; LANES],
            errors: vec![Wrapping(0); top * partners.width],
            peaks: vec![0; top],
            peak_sum: 0,
            r: vec![0.0; partners.count],
            loud_sum: 0.0,
        };
        for card in 0..DECK_SIZE {
            let level = usize::from(levels[card]);
            for (sum, term) in moving.pull[level].iter_mut().zip(&partners.kernel.joint[card]) {
                *sum += term;
            }
            if level > 0 {
                let line = &mut moving.errors[(level - 1) * partners.width..][..partners.width];
                line.iter_mut().zip(partners.sides(card)).for_each(|(sum, side)| *sum += side);
            }
            for (sum, term) in moving.lean.iter_mut().zip(&partners.kernel.r[card]) {
                *sum += term * standard[card];
            }
            for (r, y) in moving.r.iter_mut().zip(partners.standard(card)) {
                *r += y * standard[card] as f32;
            }
        }
        // From cards at a level to cards at it or above, then to sums over the thresholds up to it.
        for level in (1..top).rev() {
            let (lower, upper) = moving.pull.split_at_mut(level + 1);
            lower[level].iter_mut().zip(&upper[0]).for_each(|(sum, above)| *sum += above);
            let (lower, upper) = moving.errors.split_at_mut(level * partners.width);
            let lower = &mut lower[(level - 1) * partners.width..];
            lower.iter_mut().zip(upper).for_each(|(sum, above)| *sum += *above);
        }
        moving.pull[0] = [Wrapping(0); LANES];
        for level in 1..=top {
            let (lower, upper) = moving.pull.split_at_mut(level);
            upper[0].iter_mut().zip(&lower[level - 1]).for_each(|(sum, below)| *sum += below);
        }
        moving.price_peaks(partners, aims);
        moving
    }

    fn price_peaks(&mut self, partners: &Partners, aims: &Aims) {
        for (line, peak) in self.errors.chunks_exact(partners.width).zip(&mut self.peaks) {
            *peak = excess_sum(line, aims.peak);
        }
        self.peak_sum = self.peaks.iter().sum();
        self.loud_sum = self.r.iter().map(|&r| loudness(r, aims.loud)).sum::<f32>().into();
    }

    /// The squares' change if the reading exchanges its values on two cards.
    #[inline]
    pub fn change(&self, partners: &Partners, aims: &Aims, one: usize, other: usize) -> f64 {
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        if from == to {
            return 0.0;
        }
        let (now, then) = (&self.pull[from], &self.pull[to]);
        let pull = (then[one] - now[one]) - (then[other] - now[other]);
        let joint = Wrapping(2) * pull
            + Wrapping(from.abs_diff(to) as i32) * partners.joint_distance[one][other];
        let step = self.standard[other] - self.standard[one];
        let r = 2.0 * step * (self.lean[one] - self.lean[other])
            + step * step * partners.r_distance[one][other];
        f64::from(joint.0) * self.weight + aims.r * r
    }

    /// What the peaks and the loudest correlations cost now: no exchange can save more.
    #[inline]
    pub fn extremes(&self, aims: &Aims) -> f64 {
        aims.peak_factor / (CARD * CARD) * self.peak_sum as f64 + aims.loud_factor * self.loud_sum
    }

    /// As [`extremes`](Self::extremes), for an exchange of these two cards.
    #[inline]
    pub fn extremes_between(&self, aims: &Aims, one: usize, other: usize) -> f64 {
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        let peaks: i64 = self.peaks[from.min(to)..from.max(to)].iter().sum();
        aims.peak_factor / (CARD * CARD) * peaks as f64 + aims.loud_factor * self.loud_sum
    }

    /// The change of [`extremes`](Self::extremes).
    pub fn extremes_change(
        &self,
        partners: &Partners,
        aims: &Aims,
        one: usize,
        other: usize,
    ) -> f64 {
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        if from == to || aims.peak_factor == 0.0 && aims.loud_factor == 0.0 {
            return 0.0;
        }
        let (joins, leaves) = if from < to { (one, other) } else { (other, one) };
        let (joins, leaves) = (partners.sides(joins), partners.sides(leaves));
        let mut peaks = 0;
        let range = if aims.peak_factor > 0.0 { from.min(to)..from.max(to) } else { 0..0 };
        for a in range {
            let line = &self.errors[a * partners.width..][..partners.width];
            let sides = joins.chunks(CHUNK).zip(leaves.chunks(CHUNK));
            for (line, (joins, leaves)) in line.chunks(CHUNK).zip(sides) {
                let sides = joins.iter().zip(leaves);
                let then = line
                    .iter()
                    .zip(sides)
                    .map(|(error, (joins, leaves))| excess(error + (joins - leaves), aims.peak));
                peaks += i64::from(then.sum::<Wrapping<i32>>().0);
            }
            peaks -= self.peaks[a];
        }
        let step = (self.standard[other] - self.standard[one]) as f32;
        let mut sums = [0.0_f32; 8];
        let ys = partners.standard(one).as_chunks::<8>().0.iter();
        let ys = ys.zip(partners.standard(other).as_chunks::<8>().0);
        for (r, (y, z)) in self.r.as_chunks::<8>().0.iter().zip(ys) {
            for lane in 0..8 {
                sums[lane] += loudness(r[lane] + step * (y[lane] - z[lane]), aims.loud);
            }
        }
        let loud = f64::from(sums.iter().sum::<f32>()) - self.loud_sum;
        aims.peak_factor / (CARD * CARD) * peaks as f64 + aims.loud_factor * loud
    }

    /// Exchanges the values on two cards.
    pub fn swap(&mut self, partners: &Partners, aims: &Aims, one: usize, other: usize) {
        let (from, to) = (usize::from(self.levels[one]), usize::from(self.levels[other]));
        if from == to {
            return;
        }
        // The card that comes to lie above the thresholds between, and the one that leaves them.
        let (joins, leaves) = if from < to { (one, other) } else { (other, one) };
        let (low, high) = (from.min(to), from.max(to));
        let kernel = &partners.kernel;
        let mut step = [Wrapping(0); LANES];
        for (step, (joins, leaves)) in
            step.iter_mut().zip(kernel.joint[joins].iter().zip(&kernel.joint[leaves]))
        {
            *step = joins - leaves;
        }
        let mut sum = [Wrapping(0); LANES];
        for (level, line) in self.pull.iter_mut().enumerate().skip(low + 1) {
            if level <= high {
                sum.iter_mut().zip(&step).for_each(|(sum, step)| *sum += step);
            }
            line.iter_mut().zip(&sum).for_each(|(pull, sum)| *pull += sum);
        }
        let sides = || partners.sides(joins).iter().zip(partners.sides(leaves));
        for a in low..high {
            let line = &mut self.errors[a * partners.width..][..partners.width];
            for (error, (joins, leaves)) in line.iter_mut().zip(sides()) {
                *error += joins - leaves;
            }
            let peak = excess_sum(line, aims.peak);
            self.peak_sum += peak - self.peaks[a];
            self.peaks[a] = peak;
        }
        let step = self.standard[other] - self.standard[one];
        for (lean, (r, s)) in self.lean.iter_mut().zip(kernel.r[one].iter().zip(&kernel.r[other])) {
            *lean += step * (r - s);
        }
        let step = step as f32;
        let ys = partners.standard(one).iter().zip(partners.standard(other));
        let mut sums = [0.0_f32; 8];
        for (place, (r, (y, z))) in self.r.iter_mut().zip(ys).enumerate() {
            *r += step * (y - z);
            sums[place % 8] += loudness(*r, aims.loud);
        }
        self.loud_sum = sums.iter().sum::<f32>().into();
        self.levels.swap(one, other);
        self.standard.swap(one, other);
    }
}

/// As many squared excesses as 32 bits hold the sum of.
const CHUNK: usize = 2048;
const _: () = assert!(CHUNK as i64 * (WHOLE_ERROR as i64 + CARD as i64).pow(2) <= i32::MAX as i64);

/// The square of what an error, one card beyond [`WHOLE_ERROR`] at most, lies beyond the limit.
#[inline]
fn excess(error: Wrapping<i16>, limit: i16) -> Wrapping<i32> {
    let beyond = error.0.wrapping_abs().saturating_sub(limit).max(0);
    let beyond = Wrapping(i32::from(beyond));
    beyond * beyond
}

/// The squared excesses of a line of errors.
fn excess_sum(line: &[Wrapping<i16>], limit: i16) -> i64 {
    let sum = |chunk: &[Wrapping<i16>]| {
        chunk.iter().map(|&error| excess(error, limit)).sum::<Wrapping<i32>>()
    };
    line.chunks(CHUNK).map(|chunk| i64::from(sum(chunk).0)).sum()
}

#[inline]
fn loudness(r: f32, limit: f32) -> f32 {
    let beyond = (r.abs() - limit).max(0.0);
    beyond * beyond
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::partners::{Kernel, MOST_WEIGHT};
    use crate::random::Draws;

    const AIMS: Aims =
        Aims { r: 500.0, peak: 60, peak_factor: 3.0, loud: 0.05, loud_factor: 900.0 };

    fn reading(draws: &mut Draws, element: usize, values: usize) -> Reading {
        Reading::new(element, (0..54).map(|_| draws.below(values) as i64 - 2).collect())
    }

    /// The price by definition: every pair of thresholds counted card by card.
    fn cost(x: &Reading, partners: &[Reading]) -> f64 {
        let beyond = |size: f64, limit: f64| (size - limit).max(0.0) * (size - limit).max(0.0);
        let mut cost = 0.0;
        for y in partners {
            let weight = f64::from(x.weight() * y.weight()) / f64::from(EVEN * EVEN);
            for (a, nx) in (1..).zip(&x.at_least) {
                for (b, ny) in (1..).zip(&y.at_least) {
                    let both = |&card: &usize| x.levels[card] >= a && y.levels[card] >= b;
                    let count = (0..DECK_SIZE).filter(both).count() as i32;
                    let error = f64::from(54 * count - nx * ny);
                    let peak = beyond(error.abs(), f64::from(AIMS.peak));
                    cost += (weight * error * error + AIMS.peak_factor * peak) / (CARD * CARD);
                }
            }
            let (sx, sy) = (standardised(x), standardised(y));
            let r: f64 = sx.iter().zip(&sy).map(|(x, y)| x * y).sum();
            cost += AIMS.r * r * r + AIMS.loud_factor * beyond(r.abs(), AIMS.loud.into());
        }
        cost
    }

    #[test]
    fn a_change_foretold_is_the_change_of_the_price_by_definition() {
        let mut draws = Draws::new(3, "moving");
        let others: Vec<Reading> = [(1, 2), (1, 5), (2, 9), (3, 20), (4, 60)]
            .into_iter()
            .map(|(element, values)| reading(&mut draws, element, values))
            .collect();
        let partners = Partners::new(Kernel::new(&others), others.iter());
        for values in [2, 7, 30] {
            let mut x = reading(&mut draws, 0, values);
            let mut moving = Moving::new(&x, &partners, &AIMS);
            for _ in 0..40 {
                let (one, other) = draws.two_below(54);
                let before = cost(&x, &others);
                let foretold = moving.change(&partners, &AIMS, one, other)
                    + moving.extremes_change(&partners, &AIMS, one, other);
                moving.swap(&partners, &AIMS, one, other);
                x.swap(one, other);
                assert!((cost(&x, &others) - before - foretold).abs() < 1e-3);
            }
            let fresh = Moving::new(&x, &partners, &AIMS);
            assert_eq!(fresh.levels, moving.levels);
            assert_eq!(fresh.errors, moving.errors);
            assert_eq!(fresh.peaks, moving.peaks);
            // A constant that no exchange sees may differ from level to level.
            for (now, then) in moving.pull.iter().zip(&fresh.pull) {
                let shift = now[0] - then[0];
                assert!(now[..54].iter().zip(&then[..54]).all(|(now, then)| now - then == shift));
            }
        }
    }

    /// As many partners as the search takes, all of them the moving reading itself: no readings
    /// hang together more, so no sums are larger.
    #[test]
    fn the_most_weight_there_may_be_does_not_wrap_what_is_read() {
        let ladder = |element| Reading::new(element, (0..54).collect());
        let mut x = ladder(0);
        let most = MOST_WEIGHT / x.threshold_weight();
        let others: Vec<Reading> = (1..=most as usize).map(ladder).collect();
        let partners = Partners::new(Kernel::new(&others), others.iter());
        let aims = Aims { r: 0.0, peak_factor: 0.0, loud_factor: 0.0, ..AIMS };
        let mut moving = Moving::new(&x, &partners, &aims);
        let squares = |x: &Reading| {
            let mut sum = 0_i64;
            for (a, nx) in (1..).zip(&x.at_least) {
                for (b, ny) in (1..).zip(&others[0].at_least) {
                    let both = |&card: &usize| x.levels[card] >= a && others[0].levels[card] >= b;
                    let count = (0..DECK_SIZE).filter(both).count() as i64;
                    sum += (54 * count - i64::from(nx * ny)).pow(2);
                }
            }
            sum * others.len() as i64
        };
        for (one, other) in [(0, 53), (1, 52), (20, 30), (53, 0)] {
            let before = squares(&x);
            let foretold = moving.change(&partners, &aims, one, other);
            moving.swap(&partners, &aims, one, other);
            x.swap(one, other);
            let weight = f64::from(x.weight() * x.weight()) / f64::from(EVEN * EVEN);
            let change = (squares(&x) - before) as f64 * weight / (CARD * CARD);
            assert!((foretold - change).abs() <= change.abs() * 1e-12, "{foretold} {change}");
        }
    }

    #[test]
    fn what_the_extremes_cost_between_two_cards_bounds_what_an_exchange_can_save() {
        let mut draws = Draws::new(4, "moving");
        let others: Vec<Reading> =
            (1..5).map(|element| reading(&mut draws, element, 6 * element)).collect();
        let partners = Partners::new(Kernel::new(&others), others.iter());
        let moving = Moving::new(&reading(&mut draws, 0, 10), &partners, &AIMS);
        for _ in 0..200 {
            let (one, other) = draws.two_below(54);
            let spare = moving.extremes_between(&AIMS, one, other);
            assert!(spare <= moving.extremes(&AIMS) + 1e-6);
            assert!(moving.extremes_change(&partners, &AIMS, one, other) >= -spare - 1e-6);
        }
    }
}
