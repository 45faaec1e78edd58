//! Pools of dice: the highest or lowest of several dice, and the number of successes.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};
use schemars::JsonSchema;
use serde::Serialize;

use super::{CheckDice, DiceKind, Die};

/// Which of several dice or rows counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    /// The highest.
    #[default]
    Highest,
    /// The lowest.
    Lowest,
}

/// P(one open-ended die ≥ `value`): with value − 1 = cN + f, the first c throws must show N and the
/// next beat f, so the chance is N^−c · (N − f)/N. 1 for values of 1 and below.
///
/// ```
/// use actiondeck::dice::{Die, Probability, open_ended_at_least};
///
/// let d10 = Die::new(10).unwrap();
/// assert_eq!(open_ended_at_least(d10, 10), Probability::new(1.into(), 10.into()));
/// // 10, then anything: a total of 10 never stands, so 11 is as likely as 10.
/// assert_eq!(open_ended_at_least(d10, 11), Probability::new(1.into(), 10.into()));
/// ```
pub fn open_ended_at_least(die: Die, value: u32) -> BigRational {
    let sides = u32::from(die.sides());
    let beaten = value.saturating_sub(1);
    let (chain, face) = (beaten / sides, beaten % sides);
    BigRational::new(BigInt::from(sides - face), BigInt::from(sides).pow(chain + 1))
}

/// P(the best of `level` open-ended dice ≥ `value`) = 1 − P(one < value)^level.
pub fn best_of_at_least(die: Die, level: u8, value: u32) -> BigRational {
    let below = BigRational::one() - open_ended_at_least(die, value);
    BigRational::one() - Pow::pow(below, u32::from(level))
}

/// P(one die of this kind ≥ `value`).
pub fn one_at_least(die: Die, kind: DiceKind, value: i64) -> BigRational {
    match kind {
        DiceKind::OpenEnded => {
            open_ended_at_least(die, u32::try_from(value.max(0)).unwrap_or(u32::MAX))
        }
        DiceKind::Closed => {
            let sides = i64::from(die.sides());
            let faces = sides.saturating_add(1).saturating_sub(value).clamp(0, sides);
            BigRational::new(faces.into(), sides.into())
        }
    }
}

/// P(the highest or the lowest of the dice ≥ `value`).
pub fn picked_at_least(dice: CheckDice, kind: DiceKind, pick: Pick, value: i64) -> BigRational {
    let one = one_at_least(dice.die, kind, value);
    let level = u32::from(dice.level);
    match pick {
        Pick::Highest => BigRational::one() - Pow::pow(BigRational::one() - one, level),
        Pick::Lowest => Pow::pow(one, level),
    }
}

/// The chances of 0, 1, … `count` successes with as many dice, each of which succeeds with probability `one`.
///
/// ```
/// use actiondeck::dice::{Probability, successes};
///
/// // Sixes on three d6: none with 125/216.
/// let sixes = successes(3, &Probability::new(1.into(), 6.into()));
/// assert_eq!((sixes.len(), sixes[0].to_string()), (4, "125/216".to_owned()));
/// ```
pub fn successes(count: u8, one: &BigRational) -> Vec<BigRational> {
    let fails = BigRational::one() - one;
    let mut chances = vec![BigRational::one()];
    for _ in 0..count {
        let mut next = vec![BigRational::zero(); chances.len() + 1];
        for (so_far, chance) in chances.iter().enumerate() {
            next[so_far] += chance * &fails;
            next[so_far + 1] += chance * one;
        }
        chances = next;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::super::Distribution;
    use super::*;

    #[test]
    fn the_formula_agrees_with_the_distribution() {
        for sides in [2, 3, 4, 6, 12, 20] {
            let die = Die::new(sides).unwrap();
            let distribution = Distribution::open_ended(die, 80);
            for value in 0..=81 {
                let expected = distribution.at_least(value.into());
                assert_eq!(expected, open_ended_at_least(die, value), "{die} {value}");
            }
        }
    }

    #[test]
    fn a_pool_agrees_with_enumeration() {
        let d4 = Die::new(4).unwrap();
        let mut hits = [0_i64; 5];
        for throw in 0..64_usize {
            let best = [throw % 4, throw / 4 % 4, throw / 16].into_iter().max().unwrap() + 1;
            (1..=best).for_each(|value| hits[value] += 1);
        }
        for (value, &hit) in (0_u32..).zip(&hits).skip(1) {
            let expected = BigRational::new(hit.into(), 64.into());
            assert_eq!(expected, best_of_at_least(d4, 3, value), "{value}");
        }
    }

    #[test]
    fn pool_readings_agree_with_enumeration_of_throws() {
        for (sides, level) in [(2, 5), (4, 3), (6, 2), (5, 1)] {
            let die = Die::new(sides).unwrap();
            let dice = CheckDice { level, die };
            let throws = i64::from(sides).pow(level.into());
            let faces = |throw: i64| {
                let digit = move |place: u8| throw / i64::from(sides).pow(place.into());
                (0..level).map(move |place| digit(place) % i64::from(sides) + 1)
            };
            let share = |holds: &dyn Fn(i64) -> bool| {
                let count = (0..throws).filter(|&throw| holds(throw)).count();
                BigRational::new((count as i64).into(), throws.into())
            };
            for value in -1..=i64::from(sides) + 2 {
                let at_least = |pick| picked_at_least(dice, DiceKind::Closed, pick, value);
                let highest = share(&|throw| faces(throw).max().unwrap() >= value);
                let lowest = share(&|throw| faces(throw).min().unwrap() >= value);
                assert_eq!(highest, at_least(Pick::Highest), "{dice} {value}");
                assert_eq!(lowest, at_least(Pick::Lowest), "{dice} {value}");
                let one = one_at_least(die, DiceKind::Closed, value);
                for (wanted, chance) in successes(level, &one).into_iter().enumerate() {
                    let count = |throw| faces(throw).filter(|&face| face >= value).count();
                    assert_eq!(share(&|throw| count(throw) == wanted), chance);
                }
            }
        }
    }

    #[test]
    fn the_highest_of_open_ended_dice_is_the_best_of_them() {
        let dice = CheckDice { level: 3, die: Die::new(6).unwrap() };
        for value in 0..30 {
            let picked = picked_at_least(dice, DiceKind::OpenEnded, Pick::Highest, value.into());
            assert_eq!(best_of_at_least(dice.die, 3, value), picked);
        }
    }
}
