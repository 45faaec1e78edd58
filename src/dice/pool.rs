//! Pools: the best of several open-ended dice.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow};

use super::Die;

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
}
