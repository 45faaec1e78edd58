//! How much ink, how thin a line, how black a text.

use lopdf::content::Operation;

use super::super::report::{Fault, Verdict};
use super::colour::{alternate, process, shading};
use super::content::{Scope, Visitor, walk};
use super::pixels::{self, Inks};
use super::read::Pdf;
use super::stack::States;
use super::value::{array, name, numbers};
use super::{Held, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.ink",
        asks: "no colour with more ink than the print house's limit",
        check: ink,
    },
    Rule { name: "pdf.hairlines", asks: "no line thinner than 0.25 pt", check: hairlines },
    Rule {
        name: "pdf.black-text",
        asks: "black text in black ink alone, which cannot print with colour fringes",
        check: black_text,
    },
];

/// The thinnest line that presses hold, in points.
const THINNEST: f64 = 0.25;

/// Rounding to the decimals of a file, in points.
const SLACK: f64 = 0.005;

fn ink(pdf: &Pdf, held: &Held) -> Verdict {
    let Some(limit) = held.ink_limit_percent else {
        return Verdict::skip("no limit was given");
    };
    let mut seen = Seen::default();
    walk(pdf, &mut seen);
    let colours = seen.inks.into_iter().map(|(page, inks)| (page, inks, "a colour"));
    let pixels =
        seen.pixels.into_iter().map(|(page, inks)| (page, inks, "a picture with a colour"));
    let faults = colours.chain(pixels).filter_map(|(page, inks, what)| {
        let sum = inks.iter().sum::<f64>() * 100.0;
        // Streams hold single precision.
        (sum > limit + 0.01)
            .then(|| Fault::on(page, format!("{what} of {sum:.1} % ink, limit {limit} %")))
    });
    let faults: Vec<Fault> = faults.collect();
    match seen.unknown.first() {
        Some((page, why)) if faults.is_empty() => Verdict::skip(format!(
            "page {page} shows a picture {why}: its sum of inks is not known, all else is within \
             the limit"
        )),
        _ => Verdict::of(faults),
    }
}

fn hairlines(pdf: &Pdf, _: &Held) -> Verdict {
    let mut seen = Seen { every_call: true, ..Seen::default() };
    walk(pdf, &mut seen);
    let thin = seen.lines.into_iter().filter(|(_, width)| *width < THINNEST - SLACK);
    let faults = thin.map(|(page, width)| Fault::on(page, format!("a line of {width:.3} pt")));
    Verdict::of(faults.collect())
}

fn black_text(pdf: &Pdf, _: &Held) -> Verdict {
    let mut seen = Seen::default();
    walk(pdf, &mut seen);
    let rich = seen.text.into_iter().filter(|(_, [c, m, y, k])| *k >= 0.9 && c + m + y > 0.0);
    let faults = rich.map(|(page, inks)| {
        let [c, m, y, k] = inks.map(|ink| (ink * 100.0).round());
        Fault::on(page, format!("text in {c} / {m} / {y} / {k} % of the four inks"))
    });
    Verdict::of(faults.collect())
}

/// The part of the graphics state these rules ask about.
#[derive(Clone, Copy)]
struct State {
    /// Lengths on the page for lengths in the stream: the root of the area of the unit square.
    scale: f64,
    line: f64,
    fill: Option<[f64; 4]>,
}

impl Default for State {
    fn default() -> Self {
        Self { scale: 1.0, line: 1.0, fill: Some([0.0, 0.0, 0.0, 1.0]) }
    }
}

/// What was seen, each kind once a page.
#[derive(Default)]
struct Seen {
    every_call: bool,
    inks: Vec<(u32, [f64; 4])>,
    /// Of the pixels of each picture those with the most ink.
    pixels: Vec<(u32, [f64; 4])>,
    /// Pictures whose inks are not known, and why.
    unknown: Vec<(u32, String)>,
    lines: Vec<(u32, f64)>,
    text: Vec<(u32, [f64; 4])>,
    states: States<State>,
}

fn once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// By how much a matrix scales lengths: the root of its determinant.
fn scale_of(matrix: &[f64]) -> f64 {
    match matrix {
        &[a, b, c, d, _, _] => (a * d - b * c).abs().sqrt(),
        _ => 1.0,
    }
}

/// Whether a stream that an operator shows is a picture of pixels, not a form.
fn is_picture(scope: &Scope<'_>, operation: &Operation, stream: &lopdf::Stream) -> bool {
    operation.operator == "BI" || name(&scope.pdf.file, &stream.dict, "Subtype") == Some("Image")
}

impl<'a> Visitor<'a> for Seen {
    fn operator(&mut self, scope: &Scope<'a>, operation: &Operation) {
        let state = self.states.now_mut();
        let numbers = numbers(&operation.operands);
        match operation.operator.as_str() {
            "q" => self.states.save(),
            "Q" => self.states.restore(),
            "cm" => state.scale *= scale_of(&numbers),
            "w" => state.line = numbers.first().copied().unwrap_or(0.0),
            "k" | "g" => {
                state.fill = process(operation);
                if let Some(inks) = state.fill {
                    once(&mut self.inks, (scope.page, inks));
                }
            }
            "K" | "G" => {
                if let Some(inks) = process(operation) {
                    once(&mut self.inks, (scope.page, inks));
                }
            }
            "cs" | "CS" => {
                let space = operation.operands.first().and_then(|space| space.as_name().ok());
                let inks = space.and_then(|space| alternate(scope, space));
                if operation.operator == "cs" {
                    state.fill = inks;
                }
                if let Some(inks) = inks {
                    once(&mut self.inks, (scope.page, inks));
                }
            }
            "scn" | "SCN" | "sh" => {
                let resource = operation.operands.last().and_then(|last| last.as_name().ok());
                let inks = resource.map(|resource| shading(scope, resource)).unwrap_or_default();
                for inks in inks {
                    once(&mut self.inks, (scope.page, inks));
                }
            }
            "Do" | "BI" => {
                let operand = operation.operands.first();
                let called = operand.and_then(|operand| operand.as_name().ok());
                let called = called.and_then(|called| scope.resource("XObject", called));
                match called.or(operand).and_then(|image| image.as_stream().ok()) {
                    Some(image) if is_picture(scope, operation, image) => {
                        match pixels::inks(scope, image) {
                            Inks::Most(Some(inks)) => once(&mut self.pixels, (scope.page, inks)),
                            Inks::Most(None) => {}
                            Inks::Unknown(why) => once(&mut self.unknown, (scope.page, why)),
                        }
                    }
                    _ => {}
                }
            }
            "S" | "s" | "B" | "B*" | "b" | "b*" => {
                let width = (state.line * state.scale * 1e3).round() / 1e3;
                once(&mut self.lines, (scope.page, width));
            }
            "Tj" | "TJ" | "'" | "\"" => {
                if let Some(inks) = state.fill {
                    once(&mut self.text, (scope.page, inks));
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a lopdf::Dictionary>) {
        let state = self.states.enter(form);
        let matrix = form.and_then(|form| array(&scope.pdf.file, form, "Matrix"));
        if let Some(matrix) = matrix {
            state.scale *= scale_of(&numbers(matrix));
        }
    }

    fn leave(&mut self) {
        self.states.leave();
    }

    fn every_call(&self) -> bool {
        self.every_call
    }
}
