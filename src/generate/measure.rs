//! Benchmarks of the search for `benches/search.rs`: moves of single stages, and the progress after every
//! round. Not part of the public interface.

use std::ops::ControlFlow;

use crate::deck::Deck;
use crate::random::Draws;
use crate::spec::Spec;

use super::deck_state::DeckState;
pub use super::dependence::Dependence;
use super::plan::{CausePlan, EffectPlan, PlacedPins};
use super::search::{Schedule, Stream, search};
use super::weights::Weights;
use super::{
    Effort, GenerateError, WEIGHTS, cause_column, dealt_at_random, effect_column, searched,
};

/// A part of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Solving the last cause column of the spec alone.
    CauseColumn,
    /// Solving the last effect column alone.
    EffectColumn,
    /// Dealing: whole tuples of all columns, and elements.
    Tuples,
    /// Fine exchanges of single cells inside the columns, and elements.
    Cells,
}

/// Makes about `moves` moves of one stage at half the temperature of a normal search, on the available
/// threads, and returns their number. Dealing starts with solved columns, which takes a tenth of a second.
///
/// # Errors
/// As [`generate`](super::generate).
pub fn make_moves(spec: &Spec, seed: u64, stage: Stage, moves: u64) -> Result<u64, GenerateError> {
    let mut draws = Draws::new(seed, "measure");
    let place =
        |draws: &mut Draws| PlacedPins::place(spec, draws).map_err(GenerateError::NoCardForGroups);
    let tuples = match stage {
        Stage::CauseColumn => {
            let pins = place(&mut draws)?;
            let Some(column) = spec.cause.columns.last() else { return Ok(0) };
            let plan = CausePlan::new(spec, column, &pins);
            return Ok(cause_column::make_moves(&plan, &mut draws, moves));
        }
        Stage::EffectColumn => {
            let pins = place(&mut draws)?;
            let Some(&die) = spec.effect.columns.last() else { return Ok(0) };
            let plan = EffectPlan::new(spec, die, &pins);
            effect_column::solve(&plan, &mut draws, moves);
            return Ok(moves);
        }
        Stage::Tuples => 16,
        Stage::Cells => 0,
    };
    let mut state = dealt_at_random(spec, seed)?;
    let normal = Effort::Normal.schedule();
    let rounds = moves.div_ceil(normal.per_round(&state.units));
    let schedule = Schedule { rounds, tuples, temperature: normal.temperature / 2.0, ..normal };
    search(&mut state, schedule, &WEIGHTS, Stream { seed, of: "deal" }, &|_| (), None);
    Ok(rounds * schedule.per_round(&state.units))
}

/// As [`generate`](super::generate), and passes the figures after every round to `watch`: shows what a spec's
/// figures cost in moves.
///
/// # Errors
/// As [`generate`](super::generate).
pub fn generate_watched(
    spec: &Spec,
    seed: u64,
    effort: Effort,
    watch: &mut (dyn FnMut(Round) + Send),
) -> Result<Deck, GenerateError> {
    let state = dealt_at_random(spec, seed)?;
    let per_round = effort.schedule().per_round(&state.units);
    let mut moves = 0;
    let mut after_round = |state: &DeckState| {
        moves += per_round;
        watch(Round { moves, figures: state.dependence() });
        ControlFlow::Continue(())
    };
    Ok(searched(spec, seed, effort, state, &|_| (), Some(&mut after_round)))
}

/// The dependence of a deck for this weight of r² against a squared card of joint error: the trade-off of the
/// two.
///
/// # Errors
/// As [`generate`](super::generate).
pub fn dependence_at(
    spec: &Spec,
    seed: u64,
    effort: Effort,
    r: f64,
) -> Result<Dependence, GenerateError> {
    let mut state = dealt_at_random(spec, seed)?;
    let weights = Weights { r, ..WEIGHTS };
    search(&mut state, effort.schedule(), &weights, Stream { seed, of: "deal" }, &|_| (), None);
    Ok(state.dependence())
}

/// The state of a search after a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Moves made so far, as [`total_moves`](super::total_moves) counts them.
    pub moves: u64,
    /// How far the readings depend on each other.
    pub figures: Dependence,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::preset;

    #[test]
    fn every_stage_makes_about_the_moves_it_is_asked_for() {
        let spec = preset("true-dice").unwrap().spec().unwrap();
        for (stage, moves) in [
            (Stage::CauseColumn, 1000),
            (Stage::EffectColumn, 1000),
            (Stage::Tuples, 400_000),
            (Stage::Cells, 400_000),
        ] {
            let made = make_moves(&spec, 1, stage, moves).unwrap();
            assert!((moves..2 * moves).contains(&made), "{stage:?}: {made}");
        }
    }
}
