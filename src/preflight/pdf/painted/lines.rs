//! Lines too thin for a press, as they come out on the page.

use std::collections::BTreeSet;

use lopdf::Dictionary;

use super::super::walk::{Mapped, Operation, Scope, States};
use crate::geometry::Affine;
use crate::preflight::report::{Fault, Faults};

/// The thinnest line that presses hold, in points.
const THINNEST: f64 = 0.25;

/// Rounding to the decimals of a file, in points.
const SLACK: f64 = 0.005;

/// Measures every line that is drawn.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Lines {
    /// Lines that are too thin, each width once a page.
    pub thin: Faults,
    told: BTreeSet<(u32, u64)>,
    states: States<State>,
}

#[derive(Clone, Copy)]
struct State {
    /// Lengths on the page for lengths in the stream: the root of the area of the unit square.
    scale: f64,
    line: f64,
}

impl Default for State {
    fn default() -> Self {
        Self { scale: 1.0, line: 1.0 }
    }
}

impl Mapped for State {
    fn map(&mut self, matrix: &Affine) {
        self.scale *= matrix.scale();
    }
}

impl Lines {
    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
    ) {
        if self.states.follow(operation) {
            return;
        }
        let state = self.states.now_mut();
        match operation.operator {
            "w" => state.line = operation.numbers.first().copied().unwrap_or(0.0),
            "S" | "s" | "B" | "B*" | "b" | "b*" => {
                let width = (state.line * state.scale * 1e3).round() / 1e3;
                if width < THINNEST - SLACK
                    && (self.thin.is_full() || self.told.insert((scope.page, width.to_bits())))
                {
                    self.thin.add(Fault::on(scope.page, format!("a line of {width:.3} pt")));
                }
            }
            _ => {}
        }
    }

    pub(in crate::preflight::pdf) fn enter(
        &mut self,
        scope: &Scope<'_>,
        form: Option<&Dictionary>,
    ) {
        self.states.enter_mapped(scope, form);
    }

    pub(in crate::preflight::pdf) fn leave(&mut self) {
        self.states.leave();
    }
}
