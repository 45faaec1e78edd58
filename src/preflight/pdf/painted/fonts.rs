//! The fonts that pages use.

use std::collections::BTreeMap;

use super::super::examined::{Examined, Rule};
use super::super::file::{Pdf, as_dictionary, dictionary, get, name, resolve, shown};
use super::super::walk::{Key, Operation, Scope};
use crate::preflight::limits::PDF_TEXT_BYTES;
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;
use lopdf::Dictionary;

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[
    Rule { name: "pdf.fonts", requirement: "every font that is used is embedded", check: embedded },
    Rule {
        name: "pdf.text",
        requirement: "every font has a character map for its glyphs",
        check: readable,
    },
];

/// The fonts a file uses, each font object once.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Fonts<'a>(pub BTreeMap<Key, UsedFont<'a>>);

/// A font that a page uses.
pub(in crate::preflight::pdf) struct UsedFont<'a> {
    /// Its name in messages.
    pub label: String,
    /// The first page that uses it.
    pub page: u32,
    pub font: &'a Dictionary,
}

impl<'a> Fonts<'a> {
    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'a>,
        operation: &Operation<'_>,
    ) {
        if operation.operator == "Tf"
            && let Some(resource) = operation.first_name()
            && let Some((key, font)) = scope.keyed("Font", resource)
            && let Some(font) = as_dictionary(font)
        {
            self.0.entry(key).or_insert_with(|| {
                let own = get(&scope.pdf.file, font, "BaseFont").and_then(|own| own.as_name().ok());
                UsedFont { label: shown(own.unwrap_or(resource)), page: scope.page, font }
            });
        }
    }
}

/// Reports the fonts that fail a test, by name.
fn failing(
    examined: &Examined<'_>,
    holds: impl Fn(&Dictionary) -> bool,
    what: &str,
) -> RuleVerdict {
    let fonts = examined.painted.fonts.0.values();
    let mut failing: Vec<&UsedFont<'_>> = fonts.filter(|used| !holds(used.font)).collect();
    failing.sort_by(|one, other| (&one.label, one.page).cmp(&(&other.label, other.page)));
    let mut faults = Faults::default();
    for used in failing {
        faults.add_once(Fault::on(used.page, format!("font {} {what}", used.label)));
    }
    faults.verdict()
}

/// The limit on descendants of a composite font.
const MOST_DESCENDANTS: usize = 8;

fn is_embedded(pdf: &Pdf, font: &Dictionary) -> bool {
    match name(&pdf.file, font, "Subtype") {
        // Its glyphs are content streams of the file itself.
        Some("Type3") => true,
        Some("Type0") => {
            let descendants =
                get(&pdf.file, font, "DescendantFonts").and_then(|d| d.as_array().ok());
            // A font has one (PDF Reference 1.4, 5.6); if it has more, only the first are checked.
            let descendants = descendants.into_iter().flatten().take(MOST_DESCENDANTS);
            let mut descendants =
                descendants.filter_map(|font| as_dictionary(resolve(&pdf.file, font)?)).peekable();
            descendants.peek().is_some() && descendants.all(|font| has_program(pdf, font))
        }
        _ => has_program(pdf, font),
    }
}

fn has_program(pdf: &Pdf, font: &Dictionary) -> bool {
    dictionary(&pdf.file, font, "FontDescriptor").is_some_and(|descriptor| {
        ["FontFile", "FontFile2", "FontFile3"].into_iter().any(|key| {
            let program = get(&pdf.file, descriptor, key).and_then(|o| o.as_stream().ok());
            program.is_some_and(|program| {
                let unpacked = pdf.unpacker.unpack(program);
                unpacked.is_ok_and(|program| !program.is_empty())
            })
        })
    })
}

fn embedded(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    failing(examined, |font| is_embedded(pdf, font), "is not embedded, or damaged")
}

fn readable(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let file = &pdf.file;
    let known = |font: &Dictionary| {
        let map = get(file, font, "ToUnicode").and_then(|map| map.as_stream().ok());
        map.is_some_and(|map| pdf.unpacker.unpack_within(map, PDF_TEXT_BYTES).is_ok())
            || name(file, font, "Encoding")
                .is_some_and(|encoding| !encoding.starts_with("Identity"))
            || dictionary(file, font, "Encoding").is_some()
    };
    failing(examined, known, "has no readable character map")
}
