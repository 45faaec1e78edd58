//! Overprinting colours that change in print: a press mixes them with the colours below, while a screen may show them
//! unmixed.

use std::collections::BTreeSet;

use super::super::examined::{Examined, Rule};
use super::super::walk::Operation;
use super::ink::process_inks_text;
use super::paints::{Paint, Paints};
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[Rule {
    name: "pdf.overprint",
    requirement: "white does not overprint, because a press would not print it",
    check: overprint,
}];

/// Checks every colour of the four inks that is painted while overprint is on.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Overprint {
    /// White, which is not printed at all, once per page.
    white: Faults,
    /// Colours other than black, which mix with the colours below, once per page.
    mixed: Faults,
    reported: BTreeSet<(u32, [u64; 4])>,
}

impl Overprint {
    pub(super) fn operator(&mut self, page: u32, operation: &Operation<'_>, paints: &Paints) {
        let state = paints.now();
        let painted: [Option<&Paint>; 2] = match operation.operator {
            "f" | "F" | "f*" => [Some(&state.fill), None],
            "S" | "s" => [None, Some(&state.line)],
            "B" | "B*" | "b" | "b*" => [Some(&state.fill), Some(&state.line)],
            "Tj" | "TJ" | "'" | "\"" => state.text(),
            _ => return,
        };
        for paint in painted.into_iter().flatten().filter(|paint| state.overprints(paint)) {
            let Some(inks @ [c, m, y, k]) = paint.process() else { continue };
            // Black covers the colours below, even more so with other inks in it.
            if k >= 0.5 || !self.reported.insert((page, inks.map(f64::to_bits))) {
                continue;
            }
            if c + m + y + k <= 0.0 {
                self.white.add_once(Fault::on(page, "white that overprints is not printed"));
            } else {
                let inks = process_inks_text(&inks);
                let reason = format!("{inks} overprints: what is below shows through");
                self.mixed.add_once(Fault::on(page, reason));
            }
        }
    }
}

fn overprint(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let overprint = &examined.painted.overprint;
    if overprint.white.is_empty() {
        // Intended or not, the screen shows another colour than the press prints.
        RuleVerdict::remark(overprint.mixed.clone().into_reported().0)
    } else {
        overprint.white.verdict()
    }
}
