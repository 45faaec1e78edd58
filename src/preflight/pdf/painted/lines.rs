//! Lines that are too thin for a press, or black with other inks in it.

use std::collections::BTreeSet;

use super::super::examined::{Examined, Rule};
use super::canvas::{Canvas, Painting, Part};
use super::ink::{is_mixed_black, process_inks_text};
use super::paints::Paints;
use super::thin::{THICKEST, thickness};
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[
    Rule { name: "pdf.hairlines", requirement: "no line thinner than 0.25 pt", check: hairlines },
    Rule {
        name: "pdf.black-lines",
        requirement: "black lines, frames and thin shapes in black ink alone, which cannot print with \
            colour fringes",
        check: black_lines,
    },
];

/// The thinnest line that presses can print, in points.
const THINNEST: f64 = 0.25;

/// Shorter bars are ornament, in points: 1 mm.
const SHORTEST_BAR: f64 = 2.8;

/// The tolerance for rounding in a file, in points.
const SLACK: f64 = 0.005;

/// Measures every painted line.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Lines {
    /// Lines that are too thin, each width once per page.
    thin: Faults,
    /// Black lines, frames and other thin shapes with other inks than black, each kind once per page.
    black: Faults,
    /// Lines in Type 3 glyphs, whose position and scale are not known.
    unplaced: Faults,
    reported: BTreeSet<(u32, u64)>,
}

/// The width of a part that is a long and narrow bar with four corners, in any direction.
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
    // The short sides must be as long as the bar is wide, unlike the point of a triangle or ray.
    let ends = f64::min(sides[0].max(sides[2]), sides[1].max(sides[3]));
    let is_bar = part.is_straight && length >= SHORTEST_BAR && ends <= 2.0 * width + SLACK;
    is_bar.then_some(width)
}

impl Lines {
    /// Handles a painted path.
    pub(super) fn path(&mut self, page: u32, canvas: &Canvas, painting: Painting, paints: &Paints) {
        let state = paints.now();
        let width = state.line_width();
        if painting.stroke {
            self.width(page, "a line", width);
            if let Some(inks) = state.line.process().filter(is_mixed_black)
                && width < THICKEST
            {
                self.black(page, "a line", width, &inks);
            }
        }
        if painting.fill
            && let Some(inks) = state.fill.process().filter(is_mixed_black)
            && let Some(thickness) = thickness(&canvas.parts).filter(|own| *own < THICKEST)
        {
            self.black(page, "a thin shape", thickness, &inks);
        }
        if painting.fill
            && !painting.stroke
            && let [part] = &canvas.parts[..]
            && let Some(width) = bar(part)
        {
            self.width(page, "a filled bar", width);
        }
    }

    fn width(&mut self, page: u32, what: &str, width: f64) {
        let width = (width * 1e3).round() / 1e3;
        if width < THINNEST - SLACK
            && (self.thin.is_full() || self.reported.insert((page, width.to_bits())))
        {
            self.thin.add(Fault::on(page, format!("{what} of {width:.3} pt")));
        }
    }

    fn black(&mut self, page: u32, what: &str, width: f64, inks: &[f64; 4]) {
        let reason = format!("{what} of {width:.2} pt in {}", process_inks_text(inks));
        self.black.add_once(Fault::on(page, reason));
    }

    /// Handles an operator of a Type 3 glyph.
    pub(super) fn in_glyph(&mut self, page: u32, operator: &str) {
        if ["S", "s", "B", "B*", "b", "b*"].contains(&operator) {
            let reason = "a font whose glyphs are drawn with lines of unknown width";
            self.unplaced.add_once(Fault::on(page, reason));
        }
    }
}

fn hairlines(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let lines = &examined.painted.lines;
    lines.thin.verdict().or_unchecked(&lines.unplaced)
}

fn black_lines(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let lines = &examined.painted.lines;
    lines.black.verdict().or_unchecked(&lines.unplaced)
}
