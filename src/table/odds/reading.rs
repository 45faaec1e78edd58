//! The reading of a check: which row counts, and whether it must be high or low.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CauseCell};
use crate::dice::{CheckDice, DiceKind, Pick, Probability, picked_at_least};
use crate::table::lookup::{DeckView, LookupError, Outcome, Pool};

use super::follow_ups::FollowUps;
use super::{Chance, Pile};

/// Whether a result must be at least or at most a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The number or more.
    #[default]
    AtLeast,
    /// The number or less: roll-under. Follow-up cards only raise a result, so none are drawn.
    AtMost,
}

impl Goal {
    /// The best row for the goal.
    pub fn best(self) -> Pick {
        match self {
            Self::AtLeast => Pick::Highest,
            Self::AtMost => Pick::Lowest,
        }
    }

    /// The worst row for the goal.
    pub fn worst(self) -> Pick {
        match self {
            Self::AtLeast => Pick::Lowest,
            Self::AtMost => Pick::Highest,
        }
    }

    /// The dice compared with a column: open-ended dice are used for checks only.
    pub(super) fn dice(self, column: DiceKind) -> DiceKind {
        match self {
            Self::AtLeast => column,
            Self::AtMost => DiceKind::Closed,
        }
    }

    /// The words before a target number.
    pub(super) fn against(self) -> &'static str {
        match self {
            Self::AtLeast => "against TN",
            Self::AtMost => "at most",
        }
    }

    /// The axis title of a plot.
    pub(super) fn across(self) -> &'static str {
        match self {
            Self::AtLeast => "target number",
            Self::AtMost => "at most",
        }
    }

    /// The row head of a table.
    pub(super) fn head(self) -> &'static str {
        match self {
            Self::AtLeast => "TN",
            Self::AtMost => "at most",
        }
    }
}

/// An additional row as an advantage or a disadvantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// One more row is read, and the best one counts.
    Advantage,
    /// One more row is read, and the worst one counts.
    Disadvantage,
}

/// The reading of checks; by default that of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Whether the result must be high or low.
    pub goal: Goal,
    /// The row that counts; by default the best one for the goal, because the player chooses.
    pub pick: Option<Pick>,
    /// One more row, which then decides which row counts.
    pub edge: Option<Edge>,
}

impl Manner {
    /// A check with this reading.
    ///
    /// # Errors
    /// As [`Pool::new`]; the deck may not have the additional row.
    pub fn read<'d>(
        self,
        deck: impl Into<DeckView<'d>>,
        dice: CheckDice,
    ) -> Result<PoolReading<'d>, LookupError> {
        let deck = deck.into();
        let level = dice.level.saturating_add(self.more_rows());
        let pool = Pool::new(deck, CheckDice { level, ..dice })?;
        Ok(PoolReading { pool, pick: self.counts(), goal: self.goal })
    }

    /// The number of additional rows.
    pub fn more_rows(self) -> u8 {
        u8::from(self.edge.is_some())
    }

    fn counts(self) -> Pick {
        match self.edge {
            Some(Edge::Advantage) => self.goal.best(),
            Some(Edge::Disadvantage) => self.goal.worst(),
            None => self.pick.unwrap_or(self.goal.best()),
        }
    }

    /// `, one more row, the lowest counts`
    pub(super) fn says(self) -> String {
        let more = if self.edge.is_some() { ", one more row" } else { "" };
        let counts = match (self.counts(), self.goal) {
            (Pick::Highest, Goal::AtLeast) => "",
            (Pick::Highest, Goal::AtMost) => ", the highest counts",
            (Pick::Lowest, _) => ", the lowest counts",
        };
        format!("{more}{counts}")
    }
}

/// `3d10`, or `lowest of 3d10`; the highest row is the default and not mentioned if the result must
/// be high.
pub(super) fn pool_name(dice: CheckDice, pick: Pick, goal: Goal) -> String {
    match (pick, goal, dice.level) {
        (_, _, 1) | (Pick::Highest, Goal::AtLeast, _) => dice.to_string(),
        (Pick::Highest, Goal::AtMost, _) => format!("highest of {dice}"),
        (Pick::Lowest, ..) => format!("lowest of {dice}"),
    }
}

/// A check and the row that counts.
#[derive(Clone, Copy, Debug)]
pub struct PoolReading<'d> {
    /// The cells that are read. CF in the exact cell is a critical failure with every reading; CF
    /// in a row above it is ignored, also for the lowest row.
    pub pool: Pool<'d>,
    /// The row that counts.
    pub pick: Pick,
    /// Whether it must be high or low.
    pub goal: Goal,
}

impl<'d> PoolReading<'d> {
    /// A check by the rules: the highest row, against a target number.
    pub fn usual(pool: Pool<'d>) -> Self {
        Self { pool, pick: Pick::Highest, goal: Goal::AtLeast }
    }

    /// `3d10`, or `lowest of 3d10`
    pub(super) fn name(&self) -> String {
        pool_name(self.pool.dice(), self.pick, self.goal)
    }

    /// The number that counts with one card; none on a critical failure.
    pub(super) fn number(&self, card: CardNumber) -> Option<i64> {
        let Outcome::Number(highest) = self.pool.outcome(card) else { return None };
        Some(i64::from(match self.pick {
            Pick::Highest => highest,
            Pick::Lowest => {
                let numbers = self.pool.cells(card).iter().filter_map(|cell| cell.number());
                numbers.min().unwrap_or(highest)
            }
        }))
    }

    /// The chance of a critical failure.
    pub(super) fn critical_failure(&self, pile: Pile) -> Chance {
        let failures = pile.iter().filter(|&card| self.number(card).is_none()).count();
        Chance::from_cards(failures as u32, pile.len())
    }

    /// The chances to reach a number with one card, and with follow-up cards.
    pub(super) fn at_least(
        &self,
        needed: i64,
        pile: Pile,
        follow_ups: &mut FollowUps,
    ) -> [Probability; 2] {
        let (at_once, orders) = self.reaching(pile, &|_| Some(needed), follow_ups);
        if pile.is_empty() {
            return [Probability::zero(), Probability::zero()];
        }
        let whole = follow_ups.orders(pile.len()).clone();
        let one_card = Probability::new(at_once.into(), pile.len().into());
        [one_card, Probability::new(orders.into(), whole.into())]
    }

    /// The chance of a number or less.
    pub(super) fn at_most(&self, limit: i64, pile: Pile) -> Probability {
        let low = pile.iter().filter(|&card| self.number(card).is_some_and(|it| it <= limit));
        Chance::from_cards(low.count() as u32, pile.len()).into_probability()
    }

    /// The kind of true dice compared with it.
    fn kind(&self) -> DiceKind {
        self.goal.dice(self.pool.kind())
    }

    /// The chance with true dice, which have no critical failures.
    pub(super) fn with_dice(&self, number: i64) -> Probability {
        let dice = self.pool.dice();
        let reached = |value| picked_at_least(dice, self.kind(), self.pick, value);
        match self.goal {
            Goal::AtLeast => reached(number),
            Goal::AtMost => Probability::one() - reached(number.saturating_add(1)),
        }
    }

    /// The cards that reach the needed number at once, and the number of orders of the pile that
    /// reach it with follow-up cards. A card without a needed number never does.
    pub(super) fn reaching(
        &self,
        pile: Pile,
        needed: &dyn Fn(CardNumber) -> Option<i64>,
        follow_ups: &mut FollowUps,
    ) -> (u32, BigUint) {
        let (mut at_once, mut later) = (0, BigUint::zero());
        for card in pile.iter() {
            let (Some(needed), Some(number)) = (needed(card), self.number(card)) else { continue };
            if number >= needed {
                at_once += 1;
                continue;
            }
            let open = (1..)
                .zip(self.pool.cells(card))
                .filter(|&(_, &cell)| self.pool.goes_on(cell))
                // The missing amount of a row is above 0: rows without one count at once or, if the
                // lowest counts, are excluded here.
                .filter_map(|(row, cell)| {
                    let lacks = needed - i64::from(cell.value());
                    (lacks > 0).then(|| (row, u32::try_from(lacks).unwrap_or(u32::MAX)))
                })
                .collect();
            let rest = pile.less(card);
            later += match self.pick {
                Pick::Highest => follow_ups.reaching(rest, open),
                Pick::Lowest if self.falls_short(card, needed) => BigUint::zero(),
                Pick::Lowest => follow_ups.all_reaching(rest, open),
            };
        }
        if pile.is_empty() {
            return (0, BigUint::zero());
        }
        (at_once, later + follow_ups.orders(pile.len() - 1) * at_once)
    }

    /// Whether a row ends below the needed number.
    fn falls_short(&self, card: CardNumber, needed: i64) -> bool {
        self.pool.cells(card).iter().any(|&cell| match cell {
            CauseCell::CriticalFailure => false,
            CauseCell::Number(number) => i64::from(number) < needed && !self.pool.goes_on(cell),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::{deck, deck_with_closed};
    use crate::table::odds::deals::{each_order, final_result};
    use crate::table::odds::{Bands, band_odds, success_odds};

    fn share(count: usize, of: usize) -> Probability {
        Probability::new(count.into(), of.into())
    }

    fn column(tables: &crate::table::odds::OddsTables, column: usize) -> Vec<Probability> {
        let rows = tables.tables[0].rows.iter();
        rows.map(|row| row.chances[column].as_ref().unwrap().probability().clone()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn every_reading_agrees_with_every_order_of_a_small_pile(
            start in 0_usize..54,
            step in prop::sample::select(vec![1_usize, 5, 7, 11]),
            size in 1_usize..7,
            level in 1_u8..6,
            die in prop::sample::select(vec!["d4", "d6", "d8", "d10"]),
            low in any::<bool>(),
            closed in any::<bool>(),
            number in -1_i32..20,
            modifier in -3_i32..4,
        ) {
            let dice: CheckDice = format!("{level}{die}").parse().unwrap();
            let deck = if closed { deck_with_closed(dice.die) } else { deck() };
            let pool = Pool::new(&deck, dice).unwrap();
            let pick = if low { Pick::Lowest } else { Pick::Highest };
            let all: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
            let mut kept: Vec<CardNumber> =
                (0..size).map(|at| all[(start + at * step) % 54]).collect();
            let pile = Pile::from_fn(CardNumbers::POKER, |card| kept.contains(&card));
            let reading = PoolReading { pool, pick, goal: Goal::AtLeast };
            let mut results = Vec::new();
            each_order(&mut kept, 0, &mut |order| {
                results.push(final_result(reading, order[0], &mut order[1..].iter()));
            });
            let counted = |holds: &dyn Fn(i64) -> bool| {
                let held = results.iter().filter(|it| it.is_some_and(holds)).count();
                share(held, results.len())
            };
            let number_i64 = i64::from(number);
            let [_, found] = reading.at_least(number_i64, pile, &mut FollowUps::new(pool));
            prop_assert_eq!(counted(&|it| it >= number_i64), found);
            // Bands, with a modifier.
            let bands = Bands::new(vec![number, number + 4]).unwrap();
            let odds = band_odds(reading, pile, &bands, &[modifier]);
            let first = number_i64 - i64::from(modifier);
            let expected = vec![
                counted(&|it| it < first),
                counted(&|it| (first..first + 4).contains(&it)),
                counted(&|it| it >= first + 4),
            ];
            prop_assert_eq!(expected, column(&odds, 1));
            // One card: roll-under, and successes.
            let rows = |card: CardNumber| pool.cells(card).iter().filter_map(|it| it.number());
            let fails = |card: CardNumber| pool.outcome(card) == Outcome::CriticalFailure;
            let under = kept.iter().filter(|&&card| {
                let counts = if low { rows(card).min() } else { rows(card).max() };
                !fails(card) && counts.is_some_and(|it| i32::from(it) <= number)
            });
            prop_assert_eq!(share(under.count(), size), reading.at_most(number_i64, pile));
            for goal in [Goal::AtLeast, Goal::AtMost] {
                let odds = success_odds(PoolReading { goal, ..reading }, pile, &[number]);
                for (wanted, found) in column(&odds, 2).into_iter().enumerate() {
                    let enough = kept.iter().filter(|&&card| {
                        let counted = rows(card).filter(|&it| match goal {
                            Goal::AtLeast => i32::from(it) >= number,
                            Goal::AtMost => i32::from(it) <= number,
                        });
                        wanted == 0 || (!fails(card) && counted.count() >= wanted)
                    });
                    prop_assert_eq!(share(enough.count(), size), found);
                }
                let sum: Probability = column(&odds, 0).into_iter().sum();
                let dice: Probability = column(&odds, 1).into_iter().sum();
                prop_assert!(sum.is_one() && dice.is_one());
            }
        }
    }

    #[test]
    fn an_edge_reads_one_more_row_and_takes_what_helps_or_hinders() {
        let deck = deck();
        let read = |goal, edge, dice: &str| {
            let reading =
                Manner { goal, pick: None, edge }.read(&deck, dice.parse().unwrap()).unwrap();
            reading.name()
        };
        let (good, bad) = (Some(Edge::Advantage), Some(Edge::Disadvantage));
        assert_eq!("2d10", read(Goal::AtLeast, good, "1d10"));
        assert_eq!("lowest of 2d10", read(Goal::AtLeast, bad, "1d10"));
        assert_eq!("lowest of 2d10", read(Goal::AtMost, good, "1d10"));
        assert_eq!("highest of 2d10", read(Goal::AtMost, bad, "1d10"));
        let too_many = Manner { edge: good, ..Manner::default() };
        assert!(too_many.read(&deck, "5d10".parse().unwrap()).is_err());
    }
}
