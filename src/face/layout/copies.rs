//! The copies of every prototype, in their places.

use std::collections::BTreeMap;

use super::super::document::Element;
use super::parts::Prototype;
use super::place::{Hold, Placer};

/// The copies of every prototype, in their places.
#[derive(Debug, Default)]
pub(super) struct Copies(pub(super) BTreeMap<usize, Vec<Element>>);

impl Copies {
    pub(super) fn add(&mut self, prototype: &Prototype<'_>, copy: &Element, placer: &Placer) {
        let placed = placer.placed(copy, &prototype.lettering, Hold::default());
        self.0.entry(prototype.element.span.start).or_default().push(placed);
    }
}
