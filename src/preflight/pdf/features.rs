//! What a print file must not hold: scripts, notes, layers, transparency, odd filters, PostScript.

use lopdf::content::Operation;
use lopdf::{Dictionary, Object};

use super::super::Standard;
use super::super::report::{Fault, Verdict};
use super::content::{Scope, Visitor, walk};
use super::read::{Corners, Pdf};
use super::value::{array, as_dictionary, dictionary, get, name, number};
use super::{Held, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "pdf.actions", asks: "no JavaScript and no actions", check: actions },
    Rule { name: "pdf.annotations", asks: "no annotations within the bleed", check: annotations },
    Rule { name: "pdf.filters", asks: "no LZW and no JBIG2 compression", check: filters },
    Rule {
        name: "pdf.postscript",
        asks: "no embedded PostScript, OPI comments or transfer curves",
        check: postscript,
    },
    Rule {
        name: "pdf.structure",
        asks: "no cross-reference or object streams in PDF/X-1a: they came with PDF 1.5",
        check: structure,
    },
    Rule { name: "pdf.layers", asks: "no layers in PDF/X-1a", check: layers },
    Rule { name: "pdf.transparency", asks: "no transparency in PDF/X-1a", check: transparency },
];

/// Every dictionary of the file, with those inside others.
fn every_dictionary(pdf: &Pdf) -> Vec<&Dictionary> {
    fn collect<'a>(object: &'a Object, found: &mut Vec<&'a Dictionary>) {
        match object {
            Object::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Object::Dictionary(dictionary) => inside(dictionary, found),
            Object::Stream(stream) => inside(&stream.dict, found),
            _ => {}
        }
    }
    fn inside<'a>(dictionary: &'a Dictionary, found: &mut Vec<&'a Dictionary>) {
        found.push(dictionary);
        dictionary.iter().for_each(|(_, value)| collect(value, found));
    }
    let mut found = Vec::new();
    pdf.file.objects.values().for_each(|object| collect(object, &mut found));
    found
}

fn actions(pdf: &Pdf, _: &Held) -> Verdict {
    let mut faults = Vec::new();
    if let Some(catalog) = pdf.catalog() {
        for key in ["OpenAction", "AA"] {
            if catalog.has(key.as_bytes()) {
                faults.push(Fault::whole(format!("the catalog has {key}")));
            }
        }
        let names = dictionary(&pdf.file, catalog, "Names");
        if names.is_some_and(|names| names.has(b"JavaScript")) {
            faults.push(Fault::whole("the catalog names JavaScript"));
        }
    }
    for (number, page) in pdf.pages() {
        if page.has(b"AA") {
            faults.push(Fault::on(number, "the page has actions"));
        }
    }
    for dictionary in every_dictionary(pdf) {
        if dictionary.has(b"JS") || name(&pdf.file, dictionary, "S") == Some("JavaScript") {
            faults.push(Fault::whole("a JavaScript action"));
        } else if name(&pdf.file, dictionary, "Type") == Some("Action") {
            let kind = name(&pdf.file, dictionary, "S").unwrap_or("unnamed");
            faults.push(Fault::whole(format!("an action of kind {kind}")));
        }
    }
    Verdict::of(faults)
}

fn annotations(pdf: &Pdf, _: &Held) -> Verdict {
    let mut faults = Vec::new();
    for (number, page) in pdf.pages() {
        let bleed =
            ["BleedBox", "TrimBox", "MediaBox"].into_iter().find_map(|b| pdf.page_box(page, b));
        for annotation in array(&pdf.file, page, "Annots").unwrap_or_default() {
            let Some(annotation) = as_dictionary(annotation) else { continue };
            let kind = name(&pdf.file, annotation, "Subtype").unwrap_or("unnamed");
            // Trap networks and printer's marks are made for presses (ISO 15930-4, 6.13).
            if kind == "TrapNet" || kind == "PrinterMark" {
                continue;
            }
            let corners: Option<Vec<f64>> = array(&pdf.file, annotation, "Rect")
                .and_then(|r| r.into_iter().map(number_of).collect());
            let rect: Option<Corners> = corners.and_then(|corners| corners.try_into().ok());
            let apart = match (rect, bleed) {
                (Some(rect), Some(bleed)) => {
                    rect[2] <= bleed[0]
                        || rect[0] >= bleed[2]
                        || rect[3] <= bleed[1]
                        || rect[1] >= bleed[3]
                }
                _ => false,
            };
            if !apart {
                faults.push(Fault::on(number, format!("an annotation of kind {kind}")));
            }
        }
    }
    Verdict::of(faults)
}

fn number_of(object: &Object) -> Option<f64> {
    number(object)
}

fn filters(pdf: &Pdf, _: &Held) -> Verdict {
    let mut faults = Vec::new();
    for object in pdf.file.objects.values() {
        let Object::Stream(stream) = object else { continue };
        let filters: Vec<&[u8]> = match get(&pdf.file, &stream.dict, "Filter") {
            Some(Object::Name(filter)) => vec![filter],
            Some(Object::Array(filters)) => {
                filters.iter().filter_map(|f| f.as_name().ok()).collect()
            }
            _ => Vec::new(),
        };
        for filter in filters {
            if [&b"LZWDecode"[..], b"LZW", b"JBIG2Decode"].contains(&filter) {
                let filter = String::from_utf8_lossy(filter).into_owned();
                faults.push(Fault::whole(format!("a stream packed with {filter}")));
            }
        }
    }
    Verdict::of(faults)
}

fn postscript(pdf: &Pdf, _: &Held) -> Verdict {
    let mut faults = Vec::new();
    for dictionary in every_dictionary(pdf) {
        let kinds =
            [name(&pdf.file, dictionary, "Subtype"), name(&pdf.file, dictionary, "Subtype2")];
        if kinds.contains(&Some("PS")) {
            faults.push(Fault::whole("a PostScript XObject"));
        }
        if dictionary.has(b"OPI") {
            faults.push(Fault::whole("an OPI comment"));
        }
        if get(&pdf.file, dictionary, "TR")
            .is_some_and(|curve| curve.as_name().ok() != Some(b"Identity"))
            && looks_like_graphics_state(dictionary)
        {
            faults.push(Fault::whole("a transfer curve (TR)"));
        }
        let second = get(&pdf.file, dictionary, "TR2");
        if second.is_some_and(|curve| curve.as_name().ok() != Some(b"Default")) {
            faults.push(Fault::whole("a transfer curve (TR2)"));
        }
    }
    Verdict::of(faults)
}

/// `TR` also stands in soft masks, which have a rule of their own.
fn looks_like_graphics_state(dictionary: &Dictionary) -> bool {
    dictionary.get(b"S").is_err()
}

fn structure(pdf: &Pdf, held: &Held) -> Verdict {
    if held.standard != Standard::X1a2003 {
        return Verdict::skip("only PDF/X-1a is bound to PDF 1.4");
    }
    let mut faults = Vec::new();
    if pdf.cross_reference_stream {
        faults.push(Fault::whole("the cross-reference table is a stream"));
    }
    if pdf.object_streams {
        faults.push(Fault::whole("objects are packed in streams"));
    }
    Verdict::of(faults)
}

fn layers(pdf: &Pdf, held: &Held) -> Verdict {
    if held.standard != Standard::X1a2003 {
        return Verdict::skip("only PDF/X-1a forbids layers");
    }
    let layered = pdf.catalog().is_some_and(|catalog| catalog.has(b"OCProperties"))
        || every_dictionary(pdf).into_iter().any(|d| name(&pdf.file, d, "Type") == Some("OCG"));
    Verdict::whether(!layered, "the file has layers")
}

fn transparency(pdf: &Pdf, held: &Held) -> Verdict {
    if held.standard != Standard::X1a2003 {
        return Verdict::skip("only PDF/X-1a forbids transparency");
    }
    let mut found = Transparency(Vec::new());
    walk(pdf, &mut found);
    for (number, page) in pdf.pages() {
        if is_transparent_group(pdf, page) {
            found.fault(number, "the page is a transparency group".to_owned());
        }
    }
    Verdict::of(found.0)
}

fn is_transparent_group(pdf: &Pdf, holder: &Dictionary) -> bool {
    dictionary(&pdf.file, holder, "Group")
        .is_some_and(|group| name(&pdf.file, group, "S") == Some("Transparency"))
}

struct Transparency(Vec<Fault>);

impl Transparency {
    fn fault(&mut self, page: u32, reason: String) {
        let fault = Fault::on(page, reason);
        if !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }
}

impl<'a> Visitor<'a> for Transparency {
    fn operator(&mut self, scope: &Scope<'a>, operation: &Operation) {
        let file = &scope.pdf.file;
        let resource = operation.operands.first().and_then(|operand| operand.as_name().ok());
        match (operation.operator.as_str(), resource) {
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
                    self.fault(scope.page, "a soft mask".to_owned());
                }
                let modes = match get(file, state, "BM") {
                    Some(Object::Name(mode)) => vec![mode.as_slice()],
                    Some(Object::Array(modes)) => {
                        modes.iter().filter_map(|m| m.as_name().ok()).collect()
                    }
                    _ => Vec::new(),
                };
                for mode in
                    modes.into_iter().filter(|m| ![&b"Normal"[..], b"Compatible"].contains(m))
                {
                    let mode = String::from_utf8_lossy(mode).into_owned();
                    self.fault(scope.page, format!("the blend mode {mode}"));
                }
            }
            ("Do", Some(resource)) => {
                let image = scope.resource("XObject", resource).and_then(as_dictionary);
                if image.is_some_and(|image| get(file, image, "SMask").is_some()) {
                    self.fault(scope.page, "an image with a soft mask".to_owned());
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>) {
        if form.is_some_and(|form| is_transparent_group(scope.pdf, form)) {
            self.fault(scope.page, "a form that is a transparency group".to_owned());
        }
    }
}
