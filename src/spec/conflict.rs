//! What is told of pins that cannot stand as they are.

use crate::diagnostic::Problem;

use super::model::Pin;

impl Pin {
    /// That the pin conflicts with the spec or with other pins, told at its place.
    pub(super) fn conflict(&self, message: String, accepted: &str) -> Problem {
        let (source, span) = &self.place;
        Problem::coded("pins.conflict", message).at(source, span.clone()).accepts(accepted)
    }
}
