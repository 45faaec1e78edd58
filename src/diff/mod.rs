//! Compares two decks: cells, distributions, odds and figures.
//!
//! ```
//! use actiondeck::Deck;
//! use actiondeck::deck::Toggle;
//! use actiondeck::diff::{diff, report};
//!
//! let old = Deck::built_in();
//! let mut cards = old.cards().to_vec();
//! cards[34].toggle = Toggle::No;
//! let new = Deck::new("Mended", None, old.layout().clone(), cards)?;
//! let difference = diff((&old, None), (&new, None));
//! assert_eq!(1, difference.cells());
//! assert_eq!(34, difference.cards[0].number);
//! println!("{}", report::terminal(&difference, report::Length::Short));
//! # Ok::<(), actiondeck::deck::DeckError>(())
//! ```

#[cfg(feature = "print")]
mod changelog;
mod model;
mod odds;
pub mod report;

use std::collections::BTreeMap;

use crate::deck::{CardNumber, Deck, Field, Layout};
use crate::spec::Spec;
use crate::validate::{DeckNote, validate};

#[cfg(feature = "print")]
pub use changelog::changelog_card;
#[cfg(feature = "print")]
pub(crate) use changelog::field_in_words;
pub use model::{
    CardChange, CellChange, CheckOdds, Difference, DistributionChange, EffectOdds, FigureChange,
    ValueChange,
};

/// Compares two decks, each with its spec if known.
pub fn diff(
    (old, old_spec): (&Deck, Option<&Spec>),
    (new, new_spec): (&Deck, Option<&Spec>),
) -> Difference {
    // A column that is closed in only one deck counts as another column.
    let heads = |deck: &Deck| -> Vec<String> {
        let layout = deck.layout();
        layout.fields().iter().map(|field| layout.head(field)).collect()
    };
    let (old_heads, new_heads) = (heads(old), heads(new));
    let missing = |from: &[String], other: &[String]| -> Vec<String> {
        from.iter().filter(|head| !other.contains(head)).cloned().collect()
    };
    let larger = if old.size() > new.size() { old } else { new };
    let cards: Vec<CardChange> = larger
        .numbers()
        .iter()
        .map(|number| CardChange { number: number.get(), cells: cells(old, new, number) })
        .filter(|change| !change.cells.is_empty())
        .collect();
    Difference {
        format: model::FORMAT,
        old: note(old),
        new: note(new),
        identical: old.digest() == new.digest(),
        added: missing(&new_heads, &old_heads),
        removed: missing(&old_heads, &new_heads),
        distributions: distributions(old, new),
        checks: odds::checks(old, new),
        effects: odds::effects(old, new),
        figures: figures((old, old_spec), (new, new_spec)),
        cards,
    }
}

fn note(deck: &Deck) -> DeckNote {
    DeckNote {
        name: deck.name().to_owned(),
        cards: deck.size(),
        edition: deck.edition().to_string(),
        digest: deck.digest().to_string(),
    }
}

/// Every field of either deck, those of the new one first.
fn fields(old: &Deck, new: &Deck) -> Vec<Field> {
    let mut fields = new.layout().fields();
    let removed = old.layout().fields().into_iter().filter(|field| !fields.contains(field));
    let removed: Vec<Field> = removed.collect();
    fields.extend(removed);
    fields
}

/// The meaning of a field on a card, or `None` if the deck has no such field or card.
fn text(deck: &Deck, field: &Field, number: CardNumber) -> Option<String> {
    (has(deck.layout(), field) && deck.numbers().contains(number))
        .then(|| deck.layout().says(field, deck.card(number)))
}

fn has(layout: &Layout, field: &Field) -> bool {
    layout.fields().contains(field)
}

fn cells(old: &Deck, new: &Deck, number: CardNumber) -> Vec<CellChange> {
    fields(old, new)
        .into_iter()
        .filter_map(|field| {
            let (old, new) = (text(old, &field, number), text(new, &field, number));
            (old != new).then(|| CellChange { field: field.to_string(), old, new })
        })
        .collect()
}

/// The fields whose counts of cards by value changed. Fields of only one deck are in [`Difference::added`]
/// and [`Difference::removed`].
fn distributions(old: &Deck, new: &Deck) -> Vec<DistributionChange> {
    let both = new.layout().fields().into_iter().filter(|field| has(old.layout(), field));
    both.filter_map(|field| {
        let mut counts: BTreeMap<(i64, String), (usize, usize)> = BTreeMap::new();
        // Numbers in numeric order, then texts in alphabetical order.
        let key = |text: String| (text.parse().unwrap_or(i64::MAX), text);
        for card in old.cards() {
            counts.entry(key(old.layout().says(&field, card))).or_default().0 += 1;
        }
        for card in new.cards() {
            counts.entry(key(new.layout().says(&field, card))).or_default().1 += 1;
        }
        let values: Vec<ValueChange> = counts
            .into_iter()
            .filter(|(_, (old, new))| old != new)
            .map(|((_, value), (old, new))| ValueChange { value, old, new })
            .collect();
        (!values.is_empty()).then(|| DistributionChange { field: field.to_string(), values })
    })
    .collect()
}

fn figures(
    (old, old_spec): (&Deck, Option<&Spec>),
    (new, new_spec): (&Deck, Option<&Spec>),
) -> Vec<FigureChange> {
    let (before, after) = (validate(old, old_spec), validate(new, new_spec));
    after
        .figures
        .iter()
        .filter_map(|figure| {
            let earlier = before.figure(figure.id)?;
            Some(FigureChange {
                id: figure.id,
                title: figure.title,
                unit: figure.unit,
                changed: earlier.achieved != figure.achieved
                    || earlier.verdict != figure.verdict
                    || earlier.limit != figure.limit,
                old: earlier.achieved.clone(),
                new: figure.achieved.clone(),
                old_limit: earlier.limit.clone(),
                new_limit: figure.limit.clone(),
                old_verdict: earlier.verdict,
                new_verdict: figure.verdict,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::{Card, CauseCell, Grid};

    const DECK: &str = include_str!("../../tests/data/deck.csv");

    fn deck() -> Deck {
        Deck::read("deck.csv", DECK).unwrap()
    }

    /// The deck with one card changed.
    fn changed(number: usize, change: impl Fn(&mut Card)) -> Deck {
        let deck = deck();
        let mut cards = deck.cards().to_vec();
        change(&mut cards[number]);
        Deck::new("deck", None, deck.layout().clone(), cards).unwrap()
    }

    #[test]
    fn a_deck_is_identical_to_itself() {
        let difference = diff((&deck(), None), (&deck(), None));
        assert!(difference.identical);
        assert!(difference.cards.is_empty() && difference.distributions.is_empty());
        assert!(difference.checks.is_empty() && difference.effects.is_empty());
        assert!(difference.figures.iter().all(|figure| !figure.changed));
        assert!(report::terminal(&difference, report::Length::Short).contains("identical"));
    }

    #[test]
    fn one_changed_cell_is_reported_with_its_effect_on_odds() {
        let old = deck();
        let was = old.cards()[7].cause.get(0, 1).unwrap().value();
        let becomes = if was == 4 { 2 } else { 4 };
        let new = changed(7, |card| {
            let mut columns: Vec<Vec<CauseCell>> =
                (0..card.cause.columns()).map(|c| card.cause.column(c).to_vec()).collect();
            columns[0][0] = CauseCell::Number(becomes);
            card.cause = Grid::from_columns(&columns).unwrap();
        });
        let difference = diff((&old, None), (&new, None));
        assert!(!difference.identical);
        assert_eq!(1, difference.cards.len());
        assert_eq!((7, 1), (difference.cards[0].number, difference.cards[0].cells.len()));
        assert_eq!("cause_d4_1", difference.cards[0].cells[0].field);
        assert_eq!(1, difference.distributions.len());
        assert_eq!(2, difference.distributions[0].values.len());
        // Level 1 reads row 1 alone, so its counts change by one card between the two values.
        let level_one: Vec<&CheckOdds> =
            difference.checks.iter().filter(|odds| odds.level == 1).collect();
        assert_eq!(usize::from(was.abs_diff(becomes)), level_one.len());
        assert!(level_one.iter().all(|odds| odds.old.abs_diff(odds.new) == 1));
    }

    #[test]
    fn cards_that_exchange_values_change_no_distribution() {
        let deck = deck();
        let mut cards = deck.cards().to_vec();
        let place = (1..54).find(|&card| cards[card].scatter != cards[0].scatter).unwrap();
        let (one, other) = (cards[0].scatter, cards[place].scatter);
        (cards[0].scatter, cards[place].scatter) = (other, one);
        let new = Deck::new("deck", None, deck.layout().clone(), cards).unwrap();
        let difference = diff((&deck, None), (&new, None));
        assert_eq!(2, difference.cards.len());
        assert!(difference.distributions.is_empty());
    }
}
