//! Detectability: the number of draws that show that a cell is biased against its dice.
//!
//! A player who writes down one cell over many draws, shuffling each time, and runs a χ² test at 5 %
//! detects the bias with an even chance after N₅₀ = λ / Σ (q − p)²/p draws, q being the shares of the deck
//! and p those of the dice (Cohen, *Statistical Power Analysis for the Behavioral Sciences*, 1988,
//! chapter 7, w² = Σ (q − p)²/p). λ is the noncentrality that gives the test an even chance; it
//! depends on the number of groups only.
//!
//! Groups: a cause cell has the faces 1 to N; a CF counts as the face it replaces and every exceptional value
//! as N. An effect cell has its magnitudes; from the lowest up, they are joined until each group has a
//! probability of one card or more, so that magnitudes rarer than a card do not count as bias.

use num_traits::{One, Zero};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::Deck;
use crate::dice::Probability;

use super::effects::{self, Sums};
use super::moments::cause_values;
use super::{Amount, CellName};

/// The detectability of one cell.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct CellDetectability {
    /// The cell.
    #[serde(flatten)]
    pub cell: CellName,
    /// The number of groups of results in the test.
    pub groups: usize,
    /// Σ (q − p)²/p over the groups.
    pub distance: Amount,
    /// N₅₀, rounded up. `None` if the groups match those of the dice exactly, or are fewer than two.
    pub draws: Option<u64>,
}

/// λ in thousandths for 1, 2, 3, … degrees of freedom: the noncentrality at which a χ² test at 5 % rejects
/// with probability ½. Computed from the noncentral χ² distribution as a Poisson mixture (Patnaik, *The
/// non-central χ² and F distributions*, 1949); a test recomputes some of them. Dice with
/// more than 120 sides use the last, which understates the draws.
const LAMBDA: [u32; 119] = [
    3841, 4957, 5760, 6419, 6991, 7503, 7971, 8405, 8810, 9193, 9556, 9903, 10235, 10554, 10861,
    11159, 11446, 11726, 11997, 12262, 12519, 12771, 13017, 13257, 13493, 13723, 13950, 14172,
    14390, 14604, 14815, 15023, 15227, 15428, 15626, 15821, 16014, 16204, 16391, 16576, 16759,
    16939, 17118, 17294, 17468, 17641, 17811, 17980, 18147, 18312, 18476, 18638, 18798, 18957,
    19115, 19271, 19425, 19579, 19731, 19881, 20031, 20179, 20326, 20472, 20616, 20760, 20903,
    21044, 21184, 21324, 21462, 21600, 21736, 21872, 22006, 22140, 22273, 22405, 22536, 22666,
    22796, 22925, 23053, 23180, 23306, 23432, 23557, 23681, 23805, 23927, 24050, 24171, 24292,
    24412, 24532, 24650, 24769, 24886, 25003, 25120, 25236, 25351, 25466, 25580, 25694, 25807,
    25920, 26032, 26143, 26254, 26365, 26475, 26584, 26693, 26802, 26910, 27018, 27125, 27232,
];

/// Every cause cell, then every effect cell.
pub(super) fn tables(deck: &Deck, sums: &[Sums]) -> Vec<CellDetectability> {
    let layout = deck.layout();
    let mut tables = Vec::new();
    for (column, &die) in layout.cause.columns.iter().enumerate() {
        let sides = i64::from(die.sides());
        let at_least: Vec<Probability> = (0..sides)
            .map(|below| {
                Probability::new((deck.size() as i64 * (sides - below)).into(), sides.into())
            })
            .collect();
        for row in 1..=layout.cause.rows {
            let faces: Vec<i64> = cause_values(deck, column, row)
                .into_iter()
                .map(|value| value.clamp(1, sides))
                .collect();
            tables.push(table(CellName::cause(die, row), &faces, 1, &at_least, false));
        }
    }
    for ((column, &die), sums) in layout.effect.columns.iter().enumerate().zip(sums) {
        for row in 1..=layout.effect.rows {
            let values = effects::values(deck, column, row);
            let cell = CellName::effect(die, row);
            tables.push(table(cell, &values, row.into(), sums.ideal(row), true));
        }
    }
    tables
}

/// One cell; `at_least` are the expected cards at thresholds from `from` up.
fn table(
    cell: CellName,
    values: &[i64],
    from: i64,
    at_least: &[Probability],
    join: bool,
) -> CellDetectability {
    let reach = |threshold: i64| values.iter().filter(|&&value| value >= threshold).count();
    // The start of each group: every group below it has a share of at least one card, and so has the rest.
    let mut starts = vec![0];
    for threshold in 1..at_least.len() {
        let group = &at_least[starts[starts.len() - 1]] - &at_least[threshold];
        if !join || (group >= Probability::one() && at_least[threshold] >= Probability::one()) {
            starts.push(threshold);
        }
    }
    let mut distance = Probability::zero();
    for (place, &start) in starts.iter().enumerate() {
        let end = starts.get(place + 1);
        let above = |cards: &dyn Fn(usize) -> Probability| {
            end.map_or_else(Probability::zero, |&end| cards(end))
        };
        let ideal = &at_least[start] - above(&|end| at_least[end].clone());
        let shown = |start: usize| Probability::from_integer(reach(from + start as i64).into());
        // The first group includes the values below every threshold.
        let from_start =
            if place == 0 { Probability::from_integer(values.len().into()) } else { shown(start) };
        let off = from_start - above(&shown) - &ideal;
        distance += &off * &off / ideal;
    }
    distance /= Probability::from_integer(values.len().into());
    let lambda = starts.len().checked_sub(2).map(|row| LAMBDA[row.min(LAMBDA.len() - 1)]);
    let draws = lambda.filter(|_| !distance.is_zero()).and_then(|lambda| {
        let lambda = Probability::new(lambda.into(), 1000.into());
        u64::try_from((lambda / &distance).ceil().to_integer()).ok()
    });
    CellDetectability { cell, groups: starts.len(), distance: Amount::exact(distance), draws }
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;
    use crate::dice::share;

    fn plain(sides: u16) -> CellDetectability {
        let counts = share::cumulative(54, &share::even(sides.into()));
        let faces: Vec<i64> =
            (1..).zip(&counts).flat_map(|(face, &cards)| vec![face; cards]).collect();
        let at_least: Vec<Probability> = (0..sides)
            .map(|below| Probability::new((54 * (sides - below)).into(), sides.into()))
            .collect();
        let die = crate::dice::Die::new(sides).unwrap();
        table(CellName::cause(die, 1), &faces, 1, &at_least, false)
    }

    #[test]
    fn ordinary_dice_match_the_deck_mathematics() {
        let draws = |sides| plain(sides).draws.unwrap();
        assert_eq!(None, plain(6).draws);
        for (sides, published) in [(4, 4200), (8, 1940), (10, 1070), (12, 770), (20, 416)] {
            let off = draws(sides).abs_diff(published);
            assert!(off * 100 <= published, "d{sides}: {} against {published}", draws(sides));
        }
    }

    #[test]
    fn effect_groups_have_at_least_one_card() {
        let deck = fixtures::deck();
        let sums = effects::sums(&deck, false);
        for cell in tables(&deck, &sums).iter().skip(25) {
            assert!((2..=54).contains(&cell.groups), "{}", cell.cell);
        }
    }

    /// P(noncentral χ² > x), as a Poisson mixture of central ones, for an even number of degrees.
    #[allow(clippy::disallowed_methods, reason = "checks a table of constants, decides nothing")]
    fn tail(degrees: u32, lambda: f64, x: f64) -> f64 {
        let poisson = |mean: f64, upto: u32| -> f64 {
            let mut term = (-mean).exp();
            let mut sum = term;
            for k in 1..=upto {
                term *= mean / f64::from(k);
                sum += term;
            }
            sum
        };
        let mut weight = (-lambda / 2.0).exp();
        let mut sum = 0.0;
        for k in 0..200 {
            // A central χ² of 2m degrees exceeds x when a Poisson count of mean x/2 is below m.
            sum += weight * poisson(x / 2.0, degrees / 2 + k - 1);
            weight *= lambda / 2.0 / f64::from(k + 1);
        }
        sum
    }

    #[test]
    fn noncentralities_give_an_even_chance() {
        // The 5 % points of χ², from standard tables.
        for (degrees, critical) in [(2, 5.991_465), (4, 9.487_729), (10, 18.307_038)] {
            assert!((tail(degrees, 0.0, critical) - 0.05).abs() < 1e-6, "{degrees}");
            let lambda = f64::from(LAMBDA[degrees as usize - 1]) / 1000.0;
            assert!((tail(degrees, lambda, critical) - 0.5).abs() < 1e-4, "{degrees}");
        }
    }
}
