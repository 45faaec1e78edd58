//! Which units of which cards differ from the old deck.

use crate::deck::DECK_SIZE;

use super::{Content, Unit};

/// The count of what changed, kept up to date while cells change places.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    old: Vec<Option<Content>>,
    /// `differs[unit][card]`.
    differs: Vec<[bool; DECK_SIZE]>,
    /// Differing units of each card.
    units: [usize; DECK_SIZE],
}

impl Changes {
    pub fn new(units: &[Unit], old: Vec<Option<Content>>) -> Self {
        let differs = vec![[false; DECK_SIZE]; units.len()];
        let mut changes = Self { old, differs, units: [0; DECK_SIZE] };
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

    /// Looks at a unit of a card again; gives the change in changed cards and in changed units.
    pub fn update(&mut self, index: usize, unit: &Unit, card: usize) -> (i32, i32) {
        let old = self.old[index].as_ref();
        let differs = !old.is_some_and(|old| same(&unit.content, old, card));
        let before = std::mem::replace(&mut self.differs[index][card], differs);
        let was_changed = self.units[card] > 0;
        match (before, differs) {
            (false, true) => self.units[card] += 1,
            (true, false) => self.units[card] -= 1,
            _ => {}
        }
        let cards = i32::from(self.units[card] > 0) - i32::from(was_changed);
        (cards, i32::from(differs) - i32::from(before))
    }
}

/// Whether a card shows in `now` what it showed in `before`, as far as both have it.
pub(super) fn same(now: &Content, before: &Content, card: usize) -> bool {
    fn rows<T: PartialEq>(now: &[Vec<T>], before: &[Vec<T>], card: usize) -> bool {
        now.len() == before.len() && now.iter().zip(before).all(|(a, b)| a[card] == b[card])
    }
    match (now, before) {
        (Content::Cause(now), Content::Cause(before)) => rows(&now.cells, &before.cells, card),
        (Content::Effect(now), Content::Effect(before)) => rows(&now.cells, &before.cells, card),
        (Content::Bursts(now), Content::Bursts(before)) => rows(now, before, card),
        (Content::HitStep(now), Content::HitStep(before)) => now[card] == before[card],
        (Content::Penetration(now), Content::Penetration(before)) => now[card] == before[card],
        (Content::Scatter(now), Content::Scatter(before)) => now[card] == before[card],
        (Content::Failure(now), Content::Failure(before)) => now[card] == before[card],
        (Content::Unintended(now), Content::Unintended(before)) => now[card] == before[card],
        (Content::Extra(now), Content::Extra(before)) => now[card] == before[card],
        _ => false,
    }
}
