//! The structural rules: corners, ranges, counts, rising rows, pins.
//!
//! Every broken rule is a [`Fault`] with card and field. If a value breaks a rule by itself, the counts that
//! it changes are not reported in addition.

mod corners;
mod elements;
mod fault;
mod grids;
mod hits;
mod layout;
mod pins;

use crate::deck::{Deck, Part};

pub use fault::{Fault, Rule};

use super::norms::Norms;

/// Every broken rule: the layout first, then the rules in the order of a card's fields, pins last.
pub(super) fn faults(deck: &Deck, norms: &Norms) -> Vec<Fault> {
    let mut faults = Vec::new();
    if let Some(spec) = norms.spec {
        layout::check(deck, spec, &mut faults);
    }
    corners::check(deck, norms.yes, &mut faults);
    grids::cause(deck, norms.spec, &mut faults);
    grids::effect(deck, &mut faults);
    if deck.layout().has(Part::Hit) && norms.spec.is_none_or(|spec| spec.has(Part::Hit)) {
        hits::check(deck, norms.spec, &mut faults);
    }
    elements::bursts_in_order(deck, &mut faults);
    if let Some(spec) = norms.spec {
        elements::counts(deck, spec, &mut faults);
        pins::check(deck, spec, &mut faults);
    }
    faults
}
