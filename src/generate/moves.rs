//! The moves of one unit, with all readings of its context fixed.

use std::sync::LazyLock;

use super::cause_cells::RowSet;
use super::content::Content;
use super::context::Context;
use super::moving::{Distance, MovingReading};
use super::unit::{Exchange, Extent, Unit, bits};
use super::weights::Weights;
use crate::random::Draws;

/// Which exchanges are allowed, and what they cost besides the dependence of readings.
pub(super) trait ExchangeRules {
    /// Whether exchanges of equal cells, which change nothing, are reported.
    const REPORTS_EQUAL_CELLS: bool;

    /// Two cards to try, out of `among`.
    fn cards(
        &mut self,
        among: &[usize],
        dice: &mut Pieces,
        draws: &mut Draws,
    ) -> Option<[usize; 2]>;

    /// The cost of an exchange, in squared cards of joint error; `None` if it is not allowed.
    fn price(&mut self, content: &Content, exchange: &Exchange) -> Option<f64>;

    /// Called after the last priced exchange was made.
    fn made(&mut self, exchange: &Exchange);
}

/// Allows every exchange at no cost, for a new deck.
pub(super) struct AnyExchange;

impl ExchangeRules for AnyExchange {
    const REPORTS_EQUAL_CELLS: bool = false;

    #[inline]
    fn cards(&mut self, among: &[usize], dice: &mut Pieces, _: &mut Draws) -> Option<[usize; 2]> {
        if among.len() < 2 {
            return None;
        }
        let one = dice.below(among.len());
        let other = dice.below(among.len() - 1);
        Some([among[one], among[if other >= one { other + 1 } else { other }]])
    }

    #[inline]
    fn price(&mut self, _: &Content, _: &Exchange) -> Option<f64> {
        Some(0.0)
    }

    #[inline]
    fn made(&mut self, _: &Exchange) {}
}

/// A moving unit. Dropping it updates the unit's kernel for the next units.
pub(super) struct Moves<'a> {
    unit: &'a mut Unit,
    /// The cards for exchanges of a column's cells, which have their own pins.
    every_card: Vec<usize>,
    moving: Vec<MovingReading>,
    context: &'a Context,
    weights: &'a Weights,
}

/// The largest cost of a move: T·E, computed when needed, which is seldom. A precomputed table would displace
/// other data from the cache.
#[derive(Clone, Copy)]
struct Allowance {
    acceptance: Acceptance,
    temperature: f64,
    share: usize,
}

impl Allowance {
    #[inline]
    fn amount(self) -> f64 {
        self.temperature * self.acceptance.exponential(self.share)
    }
}

impl Drop for Moves<'_> {
    fn drop(&mut self) {
        self.unit.renew_kernel();
    }
}

impl<'a> Moves<'a> {
    pub fn new(unit: &'a mut Unit, context: &'a Context, weights: &'a Weights) -> Self {
        let moving = |reading| MovingReading::new(reading, context, weights);
        let moving = unit.readings.iter().map(moving).collect();
        let every_card = (0..unit.content.cards()).collect();
        Self { unit, every_card, moving, context, weights }
    }

    /// Tries `moves` exchanges at this temperature. Of 16 in a column, `tuples` are of whole tuples. Several
    /// calls in sequence give the same result as one.
    pub fn run(
        &mut self,
        moves: u64,
        tuples: usize,
        temperature: f64,
        terms: &mut impl ExchangeRules,
        draws: &mut Draws,
    ) {
        let column = self.unit.content.is_column();
        let acceptance = Acceptance::new();
        for _ in 0..moves {
            let mut dice = Pieces(draws.bits());
            let allowed = Allowance { acceptance, temperature, share: dice.share() };
            if !column || dice.below(16) < tuples {
                self.try_tuple(allowed, terms, &mut dice, draws);
            } else if let Content::Effect(_) = self.unit.content {
                self.try_effect_cell(allowed, terms, &mut dice, draws);
            } else {
                self.try_cause_rows(allowed, terms, &mut dice, draws);
            }
        }
    }

    fn try_tuple(
        &mut self,
        allowed: Allowance,
        terms: &mut impl ExchangeRules,
        dice: &mut Pieces,
        draws: &mut Draws,
    ) {
        let Some(cards) = terms.cards(&self.unit.free, dice, draws) else { return };
        let exchange = self.unit.whole(cards);
        if let Some(price) = terms.price(&self.unit.content, &exchange) {
            self.accept(exchange, allowed.amount() - price, terms);
        }
    }

    fn try_cause_rows(
        &mut self,
        allowed: Allowance,
        terms: &mut impl ExchangeRules,
        dice: &mut Pieces,
        draws: &mut Draws,
    ) {
        let Some(cards) = terms.cards(&self.every_card, dice, draws) else { return };
        let Content::Cause(cause) = &self.unit.content else { return };
        let rows = cause.set(dice.below(cause.sets()));
        let Some(levels) = cause.exchange(rows, cards[0], cards[1]) else { return };
        let exchange = Exchange { cards, extent: Extent::Rows(rows), readings: levels.into() };
        if let Some(price) = terms.price(&self.unit.content, &exchange) {
            self.accept(exchange, allowed.amount() - price, terms);
        }
    }

    fn try_effect_cell<T: ExchangeRules>(
        &mut self,
        allowed: Allowance,
        terms: &mut T,
        dice: &mut Pieces,
        draws: &mut Draws,
    ) {
        let Content::Effect(effect) = &self.unit.content else { return };
        let row = dice.below(effect.rows());
        let Some(cards) = terms.cards(&self.every_card, dice, draws) else { return };
        let [one, other] = cards;
        if !effect.still_rises(row, one, other)
            || !T::REPORTS_EQUAL_CELLS && effect.cell(row, one) == effect.cell(row, other)
        {
            return;
        }
        let extent = Extent::Rows(RowSet::new(row));
        let exchange = Exchange { cards, extent, readings: 1 << row };
        let Some(price) = terms.price(&self.unit.content, &exchange) else { return };
        let allowed = allowed.amount() - price;
        let moving = &self.moving[row];
        let distance = Distance::between(self.context, one, other);
        if moving.change(distance, self.weights, one, other) <= allowed + moving.extremes()
            && effect.keeps_steps(row, one, other)
        {
            self.accept(exchange, allowed, terms);
        }
    }

    /// Makes an exchange if it costs at most `allowed`.
    #[inline]
    fn accept(&mut self, exchange: Exchange, allowed: f64, terms: &mut impl ExchangeRules) {
        let Exchange { cards: [one, other], readings, .. } = exchange;
        let (context, weights) = (self.context, self.weights);
        let distance = Distance::between(context, one, other);
        let mut change = 0.0;
        let mut spare = 0.0;
        for reading in bits(readings) {
            let moving = &self.moving[reading];
            change += moving.change(distance, weights, one, other);
            spare += moving.extremes();
        }
        if change > allowed + spare {
            return;
        }
        if change > allowed {
            let spare = |reading: usize| self.moving[reading].extremes_between(weights, one, other);
            if change > allowed + bits(readings).map(spare).sum::<f64>() {
                return;
            }
        }
        for reading in bits(readings) {
            change += self.moving[reading].extremes_change(context, weights, one, other);
        }
        if change > allowed {
            return;
        }
        for reading in bits(readings) {
            self.moving[reading].swap(context, weights, one, other);
        }
        self.unit.make(exchange);
        terms.made(&exchange);
    }
}

/// Splits 64 bits into several small draws. A bound b has a bias of at most b/8192, which is negligible in a
/// search.
pub(super) struct Pieces(pub u64);

impl Pieces {
    /// A number below `bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let piece = self.0 & 0x1fff;
        self.0 >>= 13;
        (piece as usize * bound) >> 13
    }

    /// One of [`SHARES`] equal shares.
    #[inline]
    fn share(&mut self) -> usize {
        let piece = self.0 as usize % SHARES;
        self.0 >>= SHARES.trailing_zeros();
        piece
    }
}

/// The quantiles of the exponential distribution with mean 1, −ln(1 − (k + ½)/n) for k below n.
///
/// Computed from sums, products and quotients alone, which are the same on every machine; a platform's
/// logarithm may differ in the last digit, and with it a deck.
static QUANTILES: LazyLock<Box<[f64; SHARES]>> = LazyLock::new(|| {
    let mut quantiles = Box::new([0.0; SHARES]);
    let mut sum = half_log_ratio(2 * SHARES, 2 * SHARES - 1) * 2.0;
    for k in 0..SHARES {
        quantiles[k] = sum;
        // From 2n − 2k − 1 parts of 2n to two fewer.
        let left = 2 * (SHARES - k) - 1;
        sum += half_log_ratio(left, left.saturating_sub(2).max(1)) * 2.0;
    }
    quantiles
});

/// The number of equal shares of a draw.
pub(super) const SHARES: usize = 1 << 12;

/// ½·ln(a/b) = z + z³/3 + z⁵/5 + …, where z = (a − b)/(a + b).
fn half_log_ratio(a: usize, b: usize) -> f64 {
    let z = (a - b) as f64 / (a + b) as f64;
    let square = z * z;
    let (mut power, mut sum) = (z, 0.0);
    for odd in (1..80).step_by(2) {
        sum += power / f64::from(odd);
        power *= square;
    }
    sum
}

/// An exchange that raises the cost by d at temperature T is accepted if d ≤ T·E, where E is drawn from the
/// exponential distribution: with probability exp(−d/T).
#[derive(Clone, Copy)]
pub(super) struct Acceptance {
    quantiles: &'static [f64; SHARES],
}

impl Acceptance {
    pub fn new() -> Self {
        Self { quantiles: &QUANTILES }
    }

    /// E for one of the [`SHARES`] equal shares of a draw.
    #[inline]
    pub fn exponential(self, share: usize) -> f64 {
        self.quantiles[share % SHARES]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::disallowed_methods, reason = "checks a table of constants, decides nothing")]
    fn the_shares_are_quantiles_of_the_exponential_distribution() {
        let acceptance = Acceptance::new();
        for share in 0..SHARES {
            let part = (share as f64 + 0.5) / SHARES as f64;
            let expected = -(1.0 - part).ln();
            assert!((acceptance.exponential(share) - expected).abs() < 1e-12, "{share}");
        }
    }
}
