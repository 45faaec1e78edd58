//! Elements of one value a card: which cards must change so that the counts are the spec's.

use crate::deck::{DECK_SIZE, Deck};
use crate::random::Draws;

/// An element's old values and what the spec asks for.
pub(super) struct Values<T> {
    /// The old value of each card; `None` where it has none that the spec knows.
    pub old: Vec<Option<T>>,
    /// The 54 values to hand out.
    wanted: Vec<T>,
    pinned: Vec<(usize, T)>,
}

impl<T: Clone + PartialEq> Values<T> {
    pub fn new(old: Vec<Option<T>>, wanted: Vec<T>, pinned: Vec<(usize, T)>) -> Self {
        Self { old, wanted, pinned }
    }

    /// The cards without a pin.
    pub fn free(&self) -> Vec<usize> {
        let pinned = |card: &usize| self.pinned.iter().any(|(known, _)| known == card);
        (0..DECK_SIZE).filter(|card| !pinned(card)).collect()
    }

    /// The wanted values dealt so that as few cards as possible change: pins first, then every card
    /// whose old value is still to be had keeps it, unchanged cards before changed ones; the rest
    /// is dealt by chance.
    pub fn repaired(&self, changed: &[bool; DECK_SIZE], draws: &mut Draws) -> Vec<T> {
        let mut left = self.wanted.clone();
        let mut dealt: Vec<Option<T>> = vec![None; DECK_SIZE];
        let mut take = |value: &T| {
            let place = left.iter().position(|known| known == value)?;
            Some(left.remove(place))
        };
        for (card, value) in &self.pinned {
            dealt[*card] = take(value);
        }
        for costly in [true, false] {
            for card in (0..DECK_SIZE).filter(|&card| changed[card] != costly) {
                if dealt[card].is_none()
                    && let Some(old) = &self.old[card]
                {
                    dealt[card] = take(old);
                }
            }
        }
        draws.shuffle(&mut left);
        dealt.into_iter().filter_map(|value| value.or_else(|| left.pop())).collect()
    }
}

/// Hits for each burst size, card by card, and the cards without a pin. `lists` are the sizes' 54
/// values in rising order.
pub(super) fn bursts(
    deck: &Deck,
    lists: &[Vec<u16>],
    old: Option<&[Vec<u16>]>,
    pinned: &[Vec<(usize, u16)>],
) -> (Vec<Vec<u16>>, Vec<usize>) {
    let is_pinned = |card: &usize| pinned.iter().flatten().any(|(known, _)| known == card);
    let free: Vec<usize> = (0..DECK_SIZE).filter(|card| !is_pinned(card)).collect();
    if let Some(old) = old {
        let counts = old.iter().zip(lists).all(|(hits, list)| {
            let mut sorted = hits.clone();
            sorted.sort_unstable();
            sorted == *list
        });
        let rising = (0..DECK_SIZE).all(|card| old.is_sorted_by(|a, b| a[card] <= b[card]));
        let pins = old
            .iter()
            .zip(pinned)
            .all(|(hits, pins)| pins.iter().all(|(card, value)| hits[*card] == *value));
        if counts && rising && pins {
            return (old.to_vec(), free);
        }
    }
    // A card stands at one place of all lists. Pinned cards take the first place that shows their
    // values; the others follow in the order of their old hits.
    let mut places: Vec<usize> = (0..DECK_SIZE).collect();
    let mut order = vec![0; DECK_SIZE];
    for card in (0..DECK_SIZE).filter(is_pinned) {
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
    let hits = |card: usize| -> Vec<u16> {
        old.map_or_else(
            || deck.cards()[card].bursts.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_value_more_and_one_less_changes_one_card() {
        let old: Vec<Option<u8>> = (0..54).map(|card| Some(card % 6 + 1)).collect();
        let mut wanted: Vec<u8> = old.iter().flatten().copied().collect();
        wanted[0] = 6;
        let values = Values::new(old.clone(), wanted.clone(), vec![(3, 4)]);
        let mut dealt = values.repaired(&[false; DECK_SIZE], &mut Draws::new(1, "values"));
        let differ = old.iter().flatten().zip(&dealt).filter(|(old, new)| old != new).count();
        assert_eq!(1, differ);
        dealt.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(wanted, dealt);
    }

    #[test]
    fn a_card_that_changed_already_changes_before_another() {
        let old: Vec<Option<u8>> = vec![Some(1); 54];
        let mut wanted = vec![1_u8; 54];
        wanted[0] = 2;
        let mut changed = [false; DECK_SIZE];
        changed[40] = true;
        let values = Values::new(old, wanted, Vec::new());
        let dealt = values.repaired(&changed, &mut Draws::new(1, "values"));
        assert_eq!(Some(40), dealt.iter().position(|&value| value == 2));
    }
}
