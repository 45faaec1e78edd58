//! Resumes a search that left a figure above its limit for every deck.
//!
//! Most seeds end below. In others one pair of thousands exceeds the limit: whether a reading of three values
//! leans with or against the toggle is decided at a high temperature, and the cost of the largest errors
//! fixes it later. So the search is reheated, with that cost from the start. In some all correlations are
//! slightly too large; a cool search with another weight reduces them.

use super::deck_state::DeckState;
use super::dependence::Dependence;
use super::effort::Effort;
use super::search::{Schedule, Stream, search};
use super::weights::{WEIGHTS, Weights};

/// The limit of |r| of two readings that are read together.
const MOST_R: f64 = 0.05;

/// The limit of a joint threshold error, in cards.
const MOST_CARDS: f64 = 3.2;

/// The number of tries.
const TRIES: u32 = 4;

/// The limit of the root mean square of r over all pairs.
const MOST_RMS_R: f64 = 0.0115;

/// The limit of the root mean square of the joint threshold errors, in cards, when r is reduced.
const MOST_RMS_CARDS: f64 = 0.60;

/// The number of cool tries, each with a tenth of the moves.
const COLD_TRIES: u32 = 2;

/// The factor by which the search has cooled when it is resumed for that: at a higher temperature the gain is
/// lost.
const COOLED: f64 = 8.0;
/// The halvings of the temperature at that point.
const COOLED_HALVINGS: f64 = 3.0;

/// The weights of a try. From the start the largest errors cost as much as the temperature accepts, and twice
/// as much with every try.
fn weights(tried: u32) -> Weights {
    let times = f64::from(1 << tried);
    Weights { error_factor: 240.0 * times, r_limit: 0.043, r_factor: 150_000.0 * times, ..WEIGHTS }
}

/// The weights of a cool try that reduces all correlations. The largest errors cost the same as at the end of
/// a search.
fn cold_weights(tried: u32) -> Weights {
    Weights {
        r: WEIGHTS.r * (1.3 + 0.3 * f64::from(tried)),
        error_factor: WEIGHTS.error_factor * COOLED,
        r_factor: WEIGHTS.r_factor * COOLED,
        ..WEIGHTS
    }
}

/// The relative excess of the figures over their limits.
fn above(figures: Dependence) -> f64 {
    let part = |figure: f64, most: f64| (figure / most - 1.0).max(0.0);
    part(figures.worst_r, MOST_R) + part(figures.worst_error, MOST_CARDS)
}

/// Resumes a search until the largest figures are within their limits or the tries are used up, and keeps the
/// best state. A quick search is not resumed.
pub(super) fn finish(state: &mut DeckState, effort: Effort, seed: u64) {
    if effort == Effort::Quick {
        return;
    }
    take_up_again(state, effort.schedule(), seed);
    bring_down(state, effort.schedule(), seed);
}

/// Reheats the search for the largest figures.
fn take_up_again(state: &mut DeckState, schedule: Schedule, seed: u64) {
    let again = Schedule { rounds: schedule.rounds * 2 / 5, extremes_from: 0, ..schedule };
    let mut nearest = above(state.dependence());
    for tried in 0..TRIES {
        if nearest == 0.0 {
            break;
        }
        let mut next = state.clone();
        let stream = Stream { seed, of: &format!("finish {tried}") };
        search(&mut next, again, &weights(tried), stream, &|_| (), None);
        let figures = above(next.dependence());
        // Whole cards allow no less: a reading that is the same on 51 cards depends on the toggle in every
        // deal.
        if figures == nearest {
            break;
        }
        if figures < nearest {
            (*state, nearest) = (next, figures);
        }
    }
}

/// Resumes from a low temperature until the correlations are small enough. This costs joint errors: if these
/// would exceed their limit, the deck is not changed.
fn bring_down(state: &mut DeckState, schedule: Schedule, seed: u64) {
    let cold = Schedule {
        rounds: schedule.rounds / 10,
        temperature: schedule.temperature / COOLED,
        halvings: schedule.halvings - COOLED_HALVINGS,
        extremes_from: 0,
        ..schedule
    };
    let mut before = state.dependence();
    for tried in 0..COLD_TRIES {
        if before.rms_r <= MOST_RMS_R {
            break;
        }
        let mut next = state.clone();
        let stream = Stream { seed, of: &format!("bring down {tried}") };
        search(&mut next, cold, &cold_weights(tried), stream, &|_| (), None);
        let after = next.dependence();
        let keeps = above(after) <= above(before)
            && after.rms_error <= before.rms_error.max(MOST_RMS_CARDS);
        if keeps && after.rms_r < before.rms_r {
            (*state, before) = (next, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dealt_at_random;
    use super::super::search::search;
    use super::*;
    use crate::spec::preset;

    /// A search too short to keep a limit, resumed with the moves of a normal one.
    #[test]
    fn a_search_is_resumed_while_a_figure_is_too_high() {
        let spec = preset("fudge").unwrap().spec().unwrap();
        let mut state = dealt_at_random(&spec, 3).unwrap();
        let few = Schedule { rounds: 1, moves: 2_000, ..Effort::Quick.schedule() };
        search(&mut state, few, &WEIGHTS, Stream { seed: 3, of: "deal" }, &|_| (), None);
        let before = above(state.dependence());
        let mut quick = state.clone();
        finish(&mut quick, Effort::Quick, 3);
        finish(&mut state, Effort::Normal, 3);
        let figures = state.dependence();
        assert!(before > 0.0 && before == above(quick.dependence()), "{before}");
        assert!(figures.worst_r <= MOST_R && figures.worst_error <= MOST_CARDS, "{figures:?}");
    }

    /// A search that ignores the root mean square of correlations.
    #[test]
    fn correlations_are_reduced_at_little_cost() {
        let spec = preset("fudge").unwrap().spec().unwrap();
        let mut state = dealt_at_random(&spec, 3).unwrap();
        let careless = Weights { r: 0.0, ..WEIGHTS };
        let stream = Stream { seed: 3, of: "deal" };
        search(&mut state, Effort::Quick.schedule(), &careless, stream, &|_| (), None);
        let before = state.dependence();
        bring_down(&mut state, Effort::Normal.schedule(), 3);
        let after = state.dependence();
        assert!(before.rms_r > MOST_RMS_R && after.rms_r <= MOST_RMS_R, "{before:?} {after:?}");
        assert!(above(after) <= above(before), "{before:?} {after:?}");
        assert!(after.rms_error <= before.rms_error.max(MOST_RMS_CARDS), "{before:?} {after:?}");
    }
}
