//! Ink coverage of colours and pictures, and the inks of black text.

use std::collections::{BTreeMap, BTreeSet};

use super::super::colour::Inks;
use super::super::examined::{Examined, Rule};
use super::super::file::{as_dictionary, get, name, shown};
use super::super::picture::{Measured, measure};
use super::super::walk::{Key, Operation, Scope};
use super::paints::{Paint, Paints};
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;
use lopdf::{Object, Stream};

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.ink",
        requirement: "no colour with more ink than the print house's limit",
        check: ink,
    },
    Rule {
        name: "pdf.black-text",
        requirement: "black text in black ink alone, which cannot print with colour fringes",
        check: black_text,
    },
];

/// Four inks as a set element: their bits.
type Bits = [u64; 4];

/// Checks every colour that is set, and every picture.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Ink {
    /// The largest sum of inks in percent, if limited.
    limit: Option<f64>,
    /// Colours above the limit, each once per page.
    colours: Faults,
    /// Pictures with pixels above the limit, each kind once per page.
    pictures: Faults,
    /// Colours and pictures that the press converts to inks, each kind once per page.
    converted: Faults,
    /// Colours and pictures with unknown inks and the reason, each once per page.
    unknown: Faults,
    /// Pictures with unreadable or inconsistent pixels.
    pub(super) damaged: Faults,
    /// Inline images with forbidden filters.
    pub(in crate::preflight::pdf) filters: Faults,
    /// Black texts with other inks than black, each kind once per page.
    black_text: Faults,
    reported: [BTreeSet<(u32, Bits)>; 3],
    known: BTreeMap<Key, Measured>,
}

impl Ink {
    /// Checks against a limit in percent, if there is one.
    pub(in crate::preflight::pdf) fn within(limit: Option<f64>) -> Self {
        Self { limit, ..Self::default() }
    }

    pub(super) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
        paints: &mut Paints,
    ) {
        match operation.operator {
            "k" | "g" | "rg" | "cs" | "sc" | "scn" => {
                self.colours(scope.page, &paints.now().fill.inks);
            }
            "K" | "G" | "RG" | "CS" | "SC" | "SCN" => {
                self.colours(scope.page, &paints.now().line.inks);
            }
            "sh" => {
                if let Some(shading) = operation.first_name() {
                    let inks = paints.shading(scope, shading);
                    self.colours(scope.page, &inks);
                }
            }
            "gs" => self.blending(scope, operation),
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
                    self.measured(scope.page, measure(scope, image));
                    let filters = image.filters().unwrap_or_default();
                    for filter in filters.into_iter().filter(|filter| *filter == b"LZWDecode") {
                        let reason =
                            format!("a picture among the operators packed with {}", shown(filter));
                        self.filters.add_once(Fault::on(scope.page, reason));
                    }
                }
            }
            "Tj" | "TJ" | "'" | "\"" => {
                for paint in paints.now().text().into_iter().flatten() {
                    self.text(scope.page, paint);
                }
            }
            _ => {}
        }
    }

    fn colours(&mut self, page: u32, all: &[Inks]) {
        let mut stops = 0;
        for inks in all {
            match *inks {
                Inks::Known(inks) if is_beyond(self.limit, &inks) && stops < MOST_STOPS => {
                    stops += 1;
                    let [reported, ..] = &mut self.reported;
                    beyond(self.limit, &mut self.colours, reported, page, inks, "a colour");
                }
                Inks::Known(_) | Inks::AllPlates => {}
                Inks::Converted => {
                    let reason = "a colour whose inks the press chooses is not in the sum";
                    self.converted.add_once(Fault::on(page, reason));
                }
                Inks::Unknown(why) => {
                    let reason = format!("a colour {why}: its sum of inks is not known");
                    self.unknown.add_once(Fault::on(page, reason));
                }
            }
        }
    }

    /// Reports blend modes other than covering, in which colours may add up.
    fn blending(&mut self, scope: &Scope<'_>, operation: &Operation<'_>) {
        let file = &scope.pdf.file;
        let state = operation.first_name().and_then(|named| scope.resource("ExtGState", named));
        let mode = state.and_then(as_dictionary).and_then(|state| get(file, state, "BM"));
        let mode = match mode {
            Some(Object::Array(modes)) => modes.first(),
            mode => mode,
        };
        let Some(mode) = mode.and_then(|mode| mode.as_name().ok()) else { return };
        // These modes take the smaller amount of each ink of two colours, or less.
        const NEVER_MORE: [&[u8]; 4] = [b"Normal", b"Compatible", b"Lighten", b"Screen"];
        if !NEVER_MORE.contains(&mode) {
            let reason = format!(
                "colours are blended by {}: the sum of inks that comes of it is not known",
                shown(mode)
            );
            self.unknown.add_once(Fault::on(scope.page, reason));
        }
    }

    fn picture(&mut self, scope: &Scope<'_>, key: Key, image: &Stream) {
        let known = self.known.entry(key).or_insert_with(|| measure(scope, image)).clone();
        self.measured(scope.page, known);
    }

    fn measured(&mut self, page: u32, known: Measured) {
        match known {
            Measured::Most(Some(inks)) => {
                let [_, reported, _] = &mut self.reported;
                let what = "a picture with a colour";
                beyond(self.limit, &mut self.pictures, reported, page, inks, what);
            }
            Measured::Most(None) => {}
            Measured::Converted => {
                let reason = "a picture in colours whose inks the press chooses is not in the sum";
                self.converted.add_once(Fault::on(page, reason));
            }
            Measured::AtMost(inks, _) if !is_beyond(self.limit, &inks) => {}
            Measured::AtMost(_, why) | Measured::Unknown(why) => {
                let reason = format!("a picture {why}: its sum of inks is not known");
                self.unknown.add_once(Fault::on(page, reason));
            }
            Measured::Damaged(why) => {
                self.damaged.add_once(Fault::on(page, format!("a picture {why}")));
            }
        }
    }

    fn text(&mut self, page: u32, paint: &Paint) {
        let Some(inks) = paint.process().filter(is_mixed_black) else { return };
        let [.., reported] = &mut self.reported;
        if self.black_text.is_full() || reported.insert((page, inks.map(f64::to_bits))) {
            let reason = format!("text in {}", process_inks_text(&inks));
            self.black_text.add(Fault::on(page, reason));
        }
    }
}

/// Whether a colour is black with other inks in it.
pub(super) fn is_mixed_black([c, m, y, k]: &[f64; 4]) -> bool {
    *k >= 0.9 && c + m + y > 0.0
}

/// Describes four inks.
pub(super) fn process_inks_text(inks: &[f64; 4]) -> String {
    let [c, m, y, k] = inks.map(|ink| (ink * 100.0).round());
    format!("{c} / {m} / {y} / {k} % of the four inks")
}

/// The most stops of a gradient that are reported.
const MOST_STOPS: usize = 16;

/// The sum of inks in percent.
fn sum(inks: &[f64; 4]) -> f64 {
    inks.iter().sum::<f64>() * 100.0
}

/// Whether inks exceed a limit in percent, with tolerance for single precision.
fn is_beyond(limit: Option<f64>, inks: &[f64; 4]) -> bool {
    limit.is_some_and(|limit| sum(inks) > limit + 0.01)
}

/// Reports inks whose sum exceeds a limit in percent.
fn beyond(
    limit: Option<f64>,
    faults: &mut Faults,
    reported: &mut BTreeSet<(u32, Bits)>,
    page: u32,
    inks: [f64; 4],
    what: &str,
) {
    if let Some(most) = limit
        && is_beyond(limit, &inks)
        && (faults.is_full() || reported.insert((page, inks.map(f64::to_bits))))
    {
        let sum = sum(&inks);
        faults.add(Fault::on(page, format!("{what} of {sum:.1} % ink, limit {most} %")));
    }
}

fn ink(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if criteria.expectation.ink_limit_percent.is_none() {
        return RuleVerdict::skip("no limit was given");
    }
    let inks = &examined.painted.ink;
    let mut faults = Faults::default();
    faults.extend(&inks.colours);
    faults.extend(&inks.pictures);
    faults.verdict().or_unchecked(&inks.unknown).or_remark(&inks.converted)
}

fn black_text(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    examined.painted.ink.black_text.verdict()
}
