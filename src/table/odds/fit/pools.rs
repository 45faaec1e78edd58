//! Pools of more dice than the cause grid has rows, read with a further card (dice edition); the
//! highest die counts.
//!
//! As in the validator's thresholds, a total above the die's sides counts as that number, because
//! follow-up cards are a separate question. The dice get the same number of bust draws as the deck
//! prints, because a deck with CF cannot have fewer. A bust counts as the lowest number, which its
//! CF replaces.

use num_bigint::BigUint;

use crate::deck::{CardNumber, CauseCell};
use crate::dice::{CheckDice, Die, Distribution};
use crate::table::lookup::{CardView, DeckView};
use crate::table::rules::fi3::{Options, Roll};

use super::compare::{Fit, FitLine, Results};

/// All columns with 6 to 10 dice on two cards of five rows.
pub(super) fn fit(deck: DeckView<'_>) -> Option<Fit> {
    let rows = deck.layout().cause.rows;
    let lines: Option<Vec<FitLine>> = deck
        .layout()
        .cause
        .columns
        .iter()
        .flat_map(|&die| (rows + 1..=2 * rows).map(move |level| CheckDice { level, die }))
        .map(|dice| line(deck, dice))
        .collect();
    Some(Fit {
        question: "pools beyond the grid by a further card, the highest counts".to_owned(),
        dice: "as many open-ended dice".to_owned(),
        lines: lines?,
    })
}

fn line(deck: DeckView<'_>, dice: CheckDice) -> Option<FitLine> {
    let options = Options::default();
    let sides = i64::from(dice.die.sides());
    let read = &mut |drawn: &[CardNumber]| {
        let roll = Roll { cards: drawn.to_vec(), ..Roll::new(deck, dice.into(), *drawn.first()?) };
        let total = roll.read(&options).ok()?.total;
        Some(total.unwrap_or(1).clamp(1, sides))
    };
    let results = Results::from_draws(deck.numbers(), 2, read)?;
    let highest = highest_of(deck.numbers().count(), dice, bust_cards(deck, dice.die))?;
    let moments = (highest.mean()?, highest.variance()?);
    Some(results.beside(deck.numbers(), dice.to_string(), 2, &highest, moments))
}

/// The number of cards whose last cell in this column is CF, where a full column goes bust.
fn bust_cards(deck: DeckView<'_>, die: Die) -> usize {
    let column = deck.layout().cause.column(die);
    let last = |card: &CardView<'_>| {
        let cells = column.map(|column| card.cause().column(column)).unwrap_or_default();
        cells.last() == Some(&CauseCell::CriticalFailure)
    };
    deck.cards().filter(last).count()
}

/// The highest of the dice, limited to its sides, with at least `bust` of `deck` cards bust.
fn highest_of(deck: usize, dice: CheckDice, bust: usize) -> Option<Distribution> {
    let sides = u32::from(dice.die.sides());
    let power = |number: u32| BigUint::from(number).pow(dice.level.into());
    let cards = |count: usize| BigUint::from(count);
    let most = cards(deck - bust) * power(sides);
    // n · N^k · P(highest ≥ value).
    let at_least = |value: u32| match value {
        1 => cards(deck) * power(sides),
        value => (cards(deck) * (power(sides) - power(value - 1))).min(most.clone()),
    };
    let weights = (1..=sides).map(|value| at_least(value) - at_least(value + 1)).collect();
    Distribution::from_weights(1, weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::dice::{Probability, best_of_at_least};

    #[test]
    fn the_dice_are_those_of_the_pool_but_for_the_bust_draws() {
        let dice: CheckDice = "7d8".parse().unwrap();
        let without = highest_of(54, dice, 0).unwrap();
        let with = highest_of(54, dice, 1).unwrap();
        let cap = Probability::new(53.into(), 54.into());
        for value in 2..=8_u32 {
            let expected = best_of_at_least(dice.die, 7, value);
            assert_eq!(expected, without.at_least(value.into()), "{value}");
            assert_eq!(expected.min(cap.clone()), with.at_least(value.into()), "{value}");
        }
    }

    #[test]
    fn two_cards_fit_ten_dice_of_every_column_within_a_card() {
        let fit = fit((&Deck::built_in()).into()).unwrap();
        assert_eq!((25, "6d4"), (fit.lines.len(), fit.lines[0].reading.as_str()));
        for line in &fit.lines {
            let limit = Probability::from_integer(1.into());
            assert!(line.error.is_within(&limit), "{}: {}", line.reading, line.error.rounded(3));
        }
    }
}
