//! The counts that a cause column must have, for each row and level.

use std::ops::RangeInclusive;

use num_traits::ToPrimitive;

use super::super::follow_up::{FollowUp, LevelFollowUps};
use super::super::row_constraints::RowConstraint;
use super::PlacedPins;
use crate::deck::{CauseCell, Field};
use crate::dice::{Die, Probability, best_of_at_least, open_ended_at_least, share};
use crate::random::Draws;
use crate::spec::{CauseColumn, PinValue, Spec};

/// The number of roundings of a row that are tried.
const ROUNDINGS: usize = 24;

/// The constraints of one cause column.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::generate) struct CausePlan {
    pub die: Die,
    pub rows: usize,
    /// The number of cards.
    pub cards: usize,
    /// `row_counts[row][t]`: how many cards may show `t` or more in that row alone, for t of 2 to N.
    pub row_counts: Vec<Vec<RangeInclusive<usize>>>,
    /// `level_counts[level - 1][t]`: how many cards may give a check of that level `t` or more.
    pub level_counts: Vec<Vec<RangeInclusive<usize>>>,
    /// Printed exceptional values above N, row by row.
    pub above: Vec<Vec<u16>>,
    /// Critical failures of each row.
    pub critical: Vec<usize>,
    /// `pinned[row][card]`: the value a cell must have, 0 for a critical failure.
    pub pinned: Vec<Vec<Option<u16>>>,
    /// The reference for checks above the die, of one row.
    pub follow_up: FollowUp,
    /// The reference for checks above the die, of the rows together.
    pub level_follow_ups: LevelFollowUps,
    /// Constraints on the sum and the lowest of several rows.
    pub constraints: Vec<RowConstraint>,
    /// Whether the spec gives the number of exceptional cells in a row.
    counts_exceptional: bool,
    /// The row that may have one exceptional cell more or fewer than its rounding.
    pub exceptional_room: Option<usize>,
}

/// How many cards may reach a threshold, by its probability with dice.
type Ranges<'r> = dyn Fn(&Probability) -> RangeInclusive<usize> + 'r;

impl CausePlan {
    /// The plan of a column of the spec.
    pub fn new(spec: &Spec, column: &CauseColumn, pins: &PlacedPins) -> Self {
        Self::in_ranges(spec, column, pins, &|ideal| share::nearest(spec.size(), ideal))
    }

    /// The plan with this limit in cards, which may be wider than half a card. A new column is made with the
    /// narrow plan; an old one need not change for it.
    pub fn within(
        spec: &Spec,
        column: &CauseColumn,
        pins: &PlacedPins,
        limit: &Probability,
    ) -> Self {
        Self::in_ranges(spec, column, pins, &|ideal| {
            let nearest = || share::nearest(spec.size(), ideal);
            share::within(spec.size(), ideal, limit).unwrap_or_else(nearest)
        })
    }

    fn in_ranges(spec: &Spec, column: &CauseColumn, pins: &PlacedPins, range: &Ranges<'_>) -> Self {
        let (cards, rows) = (spec.size(), spec.cause.rows);
        let die = column.die;
        let sides = die.sides();
        let thresholds = || 2..=sides;
        let nearest = |p: &Probability| range(&share::ideal(cards, p));
        let from_two = |counts: Vec<RangeInclusive<usize>>| {
            let mut indexed = vec![cards..=cards; 2];
            indexed.extend(counts);
            indexed
        };
        let row_counts =
            from_two(thresholds().map(|t| nearest(&open_ended_at_least(die, t.into()))).collect());
        let level_counts = (1..=rows)
            .map(|level| {
                let critical = usize::from(column.critical[usize::from(level) - 1]);
                let reachable = share::ideal(cards, &Probability::from_integer(1.into()))
                    - Probability::from_integer(critical.into());
                from_two(
                    thresholds()
                        .map(|t| {
                            let p = best_of_at_least(die, level, t.into());
                            let target = share::ideal(cards, &p).min(reachable.clone());
                            range(&target)
                        })
                        .collect(),
                )
            })
            .collect();
        let pinned = (1..=rows)
            .map(|row| {
                let mut cells = vec![None; cards];
                for (card, value) in pins.on_field(&Field::Cause { die, row }) {
                    if let PinValue::Cause(cell) = value {
                        cells[card] = Some(CauseCell::value(*cell));
                    }
                }
                cells
            })
            .collect();
        Self {
            die,
            rows: usize::from(rows),
            cards,
            row_counts: (1..=rows)
                .map(|row| {
                    let mut counts = row_counts.clone();
                    if column.exceptional.is_some() {
                        counts[usize::from(sides)] = column.exceptional_cells(row, cards);
                    }
                    counts
                })
                .collect(),
            level_counts,
            above: column.exceptional_above.clone(),
            critical: column.critical.iter().map(|&count| usize::from(count)).collect(),
            pinned,
            follow_up: FollowUp::new(die, column.dice(), cards),
            level_follow_ups: LevelFollowUps::new(die, column.dice(), rows, cards),
            constraints: RowConstraint::all(column, rows, cards, range),
            counts_exceptional: column.exceptional.is_some(),
            exceptional_room: None,
        }
    }

    /// The plan with one exceptional cell more or fewer in a row than its own rounding, if the spec leaves
    /// their number open.
    pub fn with_exceptional_room(&self, row: usize) -> Option<Self> {
        let mut plan = self.clone();
        let sides = usize::from(self.die.sides());
        plan.widen(row, sides);
        let wider = plan != *self;
        plan.exceptional_room = Some(row);
        (wider && !self.counts_exceptional).then_some(plan)
    }

    /// Allows the count of one row at a threshold to be rounded down or up.
    fn widen(&mut self, row: usize, t: usize) {
        let ideal = share::ideal(self.cards, &open_ended_at_least(self.die, t as u32)).floor();
        let down = ideal.to_integer().to_usize().unwrap_or(0);
        let nearest = &self.row_counts[row][t];
        self.row_counts[row][t] =
            down.min(*nearest.start())..=(down + 1).min(self.cards).max(*nearest.end());
    }

    /// The plan with the counts of one row at these thresholds rounded down *or* up. A row below the first is
    /// read only together with those above it, so where pins make a level's limit unreachable, a row may
    /// deviate by less than a card.
    pub fn with_room(&self, row: usize, thresholds: &[usize]) -> Self {
        let mut plan = self.clone();
        for &t in thresholds {
            // Exceptional cells have a limit of their own.
            if t == usize::from(self.die.sides()) {
                continue;
            }
            plan.widen(row, t);
        }
        plan
    }

    /// The same for every row below the first.
    pub fn with_room_below(&self, thresholds: &[usize]) -> Self {
        (1..self.rows).fold(self.clone(), |plan, row| plan.with_room(row, thresholds))
    }

    /// All thresholds of the die that some cards do not reach.
    pub fn thresholds(&self) -> Vec<usize> {
        (2..=usize::from(self.die.sides())).collect()
    }

    /// The values of one row. Ties are random, but every pinned value is included, and, within a few
    /// attempts, checks above the die stay within half a card.
    pub fn row_values(&self, row: usize, draws: &mut Draws) -> Vec<u16> {
        let beyond = |values: &Vec<u16>| self.follow_up.beyond_half(values.iter().copied());
        let mut best = self.rounded(row, draws);
        for _ in 1..ROUNDINGS {
            if beyond(&best) == 0 {
                break;
            }
            let next = self.rounded(row, draws);
            if beyond(&next) < beyond(&best) {
                best = next;
            }
        }
        best
    }

    fn rounded(&self, row: usize, draws: &mut Draws) -> Vec<u16> {
        let sides = usize::from(self.die.sides());
        let wanted = |value: usize| {
            self.pinned[row].iter().flatten().filter(|&&pin| usize::from(pin) == value).count()
        };
        // at_least[t] for t of 1 to N; a pinned value widens its own share where a tie allows.
        let mut at_least: Vec<usize> = (0..=sides)
            .map(|t| {
                let range = self.row_counts[row].get(t).cloned().unwrap_or(self.cards..=self.cards);
                if draws.happens(1, 2) { *range.start() } else { *range.end() }
            })
            .collect();
        // Where ranges overlap, the draw may have given the higher threshold more cards.
        for t in (1..sides).rev() {
            at_least[t] = at_least[t].max(at_least[t + 1]);
        }
        for value in 1..=sides {
            let spare = match value {
                1 => self.critical[row],
                value if value == sides => self.above[row].len(),
                _ => 0,
            };
            let need = wanted(value) + spare;
            let share =
                |at_least: &[usize]| at_least[value] - at_least.get(value + 1).unwrap_or(&0);
            if share(&at_least) < need && value > 1 {
                at_least[value] = *self.row_counts[row][value].end();
            }
            if share(&at_least) < need && value < sides {
                at_least[value + 1] = *self.row_counts[row][value + 1].start();
            }
        }
        let mut values = vec![0; self.critical[row]];
        for value in 1..=sides {
            let mut share = at_least[value] - at_least.get(value + 1).unwrap_or(&0);
            if value == 1 {
                share -= self.critical[row].min(share);
            }
            if value == sides {
                share -= self.above[row].len().min(share);
            }
            values.extend(vec![value as u16; share]);
        }
        values.extend(&self.above[row]);
        values.resize(self.cards, 1);
        values
    }
}
