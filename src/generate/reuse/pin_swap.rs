//! Pin swaps: a pin that the old deck has on another card is fulfilled by exchanging a unit's whole tuples,
//! which keeps every count, level and rise.

use super::super::content::Content;
use super::super::deck_state::DeckState;
use super::super::weights::Weights;
use super::changes::Changes;

/// The pinned values of one unit, row by row: `pins[row][card]`.
pub(super) type UnitPins = Vec<Vec<Option<i64>>>;

/// The score of a set of exchanges; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Score {
    /// Pins that are not fulfilled by an exchange.
    pub unmet: usize,
    /// Cards that differ from the old deck, or must, since their pins are not fulfilled.
    pub cards: usize,
    /// The change of the search's cost.
    pub cost: f64,
}

/// Exchanges tuples while that fulfils more of `pins`, those of the units: first with cards that fulfil all
/// of a unit's pins, then with cards that change anyway, then at the least cost in dependence.
pub(super) fn fetch(
    state: &mut DeckState,
    changes: &mut Changes,
    pins: &[UnitPins],
    weights: &Weights,
) -> Score {
    let unmet = |state: &DeckState, unit: usize, tuple: usize, card: usize| {
        unmet(&state.units[unit].content, &pins[unit], tuple, card)
    };
    let cards = changes.deck_size();
    let mut cost = 0.0;
    let mut again = true;
    while again {
        again = false;
        for unit in 0..pins.len() {
            for card in 0..cards {
                let missing = unmet(state, unit, card, card);
                let gain = |&other: &usize| {
                    let then = unmet(state, unit, card, other) + unmet(state, unit, other, card);
                    then < missing + unmet(state, unit, other, other)
                };
                if missing == 0 || !(0..cards).any(|other| other != card && gain(&other)) {
                    continue;
                }
                let change = state.costs_of_exchange(unit, card, weights);
                let price = |other: usize| {
                    let open = 1e12 * unmet(state, unit, other, card) as f64;
                    let moves = if restless(state, changes, pins, other) { 0.0 } else { 1e9 };
                    open + moves + change[other]
                };
                let best = (0..cards)
                    .filter(|other| *other != card && gain(other))
                    .map(|other| (price(other), other))
                    .min_by(|a, b| a.0.total_cmp(&b.0));
                if let Some((_, other)) = best {
                    let exchange = state.units[unit].whole([card, other]);
                    changes.make(&changes.change(unit, &state.units[unit].content, &exchange));
                    state.units[unit].make(exchange);
                    state.units[unit].renew_kernel();
                    cost += change[other];
                    again = true;
                }
            }
        }
    }
    let every = (0..pins.len()).flat_map(|unit| (0..cards).map(move |card| (unit, card)));
    Score {
        unmet: every.map(|(unit, card)| unmet(state, unit, card, card)).sum(),
        cards: (0..cards).filter(|&card| restless(state, changes, pins, card)).count(),
        cost,
    }
}

/// Whether a card differs from the old deck, or must, since a pin is not fulfilled.
pub(super) fn restless(
    state: &DeckState,
    changes: &Changes,
    pins: &[UnitPins],
    card: usize,
) -> bool {
    let mut units = state.units.iter().zip(pins);
    changes.changed(card) || units.any(|(unit, pins)| unmet(&unit.content, pins, card, card) > 0)
}

/// The number of pins of a card that a tuple does not fulfil.
fn unmet(content: &Content, pins: &UnitPins, tuple: usize, card: usize) -> usize {
    let missing = |(row, pins): &(usize, &Vec<Option<i64>>)| {
        pins[card].is_some_and(|pin| *row >= content.rows() || content.value(*row, tuple) != pin)
    };
    pins.iter().enumerate().filter(missing).count()
}

#[cfg(test)]
mod tests {
    use super::super::super::content::Element;
    use super::super::super::unit::Unit;
    use super::*;

    /// Two elements on 54 cards, the first of which has pins.
    fn exchanged(pins: &[(usize, i64)]) -> (Vec<i64>, Score) {
        let steps = (0..54).map(|card| card % 20 + 1).collect();
        let hours = (0..54).map(|card| card % 12 + 1).collect();
        let contents = [(Element::HitStep, steps), (Element::Scatter, hours)]
            .map(|(element, values)| Content::Element(element, values));
        let units = contents.iter().map(|content| Unit::new(content.clone(), Vec::new())).collect();
        let mut state = DeckState::new(54, units, Vec::new());
        let mut changes = Changes::new(&state.units, contents.map(Some).into());
        let weights = super::super::limits::weights(&Default::default(), None);
        let mut pinned = vec![vec![vec![None; 54]]; 2];
        pins.iter().for_each(|&(card, step)| pinned[0][0][card] = Some(step));
        let score = fetch(&mut state, &mut changes, &pinned, &weights);
        let Content::Element(_, steps) = &state.units[0].content else { panic!("not the steps") };
        (steps.clone(), score)
    }

    #[test]
    fn a_pin_is_swapped_from_a_card_that_has_it() {
        let (steps, score) = exchanged(&[(3, 20)]);
        assert_eq!(20, steps[3]);
        assert_eq!((0, 2), (score.unmet, score.cards));
    }

    #[test]
    fn changed_cards_are_swapped_first_and_pins_are_kept() {
        // Step 1 is on cards 0, 20 and 40, step 4 on 3, 23 and 43.
        let (steps, score) = exchanged(&[(0, 4), (3, 1), (20, 1), (40, 1), (23, 4)]);
        assert_eq!((4, 1, 1, 1, 4), (steps[0], steps[3], steps[20], steps[40], steps[23]));
        assert_eq!((0, 2), (score.unmet, score.cards));
    }

    #[test]
    fn a_pin_that_no_card_has_stays_unmet() {
        let (_, score) = exchanged(&[(7, 99)]);
        assert_eq!((1, 1), (score.unmet, score.cards));
    }
}
