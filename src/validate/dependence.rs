//! Dependence between the readings of one card.
//!
//! For every two readings that are read together: Pearson's r over all n cards, and the joint threshold
//! error, the largest |#(X ≥ a and Y ≥ b) − #(X ≥ a)·#(Y ≥ b)/n| in cards over all thresholds above the
//! smallest value. Both are computed from whole numbers, so both are exact. r detects dependence with one
//! direction over the whole range; joint errors also detect what r averages out. (The joint error is the
//! two-sample discrepancy of Kolmogorov and Smirnov between the joint counts and the product of the margins:
//! Blum, Kiefer and Rosenblatt, *Distribution Free Tests of Independence*, 1961.)

use schemars::JsonSchema;
use serde::Serialize;

use crate::dice::Probability;
use crate::dice::whole_cards::{least_covariance, steps};

use super::Amount;
use super::correlation::{covariance, from_moments, sum_of_squares};
use super::floors::least_squares_of_parts;
use super::joint::{Errors, joint, mean};
use super::reach::{Reach, reach};
use super::readings::Reading;

/// The dependence over all pairs that are read together.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Dependence {
    /// The names of the readings, in the order of the matrices.
    pub readings: Vec<String>,
    /// The number of pairs that are read together.
    pub pairs: usize,
    /// The number of pairs of thresholds in all.
    pub events: u64,
    /// The largest |r|, with the pair.
    pub worst_r: (Amount, String),
    /// The root of the mean r².
    pub rms_r: Amount,
    /// The largest joint threshold error in cards, with the pair and thresholds.
    pub worst_joint: (Amount, String),
    /// The root of the mean squared joint threshold error in cards, over all events.
    pub rms_joint: Amount,
    /// The mean size of a joint threshold error in cards, over all events.
    pub mean_joint: Amount,
    /// The lower bounds over all deals of the same columns and elements.
    pub floors: DependenceFloors,
    /// The pairs with the largest |r|, worst first.
    #[serde(rename = "most_tied")]
    pub largest_correlations: Vec<CorrelatedPair>,
    /// r of each two readings, to six decimals; row by row, below the diagonal, `None` if the two are not
    /// read together.
    pub r: Vec<Vec<Option<f64>>>,
    /// The worst joint threshold error of each two readings in cards, in the same form.
    pub joint: Vec<Vec<Option<f64>>>,
}

/// Lower bounds of the dependence between the readings of a deck.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct DependenceFloors {
    /// The lower bound of the largest |r|, from whole numbers.
    pub worst_r: Amount,
    /// The lower bound of the root mean square of r, from whole numbers.
    pub rms_r: Amount,
    /// The lower bound of the largest joint threshold error, from whole cards, in cards.
    pub worst_joint: Amount,
    /// The lower bound of the root mean square of joint threshold errors, from whole cards, in cards.
    pub rms_joint: Amount,
    /// The lower bound of the mean joint threshold error, from whole cards, in cards.
    pub mean_joint: Amount,
    /// The same root mean square if each grid and element is unchanged and only dealt to other cards, rounded
    /// down to millionths of a card.
    pub rms_joint_of_kept_grids: Amount,
}

/// Two readings with a large r.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct CorrelatedPair {
    /// One reading.
    pub one: String,
    /// The other.
    pub other: String,
    /// Pearson's r.
    pub r: Amount,
    /// The worst joint threshold error, in cards.
    pub joint: Amount,
}

/// The number of pairs in [`Dependence::largest_correlations`].
const LISTED: usize = 20;

/// Computes the dependence of every pair that is read together.
pub(super) fn dependence(readings: &[Reading]) -> Dependence {
    let cards = readings.first().map_or(1, |one| one.values.len());
    let variances = variances(readings.iter().map(|reading| &reading.values[..]));
    let reaches: Vec<Vec<Reach>> = readings.iter().map(|reading| reach(&reading.values)).collect();
    let in_steps: Vec<Vec<i64>> = readings.iter().map(|reading| steps(&reading.values)).collect();
    let (mut covariances, mut least_covariances) = (Vec::new(), Vec::new());
    let mut correlated: Vec<CorrelatedPair> = Vec::new();
    let (mut events, mut errors, mut least) = (0_u64, Errors::new(cards), Errors::new(cards));
    let mut worst_at = String::new();
    let (mut r_rows, mut joint_rows) = (Vec::new(), Vec::new());
    for (j, other) in readings.iter().enumerate() {
        let (mut r_row, mut joint_row) = (Vec::with_capacity(j), Vec::with_capacity(j));
        for (i, one) in readings[..j].iter().enumerate() {
            if !one.used_with(other) {
                r_row.push(None);
                joint_row.push(None);
                continue;
            }
            let xy = covariance(&one.values, &other.values);
            covariances.push((i, j, xy));
            least_covariances.push((i, j, least_covariance(&in_steps[i], &in_steps[j])));
            let r = from_moments(xy, variances[i], variances[j]);
            let joint = joint(cards, &reaches[i], &reaches[j]);
            if joint.errors.worst > errors.worst {
                let (a, b) = joint.thresholds;
                worst_at = format!("{} at {a} with {} at {b}", one.name, other.name);
            }
            events += joint.events;
            errors.join(&joint.errors);
            least.join(&joint.least);
            let joint = joint.errors.worst();
            r_row.push(Some(r.to_f64()));
            joint_row.push(Some(joint.to_f64()));
            correlated.push(CorrelatedPair {
                one: one.name.clone(),
                other: other.name.clone(),
                r,
                joint,
            });
        }
        r_rows.push(r_row);
        joint_rows.push(joint_row);
    }
    let worst_r = most_correlated_first(&mut correlated);
    let pairs = correlated.len();
    correlated.truncate(LISTED);
    let rms_r = |variances: &[i128], covariances: &[(usize, usize, i128)]| {
        Amount::root(mean(sum_of_squares(variances, covariances), pairs as u64))
    };
    let step_variances = self::variances(in_steps.iter().map(|steps| &steps[..]));
    let floors = DependenceFloors {
        worst_r: least_covariances
            .iter()
            .map(|&(i, j, xy)| from_moments(xy, step_variances[i], step_variances[j]))
            .reduce(|most, r| if r.exceeds(&most) { r } else { most })
            .unwrap_or_else(|| Amount::whole(0)),
        rms_r: rms_r(&step_variances, &least_covariances),
        worst_joint: least.worst(),
        rms_joint: least.root_mean_square(events),
        mean_joint: least.mean(events),
        rms_joint_of_kept_grids: kept_grids_floor(readings, &reaches, events),
    };
    Dependence {
        readings: readings.iter().map(|reading| reading.name.clone()).collect(),
        pairs,
        events,
        worst_r,
        rms_r: rms_r(&variances, &covariances),
        worst_joint: (errors.worst(), worst_at),
        rms_joint: errors.root_mean_square(events),
        mean_joint: errors.mean(events),
        floors,
        largest_correlations: correlated,
        r: r_rows,
        joint: joint_rows,
    }
}

/// Sorts pairs by |r|, the largest first, and returns that with its pair. The sort is stable and exact: equal
/// pairs stay in the order of the readings.
fn most_correlated_first(pairs: &mut [CorrelatedPair]) -> (Amount, String) {
    pairs.sort_by(|one, other| {
        let (more, less) = (other.r.exceeds(&one.r), one.r.exceeds(&other.r));
        more.cmp(&less)
    });
    pairs.first().map_or_else(
        || (Amount::whole(0), String::new()),
        |pair| (pair.r.clone(), format!("{} with {}", pair.one, pair.other)),
    )
}

/// n²·var of readings.
fn variances<'v>(readings: impl Iterator<Item = &'v [i64]>) -> Vec<i128> {
    readings.map(|values| covariance(values, values)).collect()
}

/// The lower bound if each grid and element is unchanged. Readings that are not read together are one part;
/// so are number and toggle, which are fixed.
fn kept_grids_floor(readings: &[Reading], reaches: &[Vec<Reach>], events: u64) -> Amount {
    let mut parts: Vec<(&Reading, Vec<&Reach>)> = Vec::new();
    for (reading, reaches) in readings.iter().zip(reaches) {
        match parts.iter_mut().find(|(first, _)| !first.used_with(reading)) {
            Some((_, part)) => part.extend(reaches),
            None => parts.push((reading, reaches.iter().collect())),
        }
    }
    let parts: Vec<Vec<&Reach>> = parts.into_iter().map(|(_, part)| part).collect();
    let squares =
        least_squares_of_parts(&parts, readings.first().map_or(0, |one| one.values.len()));
    // Truncated by more than the rounding of the eigenvalues, so that it stays a lower bound.
    let millionths = ((squares / events.max(1) as f64).sqrt() * 1e6 - 1.0).max(0.0) as i64;
    Amount::exact(Probability::new(millionths.into(), 1_000_000.into()))
}

#[cfg(test)]
mod tests {
    use super::super::joint::joint_error;
    use super::super::readings::Element;
    use super::*;

    fn reading(name: &str, element: Element, value: impl Fn(i64) -> i64) -> Reading {
        Reading { name: name.into(), element, values: (0..54).map(value).collect() }
    }

    #[test]
    fn an_exact_grid_is_independent() {
        let result = dependence(&[
            reading("coarse", Element::Failure, |card| card / 6),
            reading("fine", Element::Scatter, |card| card % 6),
        ]);
        assert_eq!((1, 8 * 5), (result.pairs, result.events));
        assert_eq!("0.000", result.worst_r.0.rounded(3));
        assert_eq!("0.000", result.worst_joint.0.rounded(3));
    }

    #[test]
    fn equal_readings_of_one_half_have_the_largest_error() {
        let half = |card| i64::from(card < 27);
        let result = dependence(&[
            reading("one", Element::Failure, half),
            reading("other", Element::Scatter, half),
        ]);
        assert_eq!("1.000", result.worst_r.0.rounded(3));
        assert_eq!("one with other", result.worst_r.1);
        // 27 cards together where 13.5 are expected.
        assert_eq!("13.500", result.worst_joint.0.rounded(3));
        assert_eq!("13.500", result.rms_joint.rounded(3));
        assert_eq!("one at 1 with other at 1", result.worst_joint.1);
    }

    #[test]
    fn joint_errors_detect_what_r_averages_out() {
        let valley = |card: i64| (card - 27).abs().min((26 - card).abs());
        let result = dependence(&[
            reading("line", Element::Failure, |card| card),
            reading("valley", Element::Scatter, valley),
        ]);
        assert_eq!("0.00", result.worst_r.0.rounded(2));
        assert!(!result.worst_joint.0.is_within(&Probability::from_integer(5.into())));
    }

    #[test]
    fn the_masks_agree_with_counting() {
        let x: Vec<i64> = (0..54).map(|card| card * card % 7).collect();
        let y: Vec<i64> = (0..54).map(|card| card * card * card % 11).collect();
        let mut worst = 0;
        for a in 1..7 {
            for b in 1..11 {
                let in_x = x.iter().filter(|&&x| x >= a).count() as i64;
                let in_y = y.iter().filter(|&&y| y >= b).count() as i64;
                let both = x.iter().zip(&y).filter(|&(&x, &y)| x >= a && y >= b).count() as i64;
                worst = worst.max((54 * both - in_x * in_y).abs());
            }
        }
        assert_eq!(Amount::exact(Probability::new(worst.into(), 54.into())), joint_error(&x, &y));
    }
}
