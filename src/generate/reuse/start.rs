//! The start of a reprint.

use super::super::content::Content;
use super::super::state;
use super::super::unit::Unit;
use super::changes::Changes;
use super::inventory::Inventory;
use super::limits;
use super::pin_swap::{self, Score};
use super::reprint::Reprint;

/// The units of the old deck, before any exchange.
pub(super) struct Start {
    pub(super) reprint: Reprint,
    /// Their indices among the new deck's units.
    pub(super) places: Vec<usize>,
}

/// The old contents after exchanges, and the cards that change or must change.
pub(super) struct ReuseStart {
    pub(super) contents: Vec<Option<Content>>,
    pub(super) changed: Vec<bool>,
}

impl Start {
    pub(super) fn new(inventory: Inventory) -> Self {
        let contents = inventory.contents();
        let places = (0..contents.len()).filter(|&place| contents[place].is_some()).collect();
        let known: Vec<Content> = contents.into_iter().flatten().collect();
        let units: Vec<Unit> =
            known.iter().map(|content| Unit::new(content.clone(), Vec::new())).collect();
        let changes = Changes::new(&units, known.into_iter().map(Some).collect());
        let state = state(inventory.spec, units);
        Self { reprint: Reprint { state, changes }, places }
    }

    /// Swaps pins from the cards that fulfil them.
    pub(super) fn fetched(&self, inventory: Inventory) -> (ReuseStart, Score) {
        let pins = inventory.unit_pins();
        let known: Vec<_> = self.places.iter().map(|&place| pins[place].clone()).collect();
        let Reprint { mut state, mut changes } = self.reprint.clone();
        let weights = limits::weights(&inventory.spec.limits, None);
        let score = pin_swap::fetch(&mut state, &mut changes, &known, &weights);
        let all = inventory.has_more() || known.len() < pins.len();
        let is_changed = |card| all || pin_swap::restless(&state, &changes, &known, card);
        let changed = (0..inventory.spec.size()).map(is_changed).collect();
        let mut contents: Vec<Option<Content>> = vec![None; pins.len()];
        for (&place, unit) in self.places.iter().zip(state.units) {
            contents[place] = Some(unit.content);
        }
        (ReuseStart { contents, changed }, score)
    }
}
