//! The dependence of all readings used together, and how one exchange of two cards changes it.
//!
//! For a pair of readings and every pair of thresholds the table holds 54·#(X ≥ a and Y ≥ b) −
//! #(X ≥ a)·#(Y ≥ b): the joint threshold error in units of 1/54 card. Exchanging two cards in X
//! changes the count by one card inside the rectangle between their levels and nowhere else, so a
//! move costs the sum over that rectangle of a table look-up.

use crate::deck::DECK_SIZE;

use super::readings::Reading;

/// What the search minimises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Joint errors beyond this many 54ths of a card are punished further.
    pub tall: i32,
    /// By this factor on the square of the excess.
    pub tall_factor: i32,
    /// Weight of r² against a squared card of joint error.
    pub r: f64,
    /// |r| beyond this is punished further.
    pub loud: f64,
    /// By this factor on the square of the excess.
    pub loud_factor: f64,
}

/// A pair of readings used together.
#[derive(Clone, Debug)]
struct Pair {
    /// Where its table begins, and its width: thresholds of the second reading.
    start: usize,
    width: usize,
    /// 54·Σxy − Σx·Σy.
    covariance: i64,
    /// 1/√(spread x · spread y), so that r = covariance · scale.
    scale: f64,
}

/// A partner of a reading: who, which pair, and whether the reading is the pair's first.
#[derive(Clone, Copy, Debug)]
struct Partner {
    reading: usize,
    pair: usize,
    first: bool,
}

/// All readings and their pairs.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub readings: Vec<Reading>,
    pairs: Vec<Pair>,
    partners: Vec<Vec<Partner>>,
    errors: Vec<i16>,
    weights: Weights,
    /// Change of the cost of an error e when a card is added or taken away, at e + [`OFFSET`].
    rise: Vec<i32>,
    fall: Vec<i32>,
}

/// Errors lie between −27·27 and 27·27; a margin of two cards holds every look-up.
const OFFSET: i32 = 27 * 27 + 2 * CARD;
const CARD: i32 = DECK_SIZE as i32;

impl Joint {
    /// The dependence of `readings`. `apart[i]` of two readings equal means never used together.
    pub fn new(readings: Vec<Reading>, weights: Weights) -> Self {
        let mut joint = Self {
            partners: vec![Vec::new(); readings.len()],
            readings,
            pairs: Vec::new(),
            errors: Vec::new(),
            weights,
            rise: Vec::new(),
            fall: Vec::new(),
        };
        joint.set_weights(weights);
        for x in 0..joint.readings.len() {
            for y in x + 1..joint.readings.len() {
                if joint.readings[x].element != joint.readings[y].element {
                    joint.add_pair(x, y);
                }
            }
        }
        joint
    }

    /// Changes what is minimised.
    pub fn set_weights(&mut self, weights: Weights) {
        let cost = |e: i32| {
            let tall = (e.abs() - weights.tall).max(0);
            e * e + weights.tall_factor * tall * tall
        };
        let errors = || -OFFSET..=OFFSET;
        self.weights = weights;
        self.rise = errors().map(|e| cost(e + CARD) - cost(e)).collect();
        self.fall = errors().map(|e| cost(e - CARD) - cost(e)).collect();
    }

    fn add_pair(&mut self, x: usize, y: usize) {
        let pair = self.pairs.len();
        let (one, other) = (&self.readings[x], &self.readings[y]);
        let start = self.errors.len();
        let width = other.at_least.len();
        let mut counts = vec![0_i32; one.at_least.len() * width];
        for (&a, &b) in one.levels.iter().zip(&other.levels) {
            for row in 0..usize::from(a) {
                counts[row * width..][..usize::from(b)].iter_mut().for_each(|count| *count += 1);
            }
        }
        for (row, &nx) in one.at_least.iter().enumerate() {
            for (column, &ny) in other.at_least.iter().enumerate() {
                self.errors.push((CARD * counts[row * width + column] - nx * ny) as i16);
            }
        }
        let products: i64 = one.values.iter().zip(&other.values).map(|(x, y)| x * y).sum();
        let covariance = DECK_SIZE as i64 * products - one.sum * other.sum;
        let spread = one.spread as f64 * other.spread as f64;
        let scale = if spread > 0.0 { 1.0 / spread.sqrt() } else { 0.0 };
        self.pairs.push(Pair { start, width, covariance, scale });
        self.partners[x].push(Partner { reading: y, pair, first: true });
        self.partners[y].push(Partner { reading: x, pair, first: false });
    }

    /// By how much the cost changes if `reading` exchanges its values on two cards.
    pub fn change(&self, reading: usize, one: usize, other: usize) -> f64 {
        let x = &self.readings[reading];
        let (xi, xj) = (x.levels[one], x.levels[other]);
        if xi == xj {
            return 0.0;
        }
        let (x_low, x_high) = (usize::from(xi.min(xj)), usize::from(xi.max(xj)));
        let dx = x.values[one] - x.values[other];
        let mut table_cost = 0_i64;
        let mut r_cost = 0.0;
        for partner in &self.partners[reading] {
            let y = &self.readings[partner.reading];
            let (yi, yj) = (y.levels[one], y.levels[other]);
            if yi == yj {
                continue;
            }
            let (y_low, y_high) = (usize::from(yi.min(yj)), usize::from(yi.max(yj)));
            let pair = &self.pairs[partner.pair];
            let step = if (xi < xj) == (yi < yj) { &self.fall } else { &self.rise };
            let (rows, columns) = if partner.first {
                (x_low..x_high, y_low..y_high)
            } else {
                (y_low..y_high, x_low..x_high)
            };
            for row in rows {
                let line = &self.errors[pair.start + row * pair.width..][columns.clone()];
                let sum: i32 = line.iter().map(|&e| step[(i32::from(e) + OFFSET) as usize]).sum();
                table_cost += i64::from(sum);
            }
            let dy = y.values[one] - y.values[other];
            let covariance = pair.covariance - DECK_SIZE as i64 * dx * dy;
            r_cost +=
                self.r_cost(covariance, pair.scale) - self.r_cost(pair.covariance, pair.scale);
        }
        table_cost as f64 / f64::from(CARD * CARD) + r_cost
    }

    fn r_cost(&self, covariance: i64, scale: f64) -> f64 {
        let r = covariance as f64 * scale;
        let loud = (r.abs() - self.weights.loud).max(0.0);
        self.weights.r * r * r + self.weights.loud_factor * loud * loud
    }

    /// Exchanges the values of `reading` on two cards.
    pub fn swap(&mut self, reading: usize, one: usize, other: usize) {
        let (xi, xj, dx) = {
            let x = &self.readings[reading];
            (x.levels[one], x.levels[other], x.values[one] - x.values[other])
        };
        if xi != xj {
            let (x_low, x_high) = (usize::from(xi.min(xj)), usize::from(xi.max(xj)));
            for partner in &self.partners[reading] {
                let y = &self.readings[partner.reading];
                let (yi, yj) = (y.levels[one], y.levels[other]);
                if yi == yj {
                    continue;
                }
                let (y_low, y_high) = (usize::from(yi.min(yj)), usize::from(yi.max(yj)));
                let pair = &mut self.pairs[partner.pair];
                let step = if (xi < xj) == (yi < yj) { -CARD as i16 } else { CARD as i16 };
                let (rows, columns) = if partner.first {
                    (x_low..x_high, y_low..y_high)
                } else {
                    (y_low..y_high, x_low..x_high)
                };
                for row in rows {
                    let line = &mut self.errors[pair.start + row * pair.width..][columns.clone()];
                    line.iter_mut().for_each(|e| *e += step);
                }
                let dy = y.values[one] - y.values[other];
                pair.covariance -= DECK_SIZE as i64 * dx * dy;
            }
        }
        self.readings[reading].swap(one, other);
    }

    /// The cost of the whole deck.
    pub fn cost(&self) -> f64 {
        let cost = |e: &i16| {
            let e = i32::from(*e);
            let tall = (e.abs() - self.weights.tall).max(0);
            i64::from(e * e + self.weights.tall_factor * tall * tall)
        };
        let table: i64 = self.errors.iter().map(cost).sum();
        let r: f64 = self.pairs.iter().map(|pair| self.r_cost(pair.covariance, pair.scale)).sum();
        table as f64 / f64::from(CARD * CARD) + r
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Draws;

    const WEIGHTS: Weights =
        Weights { tall: 60, tall_factor: 3, r: 500.0, loud: 0.05, loud_factor: 900.0 };

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
        let joint = Joint::new(readings(&mut Draws::new(1, "readings")), WEIGHTS);
        let (x, y) = (&joint.readings[1], &joint.readings[2]);
        let mut expected = Vec::new();
        for a in 1..=x.at_least.len() {
            for b in 1..=y.at_least.len() {
                let both = |card: &usize| {
                    usize::from(x.levels[*card]) >= a && usize::from(y.levels[*card]) >= b
                };
                let count = (0..54).filter(both).count() as i32;
                expected.push((54 * count - x.at_least[a - 1] * y.at_least[b - 1]) as i16);
            }
        }
        let pair = &joint.pairs[joint.partners[1].iter().find(|p| p.reading == 2).unwrap().pair];
        assert_eq!(expected, joint.errors[pair.start..][..expected.len()]);
    }

    #[test]
    fn readings_of_one_element_are_not_paired() {
        let joint = Joint::new(readings(&mut Draws::new(1, "readings")), WEIGHTS);
        assert_eq!(10 - 1, joint.pairs.len());
        assert!(joint.partners[0].iter().all(|partner| partner.reading != 1));
    }

    #[test]
    fn a_change_foretold_is_the_change_of_the_whole_cost() {
        let mut draws = Draws::new(2, "swaps");
        let mut joint = Joint::new(readings(&mut draws), WEIGHTS);
        for _ in 0..300 {
            let reading = draws.below(5);
            let (one, other) = draws.two_below(54);
            let before = joint.cost();
            let foretold = joint.change(reading, one, other);
            joint.swap(reading, one, other);
            assert!((joint.cost() - before - foretold).abs() < 1e-6);
        }
        let fresh = Joint::new(joint.readings.clone(), WEIGHTS);
        assert_eq!(fresh.errors, joint.errors);
        assert!((fresh.cost() - joint.cost()).abs() < 1e-6);
    }
}
