//! Repairs one unit after the other so that it keeps the spec.

use crate::deck::Field;
use crate::random::Draws;

use super::super::cause_column::CauseColumnDeal;
use super::super::content::Content;
use super::super::effect_column::{self, EffectColumnDeal};
use super::super::elements::{Single, built_in, burst_lists, designed};
use super::super::explosions;
use super::super::plan::{CausePlan, EffectPlan};
use super::super::unit::Unit;
use super::super::{EFFECT_MOVES, cause_unit, effect_unit};
use super::cause::CauseRepair;
use super::effect::EffectRepair;
use super::inventory::Inventory;
use super::start::ReuseStart;
use super::{changes, columns, values};

/// Repairs units in their order. A card changed by one costs the next ones less.
pub(super) struct Repair<'a> {
    inventory: Inventory<'a>,
    /// The old content of each unit.
    before: &'a [Option<Content>],
    /// The contents after exchanges: the start of the repair.
    start: Vec<Option<Content>>,
    changed: Vec<bool>,
    seed: u64,
    repaired: Vec<Unit>,
}

impl<'a> Repair<'a> {
    pub fn new(
        inventory: Inventory<'a>,
        before: &'a [Option<Content>],
        started: ReuseStart,
        seed: u64,
    ) -> Self {
        let ReuseStart { contents: start, changed } = started;
        Self { inventory, before, start, changed, seed, repaired: Vec::new() }
    }

    /// Returns the repaired units. `progress` is called with the unit's index and the total.
    pub fn run(mut self, progress: &dyn Fn(usize, usize)) -> Vec<Unit> {
        let spec = self.inventory.spec;
        let of = self.before.len();
        for column in &spec.cause.columns {
            let pins = self.inventory.pins;
            let kept = CausePlan::within(spec, column, pins, &spec.limits.threshold);
            self.cause(&CausePlan::new(spec, column, pins), &kept);
            progress(self.repaired.len() - 1, of);
        }
        for &die in &spec.effect.columns {
            self.effect(die, &EffectPlan::new(spec, die, self.inventory.pins));
            progress(self.repaired.len() - 1, of);
        }
        let columns = self.repaired.len();
        built_in(spec).into_iter().for_each(|single| self.element(single));
        if !spec.bursts.is_empty() {
            self.bursts();
        }
        spec.elements.iter().for_each(|element| self.element(designed(element)));
        (columns..of).for_each(|unit| progress(unit, of));
        self.repaired
    }

    fn draws(&self, purpose: &str) -> Draws {
        Draws::new(self.seed, &format!("reuse {purpose}"))
    }

    /// The old content and the start of the next unit.
    fn next(&self) -> (Option<&'a Content>, Option<&Content>) {
        let place = self.repaired.len();
        (self.before[place].as_ref(), self.start[place].as_ref())
    }

    fn cause(&mut self, plan: &CausePlan, kept: &CausePlan) {
        let mut draws = self.draws(&format!("cause {}", plan.die));
        let deal = match self.next() {
            (Some(Content::Cause(old)), Some(Content::Cause(start))) => {
                let column = CauseRepair::new(plan, kept, old.by_row());
                let start = column.start(start.by_row(), &mut draws);
                let cells = columns::repair(&column, start, &self.changed, &mut draws);
                CauseColumnDeal { cells, cost: 0 }
            }
            _ => explosions::solve(plan, &mut draws),
        };
        self.keep(cause_unit(deal, plan));
    }

    fn effect(&mut self, die: crate::dice::Die, plan: &EffectPlan) {
        let mut draws = self.draws(&format!("effect {}", self.repaired.len()));
        let deal = match self.next() {
            (Some(Content::Effect(old)), Some(Content::Effect(start))) => {
                let spec = self.inventory.spec;
                let mut column = EffectRepair::new(spec, die, plan, old.by_row());
                let start = column.start(start.by_row());
                let cells = columns::repair(&column, start, &self.changed, &mut draws);
                EffectColumnDeal { cells }
            }
            _ => effect_column::solve(plan, &mut draws, EFFECT_MOVES),
        };
        self.keep(effect_unit(deal, plan));
    }

    fn element(&mut self, single: Single) {
        let mut draws = self.draws(&format!("element {}", self.repaired.len()));
        let pinned = self.inventory.pins.numbers(&single.field, self.inventory.spec);
        let old = match self.next().1 {
            Some(Content::Element(_, values)) => Some(values.as_slice()),
            _ => None,
        };
        let values = values::repaired(old, single.values, &pinned, &self.changed, &mut draws);
        let free = |card: &usize| pinned.iter().all(|(known, _)| known != card);
        let free = (0..values.len()).filter(free).collect();
        self.keep(Unit::new(Content::Element(single.element, values), free));
    }

    /// Keeps bursts if all sizes keep their counts, rise on every card and match the pins; else the cards are
    /// ranked by their old hits and get the sizes' values in that order.
    fn bursts(&mut self) {
        let (spec, pins) = (self.inventory.spec, self.inventory.pins);
        let pinned: Vec<Vec<(usize, i64)>> =
            spec.bursts.iter().map(|b| pins.numbers(&Field::Burst(b.shots), spec)).collect();
        let start = match self.next().1 {
            Some(Content::Bursts(sizes)) => Some(sizes.as_slice()),
            _ => None,
        };
        let (sizes, free) = values::bursts(self.inventory.old, &burst_lists(spec), start, &pinned);
        self.keep(Unit::new(Content::Bursts(sizes), free));
    }

    /// Adds a repaired unit and records the cards it changed.
    fn keep(&mut self, now: Unit) {
        let before = self.before[self.repaired.len()].as_ref();
        for card in 0..self.changed.len() {
            self.changed[card] |= changes::differing(&now.content, before, card) > 0;
        }
        self.repaired.push(now);
    }
}
