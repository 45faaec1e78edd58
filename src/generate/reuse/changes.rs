//! Which cells of which cards differ from the old deck.

use crate::deck::DECK_SIZE;

use super::{Content, Unit};

/// The count of what changed, kept up to date while cells change places.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    old: Vec<Option<Content>>,
    /// `cells[unit][card]`: how many cells differ.
    cells: Vec<[i32; DECK_SIZE]>,
    /// Differing cells of each card.
    of_card: [i32; DECK_SIZE],
}

/// Cards and cells that differ from the old deck, or by how much their number changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Count {
    pub cards: i32,
    pub cells: i32,
}

impl Changes {
    /// `old` is what the old deck has in place of each unit; what it has not counts as one cell a
    /// card.
    pub fn new(units: &[Unit], old: Vec<Option<Content>>) -> Self {
        let cells = vec![[0; DECK_SIZE]; units.len()];
        let mut changes = Self { old, cells, of_card: [0; DECK_SIZE] };
        for (index, unit) in units.iter().enumerate() {
            for card in 0..DECK_SIZE {
                changes.update(index, unit, card);
            }
        }
        changes
    }

    /// Whether the old deck has nothing in the unit's place.
    pub fn is_new(&self, unit: usize) -> bool {
        self.old[unit].is_none()
    }

    /// Whether anything on the card differs.
    pub fn changed(&self, card: usize) -> bool {
        self.of_card[card] > 0
    }

    pub fn count(&self) -> Count {
        let cards = self.of_card.iter().filter(|&&cells| cells > 0).count() as i32;
        Count { cards, cells: self.of_card.iter().sum() }
    }

    /// Looks at a unit of a card again; gives the change in the counts.
    pub fn update(&mut self, index: usize, unit: &Unit, card: usize) -> Count {
        let old = self.old[index].as_ref();
        let differs = old.map_or(1, |old| differing(&unit.content, old, card));
        let cells = differs - std::mem::replace(&mut self.cells[index][card], differs);
        let before = self.of_card[card];
        self.of_card[card] += cells;
        let cards = i32::from(self.of_card[card] > 0) - i32::from(before > 0);
        Count { cards, cells }
    }
}

/// In how many cells a card shows in `now` something else than in `before`.
pub(super) fn differing(now: &Content, before: &Content, card: usize) -> i32 {
    fn rows<T: PartialEq>(now: &[Vec<T>], before: &[Vec<T>], card: usize) -> i32 {
        let shared = now.iter().zip(before).filter(|(a, b)| a[card] != b[card]).count();
        (shared + now.len().abs_diff(before.len())) as i32
    }
    match (now, before) {
        (Content::Cause(now), Content::Cause(before)) => {
            let shared = 0..now.rows().min(before.rows());
            let differ = shared.filter(|&row| now.cell(row, card) != before.cell(row, card));
            (differ.count() + now.rows().abs_diff(before.rows())) as i32
        }
        (Content::Effect(now), Content::Effect(before)) => rows(&now.cells, &before.cells, card),
        (Content::Bursts(now), Content::Bursts(before)) => rows(now, before, card),
        (Content::HitStep(now), Content::HitStep(before)) => i32::from(now[card] != before[card]),
        (Content::Penetration(now), Content::Penetration(before)) => {
            i32::from(now[card] != before[card])
        }
        (Content::Scatter(now), Content::Scatter(before)) => i32::from(now[card] != before[card]),
        (Content::Failure(now), Content::Failure(before)) => i32::from(now[card] != before[card]),
        (Content::Unintended(now), Content::Unintended(before)) => {
            i32::from(now[card] != before[card])
        }
        (Content::Extra(now), Content::Extra(before)) => i32::from(now[card] != before[card]),
        _ => 1,
    }
}
