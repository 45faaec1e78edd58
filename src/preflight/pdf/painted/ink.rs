//! How much ink colours and pictures have, and what black text is printed in.

use std::collections::{BTreeMap, BTreeSet};

use super::super::file::{as_dictionary, name};
use super::super::walk::{Key, Operation, Scope, States};
use super::inks::{alternate, process, shading};
use super::pixels;
use crate::pdf_value::{Dictionary, Object, Stream};
use crate::preflight::report::{Fault, Faults};

/// Four inks as a place in a set: their bits.
type Bits = [u64; 4];

/// Looks at every colour that is set, and at every picture.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Ink {
    /// The largest sum of inks in percent, if there is one.
    limit: Option<f64>,
    /// Colours beyond it, each once a page.
    pub colours: Faults,
    /// Of the pictures those whose pixels go beyond it, each sort once a page.
    pub pictures: Faults,
    /// The first picture whose inks are not known, its page and why.
    pub unknown: Option<(u32, String)>,
    /// Pictures whose pixels cannot be had.
    pub damaged: Faults,
    /// Black texts that are not in black ink alone, each sort once a page.
    pub black_text: Faults,
    told: [BTreeSet<(u32, Bits)>; 3],
    /// Of gradients that were looked at the stops beyond the limit, and what pictures have.
    gradients: BTreeMap<Key, Vec<[f64; 4]>>,
    known: BTreeMap<Key, pixels::Inks>,
    states: States<State>,
}

/// The ink that fills and that texts take, where it is known.
#[derive(Clone, Copy)]
struct State {
    fill: Option<[f64; 4]>,
}

impl Default for State {
    fn default() -> Self {
        Self { fill: Some([0.0, 0.0, 0.0, 1.0]) }
    }
}

impl Ink {
    /// For a limit in percent, if there is one.
    pub(in crate::preflight::pdf) fn within(limit: Option<f64>) -> Self {
        Self { limit, ..Self::default() }
    }

    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
    ) {
        match operation.operator {
            "q" => self.states.save(),
            "Q" => self.states.restore(),
            "k" | "g" => {
                let inks = process(operation);
                self.states.now_mut().fill = inks;
                self.colour(scope.page, inks);
            }
            "K" | "G" => self.colour(scope.page, process(operation)),
            "cs" | "CS" => {
                let inks = operation.first_name().and_then(|space| alternate(scope, space));
                if operation.operator == "cs" {
                    self.states.now_mut().fill = inks;
                }
                self.colour(scope.page, inks);
            }
            "scn" | "SCN" | "sh" => self.gradient(scope, operation),
            "Do" => {
                let called = operation.first_name().and_then(|n| scope.keyed("XObject", n));
                if let Some((key, Object::Stream(image))) = called
                    && name(&scope.pdf.file, &image.dict, "Subtype") == Some("Image")
                {
                    self.picture(scope, key, image);
                }
            }
            "BI" => {
                if let Some(Object::Stream(image)) = operation.operands.first() {
                    let inks = pixels::inks(scope, image);
                    self.pixels(scope.page, inks);
                }
            }
            "Tj" | "TJ" | "'" | "\"" => self.text(scope.page),
            _ => {}
        }
    }

    pub(in crate::preflight::pdf) fn enter(&mut self, form: Option<&Dictionary>) {
        self.states.enter(form);
    }

    pub(in crate::preflight::pdf) fn leave(&mut self) {
        self.states.leave();
    }

    fn colour(&mut self, page: u32, inks: Option<[f64; 4]>) {
        if let Some(inks) = inks {
            let [told, ..] = &mut self.told;
            beyond(self.limit, &mut self.colours, told, page, inks, "a colour");
        }
    }

    fn gradient(&mut self, scope: &Scope<'_>, operation: &Operation<'_>) {
        let Some(resource) = operation.last_name() else { return };
        let place = ["Pattern", "Shading"].into_iter().find_map(|kind| scope.keyed(kind, resource));
        let Some((key, place)) = place else { return };
        if as_dictionary(place).is_none() {
            return;
        }
        let limit = self.limit;
        let known = self.gradients.entry(key).or_insert_with(|| {
            let stops = shading(scope, resource).into_iter();
            stops.filter(|inks| is_beyond(limit, inks)).take(MOST_STOPS).collect()
        });
        for inks in known.clone() {
            self.colour(scope.page, Some(inks));
        }
    }

    fn picture(&mut self, scope: &Scope<'_>, key: Key, image: &Stream) {
        let known = self.known.entry(key).or_insert_with(|| pixels::inks(scope, image)).clone();
        self.pixels(scope.page, known);
    }

    fn pixels(&mut self, page: u32, known: pixels::Inks) {
        match known {
            pixels::Inks::Most(Some(inks)) => {
                let [_, told, _] = &mut self.told;
                let what = "a picture with a colour";
                beyond(self.limit, &mut self.pictures, told, page, inks, what);
            }
            pixels::Inks::Most(None) => {}
            pixels::Inks::Damaged(why) => {
                self.damaged.add_once(Fault::on(page, format!("a picture {why}")));
            }
            pixels::Inks::Unknown(why) => drop(self.unknown.get_or_insert((page, why))),
        }
    }

    fn text(&mut self, page: u32) {
        let Some(inks @ [c, m, y, k]) = self.states.now().fill else { return };
        if k < 0.9 || c + m + y <= 0.0 {
            return;
        }
        let [.., told] = &mut self.told;
        if self.black_text.is_full() || told.insert((page, inks.map(f64::to_bits))) {
            let [c, m, y, k] = inks.map(|ink| (ink * 100.0).round());
            let reason = format!("text in {c} / {m} / {y} / {k} % of the four inks");
            self.black_text.add(Fault::on(page, reason));
        }
    }
}

/// How many stops of a gradient are told.
const MOST_STOPS: usize = 16;

/// The sum of some inks in percent.
fn sum(inks: &[f64; 4]) -> f64 {
    inks.iter().sum::<f64>() * 100.0
}

/// Whether inks go beyond a limit in percent. Streams hold single precision.
fn is_beyond(limit: Option<f64>, inks: &[f64; 4]) -> bool {
    limit.is_some_and(|limit| sum(inks) > limit + 0.01)
}

/// Tells inks whose sum goes beyond a limit in percent.
fn beyond(
    limit: Option<f64>,
    faults: &mut Faults,
    told: &mut BTreeSet<(u32, Bits)>,
    page: u32,
    inks: [f64; 4],
    what: &str,
) {
    if let Some(most) = limit
        && is_beyond(limit, &inks)
        && (faults.is_full() || told.insert((page, inks.map(f64::to_bits))))
    {
        let sum = sum(&inks);
        faults.add(Fault::on(page, format!("{what} of {sum:.1} % ink, limit {most} %")));
    }
}
