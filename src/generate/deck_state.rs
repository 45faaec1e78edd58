//! The state of a search: all units on the cards.

use std::ops::Range;

use super::context::{Context, Kernel};
use super::dependence::Dependence;
use super::moving::{Distance, MovingReading};
use super::readings::Reading;
use super::unit::Unit;
use super::weights::Weights;

/// The units of a deck, and the readings fixed by its card numbers.
#[derive(Clone, Debug)]
pub(super) struct DeckState {
    pub units: Vec<Unit>,
    /// Number and toggle, which are never read together.
    fixed: Vec<Reading>,
    fixed_kernel: Kernel,
    cards: usize,
}

impl DeckState {
    /// The units of a deck of `cards`, and the readings of its numbers.
    pub fn new(cards: usize, units: Vec<Unit>, fixed: Vec<Reading>) -> Self {
        let fixed_kernel = Kernel::new(cards, &fixed);
        Self { units, fixed, fixed_kernel, cards }
    }

    /// The units that can be searched in parallel: the columns of one grid, each element alone.
    pub fn phases(&self) -> Vec<Range<usize>> {
        let mut phases: Vec<Range<usize>> = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            match phases.last_mut() {
                Some(phase) if unit.content.is_beside(&self.units[phase.start].content) => {
                    phase.end = index + 1;
                }
                _ => phases.push(index..index + 1),
            }
        }
        phases
    }

    /// The fixed readings while the units of a phase move.
    pub fn context(&self, phase: &Range<usize>, weights: &Weights) -> Context {
        let others = || (0..self.units.len()).filter(|unit| !phase.contains(unit));
        let mut kernel = self.fixed_kernel.clone();
        others().for_each(|unit| kernel.add(&self.units[unit].kernel));
        Context::new(
            self.cards,
            kernel,
            others().flat_map(|unit| &self.units[unit].readings).chain(&self.fixed),
            weights,
        )
    }

    /// The cost of exchanging the whole content of a unit between `card` and each other card.
    pub fn costs_of_exchange(&self, unit: usize, card: usize, weights: &Weights) -> Vec<f64> {
        let mut phases = self.phases().into_iter();
        let phase = phases.find(|phase| phase.contains(&unit)).unwrap_or_default();
        let context = self.context(&phase, weights);
        let readings = self.units[unit].readings.iter();
        let moving: Vec<MovingReading> =
            readings.map(|reading| MovingReading::new(reading, &context, weights)).collect();
        let cost = |moving: &MovingReading, other: usize| {
            moving.change(Distance::between(&context, card, other), weights, card, other)
                + moving.extremes_change(&context, weights, card, other)
        };
        let cost = |other| moving.iter().map(|moving| cost(moving, other)).sum();
        (0..self.cards).map(cost).collect()
    }

    /// The dependence of the readings that are read together.
    pub fn dependence(&self) -> Dependence {
        let units = self.units.iter().enumerate();
        let pairs = units.flat_map(|(index, unit)| {
            let later = self.units[index + 1..].iter();
            let later = later.filter(|other| !unit.content.is_beside(&other.content));
            let others = later.flat_map(|other| &other.readings).chain(&self.fixed);
            others.flat_map(|other| unit.readings.iter().map(move |reading| (reading, other)))
        });
        Dependence::new(pairs)
    }
}
