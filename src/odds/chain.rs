//! The chance that follow-up cards carry an open result to a target.
//!
//! A follow-up card adds to every row that is still open, and drawing never lowers a total, so a
//! player who wants the target draws on while any row is open. Cards are drawn without
//! replacement. Two facts keep the count small:
//!
//! - A total depends on which cards were drawn, not on their order, so states are remembered by
//!   the set of cards left.
//! - Mostly a single row is open. Then only how often each number still stands in that row of the
//!   pile matters, and there are few such states.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::Zero;

use crate::deck::{CardNumber, CauseCell};
use crate::dice::Probability;
use crate::lookup::Pool;

use super::Pile;

/// A row that may still be extended, and what its total lacks of the target.
type Open = (u8, u32);

/// How often each number stands in a row of the pile.
type Histogram = Vec<(u16, u32)>;

/// Remembers what was counted already for one pool.
#[derive(Debug)]
pub(super) struct Chains<'d> {
    pool: Pool<'d>,
    several: BTreeMap<(Pile, Vec<Open>), Probability>,
    single: BTreeMap<(u32, Histogram), Probability>,
}

impl<'d> Chains<'d> {
    pub fn new(pool: Pool<'d>) -> Self {
        Self { pool, several: BTreeMap::new(), single: BTreeMap::new() }
    }

    /// The chance that one of the open rows comes up for what it lacks.
    pub fn reach(&mut self, pile: Pile, open: &[Open]) -> Probability {
        match open {
            [] => Probability::zero(),
            [(row, lacks)] => {
                let histogram = self.histogram(pile, *row);
                self.reach_single(*lacks, &histogram)
            }
            _ => self.reach_several(pile, open),
        }
    }

    fn cell(&self, card: CardNumber, row: u8) -> CauseCell {
        self.pool.cells(card)[usize::from(row) - 1]
    }

    fn histogram(&self, pile: Pile, row: u8) -> Histogram {
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for card in pile.iter() {
            *counts.entry(self.cell(card, row).value()).or_default() += 1;
        }
        counts.into_iter().collect()
    }

    fn reach_single(&mut self, lacks: u32, histogram: &Histogram) -> Probability {
        let cards: u32 = histogram.iter().map(|(_, count)| count).sum();
        let sides = self.pool.die().sides();
        let exceptional = |value: u16| value >= sides;
        // Not even all exceptional cards and the best ordinary one reach the target.
        let most: u64 = histogram
            .iter()
            .map(|&(value, count)| {
                let times = if exceptional(value) { count } else { 1 };
                u64::from(value) * u64::from(times)
            })
            .sum();
        if cards == 0 || most < u64::from(lacks) {
            return Probability::zero();
        }
        let key = (lacks, histogram.clone());
        if let Some(known) = self.single.get(&key) {
            return known.clone();
        }
        let mut sum = Probability::zero();
        for (place, &(value, count)) in histogram.iter().enumerate() {
            if u32::from(value) >= lacks {
                sum += BigInt::from(count);
            } else if exceptional(value) && count > 0 {
                let mut rest = histogram.clone();
                rest[place].1 -= 1;
                sum += self.reach_single(lacks - u32::from(value), &rest) * BigInt::from(count);
            }
        }
        let chance = sum / BigInt::from(cards);
        self.single.insert(key, chance.clone());
        chance
    }

    fn reach_several(&mut self, pile: Pile, open: &[Open]) -> Probability {
        if pile.is_empty() {
            return Probability::zero();
        }
        let key = (pile, open.to_vec());
        if let Some(known) = self.several.get(&key) {
            return known.clone();
        }
        let mut sum = Probability::zero();
        for card in pile.iter() {
            let values = open.iter().map(|&(row, lacks)| (row, lacks, self.cell(card, row)));
            let values: Vec<(u8, u32, CauseCell)> = values.collect();
            if values.iter().any(|&(_, lacks, cell)| u32::from(cell.value()) >= lacks) {
                sum += BigInt::from(1);
                continue;
            }
            let still: Vec<Open> = values
                .into_iter()
                .filter(|&(_, _, cell)| self.pool.is_exceptional(cell))
                .map(|(row, lacks, cell)| (row, lacks - u32::from(cell.value())))
                .collect();
            if !still.is_empty() {
                sum += self.reach(pile.less(card), &still);
            }
        }
        let chance = sum / BigInt::from(pile.len());
        self.several.insert(key, chance.clone());
        chance
    }
}
