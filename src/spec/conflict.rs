//! Problems of conflicting pins.

use crate::diagnostic::Problem;

use super::model::Pin;

impl Pin {
    /// The problem of a pin that conflicts with the spec or with other pins, at its place.
    pub(super) fn conflict(&self, message: String, accepted: &str) -> Problem {
        let (source, span) = &self.place;
        Problem::coded("pins.conflict", message).at(source, span.clone()).accepts(accepted)
    }
}
