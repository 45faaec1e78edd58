//! Generates a deck from a spec and a seed.
//!
//! Four stages, each of which keeps the result of the one before:
//!
//! 1. every grid column is solved alone until its thresholds are at the half-card limit;
//! 2. the solved tuples and the elements are dealt to cards, exchanging whole tuples;
//! 3. single cells are exchanged where their column keeps its limit. Stages 2 and 3 are one search;
//! 4. cells that no check up to the die sees are exchanged for the sake of follow-up cards.
//!
//! Effort is counted in moves, never in time, and the results of parallel searches are joined in a fixed
//! order: the same spec, seed and effort give the same deck on any machine and any number of threads.

mod assemble;
mod cancel;
mod cause_cells;
mod cause_column;
mod content;
mod context;
mod deck_state;
mod dependence;
mod effect_cells;
mod effect_column;
mod effort;
mod elements;
mod error;
mod explosions;
mod finish;
mod follow_up;
#[doc(hidden)]
pub mod measure;
mod moves;
mod moving;
mod outcome;
mod plan;
mod preview;
mod readings;
mod reuse;
mod row_constraints;
mod search;
mod several_rows;
#[cfg(test)]
mod tests;
mod thresholds;
mod unit;
mod weights;

use rayon::prelude::*;

use crate::deck::{Deck, Part, Toggle};
use crate::dice::Die;
use crate::random::Draws;
use crate::spec::Spec;

use assemble::assemble;
use cancel::Cancel;
use cause_cells::CauseCells;
use content::Content;
use deck_state::DeckState;
use effect_cells::EffectCells;
use finish::finish;
use follow_up::LevelFollowUps;
use plan::{CausePlan, EffectPlan, PlacedPins};
use readings::Reading;
use search::{Schedule, Stream, Watcher, search};
use unit::Unit;
use weights::WEIGHTS;

pub use effort::Effort;
pub use error::GenerateError;
pub use preview::{Preview, PreviewCache};
pub use reuse::{REUSE_STEPS, ReusedDeck, generate_from};

impl Effort {
    fn schedule(self) -> Schedule {
        let (rounds, moves) = self.rounds();
        Schedule {
            rounds,
            moves,
            element_moves: 1000,
            tuples: TUPLES,
            temperature: 200.0,
            halvings: 6.0,
            extremes_from: 40,
        }
    }
}

/// Of 16 moves of a column, this many exchange whole tuples, the others single cells.
const TUPLES: usize = 2;

/// Moves of an effect column search.
const EFFECT_MOVES: u64 = 60_000;

/// Makes the deck of `spec` from `seed`. `progress` is called with the number of further moves, of
/// [`total_moves`].
///
/// # Errors
/// [`GenerateError`] if a `*name` group of pins finds no card.
pub fn generate(
    spec: &Spec,
    seed: u64,
    effort: Effort,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Deck, GenerateError> {
    Ok(searched(spec, seed, effort, dealt_at_random(spec, seed)?, progress, None))
}

/// Searches from the result of stage 1; `after_round` may end the search early.
fn searched(
    spec: &Spec,
    seed: u64,
    effort: Effort,
    mut state: DeckState,
    progress: &(dyn Fn(u64) + Sync),
    after_round: Option<Watcher<'_>>,
) -> Deck {
    let (schedule, weights) = (effort.schedule(), &WEIGHTS);
    if search(&mut state, schedule, weights, Stream { seed, of: "deal" }, progress, after_round) {
        finish(&mut state, effort, seed);
        settle(spec, &mut state, seed);
    }
    assemble(spec, seed, effort, &state.units)
}

/// Stage 1: solves every column and shuffles the elements.
fn dealt_at_random(spec: &Spec, seed: u64) -> Result<DeckState, GenerateError> {
    let pins = placed_pins(spec, seed)?;
    let causes = spec.cause.columns.par_iter().map(|column| {
        let plan = CausePlan::new(spec, column, &pins);
        solved_cause(&plan, seed, &Cancel::endless())
    });
    let effects = spec
        .effect
        .columns
        .par_iter()
        .map(|&die| solved_effect(&EffectPlan::new(spec, die, &pins), die, seed, EFFECT_MOVES));
    let mut units: Vec<Unit> = causes.chain(effects).collect();
    units.extend(elements::deal(spec, &pins, &mut Draws::new(seed, "elements")));
    Ok(state(spec, units))
}

/// Stage 4: improves checks above the die where no other reading changes.
fn settle(spec: &Spec, state: &mut DeckState, seed: u64) {
    state.units.par_iter_mut().zip(&spec.cause.columns).for_each(|(unit, column)| {
        if let Content::Cause(cells) = &mut unit.content {
            let odds = LevelFollowUps::new(column.die, column.dice(), spec.cause.rows, spec.size());
            let mut draws = Draws::new(seed, &format!("settle {}", column.die));
            explosions::settle(cells, &odds, &mut draws);
        }
    });
}

fn placed_pins(spec: &Spec, seed: u64) -> Result<PlacedPins, GenerateError> {
    PlacedPins::place(spec, &mut Draws::new(seed, "pin groups"))
        .map_err(GenerateError::NoCardForGroups)
}

fn solved_cause(plan: &CausePlan, seed: u64, cancel: &Cancel<'_>) -> Unit {
    cause_unit(explosions::solve_while(plan, &mut cause_draws(plan, seed), cancel), plan)
}

/// The random stream of a cause column.
fn cause_draws(plan: &CausePlan, seed: u64) -> Draws {
    Draws::new(seed, &format!("cause {}", plan.die))
}

fn solved_effect(plan: &EffectPlan, die: Die, seed: u64, moves: u64) -> Unit {
    let mut draws = Draws::new(seed, &format!("effect {die}"));
    effect_unit(effect_column::solve(plan, &mut draws, moves), plan)
}

fn cause_unit(cells: cause_column::CauseColumnDeal, plan: &CausePlan) -> Unit {
    Unit::new(Content::Cause(CauseCells::new(cells, plan)), free_cards(&plan.pinned))
}

fn effect_unit(cells: effect_column::EffectColumnDeal, plan: &EffectPlan) -> Unit {
    Unit::new(Content::Effect(EffectCells::new(cells, plan)), free_cards(&plan.pinned))
}

/// The state of these units.
fn state(spec: &Spec, units: Vec<Unit>) -> DeckState {
    DeckState::new(spec.size(), units, number_readings(spec))
}

/// The total number of moves that [`generate`] reports.
pub fn total_moves(spec: &Spec, effort: Effort) -> u64 {
    let columns = spec.cause.columns.len() + spec.effect.columns.len();
    let elements = elements::built_in(spec).len();
    let elements = elements + usize::from(!spec.bursts.is_empty()) + spec.elements.len();
    let schedule = effort.schedule();
    schedule.rounds * schedule.round_moves(columns, elements)
}

/// Cards with no pinned cell in any row.
fn free_cards<T>(pinned: &[Vec<Option<T>>]) -> Vec<usize> {
    let cards = pinned.first().map_or(0, Vec::len);
    (0..cards).filter(|&card| pinned.iter().all(|row| row[card].is_none())).collect()
}

/// Number and toggle: fixed, and never read together.
fn number_readings(spec: &Spec) -> Vec<Reading> {
    let number = spec.numbers.iter().map(|number| i64::from(number.get()));
    let says_yes = |number| i64::from(spec.yes.toggle(spec.numbers, number) == Toggle::Yes);
    let toggle = spec.numbers.iter().map(says_yes);
    let toggle = spec.has(Part::Toggle).then(|| Reading::new(toggle));
    std::iter::once(Reading::new(number)).chain(toggle).collect()
}
