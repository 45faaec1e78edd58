//! Pins that the old deck fulfils on another card: two cards exchange a unit's whole tuple, which
//! keeps every count, every level and every rise.

use crate::deck::DECK_SIZE;

use super::super::units::Content;
use super::state::State;

/// The pinned values of one unit: `pins[row][card]`, one row for an element, one a size for bursts.
pub(super) type UnitPins = Vec<Vec<Option<i64>>>;

/// What exchanges have come to; the smaller the better.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Score {
    /// Pins that no exchange fulfils.
    pub unmet: usize,
    /// Cards that differ from the old deck, or must, for their pins are not fulfilled.
    pub cards: usize,
    /// The change of the joint cost.
    pub cost: f64,
}

/// Exchanges tuples until no exchange fulfils more of `pins`, those of the state's units: first with
/// cards that fulfil all of a unit's pins, then with cards that change anyway, then where it costs
/// the least dependence.
pub(super) fn exchange(state: &mut State, pins: &[UnitPins]) -> Score {
    let unmet = |state: &State, unit: usize, tuple: usize, card: usize| {
        unmet(state, &pins[unit], unit, tuple, card)
    };
    let mut again = true;
    while again {
        again = false;
        for unit in 0..pins.len() {
            for card in 0..DECK_SIZE {
                let missing = unmet(state, unit, card, card);
                if missing == 0 {
                    continue;
                }
                let gain = |other: &usize| {
                    let then = unmet(state, unit, card, *other) + unmet(state, unit, *other, card);
                    then < missing + unmet(state, unit, *other, *other)
                };
                let price = |other: usize| {
                    let open = 1e12 * unmet(state, unit, other, card) as f64;
                    let moves = if restless(state, pins, other) { 0.0 } else { 1e9 };
                    open + moves + state.change(unit, card, other)
                };
                let best = (0..DECK_SIZE)
                    .filter(|other| *other != card && gain(other))
                    .map(|other| (price(other), other))
                    .min_by(|a, b| a.0.total_cmp(&b.0));
                if let Some((_, other)) = best {
                    state.exchange(unit, card, other);
                    again = true;
                }
            }
        }
    }
    let every = (0..pins.len()).flat_map(|unit| (0..DECK_SIZE).map(move |card| (unit, card)));
    Score {
        unmet: every.map(|(unit, card)| unmet(state, unit, card, card)).sum(),
        cards: (0..DECK_SIZE).filter(|&card| restless(state, pins, card)).count(),
        cost: state.cost,
    }
}

/// Whether a card differs from the old deck, or must, for a pin is not fulfilled.
pub(super) fn restless(state: &State, pins: &[UnitPins], card: usize) -> bool {
    let missing = |(unit, pins): (usize, &UnitPins)| unmet(state, pins, unit, card, card) > 0;
    state.changes.changed(card) || pins.iter().enumerate().any(missing)
}

/// How many pins of a card a tuple would leave unfulfilled.
fn unmet(state: &State, pins: &UnitPins, unit: usize, tuple: usize, card: usize) -> usize {
    let content = &state.units[unit].content;
    let missing = |(row, pins): &(usize, &Vec<Option<i64>>)| {
        pins[card].is_some_and(|pin| value(content, *row, tuple) != pin)
    };
    pins.iter().enumerate().filter(missing).count()
}

/// What a tuple shows in a row, as pins write it: critical failures as 0, a blank failure as −1.
fn value(content: &Content, row: usize, card: usize) -> i64 {
    match content {
        Content::Cause(cause) if row < cause.rows() => cause.cell(row, card).into(),
        Content::Cause(_) => -1,
        Content::Effect(effect) => effect.cells.get(row).map_or(-1, |row| row[card].into()),
        Content::Bursts(sizes) => sizes.get(row).map_or(-1, |hits| hits[card].into()),
        Content::HitStep(values) | Content::Scatter(values) | Content::Unintended(values) => {
            values[card].into()
        }
        Content::Penetration(values) => values[card].into(),
        Content::Failure(values) => values[card].map_or(-1, i64::from),
        Content::Extra(values) => values[card] as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::joint::Prices;
    use super::super::super::units::numbered;
    use super::super::changes::Changes;
    use super::*;

    /// Two elements on 54 cards, the first of which has pins.
    fn exchanged(pins: &[(usize, i64)]) -> (Vec<u8>, Score) {
        let steps: Vec<u8> = (0..54).map(|card| card % 20 + 1).collect();
        let hours = (0..54).map(|card| card % 12 + 1).collect();
        let contents = vec![Content::HitStep(steps), Content::Scatter(hours)];
        let units = numbered(contents.iter().cloned().map(|c| (c, Vec::new())).collect());
        let changes = Changes::new(&units, contents.into_iter().map(Some).collect());
        let prices = Prices::new(super::super::limits::weights(&Default::default(), None));
        let mut state = State::new(units, changes, &[], &prices);
        let mut pinned = vec![vec![vec![None; DECK_SIZE]]; 2];
        pins.iter().for_each(|&(card, step)| pinned[0][0][card] = Some(step));
        let score = exchange(&mut state, &pinned);
        let Content::HitStep(steps) = &state.units[0].content else { panic!("not the steps") };
        (steps.clone(), score)
    }

    #[test]
    fn a_pin_is_fetched_from_a_card_that_holds_it() {
        let (steps, score) = exchanged(&[(3, 20)]);
        assert_eq!(20, steps[3]);
        assert_eq!((0, 2), (score.unmet, score.cards));
    }

    #[test]
    fn cards_that_change_anyway_give_first_and_pinned_cards_keep_what_they_must() {
        // Step 1 stands on cards 0, 20 and 40, step 4 on 3, 23 and 43.
        let (steps, score) = exchanged(&[(0, 4), (3, 1), (20, 1), (40, 1), (23, 4)]);
        assert_eq!((4, 1, 1, 1, 4), (steps[0], steps[3], steps[20], steps[40], steps[23]));
        assert_eq!((0, 2), (score.unmet, score.cards));
    }

    #[test]
    fn a_pin_that_no_card_holds_stays_open() {
        let (_, score) = exchanged(&[(7, 99)]);
        assert_eq!((1, 1), (score.unmet, score.cards));
    }
}
