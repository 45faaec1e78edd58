//! What pins are held against, and how one that contradicts it is told.

use crate::diagnostic::{Problem, Problems};
use crate::dice::{Die, Distribution};

use super::model::{Pin, Spec};

/// Tells what is wrong with a pin.
pub(super) fn fault(problems: &mut Problems, pin: &Pin, message: String, accepted: &str) {
    let (source, span) = &pin.place;
    problems
        .push(Problem::coded("pins.conflict", message).at(source, span.clone()).accepts(accepted));
}

/// The die of an effect column up to `highest`, open-ended unless the spec closes it.
pub(super) fn effect_die(spec: &Spec, die: Die, highest: i64) -> Distribution {
    if spec.effect.closed {
        Distribution::die(die)
    } else {
        Distribution::open_ended(die, highest.clamp(1, 99_999) as u32 + 1)
    }
}
