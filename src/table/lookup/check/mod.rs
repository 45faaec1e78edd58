//! Checks: the cause grid, exceptional results with follow-up cards, bumps.
//!
//! Sources: Action Cards, "The Cause Grid", "Exceptional Results", "Critical Failures". Where they
//! leave something open: a CF on a follow-up card counts 0 and ends its chain, and the player may
//! choose any intermediate total, because follow-up cards are optional.

mod answer;

use std::cmp::Reverse;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CauseCell};
use crate::dice::{CheckDice, DiceKind};

use super::{Draw, Judgement, LookupError, Pool, Target};

/// A check: the cells read and the target.
#[derive(Clone, Copy, Debug)]
pub struct Check<'d> {
    /// The cells that are read.
    pub pool: Pool<'d>,
    /// The target, if the check has one.
    pub target: Option<Target>,
}

/// A cell of the resolution card that a check reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Reading {
    /// The row, from 1.
    pub row: u8,
    /// The printed value.
    pub value: CauseCell,
    /// Whether it is marked as exceptional.
    pub exceptional: bool,
}

/// A total that the player may choose.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Choice {
    /// The row of its first cell.
    pub row: u8,
    /// The cells that are summed: the first on the resolution card, then one on each follow-up
    /// card.
    pub cells: Vec<CauseCell>,
    /// The sum; CF counts 0.
    pub total: u32,
    /// For each cell, whether it is marked as exceptional.
    #[serde(skip)]
    pub exceptional: Vec<bool>,
    /// Whether another card may be drawn: the last cell is exceptional, and no card was drawn for
    /// it yet.
    pub open: bool,
    /// The comparison with the target, if there is one.
    pub judgement: Option<Judgement>,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CheckAnswer {
    /// The check, such as `3d10`.
    pub dice: CheckDice,
    /// The cards drawn.
    pub draw: Draw,
    /// The target of the question.
    pub target: Option<Target>,
    /// The cells of rows 1 to the level.
    pub readings: Vec<Reading>,
    /// Whether the exact cell is CF, so that nothing can be chosen.
    pub critical_failure: bool,
    /// All totals that the player may choose, by row and then in the order of the cards.
    pub choices: Vec<Choice>,
    /// Index in `choices` of the highest total: of equal ones in the first row, and in it the last
    /// card.
    best: Option<usize>,
}

impl Check<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`LookupError::NothingToFollow`] if a follow-up card was given although no chain was open.
    pub fn answer(&self, draw: &Draw) -> Result<CheckAnswer, LookupError> {
        let cells = self.pool.cells(draw.card());
        let readings: Vec<Reading> = (1..)
            .zip(cells)
            .map(|(row, &value)| Reading {
                row,
                value,
                exceptional: self.pool.is_exceptional(value),
            })
            .collect();
        let critical_failure = cells.last() == Some(&CauseCell::CriticalFailure);
        let mut choices = Vec::new();
        if !critical_failure {
            for reading in &readings {
                self.choices_of(reading, draw.then(), &mut choices);
            }
        }
        self.no_card_too_many(draw, critical_failure, &choices)?;
        let best = (0..choices.len()).min_by_key(|&place| {
            let Choice { total, row, .. } = choices[place];
            (Reverse(total), row, Reverse(place))
        });
        Ok(CheckAnswer {
            dice: self.pool.dice(),
            draw: draw.clone(),
            target: self.target,
            readings,
            critical_failure,
            choices,
            best,
        })
    }

    /// The totals of one row: its own number, then one more for each follow-up card while the last
    /// cell is exceptional.
    pub(crate) fn choices_of(
        &self,
        reading: &Reading,
        then: &[CardNumber],
        choices: &mut Vec<Choice>,
    ) {
        if reading.value == CauseCell::CriticalFailure {
            return;
        }
        let mut cells = vec![reading.value];
        let mut follow_ups = then.iter();
        loop {
            let total = cells.iter().map(|cell| u32::from(cell.value())).sum();
            let invites = cells.last().is_some_and(|&cell| self.pool.goes_on(cell));
            let next = follow_ups.next().filter(|_| invites);
            let open = invites && next.is_none();
            let judgement = self.target.map(|target| target.judge(total));
            choices.push(Choice {
                row: reading.row,
                exceptional: cells.iter().map(|&cell| self.pool.is_exceptional(cell)).collect(),
                cells: cells.clone(),
                total,
                open,
                judgement,
            });
            match next {
                Some(&card) => {
                    // Never out of bounds: the pool's cells include this row.
                    cells.push(self.pool.cells(card)[usize::from(reading.row) - 1]);
                }
                None => return,
            }
        }
    }

    /// Checks that each follow-up card had a chain to add to.
    fn no_card_too_many(
        &self,
        draw: &Draw,
        critical_failure: bool,
        choices: &[Choice],
    ) -> Result<(), LookupError> {
        let used = choices.iter().map(|choice| choice.cells.len() - 1).max().unwrap_or(0);
        let Some(&card) = draw.then().get(used) else { return Ok(()) };
        let dice = self.pool.dice();
        let reason = match used.checked_sub(1).and_then(|last| draw.then().get(last)) {
            _ if critical_failure => {
                format!("{dice} on card {} is a critical failure", draw.card())
            }
            None if self.pool.kind() == DiceKind::Closed => {
                format!("{} is closed: no cell of it asks for another card", dice.die)
            }
            None => format!("nothing in {dice} on card {} is exceptional", draw.card()),
            Some(last) => format!("the chain of {dice} ends with card {last}"),
        };
        let accepted = match used {
            0 => "no follow-up card".to_owned(),
            1 => "1 follow-up card".to_owned(),
            used => format!("{used} follow-up cards"),
        };
        Err(LookupError::NothingToFollow { card, reason, accepted })
    }
}

impl CheckAnswer {
    /// The highest total; `None` on a critical failure.
    pub fn best(&self) -> Option<&Choice> {
        self.choices.get(self.best?)
    }

    /// Whether the best total reaches the target; `None` without a target. A critical failure never
    /// reaches it.
    pub fn success(&self) -> Option<bool> {
        self.target?;
        Some(self.best().and_then(|choice| choice.judgement).is_some_and(|j| j.success))
    }

    /// The bumps of the best total; 0 without a target.
    pub fn bumps(&self) -> u32 {
        self.best().and_then(|choice| choice.judgement).map_or(0, |judgement| judgement.bumps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::{card, deck, deck_with_closed, draw};
    use crate::table::lookup::{Answer, TargetNumber};

    fn ask(dice: &str, tn: Option<i64>, drawn: &Draw) -> Result<CheckAnswer, LookupError> {
        let deck = deck();
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let target = tn.map(|tn| Target::new(TargetNumber::clamped(tn)));
        Check { pool, target }.answer(drawn)
    }

    #[test]
    fn the_highest_number_of_a_closed_die_needs_no_follow_up() {
        let deck = deck_with_closed("d10".parse().unwrap());
        let pool = Pool::new(&deck, "2d10".parse().unwrap()).unwrap();
        let check = Check { pool, target: None };
        let answer = check.answer(&draw(34, &[])).unwrap();
        assert!(answer.readings[1].exceptional && !answer.is_open());
        assert_eq!(
            ["card 34, 2d10: 7, 10*", "row 2 of d10 shows 10, exceptional: 10"],
            answer.explanation()[..2]
        );
        let refused = check.answer(&draw(34, &[11])).unwrap_err().to_string();
        assert_eq!(
            "follow-up card 11 has nothing to add to: d10 is closed: no cell of it asks for another \
             card; accepted: no follow-up card",
            refused
        );
    }

    #[test]
    fn every_total_on_the_way_stays_open_to_the_player() {
        let answer = ask("4d10", Some(13), &draw(34, &[11, 10])).unwrap();
        let totals: Vec<(u8, u32)> = answer.choices.iter().map(|c| (c.row, c.total)).collect();
        assert_eq!(totals, [(1, 7), (2, 10), (2, 21), (2, 30), (3, 3), (4, 7)]);
        assert_eq!(
            answer.explanation(),
            [
                "card 34, 4d10: 7, 10*, 3, 7",
                "row 2 of d10 shows 10, exceptional; card 11 adds 11, exceptional; \
                 card 10 adds 9: 30 against TN 13, success, 4 bumps",
                "to choose from: row 1: 7; row 2: 10, 21 or 30; row 3: 3; row 4: 7",
                "the chain has ended: no further card",
            ],
        );
    }

    #[test]
    fn a_critical_failure_on_a_follow_up_card_ends_the_chain() {
        // Row 3 of d6 shows 1 on card 34; row 4 shows 6. Card 37 shows CF in row 3 of d6.
        let deck = deck();
        let follow = card(37);
        let d6 = |level: u8| Pool::new(&deck, format!("{level}d6").parse().unwrap()).unwrap();
        let first = CardNumbers::POKER
            .iter()
            .find(|&card| {
                d6(3).cells(card)[2].value() >= 6
                    && d6(3).cells(card)[..2].iter().all(|cell| cell.value() < 6)
            })
            .unwrap();
        let check = Check { pool: d6(3), target: None };
        let answer = check.answer(&Draw::new(first, vec![follow]).unwrap()).unwrap();
        let last = answer.choices.last().unwrap();
        assert_eq!(CauseCell::CriticalFailure, last.cells[1]);
        assert_eq!(u32::from(d6(3).cells(first)[2].value()), last.total);
        assert!(!last.open);
        let another = CardNumbers::POKER.iter().find(|c| *c != first && *c != follow).unwrap();
        let too_many = Draw::new(first, vec![follow, another]).unwrap();
        assert!(matches!(check.answer(&too_many), Err(LookupError::NothingToFollow { .. })));
    }

    #[test]
    fn a_follow_up_card_where_nothing_is_exceptional_is_refused() {
        let error = ask("1d10", None, &draw(34, &[10])).unwrap_err();
        assert_eq!(
            "follow-up card 10 has nothing to add to: nothing in 1d10 on card 34 is exceptional; \
             accepted: no follow-up card",
            error.to_string(),
        );
        let error = ask("2d10", None, &draw(34, &[10, 11])).unwrap_err();
        assert!(error.to_string().contains("the chain of 2d10 ends with card 10"), "{error}");
        let error = ask("4d10", None, &draw(10, &[34])).unwrap_err();
        assert!(error.to_string().contains("is a critical failure"), "{error}");
    }

    #[test]
    fn an_open_chain_is_said_to_be_open() {
        let answer = ask("2d10", Some(11), &draw(34, &[])).unwrap();
        assert_eq!(Some(false), answer.success());
        assert_eq!("row 2 may go on: draw another card", answer.explanation().last().unwrap());
    }

    #[test]
    fn a_chain_ended_by_a_critical_failure_is_the_best_choice() {
        let deck = deck();
        let pool = Pool::new(&deck, "2d10".parse().unwrap()).unwrap();
        let failed = CardNumbers::POKER
            .iter()
            .find(|&card| pool.cells(card)[1] == CauseCell::CriticalFailure)
            .unwrap();
        let answer = ask("2d10", Some(11), &draw(34, &[failed.get()])).unwrap();
        let best = answer.best().unwrap();
        assert_eq!((10, 2, false), (best.total, best.cells.len(), best.open));
        let reported = answer.explanation().join("\n");
        assert!(reported.contains("shows CF, which adds nothing"), "{reported}");
        assert!(reported.contains("row 2: 10") && !reported.contains("10 or 10"), "{reported}");
        assert!(reported.ends_with("the chain has ended: no further card"), "{reported}");
    }

    #[test]
    fn every_row_that_may_go_on_is_named_not_the_best_alone() {
        let deck = deck();
        let invites = |card: CardNumber, dice: &str| {
            let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
            let cells = pool.cells(card).iter();
            let dead = pool.cells(card).last() == Some(&CauseCell::CriticalFailure);
            if dead { 0 } else { cells.filter(|&&cell| pool.is_exceptional(cell)).count() }
        };
        let two = ["4d4", "5d4", "5d6", "5d8"].into_iter().find_map(|dice| {
            let card = CardNumbers::POKER.iter().find(|&card| invites(card, dice) == 2)?;
            Some((dice, card))
        });
        let (dice, card) = two.unwrap();
        let answer = ask(dice, None, &Draw::single(card)).unwrap();
        let reported = answer.explanation().pop().unwrap();
        assert!(reported.starts_with("rows ") && reported.contains(" and "), "{reported}");
    }

    #[test]
    fn a_critical_failure_fails_even_against_a_target_below_zero() {
        let answer = ask("4d10", Some(-5), &draw(10, &[])).unwrap();
        assert_eq!(Some(false), answer.success());
        assert!(answer.best().is_none());
    }
}
