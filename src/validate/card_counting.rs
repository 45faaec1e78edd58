//! Card counting: the information about the next card that a player gains by counting cards.
//!
//! With m cards left, a perfect counter's uncertainty about a cell is the entropy of the cards left. Its mean
//! over all draws is Σ over values v and j of Hyp(j; n, c_v, m) · (j/m) · log₂(m/j), where Hyp is the
//! hypergeometric probability that j of the c_v cards with v are among the m of n cards (Shannon, *A Mathematical Theory
//! of Communication*, 1948, for the entropy; the mean is linear in the values, so only single counts matter).
//! The leak is the difference to the entropy of the full deck, in bits. A cut card that ends the deck at m
//! keeps it below that figure.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumbers, Deck, ShuffleRule, ShuffleTime};
use crate::dice::Probability;

use super::moments::cause_values;
use super::{Amount, CellName};

/// The leak of one cell at several cuts.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct CountingLeak {
    /// The cell.
    #[serde(flatten)]
    pub cell: CellName,
    /// Bits of uncertainty with a full deck.
    pub bits: Amount,
    /// The information of a counter with few cards left.
    pub cuts: Vec<Cut>,
    /// The same at the worst moment under the deck's shuffle policy: before the last draw that can precede a
    /// shuffle.
    pub worst: Cut,
}

/// The leak at one cut.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct Cut {
    /// Cards left.
    pub left: usize,
    /// Bits lost to a perfect counter, on average.
    pub leak: Amount,
}

/// The cuts in the report: numbers of cards left.
pub(super) const CUTS: [usize; 7] = [27, 18, 12, 10, 8, 5, 3];

/// The first row of every cause column.
pub(super) fn tables(deck: &Deck) -> Vec<CountingLeak> {
    let rule = ShuffleRule::from_deck(deck);
    let columns = deck.layout().cause.columns.iter().enumerate();
    columns
        .map(|(column, &die)| {
            let values = cause_values(deck, column, 1);
            let counts = counted(values.iter());
            let full = uncertainty(&counts, deck.size());
            let cuts = CUTS
                .into_iter()
                .filter(|&left| left < deck.size())
                .map(|left| {
                    let leak = Amount::exact(&full - uncertainty(&counts, left));
                    Cut { left, leak }
                })
                .collect();
            let (left, least) = worst(deck, &rule, &values, &counts);
            let worst = Cut { left, leak: Amount::exact(&full - least) };
            CountingLeak { cell: CellName::cause(die, 1), bits: Amount::exact(full), cuts, worst }
        })
        .collect()
}

/// The number of cards with each value.
fn counted<'a>(values: impl Iterator<Item = &'a i64>) -> Vec<usize> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(*value).or_default() += 1;
    }
    counts.into_values().collect()
}

/// The cards left at the worst moment, and the mean entropy in bits of the next one. `counts` are those of the
/// values of all cards.
fn worst(
    deck: &Deck,
    rule: &ShuffleRule,
    values: &[i64],
    counts: &[usize],
) -> (usize, Probability) {
    let triggers = rule.triggers();
    if rule.time() == ShuffleTime::AtOnce && !triggers.is_empty() {
        // Any of them ends the pile, so at worst they alone are left.
        let of_triggers = triggers.iter().map(|&card| &values[deck.numbers().index(card)]);
        return (triggers.len(), uncertainty(&counted(of_triggers), triggers.len()));
    }
    let left = match rule.time() {
        ShuffleTime::AtOnce => rule.cards_left() + 1,
        // A round may last until the pile is empty.
        ShuffleTime::EndOfRound => 1,
    };
    (left, uncertainty(counts, left))
}

/// The mean entropy in bits of `left` cards dealt from all of those with these counts of each value.
fn uncertainty(counts: &[usize], left: usize) -> Probability {
    let cards: usize = counts.iter().sum();
    let binomial = Binomials::new();
    let mut sum = BigInt::from(0);
    for &count in counts {
        for j in 1..=count.min(left) {
            if left - j > cards - count {
                continue;
            }
            let hands = binomial.choose(count, j) * binomial.choose(cards - count, left - j);
            let surprise = log2(left) - log2(j);
            sum += BigInt::from(hands) * BigInt::from(j) * BigInt::from(surprise);
        }
    }
    let hands = BigInt::from(binomial.choose(cards, left)) * BigInt::from(left);
    Probability::new(sum, hands << FRACTION_BITS)
}

/// Binomial coefficients up to the largest deck; C(120, 60) is below 117 bits.
struct Binomials(Vec<Vec<u128>>);

impl Binomials {
    fn new() -> Self {
        let mut rows: Vec<Vec<u128>> = vec![vec![1]];
        for n in 1..=CardNumbers::MOST {
            let last = &rows[n - 1];
            let inner = (1..n).map(|k| last[k - 1] + last[k]);
            rows.push(std::iter::once(1).chain(inner).chain([1]).collect());
        }
        Self(rows)
    }

    fn choose(&self, n: usize, k: usize) -> u128 {
        self.0[n].get(k).copied().unwrap_or(0)
    }
}

/// Fractional bits of [`log2`].
const FRACTION_BITS: u32 = 32;

/// log₂ n in units of 2⁻³², truncated, for n of 1 to 2¹⁶: the same on every machine. It works bit by bit:
/// squaring doubles the logarithm, and a result of 2 or more is a 1.
fn log2(n: usize) -> i64 {
    let whole = n.ilog2();
    // The mantissa, 1 to 2, with 63 fractional bits.
    let mut mantissa = (n as u128) << (63 - whole);
    let mut bits = i64::from(whole);
    for _ in 0..FRACTION_BITS {
        mantissa = (mantissa * mantissa) >> 63;
        bits <<= 1;
        if mantissa >> 64 != 0 {
            mantissa >>= 1;
            bits |= 1;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_match_the_tables() {
        let at = |n| log2(n) as f64 / (1_u64 << FRACTION_BITS) as f64;
        assert_eq!([0.0, 1.0, 5.0], [at(1), at(2), at(32)]);
        for (n, known) in [(3, 1.584_962_501), (7, 2.807_354_922), (54, 5.754_887_502)] {
            assert!((at(n) - known).abs() < 1e-8, "{n}");
        }
    }

    #[test]
    fn the_leak_of_a_d6_cell_matches_the_deck_mathematics() {
        let full = uncertainty(&[9; 6], 54);
        assert_eq!("2.585", Amount::exact(full.clone()).rounded(3));
        let leaks = CUTS.map(|left| Amount::exact(&full - uncertainty(&[9; 6], left)).rounded(2));
        assert_eq!(["0.07", "0.15", "0.28", "0.36", "0.48", "0.82", "1.29"], leaks);
    }

    #[test]
    fn the_last_card_is_known() {
        assert_eq!("0.000", Amount::exact(uncertainty(&[9; 6], 1)).rounded(3));
    }
}
