//! How a pin that contradicts what it is held against is told.

use crate::diagnostic::{Problem, Problems};

use super::model::Pin;

/// Tells what is wrong with a pin.
pub(super) fn fault(problems: &mut Problems, pin: &Pin, message: String, accepted: &str) {
    let (source, span) = &pin.place;
    problems
        .push(Problem::coded("pins.conflict", message).at(source, span.clone()).accepts(accepted));
}
