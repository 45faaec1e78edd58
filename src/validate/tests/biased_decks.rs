//! Decks with biased statistics: the figure that measures the bias reports it.

use crate::deck::CauseCell::Number;

use super::super::{FigureVerdict, validate};
use super::fixtures::{self, EditableDeck};
use super::seeded_defects::replace;

/// A bias of the statistics, the figure that reports it, and where.
type Biased = (&'static str, &'static str, &'static str, fn(&mut EditableDeck));

const BIASED: &[Biased] = &[
    ("loaded d6", "row_error", "d6 row 2 at TN", |deck| {
        for _ in 0..3 {
            replace(deck, 6, 2, Number(2), Number(5));
        }
    }),
    ("rows that rise together", "threshold_error", "d12 at TN", |deck| {
        for card in 0..54 {
            let first = deck.cause_at(card, 12, 1);
            (2..=5).for_each(|row| deck.cause(card, 12, row, first));
        }
    }),
    ("a heavy effect cell", "effect_error", "(5)8 at magnitude", |deck| {
        for card in 0..54 {
            let value = deck.cards[card].effect.get(2, 5).unwrap();
            deck.effect(card, 8, 5, value + 3);
        }
    }),
    ("effect rows in step", "increment_r", ")", |_| {}),
    ("cards that are never followed", "chain", "d4 row 3 at TN", |deck| {
        for card in 0..54 {
            if matches!(deck.cause_at(card, 4, 3), Number(4..)) {
                deck.cause(card, 4, 3, Number(3));
            }
        }
    }),
    ("toggle correlated with penetration", "worst_r", "penetration with toggle", |deck| {
        let mut values: Vec<i8> = deck.cards.iter().map(|card| card.penetration).collect();
        values.sort_unstable();
        for (place, value) in values.into_iter().enumerate() {
            deck.cards[(place * 2 + usize::from(place < 27)) % 54].penetration = value;
        }
    }),
    ("failures on the high numbers", "joint_worst", " with ", |deck| {
        let mut values: Vec<u8> = deck.cards.iter().map(|card| card.unintended).collect();
        values.sort_unstable();
        for (card, value) in deck.cards.iter_mut().zip(values) {
            card.unintended = value;
        }
    }),
];

#[test]
fn every_biased_statistic_is_reported_by_its_own_figure() {
    for (what, figure, at, add_bias) in BIASED {
        let mut deck = EditableDeck::new();
        add_bias(&mut deck);
        let validation = validate(&deck.deck(), Some(&fixtures::spec()));
        let figure = validation.figure(figure).expect("the figure exists");
        // Figures without a limit cannot fall short.
        assert_ne!(FigureVerdict::Holds, figure.verdict, "{what}: {figure:?}");
        assert!(figure.at.contains(at), "{what}: {figure:?}");
        assert!(!validation.holds(), "{what}");
    }
}
