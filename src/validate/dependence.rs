//! Whether the answers of one card depend on each other.
//!
//! For every two readings used together: Pearson's r over the 54 cards, and the joint threshold
//! error, the largest |#(X ≥ a and Y ≥ b) − #(X ≥ a)·#(Y ≥ b)/54| in cards over all thresholds above
//! the smallest value. Both are of whole numbers, so both are exact. r sees dependence that runs one way
//! over the whole range; joint errors also see those that r averages out. (The joint error is the
//! two-sample discrepancy of Kolmogorov and Smirnov taken between the joint counts and the product
//! of the margins: Blum, Kiefer and Rosenblatt, *Distribution Free Tests of Independence*, 1961.)

use num_bigint::BigInt;
use serde::Serialize;

use crate::deck::DECK_SIZE;
use crate::dice::Probability;

use super::Amount;
use super::correlation::{covariance, from_moments, sum_of_squares};
use super::readings::Reading;

/// All pairs used together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dependence {
    /// The names of the readings, in the order of the matrices.
    pub readings: Vec<String>,
    /// How many pairs are used together.
    pub pairs: usize,
    /// How many pairs of thresholds they have in all.
    pub events: u64,
    /// The largest |r|, with the pair.
    pub worst_r: (Amount, String),
    /// The root of the mean r².
    pub rms_r: Amount,
    /// The largest joint threshold error in cards, with the pair and thresholds.
    pub worst_joint: (Amount, String),
    /// The root of the mean squared joint threshold error in cards, over all events.
    pub rms_joint: Amount,
    /// The pairs with the largest |r|, worst first.
    #[serde(rename = "most_tied")]
    pub largest_correlations: Vec<CorrelatedPair>,
    /// r of each two readings, to six decimals; row by row, below the diagonal, none where the two
    /// are not used together.
    pub r: Vec<Vec<Option<f64>>>,
    /// The worst joint threshold error of each two readings in cards, likewise.
    pub joint: Vec<Vec<Option<f64>>>,
}

/// Two readings with a large r.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// How many pairs [`Dependence::largest_correlations`] lists.
const LISTED: usize = 20;

/// A threshold above the smallest value, and the cards that reach it as bits.
struct Reach {
    threshold: i64,
    cards: u64,
}

/// The largest and the sum of squared joint errors of one pair, times 54.
struct Joint {
    worst: u64,
    thresholds: (i64, i64),
    squares: u64,
    events: u64,
}

/// Judges every pair used together.
pub(super) fn dependence(readings: &[Reading]) -> Dependence {
    let variances: Vec<i128> =
        readings.iter().map(|reading| covariance(&reading.values, &reading.values)).collect();
    let reaches: Vec<Vec<Reach>> = readings.iter().map(|reading| reach(&reading.values)).collect();
    let mut covariances = Vec::new();
    let mut correlated: Vec<CorrelatedPair> = Vec::new();
    let (mut events, mut squares) = (0_u64, 0_u128);
    let mut worst_joint: (u64, String) = (0, String::new());
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
            let r = from_moments(xy, variances[i], variances[j]);
            let joint = joint(&reaches[i], &reaches[j]);
            events += joint.events;
            squares += u128::from(joint.squares);
            if joint.worst > worst_joint.0 {
                let (a, b) = joint.thresholds;
                let at = format!("{} at {a} with {} at {b}", one.name, other.name);
                worst_joint = (joint.worst, at);
            }
            let joint = Amount::exact(in_54ths(joint.worst));
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
    // A stable sort on exact values: pairs alike stay in the order of the readings.
    correlated.sort_by(|one, other| {
        let (more, less) = (other.r.exceeds(&one.r), one.r.exceeds(&other.r));
        more.cmp(&less)
    });
    let worst_r = correlated.first().map_or_else(
        || (Amount::whole(0), String::new()),
        |pair| (pair.r.clone(), format!("{} with {}", pair.one, pair.other)),
    );
    let pairs = correlated.len();
    correlated.truncate(LISTED);
    let mean = |sum: Probability, count: u64| sum / Probability::from_integer(count.max(1).into());
    let square_54 = BigInt::from(DECK_SIZE * DECK_SIZE);
    Dependence {
        readings: readings.iter().map(|reading| reading.name.clone()).collect(),
        pairs,
        events,
        worst_r,
        rms_r: Amount::root(mean(sum_of_squares(&variances, &covariances), pairs as u64)),
        worst_joint: (Amount::exact(in_54ths(worst_joint.0)), worst_joint.1),
        rms_joint: Amount::root(mean(Probability::new(squares.into(), square_54), events)),
        largest_correlations: correlated,
        r: r_rows,
        joint: joint_rows,
    }
}

/// The worst joint threshold error of two readings that are not among the 59, in cards.
pub(super) fn joint_error(x: &[i64], y: &[i64]) -> Amount {
    Amount::exact(in_54ths(joint(&reach(x), &reach(y)).worst))
}

fn in_54ths(error: u64) -> Probability {
    Probability::new(error.into(), DECK_SIZE.into())
}

/// Every threshold above the smallest value, with the cards that reach it.
fn reach(values: &[i64]) -> Vec<Reach> {
    let mut thresholds = values.to_vec();
    thresholds.sort_unstable();
    thresholds.dedup();
    thresholds
        .into_iter()
        .skip(1)
        .map(|threshold| {
            let cards = values
                .iter()
                .enumerate()
                .fold(0, |cards, (card, &value)| cards | u64::from(value >= threshold) << card);
            Reach { threshold, cards }
        })
        .collect()
}

fn joint(one: &[Reach], other: &[Reach]) -> Joint {
    let deck = DECK_SIZE as i64;
    let mut joint = Joint { worst: 0, thresholds: (0, 0), squares: 0, events: 0 };
    for a in one {
        let in_a = i64::from(a.cards.count_ones());
        for b in other {
            let both = i64::from((a.cards & b.cards).count_ones());
            let error = (deck * both - in_a * i64::from(b.cards.count_ones())).unsigned_abs();
            joint.squares += error * error;
            joint.events += 1;
            if error > joint.worst {
                joint.worst = error;
                joint.thresholds = (a.threshold, b.threshold);
            }
        }
    }
    joint
}

#[cfg(test)]
mod tests {
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
    fn two_readings_of_one_half_depend_as_much_as_can_be() {
        let half = |card| i64::from(card < 27);
        let result = dependence(&[
            reading("one", Element::Failure, half),
            reading("other", Element::Scatter, half),
        ]);
        assert_eq!("1.000", result.worst_r.0.rounded(3));
        assert_eq!("one with other", result.worst_r.1);
        // 27 cards together where 13.5 belong.
        assert_eq!("13.500", result.worst_joint.0.rounded(3));
        assert_eq!("13.500", result.rms_joint.rounded(3));
        assert_eq!("one at 1 with other at 1", result.worst_joint.1);
    }

    #[test]
    fn dependence_that_r_averages_out_is_seen_in_the_joint_error() {
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
