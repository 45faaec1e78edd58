//! The constraints on a cause column of an old deck, and its changes.

use std::ops::RangeInclusive;

use crate::random::Draws;

use super::super::explosions::solve;
use super::super::outcome::outcome;
use super::super::plan::CausePlan;
use super::super::thresholds::Thresholds;
use super::columns::{Cells, Change, Column, pin};

/// A cause column under repair.
pub(super) struct CauseRepair<'a> {
    plan: &'a CausePlan,
    /// The plan with the spec's own limits, which the old column may use.
    kept: &'a CausePlan,
    /// Plans with room in the rows below the first, as in the generator.
    roomy: Vec<CausePlan>,
    old: Cells<u16>,
}

impl<'a> CauseRepair<'a> {
    pub fn new(plan: &'a CausePlan, kept: &'a CausePlan, old: Cells<u16>) -> Self {
        let thresholds = plan.thresholds();
        let roomy = |row| {
            let roomy = kept.with_room(row, &thresholds);
            roomy.with_exceptional_room(row).unwrap_or(roomy)
        };
        let roomy = (0..plan.rows).map(|row| if row == 0 { kept.clone() } else { roomy(row) });
        let roomy = roomy.collect();
        Self { plan, kept, roomy, old }
    }

    /// The cells with new rows dealt at random, and every pin in its place.
    pub fn start(&self, mut cells: Cells<u16>, draws: &mut Draws) -> Cells<u16> {
        for row in self.old.len()..self.plan.rows {
            let mut values = self.plan.row_values(row, draws);
            draws.shuffle(&mut values);
            cells.push(values);
        }
        pin(&mut cells, &self.plan.pinned);
        cells
    }
}

impl Column for CauseRepair<'_> {
    type Cell = u16;
    const MOVES: u64 = 40_000;
    const RETURNS: u32 = 0;

    fn old(&self) -> &[Vec<u16>] {
        &self.old
    }

    fn fresh(&self, draws: &mut Draws) -> Cells<u16> {
        solve(self.plan, draws).cells
    }

    /// Cards outside each range of the plan, squared.
    fn broken(&self, cells: &Cells<u16>) -> i64 {
        let sides = usize::from(self.plan.die.sides());
        let missed = |values: &mut dyn Iterator<Item = u16>, ranges: &[RangeInclusive<usize>]| {
            i64::from(Thresholds::new(values.map(|it| usize::from(it).min(sides)), ranges).missed())
        };
        let mut broken = 0;
        for (row, values) in cells.iter().enumerate() {
            let critical = values.iter().filter(|&&value| value == 0).count();
            broken += critical.abs_diff(self.plan.critical[row]) as i64;
            let mut above: Vec<u16> =
                values.iter().copied().filter(|&value| usize::from(value) > sides).collect();
            above.sort_unstable();
            broken += unlike(&above, &self.plan.above[row]);
            broken += missed(&mut values.iter().copied(), &self.roomy[row].row_counts[row]);
        }
        for (level, ranges) in (1..).zip(&self.kept.level_counts) {
            broken +=
                missed(&mut (0..self.plan.cards).map(|card| outcome(cells, card, level)), ranges);
        }
        broken + self.kept.constraints.iter().map(|it| i64::from(it.missed_by(cells))).sum::<i64>()
    }

    fn change(&self, cells: &mut Cells<u16>, draws: &mut Draws) -> Option<Change<u16>> {
        let row = draws.below(self.plan.rows);
        let (one, other) = draws.two_below(self.plan.cards);
        let free = |card: usize| self.plan.pinned[row][card].is_none();
        let line = &mut cells[row];
        let (was, second) = (line[one], line[other]);
        if !free(one) {
            return None;
        }
        let single = Some(Change { row, cards: [one, one], was: [was, was] });
        match draws.below(4) {
            0 if free(other) && was != second => {
                line.swap(one, other);
                Some(Change { row, cards: [one, other], was: [was, second] })
            }
            // Reverted in pairs, since a single one mostly breaks the row's counts.
            1 if row < self.old.len() && self.old[row][one] != was => {
                let old = &self.old[row];
                line[one] = old[one];
                if free(other) && draws.happens(3, 4) {
                    let differs = |&card: &usize| free(card) && line[card] != old[card];
                    let others: Vec<usize> = (0..old.len()).filter(differs).collect();
                    if !others.is_empty() {
                        let other = others[draws.below(others.len())];
                        let second = std::mem::replace(&mut line[other], old[other]);
                        return Some(Change { row, cards: [one, other], was: [was, second] });
                    }
                }
                single
            }
            0 | 1 => None,
            _ => {
                let sides = usize::from(self.plan.die.sides());
                let above = &self.plan.above[row];
                let choice = draws.below(sides + 1 + above.len());
                line[one] = choice.checked_sub(sides + 1).map_or(choice as u16, |at| above[at]);
                single.filter(|_| line[one] != was)
            }
        }
    }
}

/// The number of values in two rising lists without a match in the other.
fn unlike(one: &[u16], other: &[u16]) -> i64 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
        }
    }
    (one.len() + other.len() - 2 * shared) as i64
}
