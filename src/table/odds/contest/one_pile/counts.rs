//! Counts of the ways to hold cards, converted to orders of the pile.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::draws::Draws;
use super::rows::{Kind, Rows};
use crate::dice::Probability;
use crate::table::odds::contest::result::{Result, WinDrawLose, way};
use crate::table::odds::follow_ups::factorials;

/// The counts of a contest.
pub(super) struct Counts<'m> {
    cards: u32,
    /// Whether the chains may exhaust the pile.
    pub scarce: bool,
    modifiers: &'m [i32],
    factorials: Vec<BigUint>,
    /// The number of ways by modifier; then by the number of exceptional cells that each side draws
    /// in the counted row and the number of cards held by both; then by winner.
    ways: Vec<[u128; 3]>,
    /// One more than the maximum for each side, and for the cards held by both.
    sizes: [usize; 3],
    sums: Vec<[BigUint; 3]>,
}

impl<'m> Counts<'m> {
    /// Counts for a pile of `cards` cards, with chains of at most `longest` cards.
    pub fn new(cards: u32, longest: [usize; 2], modifiers: &'m [i32]) -> Self {
        let scarce = longest.iter().sum::<usize>() > cards as usize;
        let sizes = [longest[0] + 1, longest[1] + 1, cards as usize + 1];
        Self {
            cards,
            scarce,
            modifiers,
            factorials: factorials(),
            ways: vec![[0; 3]; modifiers.len() * sizes.iter().product::<usize>()],
            sizes,
            sums: vec![[(); 3].map(|()| BigUint::zero()); modifiers.len()],
        }
    }

    /// Adds the ways of two kinds without a common card, times their number of orders.
    pub fn add(&mut self, rest: &Rest<'_>, mine: &Kind, theirs: &Kind, orders: u128) -> Option<()> {
        let (read, sides) = (rest.rows.read, rest.rows.sides());
        for last in [[true, true], [true, false], [false, true], [false, false]] {
            // A side with an open row has no last card only if the pile is exhausted.
            let starved =
                [0, 1].map(|side| !last[side] && (read[side] || [mine, theirs][side].starved));
            let runs_out = starved != [false; 2];
            if (last[0] && !read[0]) || (last[1] && !read[1]) || (runs_out && !self.scarce) {
                continue;
            }
            let held =
                mine.cards + theirs.cards + last.iter().map(|it| u32::from(*it)).sum::<u32>();
            let mut without_mine = (None, rest.draws.clone());
            for ((my_last, their_last), pairs) in rest.pairs(last) {
                if without_mine.0 != my_last {
                    without_mine = (my_last, rest.draws.clone());
                    without_mine.1.lose([None, my_last]);
                }
                let mut draws = without_mine.1.clone();
                draws.lose([their_last, None]);
                for drawn in 0..=draws.most[0] {
                    for their_drawn in 0..=draws.most[1] {
                        let all = held as usize + drawn + their_drawn;
                        // The acting side draws first: it has all cards except the other's first
                        // one.
                        let alone = theirs.cards == 1 && their_drawn == 0 && !last[1];
                        let fits = match runs_out {
                            true => all == self.cards as usize && (alone || !starved[0]),
                            false => all <= self.cards as usize,
                        };
                        if fits {
                            let ahead = drawn as i64 * sides[0] - their_drawn as i64 * sides[1];
                            let results = [mine.result, theirs.result];
                            let places = [drawn, their_drawn, all];
                            self.count(results, &pairs, &draws, places, (orders, ahead))?;
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Counts the ways by winner.
    fn count(
        &mut self,
        [mine, theirs]: [Result; 2],
        pairs: &BTreeMap<i64, u128>,
        draws: &Draws,
        [drawn, their_drawn, all]: [usize; 3],
        (orders, ahead): (u128, i64),
    ) -> Option<()> {
        let at = draws.at(drawn, their_drawn);
        let ways = &draws.ways[at..at + draws.width()];
        let (all_ways, all_pairs) = (ways.iter().sum::<u128>(), pairs.values().sum::<u128>());
        let (Some((first, _)), Some((last, _))) = (pairs.first_key_value(), pairs.last_key_value())
        else {
            return Some(());
        };
        if all_ways == 0 {
            return Some(());
        }
        let (lowest, highest) = (first - draws.range[1], last + draws.range[0]);
        let [my_size, their_size, size] = self.sizes;
        for (place, modifier) in self.modifiers.iter().enumerate() {
            let winner =
                |more: i64| way(mine.map(|it| it + ahead + more + i64::from(*modifier)), theirs);
            let mut counted = [0_u128; 3];
            if winner(lowest) == winner(highest) {
                counted[winner(lowest)] = all_ways * all_pairs;
            } else {
                for (excess, ways) in (-draws.range[1]..).zip(ways) {
                    for (difference, pairs) in pairs {
                        counted[winner(excess + difference)] += ways * pairs;
                    }
                }
            }
            let at = ((place * my_size + drawn) * their_size + their_drawn) * size + all;
            for (sum, ways) in self.ways[at].iter_mut().zip(counted) {
                *sum = sum.checked_add(ways.checked_mul(orders)?)?;
            }
        }
        Some(())
    }

    /// Converts the ways to the number of orders they represent.
    pub fn gather(&mut self) {
        let [my_size, their_size, size] = self.sizes;
        for (at, ways) in self.ways.iter_mut().enumerate() {
            if *ways == [0; 3] {
                continue;
            }
            let (at, all) = (at / size, at % size);
            let (at, their_drawn) = (at / their_size, at % their_size);
            let (place, drawn) = (at / my_size, at % my_size);
            let orders = &self.factorials[drawn]
                * &self.factorials[their_drawn]
                * &self.factorials[self.cards as usize - all];
            for (sum, ways) in self.sums[place].iter_mut().zip(ways) {
                *sum += &orders * std::mem::take(ways);
            }
        }
    }

    pub fn chances(self) -> Vec<WinDrawLose> {
        let whole = &self.factorials[self.cards as usize];
        let chance = |orders: BigUint| Probability::new(orders.into(), whole.clone().into());
        self.sums.into_iter().map(|sums| sums.map(chance)).collect()
    }
}

/// The cards that both sides leave.
pub(super) struct Rest<'r> {
    pub rows: &'r Rows,
    /// The number of cards of each class.
    pub left: Vec<u8>,
    pub draws: Draws,
}

/// The last card of a chain.
#[derive(Clone, Copy)]
struct LastCard {
    number: i64,
    /// Its class in both rows; none if the side takes no card.
    class: Option<usize>,
    /// The amount the other side would draw with it, if it is exceptional there.
    other: Option<i64>,
    cards: u128,
}

impl Rest<'_> {
    /// The possible last cards of a side.
    fn last_cards(&self, side: usize, taken: bool) -> Vec<LastCard> {
        if !taken {
            return vec![LastCard { number: 0, class: None, other: None, cards: 1 }];
        }
        let classes = self.left.iter().enumerate().filter(|(_, cards)| **cards > 0);
        classes
            .filter_map(|(class, &cards)| {
                let drawn = self.rows.drawn_by(class);
                let number = self.rows.numbers(class)[side];
                let last = LastCard {
                    number,
                    class: Some(class),
                    other: drawn[1 - side],
                    cards: cards.into(),
                };
                drawn[side].is_none().then_some(last)
            })
            .collect()
    }

    /// The pairs of last cards by the difference of their numbers, grouped by the amounts the other
    /// side would draw with each.
    pub fn pairs(&self, taken: [bool; 2]) -> Pairs {
        let mut pairs = Pairs::new();
        let theirs = self.last_cards(1, taken[1]);
        for mine in self.last_cards(0, taken[0]) {
            for theirs in &theirs {
                // One card cannot be the last card of both sides.
                let same = u128::from(mine.class.is_some() && mine.class == theirs.class);
                let ways = mine.cards * (theirs.cards - same);
                if ways > 0 {
                    let by_number = pairs.entry((mine.other, theirs.other)).or_default();
                    *by_number.entry(mine.number - theirs.number).or_default() += ways;
                }
            }
        }
        pairs
    }
}

/// Pairs of last cards by the difference of their numbers, grouped by the amounts the other side
/// would draw.
pub(super) type Pairs = BTreeMap<(Option<i64>, Option<i64>), BTreeMap<i64, u128>>;
