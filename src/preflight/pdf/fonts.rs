//! Fonts: every one in the file, none left to the printer's choice.

use std::collections::BTreeMap;

use lopdf::Dictionary;

use super::super::report::{Fault, Verdict};
use super::content::{Scope, Visitor, walk};
use super::read::Pdf;
use super::value::{array, as_dictionary, dictionary, get, name};
use super::{Held, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "pdf.fonts", asks: "every font that is used is embedded", check: embedded },
    Rule {
        name: "pdf.text",
        asks: "every font says which characters its glyphs stand for",
        check: readable,
    },
];

/// The fonts a file uses, by name, each with the page that uses it first.
fn used(pdf: &Pdf) -> BTreeMap<String, (u32, &Dictionary)> {
    struct Fonts<'a>(BTreeMap<String, (u32, &'a Dictionary)>);
    impl<'a> Visitor<'a> for Fonts<'a> {
        fn operator(&mut self, scope: &Scope<'a>, operation: &lopdf::content::Operation) {
            if operation.operator == "Tf"
                && let Some(resource) = operation.operands.first().and_then(|o| o.as_name().ok())
                && let Some(font) = scope.resource("Font", resource).and_then(as_dictionary)
            {
                let resource = String::from_utf8_lossy(resource).into_owned();
                let label = name(&scope.pdf.file, font, "BaseFont").map_or(resource, str::to_owned);
                self.0.entry(label).or_insert((scope.page, font));
            }
        }
    }
    let mut fonts = Fonts(BTreeMap::new());
    walk(pdf, &mut fonts);
    fonts.0
}

fn embedded(pdf: &Pdf, _: &Held) -> Verdict {
    let faults = used(pdf).into_iter().filter_map(|(label, (page, font))| {
        (!is_embedded(pdf, font)).then(|| Fault::on(page, format!("font {label} is not embedded")))
    });
    Verdict::of(faults.collect())
}

fn is_embedded(pdf: &Pdf, font: &Dictionary) -> bool {
    match name(&pdf.file, font, "Subtype") {
        // Its glyphs are streams of the file itself.
        Some("Type3") => true,
        Some("Type0") => {
            let descendants = array(&pdf.file, font, "DescendantFonts").unwrap_or_default();
            let mut descendants = descendants.into_iter().filter_map(as_dictionary).peekable();
            descendants.peek().is_some() && descendants.all(|font| has_program(pdf, font))
        }
        _ => has_program(pdf, font),
    }
}

fn has_program(pdf: &Pdf, font: &Dictionary) -> bool {
    dictionary(&pdf.file, font, "FontDescriptor").is_some_and(|descriptor| {
        ["FontFile", "FontFile2", "FontFile3"].into_iter().any(|key| {
            let program = get(&pdf.file, descriptor, key).and_then(|o| o.as_stream().ok());
            program.is_some_and(|program| !program.content.is_empty())
        })
    })
}

fn readable(pdf: &Pdf, _: &Held) -> Verdict {
    let faults = used(pdf).into_iter().filter_map(|(label, (page, font))| {
        let known = get(&pdf.file, font, "ToUnicode").is_some()
            || name(&pdf.file, font, "Encoding")
                .is_some_and(|encoding| !encoding.starts_with("Identity"))
            || dictionary(&pdf.file, font, "Encoding").is_some();
        (!known).then(|| Fault::on(page, format!("font {label} has no character map")))
    });
    Verdict::of(faults.collect())
}
