//! Repairs elements: which cards must change so that the counts match the spec.

use crate::deck::Deck;
use crate::random::Draws;
use crate::spec::PinValue;

/// Deals the `wanted` values so that as few cards as possible change: pins first, then every card keeps its
/// old value if it is still available, unchanged cards before changed ones; the rest is random.
pub(super) fn repaired(
    old: Option<&[i64]>,
    mut wanted: Vec<i64>,
    pinned: &[(usize, i64)],
    changed: &[bool],
    draws: &mut Draws,
) -> Vec<i64> {
    let mut state: Vec<Option<i64>> = vec![None; changed.len()];
    let mut take = |value: i64| {
        let place = wanted.iter().position(|&known| known == value)?;
        Some(wanted.remove(place))
    };
    for &(card, value) in pinned {
        state[card] = take(value);
    }
    for costly in [true, false] {
        for card in (0..changed.len()).filter(|&card| changed[card] != costly) {
            if let (None, Some(old)) = (state[card], old) {
                state[card] = take(old[card]);
            }
        }
    }
    draws.shuffle(&mut wanted);
    state.into_iter().filter_map(|value| value.or_else(|| wanted.pop())).collect()
}

/// The hits for each burst size, card by card, and the cards without a pin. `lists` are the sizes' values
/// in rising order.
pub(super) fn bursts(
    deck: &Deck,
    lists: &[Vec<i64>],
    old: Option<&[Vec<i64>]>,
    pinned: &[Vec<(usize, i64)>],
) -> (Vec<Vec<i64>>, Vec<usize>) {
    let cards = 0..deck.size();
    let is_pinned = |card: &usize| pinned.iter().flatten().any(|(known, _)| known == card);
    let free: Vec<usize> = cards.clone().filter(|card| !is_pinned(card)).collect();
    if let Some(old) = old {
        let counts = old.iter().zip(lists).all(|(hits, list)| {
            let mut sorted = hits.clone();
            sorted.sort_unstable();
            sorted == *list
        });
        let rising = cards.clone().all(|card| old.is_sorted_by(|a, b| a[card] <= b[card]));
        let pins = old
            .iter()
            .zip(pinned)
            .all(|(hits, pins)| pins.iter().all(|(card, value)| hits[*card] == *value));
        if counts && rising && pins {
            return (old.to_vec(), free);
        }
    }
    // A card has the same index in all lists. Pinned cards take the first index with their values; the others
    // follow in the order of their old hits.
    let mut places: Vec<usize> = cards.clone().collect();
    let mut order = vec![0; deck.size()];
    for card in cards.clone().filter(is_pinned) {
        let fits = |place: &usize| {
            pinned.iter().zip(lists).all(|(pins, list)| {
                pins.iter()
                    .filter(|(known, _)| *known == card)
                    .all(|(_, hits)| list[*place] == *hits)
            })
        };
        let at = places.iter().position(fits).unwrap_or(0);
        order[card] = places.remove(at);
    }
    let mut ranked = free.clone();
    let hits = |card: usize| -> Vec<i64> {
        old.map_or_else(
            || deck.cards()[card].bursts.iter().map(|&hits| hits.into()).collect(),
            |old| old.iter().map(|size| size[card]).collect(),
        )
    };
    ranked.sort_by_key(|&card| (hits(card), card));
    for (card, place) in ranked.into_iter().zip(places) {
        order[card] = place;
    }
    let sizes = lists.iter().map(|list| order.iter().map(|&place| list[place]).collect()).collect();
    (sizes, free)
}

/// A pinned value as in `deck.csv`.
pub(super) fn shown(value: &PinValue) -> String {
    match value {
        PinValue::Cause(cell) => cell.to_string(),
        PinValue::Number(number) => number.to_string(),
        PinValue::Blank => String::new(),
        PinValue::Extra(value) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_more_and_one_less_changes_one_card() {
        let old: Vec<i64> = (0..54).map(|card| card % 6 + 1).collect();
        let mut wanted = old.clone();
        wanted[0] = 6;
        let mut draws = Draws::new(1, "values");
        let unchanged = [false; 54];
        let mut state = repaired(Some(&old), wanted.clone(), &[(3, 4)], &unchanged, &mut draws);
        let differ = old.iter().zip(&state).filter(|(old, new)| old != new).count();
        assert_eq!(1, differ);
        state.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(wanted, state);
    }

    #[test]
    fn changed_cards_change_before_others() {
        let mut wanted = vec![1; 54];
        wanted[0] = 2;
        let mut changed = [false; 54];
        changed[40] = true;
        let mut draws = Draws::new(1, "values");
        let state = repaired(Some(&[1; 54]), wanted, &[], &changed, &mut draws);
        assert_eq!(Some(40), state.iter().position(|&value| value == 2));
    }
}
