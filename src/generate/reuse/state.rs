//! The units of a deck together with their dependence and with what differs from the old deck, kept
//! up to date while cells change places.

use std::ops::Range;

use crate::deck::DECK_SIZE;
use crate::random::Draws;

use super::super::STEP_LIMITS;
use super::super::cause_cells::{Exchange, RowSet};
use super::super::deal::all_readings;
use super::super::joint::{Dependence, Joint, Prices};
use super::super::readings::Reading;
use super::super::units::{Content, Unit};
use super::changes::{Changes, Count};

/// Units, dependence and changes.
#[derive(Clone, Debug)]
pub(super) struct State<'a> {
    pub units: Vec<Unit>,
    pub changes: Changes,
    joint: Joint<'a>,
    /// What all exchanges so far changed in the joint cost.
    pub cost: f64,
}

/// What an exchange between two cards comprises.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    /// A unit's whole tuple or value.
    Whole,
    /// Some rows of a grid column, from 0; of an effect column one row.
    Rows(Range<usize>),
}

/// An exchange that was made, to be taken back.
#[derive(Clone, Debug)]
pub(super) struct Done {
    unit: usize,
    cards: [usize; 2],
    made: Made,
    readings: Vec<usize>,
    change: f64,
}

/// What was exchanged.
#[derive(Clone, Copy, Debug)]
enum Made {
    Whole,
    CauseRows(Exchange),
    EffectRow(usize),
}

impl<'a> State<'a> {
    pub fn new(units: Vec<Unit>, changes: Changes, fixed: &[Reading], prices: &'a Prices) -> Self {
        let joint = Joint::new(&all_readings(&units, fixed), |_| true, prices);
        Self { units, changes, joint, cost: 0.0 }
    }

    pub fn figures(&self) -> Dependence {
        self.joint.figures()
    }

    /// By how much the joint cost changes if two cards exchange a unit's tuple.
    pub fn change(&self, unit: usize, one: usize, other: usize) -> f64 {
        let readings = self.readings(unit);
        readings.map(|reading| self.joint.change(reading, one, other)).sum()
    }

    /// Exchanges a unit's tuple on two cards, pinned or not.
    pub fn exchange(&mut self, unit: usize, one: usize, other: usize) {
        self.cost += self.change(unit, one, other);
        self.readings(unit).for_each(|reading| self.joint.swap(reading, one, other));
        self.units[unit].swap(one, other);
        self.recount(unit, [one, other]);
    }

    /// Exchanges a part of a unit on two cards where that keeps its pins and rules, and takes it
    /// back unless `accept` takes the change of the joint cost and of what differs from the old
    /// deck.
    pub fn attempt(
        &mut self,
        unit: usize,
        cards: [usize; 2],
        extent: Extent,
        accept: impl FnOnce(f64, Count) -> bool,
    ) -> Option<Done> {
        let (made, readings) = self.exchange_cells(unit, cards, &extent)?;
        let [one, other] = cards;
        let change = readings.iter().map(|&reading| self.joint.change(reading, one, other)).sum();
        let done = Done { unit, cards, made, readings, change };
        let count = self.recount(unit, cards);
        if accept(change, count) {
            self.exchange_readings(&done);
            self.cost += change;
            return Some(done);
        }
        self.exchange_back(&done);
        None
    }

    /// Takes the last attempt back.
    pub fn undo(&mut self, done: &Done) {
        self.exchange_readings(done);
        self.cost -= done.change;
        self.exchange_back(done);
    }

    fn exchange_readings(&mut self, done: &Done) {
        let [one, other] = done.cards;
        done.readings.iter().for_each(|&reading| self.joint.swap(reading, one, other));
    }

    fn exchange_back(&mut self, done: &Done) {
        let [one, other] = done.cards;
        let unit = &mut self.units[done.unit];
        match (done.made, &mut unit.content) {
            (Made::CauseRows(exchange), Content::Cause(cause)) => cause.make(exchange),
            (Made::EffectRow(row), Content::Effect(effect)) => effect.swap(row, one, other),
            _ => unit.swap(one, other),
        }
        self.recount(done.unit, done.cards);
    }

    /// Exchanges cells where pins and rules allow it; gives the readings that exchange their values.
    fn exchange_cells(
        &mut self,
        index: usize,
        [one, other]: [usize; 2],
        extent: &Extent,
    ) -> Option<(Made, Vec<usize>)> {
        let all = self.readings(index);
        let unit = &mut self.units[index];
        match (extent, &mut unit.content) {
            (Extent::Whole, _) => {
                if !(unit.free.contains(&one) && unit.free.contains(&other)) {
                    return None;
                }
                unit.swap(one, other);
                Some((Made::Whole, all.collect()))
            }
            (Extent::Rows(rows), Content::Cause(cause)) => {
                let exchange = cause.exchange(RowSet::range(rows.clone()), one, other)?;
                cause.make(exchange);
                let moved = all.enumerate().filter(|(level, _)| exchange.levels >> level & 1 == 1);
                Some((Made::CauseRows(exchange), moved.map(|(_, reading)| reading).collect()))
            }
            (Extent::Rows(rows), Content::Effect(effect)) => {
                if !effect.may_swap(rows.start, one, other, STEP_LIMITS) {
                    return None;
                }
                effect.swap(rows.start, one, other);
                Some((Made::EffectRow(rows.start), vec![all.start + rows.start]))
            }
            _ => None,
        }
    }

    fn recount(&mut self, index: usize, cards: [usize; 2]) -> Count {
        let unit = &self.units[index];
        let [one, other] = cards.map(|card| self.changes.update(index, unit, card));
        Count { cards: one.cards + other.cards, cells: one.cells + other.cells }
    }

    fn readings(&self, unit: usize) -> Range<usize> {
        let unit = &self.units[unit];
        unit.first_reading..unit.first_reading + unit.reading_count
    }

    /// An exchange to try in a unit: of a column mostly some rows, of an element its value.
    pub fn extent(&self, unit: usize, draws: &mut Draws) -> Extent {
        let unit = &self.units[unit];
        match &unit.content {
            Content::Cause(cause) if draws.below(4) > 0 => {
                let from = draws.below(cause.rows());
                Extent::Rows(from..from + 1 + draws.below(cause.rows() - from))
            }
            Content::Effect(effect) if draws.below(4) > 0 => {
                let row = draws.below(effect.cells.len());
                Extent::Rows(row..row + 1)
            }
            _ => Extent::Whole,
        }
    }

    /// All exchanges there are in a unit that are whole or of one row.
    pub fn extents(&self, unit: usize) -> Vec<Extent> {
        let rows = match &self.units[unit].content {
            Content::Cause(cause) => cause.rows(),
            Content::Effect(effect) => effect.cells.len(),
            _ => 0,
        };
        let single = (0..rows).map(|row| Extent::Rows(row..row + 1));
        std::iter::once(Extent::Whole).chain(single).collect()
    }

    /// The cards that differ from the old deck.
    pub fn changed(&self) -> Vec<usize> {
        (0..DECK_SIZE).filter(|&card| self.changes.changed(card)).collect()
    }
}
