//! Counts the cells of each card that differ from the old deck.

use super::super::content::Content;
use super::super::unit::{Exchange, Unit};

/// The number of changes, updated while cells are exchanged.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    old: Vec<Option<Content>>,
    /// Differing cells of each card.
    cells: Vec<i32>,
}

/// Cards and cells that differ from the old deck, or a change of these counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Count {
    pub cards: i32,
    pub cells: i32,
}

/// The number of further cells in which two cards would differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    cards: [usize; 2],
    cells: [i32; 2],
}

impl Changes {
    /// `old` is the old content of each unit; a missing one counts as one cell per card.
    pub fn new(units: &[Unit], old: Vec<Option<Content>>) -> Self {
        let differs = |card: usize| {
            let units = units.iter().zip(&old);
            units.map(|(unit, old)| differing(&unit.content, old.as_ref(), card)).sum()
        };
        let cards = units.first().map_or(0, |unit| unit.content.cards());
        Self { cells: (0..cards).map(differs).collect(), old }
    }

    /// The number of cards of the deck.
    pub fn deck_size(&self) -> usize {
        self.cells.len()
    }

    /// Whether the old deck lacks the unit.
    pub fn is_new(&self, unit: usize) -> bool {
        self.old[unit].is_none()
    }

    /// Whether the card differs.
    pub fn changed(&self, card: usize) -> bool {
        self.cells[card] > 0
    }

    /// The cards that differ.
    pub fn cards(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&card| self.changed(card)).collect()
    }

    pub fn count(&self) -> Count {
        Count { cards: self.cards().len() as i32, cells: self.cells.iter().sum() }
    }

    /// The change of the counts by an exchange in a unit with this `content`.
    pub fn change(&self, unit: usize, content: &Content, exchange: &Exchange) -> Change {
        let [one, other] = exchange.cards;
        let mut cells = [0; 2];
        if let Some(old) = &self.old[unit] {
            let rows = 0..content.rows().min(old.rows());
            for row in rows.filter(|&row| exchange.extent.has(row)) {
                let now = [content.value(row, one), content.value(row, other)];
                let was = [old.value(row, one), old.value(row, other)];
                for (place, cells) in cells.iter_mut().enumerate() {
                    *cells += i32::from(now[1 - place] != was[place]);
                    *cells -= i32::from(now[place] != was[place]);
                }
            }
        }
        Change { cards: exchange.cards, cells }
    }

    /// What a change adds to the counts.
    pub fn added(&self, change: &Change) -> Count {
        let of_card = |(&card, &cells): (&usize, &i32)| {
            i32::from(self.cells[card] + cells > 0) - i32::from(self.cells[card] > 0)
        };
        Count {
            cards: change.cards.iter().zip(&change.cells).map(of_card).sum(),
            cells: change.cells.iter().sum(),
        }
    }

    /// Applies a change that is made.
    pub fn make(&mut self, change: &Change) {
        for (&card, cells) in change.cards.iter().zip(&change.cells) {
            self.cells[card] += cells;
        }
    }
}

/// The number of cells of a card in which `now` differs from `old`.
pub(super) fn differing(now: &Content, old: Option<&Content>, card: usize) -> i32 {
    let Some(old) = old else { return 1 };
    let rows = 0..now.rows().min(old.rows());
    let differ = rows.filter(|&row| now.value(row, card) != old.value(row, card));
    (differ.count() + now.rows().abs_diff(old.rows())) as i32
}
