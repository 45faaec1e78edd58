//! Checks that content streams are complete and that every page has content.

use super::super::examined::{Examined, Rule};
use super::super::file::shown;
use super::super::walk::{Operation, Scope};
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;
use lopdf::Dictionary;

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[Rule {
    name: "pdf.content",
    requirement: "all content can be read to its end, pictures are what they say, and something is \
            painted on every page",
    check: content,
}];

/// Collects unreadable content, each kind once per page, and blank pages.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Content {
    pub faults: Faults,
    /// Pages without painted content.
    pub blank: Faults,
    /// For each open stream, the depth of its compatibility sections (`BX`), and whether a text object is open.
    streams: Vec<(usize, bool)>,
    /// Whether the current page paints anything.
    paints: bool,
}

/// The effect of an operator on the page.
enum Kind {
    Paints,
    /// Does not paint by itself.
    Sets,
    Unknown,
}

/// Classifies every operator of PDF 1.4 to 1.7 (ISO 32000-1, annex A). A match, because it is called for each operator
/// of each page.
fn kind(operator: &str) -> Kind {
    match operator {
        "b" | "B" | "b*" | "B*" | "f" | "F" | "f*" | "s" | "S" | "sh" | "Do" | "BI" | "Tj"
        | "TJ" | "'" | "\"" | "" => Kind::Paints,
        "BDC" | "BMC" | "BT" | "BX" | "c" | "cm" | "CS" | "cs" | "d" | "d0" | "d1" | "DP"
        | "EMC" | "ET" | "EX" | "G" | "g" | "gs" | "h" | "i" | "J" | "j" | "K" | "k" | "l"
        | "m" | "M" | "MP" | "n" | "q" | "Q" | "re" | "RG" | "rg" | "ri" | "SC" | "sc" | "SCN"
        | "scn" | "T*" | "Tc" | "Td" | "TD" | "Tf" | "TL" | "Tm" | "Tr" | "Ts" | "Tw" | "Tz"
        | "v" | "w" | "W" | "W*" | "y" | "ID" | "EI" => Kind::Sets,
        _ => Kind::Unknown,
    }
}

impl Content {
    pub(in crate::preflight::pdf) fn fault(&mut self, page: u32, reason: impl Into<String>) {
        self.faults.add_once(Fault::on(page, reason));
    }

    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
    ) {
        let Some((newer, in_text)) = self.streams.last_mut() else { return };
        match operation.operator {
            "BX" => *newer += 1,
            "EX" => *newer = newer.saturating_sub(1),
            "BT" => *in_text = true,
            "ET" => *in_text = false,
            // The content of a form is checked when it is walked.
            "Do" => self.paints |= scope.image(operation).is_some(),
            word => match kind(word) {
                Kind::Paints => self.paints = true,
                Kind::Unknown if *newer == 0 => {
                    let word = shown(word.as_bytes());
                    let reason = format!("the operator {word:?}, which is not a PDF operator");
                    self.fault(scope.page, reason);
                }
                Kind::Sets | Kind::Unknown => {}
            },
        }
    }

    pub(in crate::preflight::pdf) fn enter(&mut self, form: Option<&Dictionary>) {
        if form.is_none() {
            self.paints = false;
        }
        self.streams.push((0, false));
    }

    pub(in crate::preflight::pdf) fn leave(&mut self, scope: &Scope<'_>) {
        if let Some((_, true)) = self.streams.pop() {
            self.fault(scope.page, "a text that does not end: the content is cut off");
        }
        if self.streams.is_empty() && !self.paints {
            self.blank.add(Fault::on(scope.page, "nothing is painted on the page"));
        }
    }
}

fn content(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let painted = &examined.painted;
    let mut faults = Faults::default();
    faults.extend(&painted.content.faults);
    faults.extend(&painted.ink.damaged);
    // Sheets for home printing may have a blank back.
    if criteria.to_pdfx() || criteria.press().is_some() {
        faults.extend(&painted.content.blank);
    }
    faults.verdict()
}
