//! Colours that overprint and lose by it what they show: a press puts them on the plates beside what lies below,
//! where the screen shows them alone.

use std::collections::BTreeSet;

use super::super::file::{as_dictionary, get, number};
use super::super::walk::{Operation, Scope, States};
use super::inks::process;
use crate::pdf_value::Dictionary;
use crate::preflight::report::{Fault, Faults};

/// Looks at every colour of the four inks that is painted while overprint is on.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Overprint {
    /// White, of which nothing is printed, once a page.
    pub white: Faults,
    /// Colours other than black, which mix with what is below, once a page.
    pub mixed: Faults,
    told: BTreeSet<(u32, [u64; 4])>,
    states: States<State>,
}

/// What fills and what draws lines, each with its inks, where they are of the four, and whether it overprints.
#[derive(Clone, Copy, Default)]
struct State {
    fill: Paint,
    line: Paint,
    /// Whether an ink at nothing leaves what is below (PDF Reference 1.4, 4.5.6): else all four are replaced.
    keeps_below: bool,
    /// How text is painted (5.2.5): 3 and 7 not at all.
    text: i64,
}

#[derive(Clone, Copy)]
struct Paint {
    inks: Option<[f64; 4]>,
    overprints: bool,
}

impl Default for Paint {
    fn default() -> Self {
        Self { inks: Some([0.0, 0.0, 0.0, 1.0]), overprints: false }
    }
}

impl Overprint {
    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
    ) {
        let state = self.states.now_mut();
        match operation.operator {
            "q" => self.states.save(),
            "Q" => self.states.restore(),
            "k" | "g" => state.fill.inks = process(operation),
            "K" | "G" => state.line.inks = process(operation),
            "cs" | "rg" | "sc" | "scn" => state.fill.inks = None,
            "CS" | "RG" | "SC" | "SCN" => state.line.inks = None,
            "Tr" => {
                state.text = operation.numbers.first().map_or(0, |mode| *mode as i64);
            }
            "gs" => {
                let named = operation.first_name();
                let set = named.and_then(|named| scope.resource("ExtGState", named));
                if let Some(set) = set.and_then(as_dictionary) {
                    state.set(scope, set);
                }
            }
            "f" | "F" | "f*" => self.paint(scope.page, true, false),
            "S" | "s" => self.paint(scope.page, false, true),
            "B" | "B*" | "b" | "b*" => self.paint(scope.page, true, true),
            "Tj" | "TJ" | "'" | "\"" => {
                let mode = state.text;
                self.paint(scope.page, [0, 2, 4, 6].contains(&mode), [1, 2, 5, 6].contains(&mode));
            }
            _ => {}
        }
    }

    fn paint(&mut self, page: u32, fills: bool, draws: bool) {
        let State { fill, line, keeps_below, .. } = *self.states.now();
        let painted = [(fills, fill), (draws, line)].into_iter();
        let over = painted.filter(|(is_used, paint)| *is_used && paint.overprints && keeps_below);
        for inks in over.filter_map(|(_, paint)| paint.inks) {
            let [c, m, y, k] = inks;
            // Black hides what is below, and with other inks in it all the more.
            if k >= 0.5 || !self.told.insert((page, inks.map(f64::to_bits))) {
                continue;
            }
            if c + m + y + k <= 0.0 {
                self.white.add_once(Fault::on(page, "white that overprints is not printed"));
            } else {
                let [c, m, y, k] = inks.map(|ink| (ink * 100.0).round());
                let reason = format!(
                    "{c} / {m} / {y} / {k} % of the four inks overprints: what is below shows through"
                );
                self.mixed.add_once(Fault::on(page, reason));
            }
        }
    }

    pub(in crate::preflight::pdf) fn enter(&mut self, form: Option<&Dictionary>) {
        self.states.enter(form);
    }

    pub(in crate::preflight::pdf) fn leave(&mut self) {
        self.states.leave();
    }
}

impl State {
    /// What a dictionary of the graphics state sets: `OP` is for fills as well where `op` is not told.
    fn set(&mut self, scope: &Scope<'_>, set: &Dictionary) {
        let file = &scope.pdf.file;
        let told = |key: &str| get(file, set, key).and_then(|told| told.as_bool());
        let line = told("OP");
        self.line.overprints = line.unwrap_or(self.line.overprints);
        self.fill.overprints = told("op").or(line).unwrap_or(self.fill.overprints);
        if let Some(mode) = get(file, set, "OPM").and_then(number) {
            self.keeps_below = mode == 1.0;
        }
    }
}
