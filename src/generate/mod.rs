//! From a spec and a seed to a deck.
//!
//! Three stages, each of which keeps what the one before reached:
//!
//! 1. every grid column is solved alone until its thresholds stand at the half-card limit;
//! 2. the solved tuples and the elements are dealt to cards, exchanging whole tuples;
//! 3. single cells are exchanged where their column keeps its limit. Stages 2 and 3 are one search.
//!
//! Effort is counted in moves, never in time, and the independent searches are joined by their
//! result and their place in line: the same spec, seed and effort give the same deck on any machine
//! and any number of threads.

mod assemble;
mod cause_column;
mod cells;
mod chain;
mod deal;
mod effect_column;
mod joint;
mod measure;
mod moving;
#[cfg(test)]
mod other_specs;
mod partners;
mod plan;
mod readings;
mod reuse;
mod tuples;
mod units;

use rayon::prelude::*;

use crate::deck::{CardNumber, Deck, Toggle};
use crate::random::Draws;
use crate::spec::Spec;

use assemble::assemble;
use cells::{CauseCells, EffectCells, StepLimits};
use deal::Schedule;
use joint::{Joint, Prices, Weights};
use moving::Aims;
use partners::MOST_WEIGHT;
use plan::{CausePlan, EffectPlan, SettledPins};
use readings::Reading;
use units::Unit;

pub use joint::Dependence;
pub use measure::{Stage, make_moves};
pub use reuse::{REUSE_STEPS, Reused, generate_from};

/// How many moves the search may make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// For a first look: few moves.
    Quick,
    /// What the published figures are reached with.
    #[default]
    Normal,
    /// For the last decimal: many moves.
    Thorough,
}

impl Effort {
    /// Every effort, rising.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Normal, Self::Thorough];

    /// The rounds of the search, and the moves of each grid column in one of them.
    const fn rounds(self) -> (u64, u64) {
        match self {
            Self::Quick => (100, 10_000),
            Self::Normal => (400, 40_000),
            Self::Thorough => (1000, 80_000),
        }
    }

    /// How many moves the search makes in each grid column.
    pub const fn column_moves(self) -> u64 {
        let (rounds, moves) = self.rounds();
        rounds * moves
    }

    fn schedule(self) -> Schedule {
        let (rounds, moves) = self.rounds();
        Schedule {
            rounds,
            moves,
            element_moves: 1000,
            tuples: TUPLES,
            temperature: 200.0,
            halvings: 7.0,
            extremes_from: 15,
            limits: STEP_LIMITS,
        }
    }
}

/// Of 16 moves of a column, this many exchange whole tuples, the others single cells.
const TUPLES: usize = 2;

/// How far an effect increment may stray from a die of its own. Tighter limits cost joint errors:
/// 2 cards instead of 4 raises them by 0.03 cards rms.
const STEP_LIMITS: StepLimits = StepLimits { r: 0.05, cards: 3.0 };

/// What the search minimises. The largest errors are left alone while they are below what is asked
/// for, for pressing on them costs the others.
const AIMS: Aims =
    Aims { r: 80_000.0, peak: 165, peak_factor: 60.0, loud: 0.04, loud_factor: 2_000_000.0 };

/// What settling an old deck minimises. Correlations and joint threshold errors pull apart: without
/// the weight on r the joint errors fall to 0.54 cards rms while r rises to 0.047 rms.
const WEIGHTS: Weights =
    Weights { tall: 170, tall_factor: 20, r: 60_000.0, loud: 0.04, loud_factor: 4_000_000.0 };

/// Moves of an effect column search.
const EFFECT_MOVES: u64 = 60_000;

/// Why a spec that is sound by itself gives no deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// Groups of pins for which no card is left.
    #[error("no card is left for the pin groups {}: unpin some cells of the same columns", .0.join(", "))]
    NoCardForGroups(Vec<String>),
    /// More cells than the search can weigh against each other.
    #[error(
        "the grids have too many cells to keep them all independent: {cells} in all; accepted: fewer columns or rows"
    )]
    TooManyCells {
        /// Cells of both grids.
        cells: usize,
    },
}

/// Makes the deck of `spec` from `seed`. `progress` is told how many more moves were made, of
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
    let mut units = columns_and_elements(spec, seed)?;
    let fixed = number_readings(spec);
    deal::deal(&mut units, &fixed, effort.schedule(), &AIMS, seed, progress, None);
    Ok(assemble(spec, seed, &units))
}

/// As [`generate`], and tells `watch` after every round how far the deck has come: the way to see
/// what a spec's figures cost in moves.
///
/// # Errors
/// As [`generate`].
pub fn generate_watched(
    spec: &Spec,
    seed: u64,
    effort: Effort,
    watch: &mut dyn FnMut(Round),
) -> Result<Deck, GenerateError> {
    let mut units = columns_and_elements(spec, seed)?;
    let fixed = number_readings(spec);
    let schedule = effort.schedule();
    let per_round = schedule.per_round(&units);
    let prices = Prices::new(WEIGHTS);
    let mut moves = 0;
    let mut after_round = |readings: &[Reading]| {
        moves += per_round;
        watch(Round { moves, figures: Joint::new(readings, |_| true, &prices).figures() });
    };
    deal::deal(&mut units, &fixed, schedule, &AIMS, seed, &|_| (), Some(&mut after_round));
    Ok(assemble(spec, seed, &units))
}

/// How far a deck has come in the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Moves made so far, as [`total_moves`] counts them.
    pub moves: u64,
    /// How far the readings depend on each other.
    pub figures: Dependence,
}

/// Stage 1: every column solved by itself, and the elements shuffled.
fn columns_and_elements(spec: &Spec, seed: u64) -> Result<Vec<Unit>, GenerateError> {
    let pins = SettledPins::settle(spec, &mut Draws::new(seed, "pin groups"))
        .map_err(GenerateError::NoCardForGroups)?;
    let causes: Vec<(CauseCells, Vec<usize>)> = spec
        .cause
        .columns
        .par_iter()
        .map(|column| {
            let plan = CausePlan::new(column, spec.cause.rows, &pins);
            let mut draws = Draws::new(seed, &format!("cause {}", column.die));
            let best = cause_column::solve(&plan, &mut draws);
            (CauseCells::new(best, &plan.pinned), free_cards(&plan.pinned))
        })
        .collect();
    let effects = spec
        .effect
        .columns
        .par_iter()
        .map(|&die| {
            let plan = EffectPlan::new(spec, die, &pins);
            let mut draws = Draws::new(seed, &format!("effect {die}"));
            let deal = effect_column::solve(&plan, &mut draws, EFFECT_MOVES);
            (EffectCells::new(deal, &plan), free_cards(&plan.pinned))
        })
        .collect();
    let units = units::deal_units(spec, &pins, causes, effects, &mut Draws::new(seed, "elements"));
    weigh(spec, &units)?;
    Ok(units)
}

/// Refuses a deck whose readings weigh more than the search can reckon with.
fn weigh(spec: &Spec, units: &[Unit]) -> Result<(), GenerateError> {
    let weight =
        |unit: &Unit| -> i64 { unit.readings(0).iter().map(Reading::threshold_weight).sum() };
    let fixed: i64 = number_readings(spec).iter().map(Reading::threshold_weight).sum();
    if units.iter().map(weight).sum::<i64>() + fixed > MOST_WEIGHT {
        let layout = spec.layout();
        let cells = layout.cause.cells().count() + layout.effect.cells().count();
        return Err(GenerateError::TooManyCells { cells });
    }
    Ok(())
}

/// How many moves [`generate`] reports in all.
pub fn total_moves(spec: &Spec, effort: Effort) -> u64 {
    let columns = spec.cause.columns.len() + spec.effect.columns.len();
    let elements = ELEMENTS + usize::from(!spec.bursts.is_empty()) + spec.elements.len();
    let schedule = effort.schedule();
    schedule.rounds * schedule.round_moves(columns, elements)
}

/// Hit step, penetration, scatter, failure and unintended target.
const ELEMENTS: usize = 5;

/// Cards with no pinned cell in any row.
fn free_cards<T>(pinned: &[Vec<Option<T>>]) -> Vec<usize> {
    (0..crate::deck::DECK_SIZE)
        .filter(|&card| pinned.iter().all(|row| row[card].is_none()))
        .collect()
}

/// Number and toggle: fixed, and never used together.
fn number_readings(spec: &Spec) -> Vec<Reading> {
    let number = CardNumber::all().map(|number| i64::from(number.get())).collect();
    let toggle =
        CardNumber::all().map(|number| i64::from(spec.yes.toggle(number) == Toggle::Yes)).collect();
    vec![Reading::new(usize::MAX, number), Reading::new(usize::MAX, toggle)]
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;
    use crate::deck::{Card, DECK_SIZE, Field};
    use crate::dice::{Distribution, Probability, best_of_at_least, share};
    use crate::spec::{PinCard, PinValue, preset};

    fn quick(name: &str, seed: u64) -> (Spec, Deck) {
        let spec = preset(name).unwrap().spec().unwrap();
        let deck = generate(&spec, seed, Effort::Quick, &|_| ()).unwrap();
        (spec, deck)
    }

    fn half() -> Probability {
        Probability::new(1.into(), 2.into())
    }

    /// The outcome of a check by the rule: the exact cell decides on CF, else the best row counts.
    fn check(card: &Card, column: usize, level: u8) -> u16 {
        match card.cause.get(column, level).and_then(|cell| cell.number()) {
            None => 0,
            Some(_) => (1..=level)
                .filter_map(|row| card.cause.get(column, row)?.number())
                .max()
                .unwrap_or(0),
        }
    }

    #[test]
    fn every_threshold_of_every_level_stands_within_half_a_card() {
        for (name, seed) in [("future-imperfect", 54), ("true-dice", 54), ("future-imperfect", 7)] {
            let (spec, deck) = quick(name, seed);
            for (column, plan) in spec.cause.columns.iter().enumerate() {
                for level in 1..=spec.cause.rows {
                    let critical = plan.critical[usize::from(level) - 1];
                    for t in 2..=plan.die.sides() {
                        let cards = deck.cards().iter();
                        let s = cards.filter(|card| check(card, column, level) >= t).count();
                        let dice = best_of_at_least(plan.die, level, t.into());
                        let most = BigInt::from(DECK_SIZE - usize::from(critical));
                        let ideal = share::ideal(DECK_SIZE, &dice).min(most.into());
                        let die = plan.die;
                        assert!(
                            share::error(s, &ideal) <= half(),
                            "{name} {level}{die} TN {t}: {s}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_effect_cell_stands_within_half_a_card_at_every_magnitude() {
        let (spec, deck) = quick("future-imperfect", 54);
        for (column, &die) in spec.effect.columns.iter().enumerate() {
            let one = Distribution::open_ended(die, 200);
            for row in 1..=spec.effect.rows {
                let sum = one.times(row.into(), 190);
                for x in 1..=190 {
                    let cards = deck.cards().iter();
                    let reaches = |card: &&Card| {
                        card.effect.get(column, row).is_some_and(|sum| i64::from(sum) >= x)
                    };
                    let ideal = share::ideal(DECK_SIZE, &sum.at_least(x));
                    let error = share::error(cards.filter(reaches).count(), &ideal);
                    assert!(error <= half(), "({row}){die} at {x}");
                }
            }
        }
    }

    #[test]
    fn effects_rise_strictly_and_longer_bursts_never_hit_less() {
        for name in ["future-imperfect", "true-dice"] {
            for card in quick(name, 3).1.cards() {
                for column in 0..card.effect.columns() {
                    assert!(card.effect.column(column).is_sorted_by(|above, below| above < below));
                }
                assert!(card.bursts.is_sorted());
            }
        }
    }

    #[test]
    fn every_pin_is_kept_and_every_group_has_a_card() {
        let (spec, deck) = quick("future-imperfect", 11);
        let holds = |card: &Card, field: &Field, value: &PinValue| {
            let text = field.text(deck.layout(), card);
            match value {
                PinValue::Cause(cell) => text == cell.to_string(),
                PinValue::Number(number) => text == number.to_string(),
                PinValue::Blank => text.is_empty(),
                PinValue::Extra(value) => text == value.to_string(),
            }
        };
        for pin in &spec.pins {
            match &pin.card {
                PinCard::Number(number) => {
                    assert!(holds(deck.card(*number), &pin.field, &pin.value), "{pin:?}");
                }
                PinCard::Some(name) => {
                    let group = spec.pins.iter().filter(|other| other.card == pin.card);
                    let group: Vec<_> = group.collect();
                    let all =
                        |card: &&Card| group.iter().all(|pin| holds(card, &pin.field, &pin.value));
                    assert!(deck.cards().iter().any(|card| all(&card)), "*{name}");
                }
            }
        }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let deck = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| quick("future-imperfect", 5).1.to_json())
        };
        assert_eq!(deck(1), deck(3));
    }

    #[test]
    fn seeds_give_different_decks_and_the_same_seed_the_same() {
        let edition = |seed| quick("true-dice", seed).1.edition();
        assert_eq!(edition(1), edition(1));
        assert_ne!(edition(1), edition(2));
    }

    #[test]
    fn progress_adds_up_to_the_moves_announced() {
        use std::sync::atomic::{AtomicU64, Ordering};
        let spec = preset("true-dice").unwrap().spec().unwrap();
        let told = AtomicU64::new(0);
        let progress = |moves| {
            told.fetch_add(moves, Ordering::Relaxed);
        };
        generate(&spec, 1, Effort::Quick, &progress).unwrap();
        let (told, total) = (told.into_inner(), total_moves(&spec, Effort::Quick));
        assert_eq!(told, total);
    }
}
