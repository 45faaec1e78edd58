//! Repairing one unit after the other so that it keeps the spec.

use crate::deck::{DECK_SIZE, Field};
use crate::random::Draws;

use super::super::cause_cells::CauseCells;
use super::super::effect_cells::EffectCells;
use super::super::free_cards;
use super::super::plan::{CausePlan, EffectPlan, hit_steps, spread};
use super::super::units::Content;
use super::inventory::Inventory;
use super::values::Values;
use super::{Started, cause, changes, effect, values};

/// Repairs units in their order; cards that one has changed cost the next ones less.
pub(super) struct Repair<'a> {
    inventory: Inventory<'a>,
    /// What the old deck has in place of each unit.
    before: &'a [Option<Content>],
    /// The same after exchanges: where the repair starts.
    start: Vec<Option<Content>>,
    changed: [bool; DECK_SIZE],
    seed: u64,
    repaired: Vec<(Content, Vec<usize>)>,
}

impl<'a> Repair<'a> {
    pub fn new(
        inventory: Inventory<'a>,
        before: &'a [Option<Content>],
        started: Started,
        seed: u64,
    ) -> Self {
        let Started { contents: start, changed } = started;
        Self { inventory, before, start, changed, seed, repaired: Vec::new() }
    }

    /// The repaired contents, each with the cards free in it. `progress` is told which unit of how
    /// many is done.
    pub fn run(mut self, progress: &dyn Fn(usize, usize)) -> Vec<(Content, Vec<usize>)> {
        let spec = self.inventory.spec;
        let of = self.before.len();
        for column in &spec.cause.columns {
            self.cause(&CausePlan::new(column, spec.cause.rows, self.inventory.pins));
            progress(self.repaired.len() - 1, of);
        }
        for &die in &spec.effect.columns {
            let plan = EffectPlan::new(spec, die, self.inventory.pins);
            self.effect(&effect::Task::new(spec, die, &plan), &plan);
            progress(self.repaired.len() - 1, of);
        }
        let columns = self.repaired.len();
        self.elements();
        (columns..of).for_each(|unit| progress(unit, of));
        self.repaired
    }

    fn draws(&self, purpose: &str) -> Draws {
        Draws::new(self.seed, &format!("reuse {purpose}"))
    }

    /// What the next unit was in the old deck, and what it starts from.
    fn next(&self) -> (Option<&'a Content>, Option<&Content>) {
        let place = self.repaired.len();
        (self.before[place].as_ref(), self.start[place].as_ref())
    }

    fn cause(&mut self, plan: &CausePlan) {
        let mut draws = self.draws(&format!("cause {}", plan.die));
        let deal = match self.next() {
            (Some(Content::Cause(old)), Some(Content::Cause(start))) => {
                cause::repair(plan, &old.by_row(), &start.by_row(), &self.changed, &mut draws)
            }
            _ => super::super::cause_column::solve(plan, &mut draws),
        };
        self.keep(Content::Cause(CauseCells::new(deal, &plan.pinned)), free_cards(&plan.pinned));
    }

    fn effect(&mut self, task: &effect::Task, plan: &EffectPlan) {
        let mut draws = self.draws(&format!("effect {}", self.repaired.len()));
        let deal = match self.next() {
            (Some(Content::Effect(old)), Some(Content::Effect(start))) => {
                effect::repair(task, &old.cells, &start.cells, &self.changed, &mut draws)
            }
            _ => effect::fresh(plan, &mut draws),
        };
        self.keep(Content::Effect(EffectCells::new(deal, plan)), free_cards(&plan.pinned));
    }

    fn elements(&mut self) {
        let (spec, pins) = (self.inventory.spec, self.inventory.pins);
        let pinned = pins.numbers(&Field::HitStep);
        self.element(hit_steps(spec.hit.steps()), pinned, Content::HitStep, |content| {
            if let Content::HitStep(values) = content { Some(values) } else { None }
        });
        let pinned = pins.numbers(&Field::Penetration);
        self.element(spread(&spec.penetration), pinned, Content::Penetration, |content| {
            if let Content::Penetration(values) = content { Some(values) } else { None }
        });
        let pinned = pins.numbers(&Field::Scatter);
        self.element(spread(&spec.scatter), pinned, Content::Scatter, |content| {
            if let Content::Scatter(values) = content { Some(values) } else { None }
        });
        let mut wanted: Vec<Option<u8>> = spread(&spec.failure).into_iter().map(Some).collect();
        wanted.resize(DECK_SIZE, None);
        self.element(wanted, pins.failures(), Content::Failure, |content| {
            if let Content::Failure(values) = content { Some(values) } else { None }
        });
        let pinned = pins.numbers(&Field::Unintended);
        self.element(spread(&spec.unintended), pinned, Content::Unintended, |content| {
            if let Content::Unintended(values) = content { Some(values) } else { None }
        });
        if !spec.bursts.is_empty() {
            self.bursts();
        }
        for element in &spec.elements {
            let counts: Vec<(usize, u8)> = (0..).zip(element.values.iter().map(|v| v.1)).collect();
            let pins = &self.inventory.unit_pins()[self.repaired.len()][0];
            let pinned = pins.iter().enumerate();
            let pinned: Vec<(usize, usize)> = pinned
                .filter_map(|(card, pin)| Some((card, usize::try_from((*pin)?).ok()?)))
                .collect();
            self.element(spread(&counts), pinned, Content::Extra, |content| {
                if let Content::Extra(values) = content { Some(values) } else { None }
            });
        }
    }

    fn element<T: Clone + PartialEq>(
        &mut self,
        wanted: Vec<T>,
        pinned: Vec<(usize, T)>,
        content: impl Fn(Vec<T>) -> Content,
        values: impl Fn(&Content) -> Option<&Vec<T>>,
    ) {
        let mut draws = self.draws(&format!("element {}", self.repaired.len()));
        let start = self.next().1.and_then(values);
        let old: Vec<Option<T>> =
            (0..DECK_SIZE).map(|card| start.map(|values| values[card].clone())).collect();
        let values = Values::new(old, wanted, pinned);
        let free = values.free();
        self.keep(content(values.repaired(&self.changed, &mut draws)), free);
    }

    /// Bursts stay if all sizes keep their counts, rise on every card and hold the pins; else the
    /// cards are ranked by their old hits and get the sizes' values in that order.
    fn bursts(&mut self) {
        let (spec, pins) = (self.inventory.spec, self.inventory.pins);
        let lists: Vec<Vec<u16>> = spec.bursts.iter().map(|burst| spread(&burst.hits)).collect();
        let pinned: Vec<Vec<(usize, u16)>> =
            spec.bursts.iter().map(|burst| pins.numbers(&Field::Burst(burst.shots))).collect();
        let start = match self.next().1 {
            Some(Content::Bursts(sizes)) => Some(sizes.as_slice()),
            _ => None,
        };
        let (sizes, free) = values::bursts(self.inventory.old, &lists, start, &pinned);
        self.keep(Content::Bursts(sizes), free);
    }

    /// Takes a repaired content and notes the cards it changed.
    fn keep(&mut self, now: Content, free: Vec<usize>) {
        let before = &self.before[self.repaired.len()];
        for card in 0..DECK_SIZE {
            let differs = before.as_ref().is_none_or(|old| changes::differing(&now, old, card) > 0);
            self.changed[card] |= differs;
        }
        self.repaired.push((now, free));
    }
}
