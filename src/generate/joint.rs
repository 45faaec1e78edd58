//! The dependence of readings used together, and how one exchange of two cards changes it.
//!
//! For a pair of readings and every pair of thresholds the table holds 54·#(X ≥ a and Y ≥ b) −
//! #(X ≥ a)·#(Y ≥ b): the joint threshold error in units of 1/54 card. Exchanging two cards in X
//! changes the count by one card inside the rectangle between their levels and nowhere else, so a
//! move costs the sum over that rectangle of a table look-up.

use crate::deck::DECK_SIZE;

use super::readings::Reading;
use super::weights::Weights;

/// The prices of [`Weights`], worked out for every error.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    weights: Weights,
    /// Change of the price of an error when a card comes into its rectangle, by stored error.
    rise: Vec<i32>,
    /// The same when a card leaves it.
    fall: Vec<i32>,
}

/// Errors lie between −27·27 and 27·27; stored with this offset they are indices, and a move of one
/// card never leaves the tables.
const OFFSET: i32 = 27 * 27 + 2 * CARD;
const CARD: i32 = DECK_SIZE as i32;

impl Prices {
    pub fn new(weights: Weights) -> Self {
        let errors = || -OFFSET..=OFFSET;
        Self {
            weights,
            rise: errors().map(|e| weights.error(e + CARD) - weights.error(e)).collect(),
            fall: errors().map(|e| weights.error(e - CARD) - weights.error(e)).collect(),
        }
    }
}

impl Weights {
    /// The price of a joint error of `e` 54ths of a card, in 54ths squared.
    fn error(&self, e: i32) -> i32 {
        let beyond = (e.abs() - i32::from(self.error_limit)).max(0);
        e * e + self.error_factor as i32 * beyond * beyond
    }

    /// The price of a correlation.
    fn correlation(&self, r: f64) -> f64 {
        let beyond = (r.abs() - self.r_limit).max(0.0);
        self.r * r * r + self.r_factor * beyond * beyond
    }
}

/// A reading's partner in one pair.
#[derive(Clone, Copy, Debug)]
struct Partner {
    reading: usize,
    /// The pair's place among the covariances.
    pair: usize,
    /// Where the pair's table begins and how many columns it has.
    start: usize,
    width: usize,
    /// Whether this partner stands along the table's rows rather than its columns.
    in_rows: bool,
    /// 1/√(spread x · spread y), so that r = covariance · scale.
    scale: f64,
}

/// Some readings that move, among all others, and the dependence between them.
#[derive(Clone, Debug)]
pub(super) struct Joint<'a> {
    prices: &'a Prices,
    count: usize,
    /// Levels and values, card by card: a move reads two cards and all readings.
    levels: Vec<u8>,
    values: Vec<i32>,
    /// For each reading, its pairs; empty for readings that stand still.
    partners: Vec<Vec<Partner>>,
    /// 54·Σxy − Σx·Σy for each pair.
    covariances: Vec<i64>,
    /// Errors with [`OFFSET`].
    errors: Vec<u16>,
}

/// Figures of dependence over all pairs of readings that are used together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dependence {
    /// The largest |r|.
    pub worst_r: f64,
    /// The root mean square of r.
    pub rms_r: f64,
    /// The largest joint threshold error, in cards.
    pub worst_error: f64,
    /// The root mean square of the joint threshold errors, in cards.
    pub rms_error: f64,
}

impl<'a> Joint<'a> {
    /// The pairs of which at least one reading `moves`. Readings of one element are no pair.
    pub fn new(readings: &[Reading], moves: impl Fn(usize) -> bool, prices: &'a Prices) -> Self {
        let count = readings.len();
        let by_card = |card: usize| readings.iter().map(move |reading| (reading, card));
        let cards = 0..DECK_SIZE;
        let mut joint = Self {
            prices,
            count,
            levels: cards.clone().flat_map(by_card).map(|(r, card)| r.levels[card]).collect(),
            values: cards.flat_map(by_card).map(|(r, card)| r.values[card] as i32).collect(),
            partners: vec![Vec::new(); count],
            covariances: Vec::new(),
            errors: Vec::new(),
        };
        for x in 0..count {
            for y in x + 1..count {
                if readings[x].element != readings[y].element && (moves(x) || moves(y)) {
                    joint.add_pair(readings, x, y, [moves(x), moves(y)]);
                }
            }
        }
        joint
    }

    fn add_pair(
        &mut self,
        readings: &[Reading],
        x: usize,
        y: usize,
        [x_moves, y_moves]: [bool; 2],
    ) {
        // The longer side runs along the lines, where the sums of a move are taken.
        let x_in_rows = readings[x].at_least.len() <= readings[y].at_least.len();
        let (one, other) =
            if x_in_rows { (&readings[x], &readings[y]) } else { (&readings[y], &readings[x]) };
        let start = self.errors.len();
        let (height, width) = (one.at_least.len(), other.at_least.len());
        let mut counts = vec![0_i32; (height + 1) * (width + 1)];
        for (&a, &b) in one.levels.iter().zip(&other.levels) {
            counts[usize::from(a) * (width + 1) + usize::from(b)] += 1;
        }
        for row in (0..=height).rev() {
            let mut line = 0;
            for column in (0..=width).rev() {
                line += counts[row * (width + 1) + column];
                let below = if row < height { counts[(row + 1) * (width + 1) + column] } else { 0 };
                counts[row * (width + 1) + column] = line + below;
            }
        }
        for (row, &nx) in (1..).zip(&one.at_least) {
            for (column, &ny) in (1..).zip(&other.at_least) {
                let error = CARD * counts[row * (width + 1) + column] - nx * ny;
                self.errors.push((error + OFFSET) as u16);
            }
        }
        let pair = self.covariances.len();
        let products: i64 = one.values.iter().zip(&other.values).map(|(x, y)| x * y).sum();
        self.covariances.push(i64::from(CARD) * products - one.sum * other.sum);
        let spread = one.spread as f64 * other.spread as f64;
        let scale = if spread > 0.0 { 1.0 / spread.sqrt() } else { 0.0 };
        let partner = |reading, in_rows| Partner { reading, pair, start, width, in_rows, scale };
        if x_moves {
            self.partners[x].push(partner(y, !x_in_rows));
        }
        if y_moves {
            self.partners[y].push(partner(x, x_in_rows));
        }
    }

    /// How far the readings depend on each other: what the validator will find, to the precision of
    /// floating point.
    pub fn figures(&self) -> Dependence {
        let mut figures = Dependence { worst_r: 0.0, rms_r: 0.0, worst_error: 0.0, rms_error: 0.0 };
        for (reading, partners) in self.partners.iter().enumerate() {
            for partner in partners.iter().filter(|partner| partner.reading > reading) {
                let r = self.covariances[partner.pair] as f64 * partner.scale;
                figures.worst_r = figures.worst_r.max(r.abs());
                figures.rms_r += r * r;
            }
        }
        let errors = self.errors.iter().map(|&error| (i32::from(error) - OFFSET).unsigned_abs());
        let worst = errors.clone().max().unwrap_or(0);
        let squares: u64 = errors.map(|error| u64::from(error) * u64::from(error)).sum();
        let card = f64::from(CARD);
        figures.rms_r = (figures.rms_r / self.covariances.len().max(1) as f64).sqrt();
        figures.worst_error = f64::from(worst) / card;
        figures.rms_error = (squares as f64 / self.errors.len().max(1) as f64).sqrt() / card;
        figures
    }

    /// By how much the cost changes if `reading` exchanges its values on two cards.
    pub fn change(&self, reading: usize, one: usize, other: usize) -> f64 {
        let levels = [one, other].map(|card| self.of_card(&self.levels, card));
        let values = [one, other].map(|card| self.of_card(&self.values, card));
        let (xi, xj) = (levels[0][reading], levels[1][reading]);
        if xi == xj {
            return 0.0;
        }
        let (x_low, x_high) = (usize::from(xi.min(xj)), usize::from(xi.max(xj)));
        let dx = i64::from(CARD) * i64::from(values[0][reading] - values[1][reading]);
        let mut errors = 0_i64;
        let mut correlations = 0.0;
        let weights = &self.prices.weights;
        for partner in &self.partners[reading] {
            let (yi, yj) = (levels[0][partner.reading], levels[1][partner.reading]);
            if yi == yj {
                continue;
            }
            let (y_low, y_high) = (usize::from(yi.min(yj)), usize::from(yi.max(yj)));
            let step = if (xi < xj) == (yi < yj) { &self.prices.fall } else { &self.prices.rise };
            let (rows, columns) = if partner.in_rows {
                (y_low..y_high, x_low..x_high)
            } else {
                (x_low..x_high, y_low..y_high)
            };
            for row in rows {
                let line = &self.errors[partner.start + row * partner.width..][columns.clone()];
                let sum: i32 = line.iter().map(|&error| step[usize::from(error)]).sum();
                errors += i64::from(sum);
            }
            let dy = i64::from(values[0][partner.reading] - values[1][partner.reading]);
            let before = self.covariances[partner.pair];
            correlations += weights.correlation((before - dx * dy) as f64 * partner.scale)
                - weights.correlation(before as f64 * partner.scale);
        }
        errors as f64 / f64::from(CARD * CARD) + correlations
    }

    /// Exchanges the values of `reading`, which moves, on two cards.
    pub fn swap(&mut self, reading: usize, one: usize, other: usize) {
        let at = |card: usize| card * self.count;
        let (xi, xj) = (self.levels[at(one) + reading], self.levels[at(other) + reading]);
        if xi == xj {
            return;
        }
        let (x_low, x_high) = (usize::from(xi.min(xj)), usize::from(xi.max(xj)));
        let dx = self.values[at(one) + reading] - self.values[at(other) + reading];
        let dx = i64::from(CARD) * i64::from(dx);
        for partner in &self.partners[reading] {
            let yi = self.levels[at(one) + partner.reading];
            let yj = self.levels[at(other) + partner.reading];
            if yi == yj {
                continue;
            }
            let (y_low, y_high) = (usize::from(yi.min(yj)), usize::from(yi.max(yj)));
            let step = if (xi < xj) == (yi < yj) { -(CARD as i16) } else { CARD as i16 };
            let (rows, columns) = if partner.in_rows {
                (y_low..y_high, x_low..x_high)
            } else {
                (x_low..x_high, y_low..y_high)
            };
            for row in rows {
                let line = &mut self.errors[partner.start + row * partner.width..][columns.clone()];
                line.iter_mut().for_each(|error| *error = error.wrapping_add_signed(step));
            }
            let dy =
                self.values[at(one) + partner.reading] - self.values[at(other) + partner.reading];
            self.covariances[partner.pair] -= dx * i64::from(dy);
        }
        let (one, other) = (at(one) + reading, at(other) + reading);
        self.levels.swap(one, other);
        self.values.swap(one, other);
    }

    /// One card's part of a list kept card by card.
    fn of_card<'l, T>(&self, list: &'l [T], card: usize) -> &'l [T] {
        &list[card * self.count..(card + 1) * self.count]
    }

    /// The cost of all pairs held.
    #[cfg(test)]
    fn cost(&self) -> f64 {
        let price = |&error: &u16| i64::from(self.prices.weights.error(i32::from(error) - OFFSET));
        let errors: i64 = self.errors.iter().map(price).sum();
        let mut seen = vec![false; self.covariances.len()];
        let mut correlations = 0.0;
        for partner in self.partners.iter().flatten() {
            if !std::mem::replace(&mut seen[partner.pair], true) {
                let r = self.covariances[partner.pair] as f64 * partner.scale;
                correlations += self.prices.weights.correlation(r);
            }
        }
        errors as f64 / f64::from(CARD * CARD) + correlations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    fn prices() -> Prices {
        Prices::new(Weights {
            r: 500.0,
            error_limit: 60,
            error_factor: 3.0,
            r_limit: 0.05,
            r_factor: 900.0,
        })
    }

    fn readings(draws: &mut Draws) -> Vec<Reading> {
        [(0, 4), (0, 6), (1, 12), (2, 2), (3, 30)]
            .into_iter()
            .map(|(element, values)| {
                Reading::new(element, (0..54).map(|_| draws.below(values) as i64 - 2).collect())
            })
            .collect()
    }

    #[test]
    fn errors_are_those_of_the_definition() {
        let (readings, prices) = (readings(&mut Draws::new(1, "readings")), prices());
        let joint = Joint::new(&readings, |_| true, &prices);
        let (x, y) = (&readings[1], &readings[2]);
        let mut expected = Vec::new();
        for a in 1..=x.at_least.len() {
            for b in 1..=y.at_least.len() {
                let both = |card: &usize| {
                    usize::from(x.levels[*card]) >= a && usize::from(y.levels[*card]) >= b
                };
                let count = (0..54).filter(both).count() as i32;
                let error = 54 * count - x.at_least[a - 1] * y.at_least[b - 1];
                expected.push((error + OFFSET) as u16);
            }
        }
        let partner = joint.partners[1].iter().find(|partner| partner.reading == 2).unwrap();
        assert_eq!(expected, joint.errors[partner.start..][..expected.len()]);
    }

    #[test]
    fn readings_of_one_element_and_readings_that_stand_still_are_no_pairs() {
        let (readings, prices) = (readings(&mut Draws::new(1, "readings")), prices());
        assert_eq!(10 - 1, Joint::new(&readings, |_| true, &prices).covariances.len());
        let one = Joint::new(&readings, |reading| reading == 0, &prices);
        assert_eq!(3, one.covariances.len());
        assert!(one.partners[2].is_empty());
    }

    #[test]
    fn a_change_foretold_is_the_change_of_the_whole_cost() {
        let mut draws = Draws::new(2, "swaps");
        let mut readings = readings(&mut draws);
        let prices = prices();
        let mut joint = Joint::new(&readings, |reading| reading != 3, &prices);
        for _ in 0..300 {
            let reading = [0, 1, 2, 4][draws.below(4)];
            let (one, other) = draws.two_below(54);
            let before = joint.cost();
            let foretold = joint.change(reading, one, other);
            joint.swap(reading, one, other);
            readings[reading].swap(one, other);
            assert!((joint.cost() - before - foretold).abs() < 1e-6);
        }
        let fresh = Joint::new(&readings, |reading| reading != 3, &prices);
        assert_eq!(fresh.errors, joint.errors);
        assert_eq!(fresh.covariances, joint.covariances);
    }
}
