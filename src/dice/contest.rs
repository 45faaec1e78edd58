//! Contests between two pools of dice.
//!
//! The results of ordinary dice are few and are enumerated. Open-ended dice have no highest result, so the
//! chances are infinite sums, but they have a closed form: from 1 on, P(one die ≥ v) falls by the same factor
//! whenever v rises by the sides of the die. So over one common multiple of both dice the terms repeat, each
//! power of them smaller by a fixed factor, and each power sums to a geometric series.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::{CheckDice, DiceKind, Pick, Probability, open_ended_at_least, picked_at_least};

/// The largest common multiple that is summed; longer periods take too long.
const LONGEST_PERIOD: i64 = 400;

/// The chances that the best of one pool with `modifier` added is greater than, equal to and less than the
/// best of another. `None` if both are open-ended and have no common multiple up to 400.
///
/// ```
/// use actiondeck::dice::{DiceKind, contest_of_pools};
///
/// let coin = ("1d2".parse()?, DiceKind::OpenEnded);
/// let [more, equal, less] = contest_of_pools(coin, coin, 0).unwrap();
/// // 1 with a half, 3 with a quarter, 5 with an eighth …: equal with 1/4 + 1/16 + … = 1/3.
/// assert_eq!(equal.to_string(), "1/3");
/// assert_eq!(more, less);
/// # Ok::<(), actiondeck::dice::NotationError>(())
/// ```
pub fn contest_of_pools(
    one: (CheckDice, DiceKind),
    other: (CheckDice, DiceKind),
    modifier: i32,
) -> Option<[Probability; 3]> {
    match (one, other) {
        ((one, DiceKind::Closed), other) => Some(closed_against(one, other, modifier.into())),
        (one, (other, DiceKind::Closed)) => {
            let [less, equal, more] = closed_against(other, one, -i64::from(modifier));
            Some([more, equal, less])
        }
        ((one, _), (other, _)) => both_open(one, other, modifier),
    }
}

/// The same with ordinary dice in the first pool.
fn closed_against(
    one: CheckDice,
    (other, kind): (CheckDice, DiceKind),
    modifier: i64,
) -> [Probability; 3] {
    let reaches = |value| picked_at_least(one, DiceKind::Closed, Pick::Highest, value);
    let is_reached = |value| picked_at_least(other, kind, Pick::Highest, value);
    let (mut more, mut equal) = (Probability::zero(), Probability::zero());
    for value in 1..=i64::from(one.die.sides()) {
        let exactly = reaches(value) - reaches(value + 1);
        let (reached, passed) = (is_reached(value + modifier), is_reached(value + modifier + 1));
        more += &exactly * (Probability::one() - &reached);
        equal += exactly * (reached - passed);
    }
    let less = Probability::one() - &more - &equal;
    [more, equal, less]
}

fn both_open(one: CheckDice, other: CheckDice, modifier: i32) -> Option<[Probability; 3]> {
    let sides = |dice: CheckDice| i64::from(dice.die.sides());
    // The least common multiple.
    let period = (1..=LONGEST_PERIOD).find(|at| at % sides(one) == 0 && at % sides(other) == 0)?;
    let modifier = i64::from(modifier);
    // From here on both results are at least 1, where the terms begin to repeat.
    let start = modifier.max(0) + 1;
    let at_least = |dice: CheckDice, value: i64| {
        picked_at_least(dice, DiceKind::OpenEnded, Pick::Highest, value)
    };
    let (mut more, mut equal) = (Probability::zero(), Probability::zero());
    for value in 1..start {
        let exactly = at_least(other, value) - at_least(other, value + 1);
        let reached = at_least(one, value - modifier);
        let passed = at_least(one, value - modifier + 1);
        equal += &exactly * (reached - &passed);
        more += exactly * passed;
    }
    for (i, of_other) in powers(other) {
        let exact = differences(other, i, start, period);
        for (j, of_one) in powers(one) {
            let passed: Vec<BigRational> =
                (0..period).map(|at| power(one, start + at - modifier + 1, j)).collect();
            let equals = differences(one, j, start - modifier, period);
            let shrinks = factor(other, i, period) * factor(one, j, period);
            let scale = &of_other * &of_one / (BigRational::one() - shrinks);
            equal += sum_of_products(&exact, &equals) * &scale;
            more += sum_of_products(&exact, &passed) * &scale;
        }
    }
    let less = Probability::one() - &more - &equal;
    Some([more, equal, less])
}

/// The best of L dice reaches a value with 1 − (1 − q)^L, as a sum of powers of q: each power with its
/// coefficient.
fn powers(dice: CheckDice) -> Vec<(u32, BigRational)> {
    let level = u32::from(dice.level);
    let mut binomial = BigInt::one();
    (1..=level)
        .map(|power| {
            binomial = &binomial * (level - power + 1) / power;
            let sign = if power % 2 == 1 { 1 } else { -1 };
            (power, BigRational::from_integer(&binomial * sign))
        })
        .collect()
}

/// P(one die ≥ value) to a power.
fn power(dice: CheckDice, value: i64, power: u32) -> BigRational {
    let one = open_ended_at_least(dice.die, u32::try_from(value.max(0)).unwrap_or(u32::MAX));
    Pow::pow(one, power)
}

/// The decrease of each power from one value to the next, over a period.
fn differences(dice: CheckDice, of: u32, start: i64, period: i64) -> Vec<BigRational> {
    let values: Vec<BigRational> = (0..=period).map(|at| power(dice, start + at, of)).collect();
    values.windows(2).map(|pair| &pair[0] - &pair[1]).collect()
}

/// The factor of a power of P(one die ≥ value) over a period.
fn factor(dice: CheckDice, power: u32, period: i64) -> BigRational {
    let sides = BigInt::from(dice.die.sides());
    let times = (period / i64::from(dice.die.sides())) as u32;
    BigRational::new(BigInt::one(), Pow::pow(sides, times * power))
}

fn sum_of_products(one: &[BigRational], other: &[BigRational]) -> BigRational {
    one.iter().zip(other).fold(BigRational::zero(), |sum, (a, b)| sum + a * b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(text: &str) -> CheckDice {
        text.parse().unwrap()
    }

    fn open(text: &str) -> (CheckDice, DiceKind) {
        (dice(text), DiceKind::OpenEnded)
    }

    fn closed(text: &str) -> (CheckDice, DiceKind) {
        (dice(text), DiceKind::Closed)
    }

    /// Compared with every throw of two closed pools.
    #[test]
    fn ordinary_dice_agree_with_every_throw_of_both_pools() {
        let best = |dice: CheckDice, throw: i64| {
            let sides = i64::from(dice.die.sides());
            (0..dice.level).map(|place| throw / sides.pow(place.into()) % sides + 1).max().unwrap()
        };
        let throws = |dice: CheckDice| i64::from(dice.die.sides()).pow(dice.level.into());
        for (one, other, modifier) in [("1d6", "1d6", 0), ("3d4", "2d6", 1), ("2d3", "3d5", -2)] {
            let (mine, theirs) = (dice(one), dice(other));
            let mut ways = [0; 3];
            for a in 0..throws(mine) {
                for b in 0..throws(theirs) {
                    let order = (best(theirs, b)).cmp(&(best(mine, a) + i64::from(modifier)));
                    ways[(order as i8 + 1) as usize] += 1;
                }
            }
            let all = throws(mine) * throws(theirs);
            let expected = ways.map(|ways| Probability::new(i64::into(ways), all.into()));
            assert_eq!(Some(expected), contest_of_pools(closed(one), closed(other), modifier));
        }
    }

    /// Against a die that shows only 1 or 2, an open-ended d2 wins on 3 and more, and on 2 against 1.
    #[test]
    fn an_open_ended_pool_against_a_closed_one_mirrors() {
        let [more, equal, less] = contest_of_pools(open("1d2"), closed("1d2"), 0).unwrap();
        let quarters = |n: i64| Probability::new(n.into(), 4.into());
        assert_eq!([quarters(2), quarters(1), quarters(1)], [more, equal, less]);
        for modifier in -3..=3 {
            let [more, equal, less] =
                contest_of_pools(open("2d4"), closed("3d6"), modifier).unwrap();
            let mirrored = contest_of_pools(closed("3d6"), open("2d4"), -modifier).unwrap();
            assert_eq!([less, equal, more], mirrored, "{modifier}");
        }
    }

    /// The share of the first results, and the most that the others can add.
    fn by_adding(
        one: CheckDice,
        other: CheckDice,
        modifier: i64,
    ) -> ([Probability; 2], Probability) {
        let at_least = |dice: CheckDice, value: i64| {
            picked_at_least(dice, DiceKind::OpenEnded, Pick::Highest, value)
        };
        let (mut more, mut equal) = (Probability::zero(), Probability::zero());
        let last = 80;
        for value in 1..=last {
            let exactly = at_least(other, value) - at_least(other, value + 1);
            let passed = at_least(one, value - modifier + 1);
            equal += &exactly * (at_least(one, value - modifier) - &passed);
            more += exactly * passed;
        }
        ([more, equal], at_least(other, last + 1))
    }

    #[test]
    fn the_sums_agree_with_adding_the_results_one_by_one() {
        for (one, other, modifier) in [
            ("1d2", "1d2", 0),
            ("3d4", "2d6", 0),
            ("2d6", "2d6", -1),
            ("1d10", "4d4", 3),
            ("5d8", "1d12", -7),
            ("2d3", "3d5", 9),
        ] {
            let [more, equal, less] = contest_of_pools(open(one), open(other), modifier).unwrap();
            let ([low_more, low_equal], rest) = by_adding(dice(one), dice(other), modifier.into());
            assert_eq!(Probability::one(), &more + &equal + less);
            for (found, low) in [(more, low_more), (equal, low_equal)] {
                assert!(low <= found && found <= low + &rest, "{one} {other} {modifier}");
            }
        }
    }

    #[test]
    fn equal_pools_are_fair_and_a_modifier_mirrors() {
        for modifier in -8..=8 {
            let [more, equal, less] = contest_of_pools(open("3d6"), open("2d4"), modifier).unwrap();
            let mirrored = contest_of_pools(open("2d4"), open("3d6"), -modifier).unwrap();
            assert_eq!([less, equal, more], mirrored, "{modifier}");
        }
        assert_eq!(None, contest_of_pools(open("1d999"), open("1d1000"), 0));
    }
}
