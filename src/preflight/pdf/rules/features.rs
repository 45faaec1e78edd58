//! Rules against scripts, annotations, layers, some filters, PostScript and other features unsafe for print.

use super::super::examined::{Examined, Rule};
use super::super::file::{
    Corners, are_apart, as_dictionary, dictionary, fixed, get, name, resolve,
};
use crate::preflight::expectation::Standard;
use crate::preflight::limits::PDF_ANNOTATIONS;
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "pdf.actions", requirement: "no JavaScript and no actions", check: actions },
    Rule {
        name: "pdf.annotations",
        requirement: "no annotations within the bleed",
        check: annotations,
    },
    Rule {
        name: "pdf.filters",
        requirement: "no LZW and no JBIG2 compression; in PDF/X-1a no JPEG 2000, which came with PDF 1.5",
        check: filters,
    },
    Rule {
        name: "pdf.postscript",
        requirement: "no embedded PostScript, OPI comments, transfer curves or halftone phases",
        check: postscript,
    },
    Rule {
        name: "pdf.substitutes",
        requirement: "no alternate pictures and no pages of other files, which may print instead of the content",
        check: substitutes,
    },
    Rule {
        name: "pdf.structure",
        requirement: "no cross-reference or object streams in PDF/X-1a: they came with PDF 1.5",
        check: structure,
    },
    Rule { name: "pdf.layers", requirement: "no layers in PDF/X-1a", check: layers },
];

fn actions(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let mut faults = Faults::default();
    if let Some(catalog) = pdf.catalog() {
        for key in ["OpenAction", "AA"] {
            if catalog.has(key.as_bytes()) {
                faults.add(Fault::whole(format!("the catalog has {key}")));
            }
        }
        let names = dictionary(&pdf.file, catalog, "Names");
        if names.is_some_and(|names| names.has(b"JavaScript")) {
            faults.add(Fault::whole("the catalog names JavaScript"));
        }
    }
    for (number, page) in pdf.pages() {
        if page.has(b"AA") {
            faults.add(Fault::on(number, "the page has actions"));
        }
    }
    faults.extend(&examined.objects.actions);
    faults.verdict()
}

fn annotations(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let file = &pdf.file;
    let mut faults = Faults::default();
    let mut count = 0;
    for (number, page) in pdf.pages() {
        let bleed =
            ["BleedBox", "TrimBox", "MediaBox"].into_iter().find_map(|b| pdf.page_box(page, b));
        let annotations = get(file, page, "Annots").and_then(|all| all.as_array().ok());
        for annotation in annotations.into_iter().flatten() {
            count += 1;
            if let Err(past) = PDF_ANNOTATIONS.hold(count) {
                return RuleVerdict::whether(false, past.to_string());
            }
            let Some(annotation) = resolve(file, annotation).and_then(as_dictionary) else {
                continue;
            };
            let kind = name(file, annotation, "Subtype").unwrap_or("unnamed");
            // Trap networks and printer's marks are for presses (ISO 15930-4, 6.13).
            if kind == "TrapNet" || kind == "PrinterMark" {
                continue;
            }
            let rect: Option<Corners> = fixed(file, annotation, "Rect");
            let apart = rect.zip(bleed).is_some_and(|(rect, bleed)| are_apart(&rect, &bleed));
            if !apart {
                faults.add(Fault::on(number, format!("an annotation of kind {kind}")));
            }
        }
    }
    faults.verdict()
}

fn filters(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let mut faults = Faults::default();
    faults.extend(&examined.objects.filters);
    faults.extend(&examined.painted.ink.filters);
    if criteria.standard == Standard::X1a2003 {
        faults.extend(&examined.objects.newer_filters);
    }
    faults.verdict()
}

fn postscript(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    examined.objects.postscript.verdict()
}

fn substitutes(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    let mut faults = examined.objects.substitutes.clone();
    let fields = pdf.catalog().and_then(|catalog| dictionary(&pdf.file, catalog, "AcroForm"));
    let anew = fields.and_then(|fields| get(&pdf.file, fields, "NeedAppearances"));
    if anew.and_then(|value| value.as_bool().ok()) == Some(true) {
        faults.add(Fault::whole("form fields that each program redraws (NeedAppearances)"));
    }
    faults.verdict()
}

fn structure(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let pdf = examined.pdf;
    if criteria.standard != Standard::X1a2003 {
        return RuleVerdict::skip("only PDF/X-1a is limited to PDF 1.4");
    }
    let mut faults = Vec::new();
    if pdf.cross_reference_stream {
        faults.push(Fault::whole("the cross-reference table is a stream"));
    }
    if pdf.object_streams {
        faults.push(Fault::whole("objects are packed in streams"));
    }
    RuleVerdict::from_faults(faults)
}

fn layers(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if criteria.standard != Standard::X1a2003 {
        return RuleVerdict::skip("only PDF/X-1a forbids layers");
    }
    let listed = examined.pdf.catalog().is_some_and(|catalog| catalog.has(b"OCProperties"));
    RuleVerdict::whether(!listed && !examined.objects.layers, "the file has layers")
}
