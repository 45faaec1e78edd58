//! The chance that follow-up cards raise an open result to a target.
//!
//! A follow-up card adds to every row that is still open, and drawing never lowers a total, so a
//! player who wants the target draws while any row is open. Cards are drawn without replacement.
//! The count is the number of orders of the pile that reach the target, out of n! for n cards:
//! integers, so that no fractions have to be reduced. Three properties keep the count small:
//!
//! - A total depends on the set of drawn cards, not on their order, so states are cached by the set
//!   of cards left.
//! - Usually a single row is open. Then the state is the number of remaining cards with each number
//!   in that row, and there are few such states.
//! - A row that needs more than all its exceptional cells and its best number is treated as closed.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::deck::CardNumbers;
use crate::dice::DiceKind;
use crate::table::lookup::Pool;

use super::Pile;

/// An open row, and what its total needs to reach the target.
type Open = (u8, u32);

/// The number of cards with each number in a row of the pile, in ascending order.
type Histogram = Vec<(u16, u32)>;

/// A cache of the counts of one pool.
#[derive(Debug)]
pub(super) struct FollowUps {
    rows: Vec<Row>,
    factorials: Vec<BigUint>,
    several: HashMap<(Pile, Vec<Open>), BigUint>,
    cache: HashMap<(Pile, Vec<Open>), BigUint>,
    single: HashMap<(u32, Histogram), BigUint>,
}

/// The cells of one row, by number.
#[derive(Debug)]
struct Row {
    /// Each number of the row, in ascending order, with the cards that show it. A CF counts 0.
    cards: Vec<(u16, Pile)>,
    /// The cards with an exceptional cell.
    exceptional: Pile,
    /// The lowest exceptional number; above all numbers if there is none.
    sides: u16,
}

impl Row {
    fn new(pool: Pool<'_>, place: usize) -> Self {
        let value = |card| pool.cells(card)[place].value();
        let deck = pool.deck().numbers();
        let mut numbers: Vec<u16> = Pile::whole(deck).iter().map(value).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let cards = numbers
            .into_iter()
            .map(|number| (number, Pile::from_fn(deck, |card| value(card) == number)))
            .collect();
        let exceptional = Pile::from_fn(deck, |card| pool.goes_on(pool.cells(card)[place]));
        let sides = match pool.kind() {
            DiceKind::OpenEnded => pool.die().sides(),
            DiceKind::Closed => u16::MAX,
        };
        Self { cards, exceptional, sides }
    }

    /// The cards that show at least this number.
    fn at_least(&self, lacks: u32) -> Pile {
        let enough = self.cards.iter().filter(|(number, _)| u32::from(*number) >= lacks);
        enough.fold(Pile::default(), |all, (_, cards)| all.or(*cards))
    }

    fn value(&self, card: Pile) -> u16 {
        let found = self.cards.iter().find(|(_, cards)| !cards.and(card).is_empty());
        found.map_or(0, |(number, _)| *number)
    }

    fn histogram(&self, pile: Pile) -> Histogram {
        let counted = self.cards.iter().map(|(number, cards)| (*number, cards.and(pile).len()));
        counted.filter(|(_, count)| *count > 0).collect()
    }

    /// The maximum that the row can still add: all exceptional cells, then the best other one.
    fn most(&self, pile: Pile) -> u32 {
        most(self.sides, &self.histogram(pile))
    }
}

/// The maximum that follow-up cards of this row can add: all exceptional numbers, then the best
/// ordinary one.
fn most(sides: u16, histogram: &[(u16, u32)]) -> u32 {
    let (mut all, mut best) = (0, 0);
    for &(number, count) in histogram {
        let number = u32::from(number);
        if number >= u32::from(sides) {
            all += number * count;
        } else if count > 0 {
            best = best.max(number);
        }
    }
    all + best
}

/// n!, the number of orders of a pile of n cards, up to the largest deck.
pub(super) fn factorials() -> Vec<BigUint> {
    let mut factorials = vec![BigUint::one()];
    for number in 1..=CardNumbers::MOST {
        factorials.push(&factorials[number - 1] * BigUint::from(number));
    }
    factorials
}

impl FollowUps {
    pub fn new(pool: Pool<'_>) -> Self {
        Self {
            rows: (0..usize::from(pool.dice().level)).map(|place| Row::new(pool, place)).collect(),
            factorials: factorials(),
            several: HashMap::new(),
            cache: HashMap::new(),
            single: HashMap::new(),
        }
    }

    /// n!, the number of orders of a pile of n cards, for up to 54.
    pub fn orders(&self, cards: u32) -> &BigUint {
        &self.factorials[cards as usize]
    }

    /// The number of orders of the pile in which at least one of the open rows reaches its target.
    /// Each row must need more than 0.
    pub fn reaching(&mut self, pile: Pile, mut open: Vec<Open>) -> BigUint {
        open.retain(|&(row, lacks)| self.row(row).most(pile) >= lacks);
        match open[..] {
            [] => BigUint::zero(),
            [(row, lacks)] => {
                let row = self.row(row);
                let (sides, histogram) = (row.sides, row.histogram(pile));
                self.reaching_alone(sides, lacks, histogram)
            }
            _ => self.reaching_together(pile, open),
        }
    }

    /// The number of orders of the pile in which all open rows reach their targets; each card adds
    /// to all rows that are still open. Each row must need more than 0.
    pub fn all_reaching(&mut self, pile: Pile, open: Vec<Open>) -> BigUint {
        match open[..] {
            [] => return self.orders(pile.len()).clone(),
            [_] => return self.reaching(pile, open),
            _ => {}
        }
        if open.iter().any(|&(row, lacks)| self.row(row).most(pile) < lacks) {
            return BigUint::zero();
        }
        let key = (pile, open);
        if let Some(known) = self.cache.get(&key) {
            return known.clone();
        }
        let (_, open) = &key;
        let going_on = open.iter().fold(pile, |cards, &(row, lacks)| {
            let row = self.row(row);
            cards.and(row.exceptional.or(row.at_least(lacks)))
        });
        let mut sum = BigUint::zero();
        for card in going_on.iter() {
            let drawn = pile.but(pile.less(card));
            let still: Vec<Open> = open
                .iter()
                .filter_map(|&(row, lacks)| {
                    let value = u32::from(self.row(row).value(drawn));
                    (value < lacks).then(|| (row, lacks - value))
                })
                .collect();
            sum += self.all_reaching(pile.less(card), still);
        }
        self.cache.insert(key, sum.clone());
        sum
    }

    fn row(&self, row: u8) -> &Row {
        &self.rows[usize::from(row) - 1]
    }

    fn reaching_alone(&mut self, sides: u16, lacks: u32, histogram: Histogram) -> BigUint {
        let cards: u32 = histogram.iter().map(|(_, count)| count).sum();
        if cards == 0 || most(sides, &histogram) < lacks {
            return BigUint::zero();
        }
        let key = (lacks, histogram);
        if let Some(known) = self.single.get(&key) {
            return known.clone();
        }
        let (_, histogram) = &key;
        let (mut at_once, mut later) = (0, BigUint::zero());
        for (place, &(number, count)) in histogram.iter().enumerate() {
            if u32::from(number) >= lacks {
                at_once += count;
            } else if number >= sides {
                let mut rest = histogram.clone();
                rest[place].1 -= 1;
                rest.retain(|(_, count)| *count > 0);
                let reaching = self.reaching_alone(sides, lacks - u32::from(number), rest);
                later += reaching * count;
            }
        }
        let sum = later + self.orders(cards - 1) * at_once;
        self.single.insert(key, sum.clone());
        sum
    }

    fn reaching_together(&mut self, pile: Pile, open: Vec<Open>) -> BigUint {
        let key = (pile, open);
        if let Some(known) = self.several.get(&key) {
            return known.clone();
        }
        let (_, open) = &key;
        let (mut at_once, mut going_on) = (Pile::default(), Pile::default());
        for &(row, lacks) in open {
            at_once = at_once.or(self.row(row).at_least(lacks));
            going_on = going_on.or(self.row(row).exceptional);
        }
        let mut sum = BigUint::zero();
        for card in pile.and(going_on).but(at_once).iter() {
            let drawn = pile.but(pile.less(card));
            let still: Vec<Open> = open
                .iter()
                .filter(|&&(row, _)| !self.row(row).exceptional.and(drawn).is_empty())
                .map(|&(row, lacks)| (row, lacks - u32::from(self.row(row).value(drawn))))
                .collect();
            sum += self.reaching(pile.less(card), still);
        }
        // The pile contains the cards that reach the target, if any.
        let cards = pile.and(at_once).len();
        if cards > 0 {
            sum += self.orders(pile.len() - 1) * cards;
        }
        self.several.insert(key, sum.clone());
        sum
    }
}
