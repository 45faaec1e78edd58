//! Sums of six-sided dice as the D6 game reads them (D6 combat), on one card or several.

use crate::deck::CardNumber;
use crate::dice::{Die, Distribution, EffectDice, Probability, sum_moments};
use crate::table::lookup::DeckView;
use crate::table::rules::d6::{DieCode, cards_needed, roll};

use super::compare::{Fit, FitLine, Results};

/// Pools of one card, of two, and one of three.
const CODES: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 10];

/// The dice that a pool is compared with.
#[derive(Clone, Copy)]
enum Dice {
    Ordinary,
    OpenEnded,
    WithWildDie,
}

/// All pools compared with all kinds of dice; empty for a deck without a d6 column in its effect
/// grid.
pub(super) fn fits(deck: DeckView<'_>) -> Vec<Fit> {
    let results: Option<Vec<(DieCode, usize, Results)>> = CODES
        .into_iter()
        .map(|dice| {
            let code = DieCode::new(dice, 0);
            let cards = cards_needed(deck, code);
            let places: Option<Vec<_>> = (0..cards).map(|place| added(deck, code, place)).collect();
            Some((code, cards, Results::from_sums(&places?)))
        })
        .collect();
    let Some(results) = results else { return Vec::new() };
    let kinds = [Dice::Ordinary, Dice::WithWildDie, Dice::OpenEnded];
    kinds
        .into_iter()
        .map(|kind| {
            let line = |(code, cards, results): &(DieCode, usize, Results)| -> FitLine {
                let (dice, moments) = kind.sum(code.dice(), results.highest());
                results.beside(deck.numbers(), code.to_string(), *cards, &dice, moments)
            };
            Fit {
                question: "D6 pools".to_owned(),
                dice: kind.name().to_owned(),
                lines: results.iter().map(line).collect(),
            }
        })
        .collect()
}

/// The number that each card adds to a code after `before` other cards: the first card has the Wild
/// Die, and the last one no more dice than are left.
fn added(deck: DeckView<'_>, code: DieCode, before: usize) -> Option<Vec<i64>> {
    let numbers = deck.numbers();
    let mut added = vec![0; numbers.count()];
    for (card, added) in numbers.iter().zip(&mut added) {
        let others = numbers.iter().filter(|other| *other != card).take(before);
        let drawn: Vec<CardNumber> = others.chain([card]).collect();
        let rolled = roll(deck, code, &drawn).ok()?;
        let own = rolled.pieces.iter().filter(|piece| piece.card == card);
        *added = own.map(|piece| piece.value).sum();
    }
    Some(added)
}

impl Dice {
    fn name(self) -> &'static str {
        match self {
            Self::Ordinary => "ordinary dice",
            Self::OpenEnded => "open-ended dice",
            Self::WithWildDie => "ordinary dice of which one is open-ended, the Wild Die",
        }
    }

    /// The sum of `count` dice, exact up to one above `highest`, with its mean and variance.
    fn sum(self, count: u8, highest: i64) -> (Distribution, (Probability, Probability)) {
        let die = Die::new(6).expect("six sides are a die");
        let open = || Distribution::open_ended(die, u32::try_from(highest).unwrap_or(0).max(6));
        let moments = |row, closed| sum_moments(EffectDice { row, die }, closed);
        let rest = count.saturating_sub(1);
        let ordinary = |count: u8| Distribution::die(die).times(count.into(), i64::MAX / 4);
        match self {
            Self::Ordinary => (ordinary(count), moments(count, true)),
            Self::OpenEnded => (open().times(count.into(), highest.max(6)), moments(count, false)),
            Self::WithWildDie => {
                let dice = if rest == 0 { open() } else { ordinary(rest).plus(&open(), highest) };
                let ((mean, variance), (wild_mean, wild_variance)) =
                    (moments(rest, true), moments(1, false));
                (dice, (mean + wild_mean, variance + wild_variance))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn pools_of_the_built_in_deck_are_close_to_wild_die_pools() {
        let fits = fits((&Deck::built_in()).into());
        let wild = fits.iter().find(|fit| fit.dice.contains("Wild")).unwrap();
        for line in &wild.lines {
            let limit = Probability::from_integer(3.into());
            assert!(line.error.is_within(&limit), "{}: {}", line.reading, line.error.rounded(3));
            let limit = Probability::new(1.into(), 100.into());
            assert!(line.shift.is_within(&limit), "{}: {}", line.reading, line.shift.rounded(3));
        }
    }

    #[test]
    fn sums_are_those_of_every_draw_of_one_to_three_cards() {
        let deck = Deck::built_in();
        for (dice, cards) in [(1, 1), (4, 1), (6, 2), (8, 3), (10, 3)] {
            let code = DieCode::new(dice, 0);
            assert_eq!(cards, cards_needed(&deck, code));
            let places: Vec<_> =
                (0..cards).map(|place| added((&deck).into(), code, place).unwrap()).collect();
            let read = &mut |drawn: &[_]| Some(roll(&deck, code, drawn).ok()?.total);
            assert_eq!(
                Results::from_draws(deck.numbers(), cards, read).unwrap(),
                Results::from_sums(&places),
                "{code}"
            );
        }
    }

    #[test]
    fn dice_beside_which_nothing_is_lost_have_their_known_means() {
        for (kind, mean) in
            [(Dice::Ordinary, "7"), (Dice::WithWildDie, "77/10"), (Dice::OpenEnded, "42/5")]
        {
            assert_eq!(mean, kind.sum(2, 40).1.0.to_string());
        }
        let (wild, _) = Dice::WithWildDie.sum(1, 12);
        assert_eq!("1/6", wild.at_least(6).to_string());
        assert_eq!("0", wild.probability(6).to_string());
    }
}
