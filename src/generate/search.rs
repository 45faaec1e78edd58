//! Stages 2 and 3: deals the solved columns and elements to cards so that readings of one card are
//! uncorrelated.
//!
//! Stage 2 exchanges whole tuples between two cards, which does not change a column's counts. Stage 3
//! exchanges single cells inside a column where that keeps every count. Both are one search: simulated
//! annealing (Kirkpatrick, Gelatt and Vecchi, *Science* 220 (1983), 671) by the Metropolis rule: at
//! temperature T an exchange that raises the cost by d is accepted with probability exp(−d/T). d is
//! compared with T times an exponential draw, which is known first: so most exchanges are refused before
//! their whole cost is computed. Threshold accepting (Dueck and Scheuer, *Journal of Computational
//! Physics* 90 (1990), 161) and a linear acceptance from 1 to 0 do not need such a draw, but accept no d
//! far above T. A reading of few values, such as the best of four d4, costs more than that at every
//! exchange, and stayed as first dealt.
//!
//! One check reads one column, so columns of the same grid are never read together: while the other grid and
//! the elements are fixed, the columns of one grid can be searched in parallel. A round takes all effect
//! columns, all cause columns, then the elements one by one. Every column has its own random stream, so the
//! number of threads does not matter.

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::random::Draws;

use super::deck_state::DeckState;
use super::moves::{AnyExchange, Moves};
use super::unit::Unit;
use super::weights::Weights;

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The number of rounds.
    pub rounds: u64,
    /// Moves of each column in one round.
    pub moves: u64,
    /// Moves of each element in one round.
    pub element_moves: u64,
    /// The temperature at the start, in squared cards.
    pub temperature: f64,
    /// How often the temperature is halved until the end.
    pub halvings: f64,
    /// The round, in percent of all, from which the largest errors count.
    pub extremes_from: u64,
    /// Of 16 moves of a column, this many exchange whole tuples, the others single cells.
    pub tuples: usize,
}

impl Schedule {
    /// The temperature of a round: linear between two halvings, since a platform's powers may differ in the
    /// last digit.
    fn temperature(&self, round: u64) -> f64 {
        let way = self.halvings * round as f64 / self.rounds as f64;
        let halved = way.floor();
        self.temperature / f64::from(1 << halved as u32) * (1.0 - (way - halved) / 2.0)
    }

    /// The weights of a round. The cost of the largest errors rises as the temperature falls: a high cost at
    /// the start would freeze the search, and a low cost at the end would have no effect.
    fn weights(&self, round: u64, weights: &Weights) -> Weights {
        let growth = match 100 * round >= self.extremes_from * self.rounds {
            true => self.temperature / self.temperature(round),
            false => 0.0,
        };
        Weights {
            error_factor: growth * weights.error_factor,
            r_factor: growth * weights.r_factor,
            ..*weights
        }
    }

    /// The moves of one round for this many grid columns and elements.
    pub fn round_moves(&self, columns: usize, elements: usize) -> u64 {
        self.moves * columns as u64 + self.element_moves * elements as u64
    }

    /// The moves of one round for these units.
    pub fn per_round(&self, units: &[Unit]) -> u64 {
        units.iter().map(|unit| self.moves_of(unit)).sum()
    }

    /// The moves of a unit in one round.
    fn moves_of(&self, unit: &Unit) -> u64 {
        if unit.content.is_column() { self.moves } else { self.element_moves }
    }
}

/// The random stream of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stream<'s> {
    pub seed: u64,
    /// The purpose of the draws: another search of the same seed has others.
    pub of: &'s str,
}

/// A callback with the units after each round, which decides whether there is another.
pub(super) type Watcher<'w> = &'w mut (dyn FnMut(&DeckState) -> ControlFlow<()> + Send);

/// Searches. `progress` is called with the moves made, `after_round` with the units after each round; it may
/// cancel the search. Returns whether the search was completed.
pub(super) fn search(
    state: &mut DeckState,
    schedule: Schedule,
    weights: &Weights,
    stream: Stream<'_>,
    progress: &(dyn Fn(u64) + Sync),
    mut after_round: Option<Watcher<'_>>,
) -> bool {
    let Stream { seed, of } = stream;
    let mut streams: Vec<Draws> =
        (0..state.units.len()).map(|unit| Draws::new(seed, &format!("{of} {unit}"))).collect();
    let phases = state.phases();
    // On a thread of the pool, so that a phase need not be handed over to it.
    rayon::scope(|_| {
        for round in 0..schedule.rounds {
            let temperature = schedule.temperature(round);
            let weights = &schedule.weights(round, weights);
            for phase in &phases {
                let context = state.context(phase, weights);
                let units = state.units[phase.clone()].par_iter_mut();
                units.zip(&mut streams[phase.clone()]).for_each(|(unit, draws)| {
                    let moves = schedule.moves_of(unit);
                    let mut unit = Moves::new(unit, &context, weights);
                    unit.run(moves, schedule.tuples, temperature, &mut AnyExchange, draws);
                    progress(moves);
                });
            }
            if let Some(after_round) = &mut after_round
                && after_round(state).is_break()
            {
                return false;
            }
        }
        true
    })
}
