//! Transparency: opacity, blend modes, soft masks and groups.

use super::super::examined::{Examined, Rule};
use super::super::file::{Pdf, as_dictionary, dictionary, get, name, number, shown};
use super::super::walk::{Operation, Scope};
use crate::preflight::expectation::Standard;
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;
use lopdf::{Dictionary, Object};

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[Rule {
    name: "pdf.transparency",
    requirement: "no transparency in PDF/X-1a",
    check: transparency,
}];

/// The most blend modes checked of a list of alternatives.
const MOST_MODES: usize = 32;

/// Whether a page or form is a transparency group.
pub(in crate::preflight::pdf) fn is_transparent_group(pdf: &Pdf, holder: &Dictionary) -> bool {
    dictionary(&pdf.file, holder, "Group")
        .is_some_and(|group| name(&pdf.file, group, "S") == Some("Transparency"))
}

/// Collects the uses of transparency, each once per page.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Transparency(Faults);

impl Transparency {
    fn fault(&mut self, page: u32, reason: impl Into<String>) {
        self.0.add_once(Fault::on(page, reason));
    }

    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
    ) {
        let file = &scope.pdf.file;
        match (operation.operator, operation.first_name()) {
            ("gs", Some(resource)) => {
                let state = scope.resource("ExtGState", resource).and_then(as_dictionary);
                let Some(state) = state else { return };
                for key in ["ca", "CA"] {
                    if get(file, state, key).and_then(number).is_some_and(|alpha| alpha != 1.0) {
                        self.fault(scope.page, format!("an opacity below 1 ({key})"));
                    }
                }
                let mask = get(file, state, "SMask");
                if mask.is_some_and(|mask| mask.as_name().ok() != Some(b"None")) {
                    self.fault(scope.page, "a soft mask");
                }
                let modes = match get(file, state, "BM") {
                    Some(Object::Array(modes)) => modes.as_slice(),
                    Some(mode) => std::slice::from_ref(mode),
                    None => &[],
                };
                let modes = modes.iter().take(MOST_MODES).filter_map(|mode| mode.as_name().ok());
                for mode in modes.filter(|m| ![&b"Normal"[..], b"Compatible"].contains(m)) {
                    self.fault(scope.page, format!("the blend mode {}", shown(mode)));
                }
            }
            ("Do", Some(resource)) => {
                let image = scope.resource("XObject", resource).and_then(as_dictionary);
                if image.is_some_and(|image| get(file, image, "SMask").is_some()) {
                    self.fault(scope.page, "an image with a soft mask");
                }
            }
            _ => {}
        }
    }

    pub(in crate::preflight::pdf) fn enter(&mut self, scope: &Scope<'_>, form: &Dictionary) {
        if is_transparent_group(scope.pdf, form) {
            self.fault(scope.page, "a form that is a transparency group");
        }
    }
}

fn transparency(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if criteria.standard != Standard::X1a2003 {
        return RuleVerdict::skip("only PDF/X-1a forbids transparency");
    }
    let mut faults = Faults::default();
    faults.extend(&examined.painted.transparency.0);
    for (number, page) in examined.pdf.pages() {
        if is_transparent_group(examined.pdf, page) {
            faults.add_once(Fault::on(number, "the page is a transparency group"));
        }
    }
    faults.verdict()
}
