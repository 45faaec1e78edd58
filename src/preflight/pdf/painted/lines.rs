//! Lines too thin for a press, as they come out on the page.

use std::collections::BTreeSet;

use super::super::walk::{Mapped, Operation, Scope, States};
use super::canvas::{Canvas, Painting, Part};
use crate::geometry::Affine;
use crate::pdf_value::Dictionary;
use crate::preflight::report::{Fault, Faults};

/// The thinnest line that presses hold, in points.
const THINNEST: f64 = 0.25;

/// Shorter bars are ornament, in points: 1 mm.
const SHORTEST_BAR: f64 = 2.8;

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

/// The width of a part that is a long and narrow bar of four corners, whichever way it lies.
fn bar(part: &Part) -> Option<f64> {
    let [first, rest @ ..] = &part.points[..] else { return None };
    let corners = match rest {
        [a, b, c] => [first, a, b, c],
        [a, b, c, last] if last == first => [first, a, b, c],
        _ => return None,
    };
    let side = |at: usize| {
        let ([x, y], [u, v]) = (corners[at], corners[(at + 1) % 4]);
        ((u - x) * (u - x) + (v - y) * (v - y)).sqrt()
    };
    let sides = [0, 1, 2, 3].map(side);
    let length = sides.into_iter().fold(0.0, f64::max);
    let doubled = (0..4).map(|at| {
        let ([x, y], [u, v]) = (corners[at], corners[(at + 1) % 4]);
        x * v - u * y
    });
    let width = doubled.sum::<f64>().abs() / 2.0 / length;
    // The two short sides are the bar's ends: a triangle's point or a star's ray has none.
    let ends = f64::min(sides[0].max(sides[2]), sides[1].max(sides[3]));
    let is_bar = part.is_straight && length >= SHORTEST_BAR && ends <= 2.0 * width + SLACK;
    is_bar.then_some(width)
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
    /// Takes an operator that does not end a path.
    pub(in crate::preflight::pdf) fn operator(&mut self, operation: &Operation<'_>) {
        if !self.states.follow(operation) && operation.operator == "w" {
            self.states.now_mut().line = operation.numbers.first().copied().unwrap_or(0.0);
        }
    }

    /// Takes a path that is painted.
    pub(super) fn path(&mut self, page: u32, canvas: &Canvas, painting: Painting) {
        if painting.stroke {
            let state = self.states.now();
            self.width(page, "a line", state.line * state.scale);
        } else if painting.fill
            && let [part] = &canvas.parts[..]
            && let Some(width) = bar(part)
        {
            self.width(page, "a filled bar", width);
        }
    }

    fn width(&mut self, page: u32, what: &str, width: f64) {
        let width = (width * 1e3).round() / 1e3;
        if width < THINNEST - SLACK
            && (self.thin.is_full() || self.told.insert((page, width.to_bits())))
        {
            self.thin.add(Fault::on(page, format!("{what} of {width:.3} pt")));
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
