//! Mean and variance of sums of dice, including open-ended ones, in closed form.

use super::{EffectDice, Probability};

/// The exact mean and variance of the sum of k dice.
///
/// For an open-ended die X = F + [F = N]·X′ with X′ distributed as X, so E = (N+1)/2 + E/N and E₂ =
/// (N+1)(2N+1)/6 + 2E + E₂/N, which are linear equations.
///
/// ```
/// use actiondeck::dice::{Probability, sum_moments};
///
/// let (mean, variance) = sum_moments("(2)6".parse()?, true);
/// assert_eq!(mean, Probability::from_integer(7.into()));
/// assert_eq!(variance, Probability::new(35.into(), 6.into()));
/// # Ok::<(), actiondeck::dice::NotationError>(())
/// ```
pub fn sum_moments(dice: EffectDice, closed: bool) -> (Probability, Probability) {
    let number = |n: i64| Probability::from_integer(n.into());
    let sides = i64::from(dice.die.sides());
    let mut mean = Probability::new((sides + 1).into(), 2.into());
    let mut square = Probability::new(((sides + 1) * (2 * sides + 1)).into(), 6.into());
    if !closed {
        let again = Probability::new(sides.into(), (sides - 1).into());
        mean *= &again;
        square = (square + number(2) * &mean) * again;
    }
    let variance = square - &mean * &mean;
    let count = number(i64::from(dice.row));
    (mean * &count, variance * count)
}

#[cfg(test)]
mod tests {
    use super::super::{Die, Distribution};
    use super::*;

    #[test]
    fn moments_of_open_ended_dice_agree_with_the_distribution() {
        for sides in [2, 4, 6, 12] {
            let die = Die::new(sides).unwrap();
            // High enough that the tail does not affect the comparison.
            let dice = Distribution::open_ended(die, u32::from(sides) * 40);
            let mean: Probability = (1..=i64::from(sides) * 40).map(|x| dice.at_least(x)).sum();
            let off = sum_moments(EffectDice { row: 1, die }, false).0 - mean;
            assert!(off >= Probability::from_integer(0.into()), "d{sides}");
            assert!(off <= Probability::new(1.into(), 1_000_000_000.into()), "d{sides}");
        }
    }
}
