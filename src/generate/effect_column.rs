//! Stage 1, effect grid: solves one column. Each row's sums are fixed; they are dealt so that each card
//! rises strictly and each increment is similar to an independent die.

use crate::random::Draws;

use super::plan::{EffectPlan, ROWS};

/// A solved column: `cells[row][card]`.
#[derive(Clone, Debug)]
pub(super) struct EffectColumnDeal {
    pub cells: Vec<Vec<u32>>,
}

/// The |r| below which an increment counts as independent of the row above: well below the limit, since later
/// stages may use up some of it.
const CALM_R: f64 = 0.02;

/// Solves the column with at most `moves` moves.
pub(super) fn solve(plan: &EffectPlan, draws: &mut Draws, moves: u64) -> EffectColumnDeal {
    let mut search = Search::new(plan, draws);
    for step in 0..moves {
        // The temperature falls in eight equal steps.
        let temperature = 8 - (step * 8 / moves) as i32;
        search.step(draws, f64::from(temperature - 1) * 0.4);
    }
    EffectColumnDeal { cells: search.cells }
}

struct Search<'a> {
    plan: &'a EffectPlan,
    cells: Vec<Vec<u32>>,
    free: Vec<Vec<usize>>,
    falls: u32,
    /// Sum and sum of squares of each row.
    moments: Vec<(i64, i64)>,
    /// For each pair of rows: the sum of products of the values.
    products: Vec<i64>,
    /// For each pair of rows: increments of each size.
    increments: Vec<Vec<i32>>,
    /// The cost of each pair of rows.
    pair_costs: [f64; ROWS],
    cost: f64,
}

impl<'a> Search<'a> {
    fn new(plan: &'a EffectPlan, draws: &mut Draws) -> Self {
        let mut cells: Vec<Vec<u32>> = Vec::new();
        // Dealing every row in the same order makes every card rise; pins then move their cards.
        let mut order: Vec<usize> = (0..plan.cards()).collect();
        draws.shuffle(&mut order);
        let weight = |card: usize| {
            let pins = plan.pinned.iter().enumerate();
            pins.filter_map(|(row, line)| {
                let pin = line[card]?;
                plan.rows[row].iter().position(|&value| value >= pin)
            })
            .next()
        };
        let mut pinned_order: Vec<(usize, usize)> =
            order.iter().filter_map(|&card| Some((weight(card)?, card))).collect();
        pinned_order.sort_unstable();
        let mut ranked: Vec<usize> =
            order.iter().copied().filter(|&card| weight(card).is_none()).collect();
        for (rank, card) in pinned_order {
            ranked.insert(rank.min(ranked.len()), card);
        }
        for (row, values) in plan.rows.iter().enumerate() {
            let mut values = values.clone();
            let mut line: Vec<Option<u32>> = plan.pinned[row].clone();
            for pin in line.iter().flatten() {
                match values.iter().position(|value| value == pin) {
                    Some(place) => drop(values.remove(place)),
                    None => drop(values.pop()),
                }
            }
            let open = ranked.iter().filter(|&&card| plan.pinned[row][card].is_none());
            for (&card, value) in open.zip(values) {
                line[card] = Some(value);
            }
            cells.push(line.into_iter().flatten().collect());
        }
        let free = plan
            .pinned
            .iter()
            .map(|line| (0..line.len()).filter(|&card| line[card].is_none()).collect())
            .collect();
        let pairs = cells.len().saturating_sub(1);
        let longest = 1 + cells.iter().flatten().max().map_or(0, |&max| max as usize);
        let moments = cells.iter().map(|row| moments(row)).collect();
        let mut search = Self {
            plan,
            cells,
            free,
            falls: 0,
            moments,
            products: vec![0; pairs],
            increments: vec![vec![0; longest]; pairs],
            pair_costs: [0.0; ROWS],
            cost: 0.0,
        };
        for pair in 0..pairs {
            for card in 0..plan.cards() {
                search.count(pair, card, 1);
            }
        }
        (0..pairs).for_each(|pair| search.pair_costs[pair] = search.pair_cost(pair));
        search.cost = search.total();
        search
    }

    /// Adds (`sign` 1) or removes (−1) a card's contribution to a pair of rows.
    fn count(&mut self, pair: usize, card: usize, sign: i32) {
        let (above, below) = (self.cells[pair][card], self.cells[pair + 1][card]);
        self.products[pair] += i64::from(sign) * i64::from(above) * i64::from(below);
        match below.checked_sub(above) {
            Some(rise) if rise > 0 => self.increments[pair][rise as usize] += sign,
            _ => self.falls = self.falls.wrapping_add_signed(sign),
        }
    }

    fn total(&self) -> f64 {
        let pairs: f64 = self.pair_costs[..self.products.len()].iter().sum();
        pairs + 1000.0 * f64::from(self.falls)
    }

    /// The distance of a pair's increments from an independent die: correlation with the row above beyond
    /// [`CALM_R`], and distance of their cumulative counts from the die's.
    fn pair_cost(&self, pair: usize) -> f64 {
        let cards = self.plan.cards();
        let r = increment_r(cards, self.moments[pair], self.moments[pair + 1], self.products[pair]);
        let beyond = (r.abs() - CALM_R).max(0.0);
        let mut at_least = 0;
        let mut distance = 0.0;
        for (x, &count) in self.increments[pair].iter().enumerate().rev() {
            at_least += count;
            let ideal = self.plan.increments_at_least.get(x).copied().unwrap_or(0.0);
            let miss = (f64::from(at_least) - ideal).abs() - 0.5;
            if miss > 0.0 {
                distance += miss * miss;
            }
        }
        4000.0 * beyond * beyond + distance
    }

    fn step(&mut self, draws: &mut Draws, temperature: f64) {
        let row = draws.below(self.cells.len());
        if self.free[row].len() < 2 {
            return;
        }
        let (one, other) = draws.two_below(self.free[row].len());
        let (one, other) = (self.free[row][one], self.free[row][other]);
        if self.cells[row][one] == self.cells[row][other] {
            return;
        }
        let (before, pair_costs, falls) = (self.cost, self.pair_costs, self.falls);
        self.swap(row, one, other);
        if self.falls <= falls {
            self.pairs(row).for_each(|pair| self.pair_costs[pair] = self.pair_cost(pair));
            self.cost = self.total();
            if self.cost <= before + temperature * draws.unit() {
                return;
            }
        }
        self.swap(row, one, other);
        (self.cost, self.pair_costs) = (before, pair_costs);
    }

    /// The pairs of adjacent rows that contain `row`.
    fn pairs(&self, row: usize) -> std::ops::Range<usize> {
        row.saturating_sub(1)..(row + 1).min(self.products.len())
    }

    fn swap(&mut self, row: usize, one: usize, other: usize) {
        for pair in self.pairs(row) {
            self.count(pair, one, -1);
            self.count(pair, other, -1);
        }
        self.cells[row].swap(one, other);
        for pair in self.pairs(row) {
            self.count(pair, one, 1);
            self.count(pair, other, 1);
        }
    }
}

/// Sum and sum of squares of a row.
pub(super) fn moments(row: &[u32]) -> (i64, i64) {
    let value = |&value: &u32| i64::from(value);
    (row.iter().map(value).sum(), row.iter().map(value).map(|v| v * v).sum())
}

/// Pearson's r between a row x and the increment to the next row y, from their moments and the sum of their
/// products: cov(x, y − x) / √(var x · var(y − x)). Integers except in the last line.
pub(super) fn increment_r(cards: usize, x: (i64, i64), y: (i64, i64), products: i64) -> f64 {
    let n = cards as i64;
    let var_x = n * x.1 - x.0 * x.0;
    let var_y = n * y.1 - y.0 * y.0;
    let cov_xy = n * products - x.0 * y.0;
    let cov = cov_xy - var_x;
    let var_increment = var_y + var_x - 2 * cov_xy;
    if var_x == 0 || var_increment == 0 {
        return 0.0;
    }
    cov as f64 / (var_x as f64 * var_increment as f64).sqrt()
}
