//! Dice expressions for designer elements: `1d20`, `2d6+1`, `4dF`, `4d6k3`, `3d6!`.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use crate::input::limits::{DICE_RESULTS, DICE_TERMS};
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Die, Distribution};

/// Sums of dice and numbers: terms joined by `+` and `-`, each a number or `[count]dSIDES`, with
/// `F` for a Fudge die (−1, 0, +1), `!` for open-ended dice and `kN` to keep the highest N.
///
/// ```
/// use actiondeck::dice::Expression;
///
/// let stats: Expression = "4d6k3".parse()?;
/// let best = stats.distribution();
/// assert_eq!(best.probability(18), actiondeck::dice::Probability::new(21.into(), 1296.into()));
/// # Ok::<(), actiondeck::dice::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Number(i64),
    Dice { negative: bool, count: u32, kind: Kind, open_ended: bool, keep: Option<u32> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sides(Die),
    Fudge,
}

/// Why a text is not a dice expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    original: String,
    reason: &'static str,
}

impl Fault for ExpressionError {
    fn problem(&self) -> Problem {
        let Self { original, reason } = self;
        Problem::coded(
            "dice.expression",
            format!("{} is not a dice expression: {reason}", quoted(original)),
        )
        .accepts("such as 1d20, 2d6+1, 4dF, 4d6k3, 3d6!")
    }
}

fault!(ExpressionError);

impl Expression {
    /// The most dice one term may have; more would say nothing on 54 cards.
    pub const MAX_DICE: u32 = 20;

    /// The largest sum of one term's closed dice, for the same reason.
    pub const MAX_SUM: u32 = 1000;

    /// The exact distribution. Open-ended dice are followed until less than a millionth is left
    /// above the highest result.
    pub fn distribution(&self) -> Distribution {
        let plus = |sum: Distribution, part: &Distribution| sum.plus(part, i64::MAX / 4);
        self.terms.iter().fold(Distribution::certain(0), |sum, term| {
            let (part, times) = term.parts();
            (0..times).fold(sum, |sum, _| plus(sum, &part))
        })
    }
}

impl Term {
    /// A distribution, and how many independent copies of it the term adds. Single dice are added
    /// one by one: the numbers of a die are alike, which makes adding one fast.
    fn parts(&self) -> (Distribution, u32) {
        match *self {
            Self::Number(number) => (Distribution::certain(number), 1),
            Self::Dice { negative, count, kind, open_ended, keep } => {
                let one = match kind {
                    Kind::Fudge => Distribution::from_weights(-1, vec![BigUint::one(); 3])
                        .expect("three equal weights are not nothing"),
                    Kind::Sides(die) if open_ended => {
                        Distribution::open_ended(die, far_enough(die, count))
                    }
                    Kind::Sides(die) => Distribution::die(die),
                };
                let (part, times) = match keep {
                    Some(keep) if keep < count => (keep_highest(&one, count, keep), 1),
                    _ => (one, count),
                };
                if negative {
                    (part.negated().expect("open-ended dice are never subtracted"), times)
                } else {
                    (part, times)
                }
            }
        }
    }

    /// What the term adds to the results that [`DICE_RESULTS`] limits.
    fn results(&self) -> u32 {
        match *self {
            Self::Number(_) => 0,
            Self::Dice { count, kind, open_ended, keep, .. } => {
                let results = match kind {
                    Kind::Fudge => 3 * count,
                    Kind::Sides(die) if open_ended => far_enough(die, count),
                    Kind::Sides(die) => count * u32::from(die.sides()),
                };
                if keep.is_some() { 2 * results } else { results }
            }
        }
    }
}

/// A result that the sum of `count` open-ended dice passes with less than one chance in a million:
/// all dice at their maximum and one of them thrown on k times, with sides^k ≥ 10⁶·count.
fn far_enough(die: Die, count: u32) -> u32 {
    let sides = u64::from(die.sides());
    let mut throws = 1;
    while sides.pow(throws) < 1_000_000 * u64::from(count) {
        throws += 1;
    }
    (count + throws) * sides as u32
}

/// The sum of the highest `keep` of `count` dice. Faces are taken from the highest down; the state
/// is how many dice are still undecided, so the work is faces · dice² · sums (the algorithm of
/// Liu, *Icepool*, AIIDE 2022, in its simplest case).
fn keep_highest(one: &Distribution, count: u32, keep: u32) -> Distribution {
    let (count, keep) = (count as usize, keep as usize);
    let lowest = one.lowest() * keep as i64;
    let span = ((one.highest() - one.lowest()) * keep as i64) as usize + 1;
    let binomial = pascal(count);
    // ways[undecided][sum of kept dice above the lowest face]
    let mut ways = vec![vec![BigUint::zero(); span]; count + 1];
    ways[count][0] = BigUint::one();
    let mut faces: Vec<(i64, &BigUint)> = one.iter().collect();
    faces.reverse();
    for (face, weight) in faces {
        let offset = (face - one.lowest()) as usize;
        let mut next = vec![vec![BigUint::zero(); span]; count + 1];
        for (undecided, sums) in ways.iter().enumerate() {
            let room = keep.saturating_sub(count - undecided);
            let mut power = BigUint::one();
            for here in 0..=undecided {
                let factor = &binomial[undecided][here] * &power;
                power *= weight;
                let (shift, sums_after) = (here.min(room) * offset, &mut next[undecided - here]);
                for (sum, way) in sums.iter().enumerate().filter(|(_, way)| !way.is_zero()) {
                    sums_after[sum + shift] += way * &factor;
                }
            }
        }
        ways = next;
    }
    Distribution::from_weights(lowest, ways.swap_remove(0)).expect("some throw always happens")
}

fn pascal(rows: usize) -> Vec<Vec<BigUint>> {
    let mut triangle = vec![vec![BigUint::one()]];
    for row in 1..=rows {
        let above = &triangle[row - 1];
        let inner = (1..row).map(|k| &above[k - 1] + &above[k]);
        let line = std::iter::once(BigUint::one()).chain(inner).chain([BigUint::one()]).collect();
        triangle.push(line);
    }
    triangle
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        let fail = |reason| ExpressionError { original: text.to_owned(), reason };
        let mut terms = Vec::new();
        let mut results = 0;
        let mut rest = text;
        let mut negative = false;
        loop {
            if DICE_TERMS.is_passed_by(terms.len() + 1) {
                return Err(fail("it has more than 20 terms"));
            }
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let term = term(&rest[..end], negative).map_err(fail)?;
            results += term.results();
            if DICE_RESULTS.is_passed_by(results as usize) {
                return Err(fail("all its dice together have more than 3000 results"));
            }
            terms.push(term);
            match rest[end..].chars().next() {
                None => return Ok(Self { terms }),
                Some(sign) => {
                    negative = sign == '-';
                    rest = &rest[end + 1..];
                }
            }
        }
    }
}

fn term(text: &str, negative: bool) -> Result<Term, &'static str> {
    let digits = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if plain { text.parse::<u32>().ok() } else { None }
    };
    let Some((count, rest)) = text.split_once(['d', 'D']) else {
        let number = digits(text).filter(|&n| n <= 9999);
        let number = i64::from(number.ok_or("a term is neither dice nor a number up to 9999")?);
        return Ok(Term::Number(if negative { -number } else { number }));
    };
    let count = if count.is_empty() { Some(1) } else { digits(count) };
    let count = count
        .filter(|count| (1..=Expression::MAX_DICE).contains(count))
        .ok_or("a term has no dice or more than 20")?;
    let (rest, keep) = match rest.split_once(['k', 'K']) {
        None => (rest, None),
        Some((rest, keep)) => {
            let keep = digits(keep).filter(|keep| (1..=count).contains(keep));
            (rest, Some(keep.ok_or("it keeps no dice or more than there are")?))
        }
    };
    let (sides, open_ended) = match rest.strip_suffix('!') {
        Some(sides) => (sides, true),
        None => (rest, false),
    };
    let kind = if sides.eq_ignore_ascii_case("f") {
        Kind::Fudge
    } else {
        Kind::Sides(format!("d{sides}").parse().map_err(|_| "a die has no sides or too many")?)
    };
    if let Kind::Sides(die) = kind
        && count * u32::from(die.sides()) > Expression::MAX_SUM
    {
        return Err("a term's largest sum is over 1000");
    }
    match (kind, open_ended, keep, negative) {
        (Kind::Fudge, true, _, _) => Err("Fudge dice are not open-ended"),
        (_, true, Some(_), _) => Err("open-ended dice are summed, not kept"),
        (_, true, _, true) => Err("open-ended dice are not subtracted"),
        _ => Ok(Term::Dice { negative, count, kind, open_ended, keep }),
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, term) in self.terms.iter().enumerate() {
            let negative = match term {
                Term::Number(number) => *number < 0,
                Term::Dice { negative, .. } => *negative,
            };
            f.write_str(match (place, negative) {
                (_, true) => "-",
                (0, false) => "",
                (_, false) => "+",
            })?;
            match term {
                Term::Number(number) => write!(f, "{}", number.unsigned_abs())?,
                Term::Dice { count, kind, open_ended, keep, .. } => {
                    match kind {
                        Kind::Fudge => write!(f, "{count}dF")?,
                        Kind::Sides(die) => write!(f, "{count}{die}")?,
                    }
                    if *open_ended {
                        f.write_str("!")?;
                    }
                    if let Some(keep) = keep {
                        write!(f, "k{keep}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Probability;
    use super::*;

    fn of(text: &str) -> Distribution {
        text.parse::<Expression>().unwrap().distribution()
    }

    fn ratio(numerator: i64, denominator: i64) -> Probability {
        Probability::new(numerator.into(), denominator.into())
    }

    #[test]
    fn four_fudge_dice_run_from_minus_four_to_four() {
        let fudge = of("4dF");
        assert_eq!((-4, 4), (fudge.lowest(), fudge.highest()));
        assert_eq!(ratio(19, 81), fudge.probability(0));
    }

    #[test]
    fn numbers_and_subtracted_dice_shift_and_mirror() {
        assert_eq!(ratio(1, 6), of("d6+10").probability(11));
        assert_eq!(ratio(1, 36), of("d6-d6").probability(5));
        assert_eq!(ratio(1, 6), of("3-1d6").probability(-3));
    }

    #[test]
    fn keeping_the_highest_agrees_with_enumeration() {
        for (sides, count, keep) in [(4_usize, 3_u32, 2_usize), (6, 4, 3), (3, 5, 1), (2, 6, 4)] {
            let mut hits = vec![0_i64; sides * keep + 1];
            for throw in 0..sides.pow(count) {
                let mut dice: Vec<usize> =
                    (0..count).map(|k| throw / sides.pow(k) % sides + 1).collect();
                dice.sort_unstable();
                hits[dice.iter().rev().take(keep).sum::<usize>()] += 1;
            }
            let kept = of(&format!("{count}d{sides}k{keep}"));
            let total = sides.pow(count) as i64;
            for (sum, &hit) in hits.iter().enumerate().skip(keep) {
                assert_eq!(ratio(hit, total), kept.probability(sum as i64), "{sum}");
            }
        }
    }

    #[test]
    fn open_ended_dice_are_followed_until_next_to_nothing_is_left() {
        for text in ["1d2!", "5d6!", "10d100!", "1d1000!+3"] {
            let dice = of(text);
            assert!(dice.at_least(dice.highest() + 1) < ratio(1, 100_000), "{text}");
        }
    }

    #[test]
    fn a_sum_of_terms_is_the_sum_of_their_distributions() {
        for text in ["3d6+2d8", "2d6!+3d4-1", "4d6k3+2d6!", "d10-2d6+4dF"] {
            let expression: Expression = text.parse().unwrap();
            let mut terms = expression.terms.iter().map(|term| of_terms(vec![term.clone()]));
            let first = terms.next().unwrap();
            let sum = terms.fold(first, |sum, term| sum.plus(&term, i64::MAX / 4));
            assert_eq!(sum, expression.distribution(), "{text}");
        }
    }

    fn of_terms(terms: Vec<Term>) -> Distribution {
        Expression { terms }.distribution()
    }

    #[test]
    fn the_terms_of_a_sum_and_their_results_are_limited() {
        let sum = |term: &str, times: usize| vec![term; times].join("+");
        for (term, most) in [("1d6", 20), ("20d50", 3), ("20d50!", 2), ("20d50k19", 1), ("7", 20)] {
            let dice = sum(term, most).parse::<Expression>();
            assert!(dice.is_ok(), "{dice:?}");
            let error = sum(term, most + 1).parse::<Expression>().unwrap_err().to_string();
            let limit = if most == 20 { "more than 20 terms" } else { "more than 3000 results" };
            assert!(error.contains(limit), "{error}");
        }
        // Refused at the first term past the limit, whatever follows.
        for times in [2_000, 200_000] {
            assert!(sum("1d6", times).parse::<Expression>().is_err());
            assert!(sum("x", times).parse::<Expression>().is_err());
        }
    }

    #[test]
    fn expressions_read_back() {
        for text in ["1d20", "4dF", "2d6+1", "4d6k3", "3d6!", "2d8-1d4+3", "7", "1d6-2"] {
            assert_eq!(text, text.parse::<Expression>().unwrap().to_string());
        }
    }

    #[test]
    fn malformed_expressions_are_refused() {
        for text in [
            "", "d", "0d6", "21d6", "1d1", "1d6k0", "1d6k2", "dF!", "1d6+", "x", "1d6!k1",
            "1d6-d6!", "99999", "--1", "1d6 + 1", "2d6!!", "3d1000",
        ] {
            assert!(text.parse::<Expression>().is_err(), "{text:?}");
        }
    }
}
