//! A search taken up again that left a figure above what every deck should keep.
//!
//! Most seeds end below. In others one pair of readings stands out of thousands: which way a reading of
//! three values leans against the toggle is decided while the search is hot, and what the largest errors
//! cost later holds it there. So it is warmed up once more, and this time they cost from the start.
//! In some the correlations are all a little too large together, and a cool search with another weight
//! brings them down.

use super::dealt::DeckState;
use super::dependence::Dependence;
use super::effort::Effort;
use super::search::{Schedule, Stream, search};
use super::weights::{WEIGHTS, Weights};

/// The largest |r| of two readings used together.
const MOST_R: f64 = 0.05;

/// The largest joint threshold error, in cards.
const MOST_CARDS: f64 = 3.2;

/// How often it is tried.
const TRIES: u32 = 4;

/// The root mean square of r over all pairs of readings used together.
const MOST_RMS_R: f64 = 0.0115;

/// The root mean square of the joint threshold errors, in cards, that may be the price of it.
const MOST_RMS_CARDS: f64 = 0.60;

/// How often that is tried: a tenth of the moves each time.
const COLD_TRIES: u32 = 2;

/// How far the search has cooled where it is taken up again for that: warmer, what it gained is lost.
const COOLED: f64 = 8.0;
/// The halvings of the temperature that lie behind it there.
const COOLED_HALVINGS: f64 = 3.0;

/// What a try minimises. From the start the largest errors cost as much as the temperature lets through,
/// and with every try twice as much.
fn weights(tried: u32) -> Weights {
    let times = f64::from(1 << tried);
    Weights { error_factor: 240.0 * times, r_limit: 0.043, r_factor: 150_000.0 * times, ..WEIGHTS }
}

/// What a try minimises that is to bring all correlations down together. The largest errors cost what
/// they cost at the end of a search.
fn cold_weights(tried: u32) -> Weights {
    Weights {
        r: WEIGHTS.r * (1.3 + 0.3 * f64::from(tried)),
        error_factor: WEIGHTS.error_factor * COOLED,
        r_factor: WEIGHTS.r_factor * COOLED,
        ..WEIGHTS
    }
}

/// By how much the figures are above what every deck should keep, as parts of that.
fn above(figures: Dependence) -> f64 {
    let part = |figure: f64, most: f64| (figure / most - 1.0).max(0.0);
    part(figures.worst_r, MOST_R) + part(figures.worst_error, MOST_CARDS)
}

/// Takes a search up again until the largest figures are low enough, or it was tried often enough; the
/// nearest of all is left. A quick one is left as it is.
pub(super) fn finish(dealt: &mut DeckState, effort: Effort, seed: u64) {
    if effort == Effort::Quick {
        return;
    }
    take_up_again(dealt, effort.schedule(), seed);
    bring_down(dealt, effort.schedule(), seed);
}

/// Warms the search up again for the largest figures.
fn take_up_again(dealt: &mut DeckState, schedule: Schedule, seed: u64) {
    let again = Schedule { rounds: schedule.rounds * 2 / 5, extremes_from: 0, ..schedule };
    let mut nearest = above(dealt.dependence());
    for tried in 0..TRIES {
        if nearest == 0.0 {
            break;
        }
        let mut next = dealt.clone();
        let stream = Stream { seed, of: &format!("finish {tried}") };
        search(&mut next, again, &weights(tried), stream, &|_| (), None);
        let figures = above(next.dependence());
        // Whole cards allow no less: a reading that is the same on 51 cards leans against the toggle
        // however it is dealt.
        if figures == nearest {
            break;
        }
        if figures < nearest {
            (*dealt, nearest) = (next, figures);
        }
    }
}

/// Goes on from a low temperature until the correlations are small enough all together. It costs joint
/// errors: where these would pass what every deck should keep, the deck is left as it is.
fn bring_down(dealt: &mut DeckState, schedule: Schedule, seed: u64) {
    let cold = Schedule {
        rounds: schedule.rounds / 10,
        temperature: schedule.temperature / COOLED,
        halvings: schedule.halvings - COOLED_HALVINGS,
        extremes_from: 0,
        ..schedule
    };
    let mut before = dealt.dependence();
    for tried in 0..COLD_TRIES {
        if before.rms_r <= MOST_RMS_R {
            break;
        }
        let mut next = dealt.clone();
        let stream = Stream { seed, of: &format!("bring down {tried}") };
        search(&mut next, cold, &cold_weights(tried), stream, &|_| (), None);
        let after = next.dependence();
        let keeps = above(after) <= above(before)
            && after.rms_error <= before.rms_error.max(MOST_RMS_CARDS);
        if keeps && after.rms_r < before.rms_r {
            (*dealt, before) = (next, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dealt_at_random;
    use super::super::search::search;
    use super::*;
    use crate::spec::preset;

    /// A search too short to keep any limit, taken up again with the moves of a normal one.
    #[test]
    fn a_search_that_left_a_largest_figure_too_high_is_taken_up_again_until_it_is_not() {
        let spec = preset("fudge").unwrap().spec().unwrap();
        let mut dealt = dealt_at_random(&spec, 3).unwrap();
        let few = Schedule { rounds: 1, moves: 2_000, ..Effort::Quick.schedule() };
        search(&mut dealt, few, &WEIGHTS, Stream { seed: 3, of: "deal" }, &|_| (), None);
        let before = above(dealt.dependence());
        let mut quick = dealt.clone();
        finish(&mut quick, Effort::Quick, 3);
        finish(&mut dealt, Effort::Normal, 3);
        let figures = dealt.dependence();
        assert!(before > 0.0 && before == above(quick.dependence()), "{before}");
        assert!(figures.worst_r <= MOST_R && figures.worst_error <= MOST_CARDS, "{figures:?}");
    }

    /// A search that does not heed correlations as a whole.
    #[test]
    fn correlations_that_are_too_large_all_together_are_brought_down_at_little_cost() {
        let spec = preset("fudge").unwrap().spec().unwrap();
        let mut dealt = dealt_at_random(&spec, 3).unwrap();
        let careless = Weights { r: 0.0, ..WEIGHTS };
        let stream = Stream { seed: 3, of: "deal" };
        search(&mut dealt, Effort::Quick.schedule(), &careless, stream, &|_| (), None);
        let before = dealt.dependence();
        bring_down(&mut dealt, Effort::Normal.schedule(), 3);
        let after = dealt.dependence();
        assert!(before.rms_r > MOST_RMS_R && after.rms_r <= MOST_RMS_R, "{before:?} {after:?}");
        assert!(above(after) <= above(before), "{before:?} {after:?}");
        assert!(after.rms_error <= before.rms_error.max(MOST_RMS_CARDS), "{before:?} {after:?}");
    }
}
