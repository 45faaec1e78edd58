//! Forbidden features in the objects of a PDF, whether shown on a page or not: scripts, filters, PostScript, layers.

use super::file::{Pdf, get, name, shown};
use crate::preflight::report::{Fault, Faults};
use lopdf::{Dictionary, Object, Stream};

/// The results of one pass over all objects.
#[derive(Default)]
pub(super) struct Objects {
    pub actions: Faults,
    pub filters: Faults,
    /// Filters introduced with PDF 1.5.
    pub newer_filters: Faults,
    pub postscript: Faults,
    /// Content that may be printed instead of the visible content.
    pub substitutes: Faults,
    /// Whether the file has layers.
    pub layers: bool,
    /// Whether any object is the colour space for all plates.
    pub all_plates: bool,
}

impl Objects {
    pub(super) fn new(pdf: &Pdf) -> Self {
        let mut found = Self::default();
        for object in pdf.file.objects.values() {
            if let Object::Stream(stream) = object {
                found.packed(pdf, stream);
            }
            found.see(pdf, object);
        }
        found
    }

    /// Visits a value and the values inside it; their depth was limited on loading.
    fn see(&mut self, pdf: &Pdf, object: &Object) {
        match object {
            Object::Array(items) => {
                let named = |place: usize, name: &[u8]| {
                    items.get(place).and_then(|item| item.as_name().ok()) == Some(name)
                };
                self.all_plates |= named(0, b"Separation") && named(1, b"All");
                items.iter().for_each(|item| self.see(pdf, item));
            }
            Object::Dictionary(dictionary) => self.dictionary(pdf, dictionary),
            Object::Stream(stream) => self.dictionary(pdf, &stream.dict),
            _ => {}
        }
    }

    fn dictionary(&mut self, pdf: &Pdf, dictionary: &Dictionary) {
        let file = &pdf.file;
        let kind = name(file, dictionary, "Type");
        if dictionary.has(b"JS") || name(file, dictionary, "S") == Some("JavaScript") {
            self.actions.add(Fault::whole("a JavaScript action"));
        } else if kind == Some("Action") {
            let kind = name(file, dictionary, "S").unwrap_or("unnamed");
            self.actions.add(Fault::whole(format!("an action of kind {kind}")));
        }
        self.layers |= kind == Some("OCG");
        self.postscript_in(pdf, dictionary);
        if name(file, dictionary, "Subtype") == Some("Image") && dictionary.has(b"Alternates") {
            self.substitutes.add(Fault::whole("a picture with alternates"));
        }
        if name(file, dictionary, "Subtype") == Some("Form") && dictionary.has(b"Ref") {
            self.substitutes.add(Fault::whole("a form that stands for a page of another file"));
        }
        dictionary.iter().for_each(|(_, value)| self.see(pdf, value));
    }

    fn postscript_in(&mut self, pdf: &Pdf, dictionary: &Dictionary) {
        let file = &pdf.file;
        let kinds = [name(file, dictionary, "Subtype"), name(file, dictionary, "Subtype2")];
        if kinds.contains(&Some("PS")) {
            self.postscript.add(Fault::whole("a PostScript XObject"));
        }
        if dictionary.has(b"OPI") {
            self.postscript.add(Fault::whole("an OPI comment"));
        }
        // `TR` also occurs in soft masks, which are covered by another rule.
        let in_a_graphics_state = !dictionary.has(b"S");
        let curve = |key, plain: &[u8]| {
            get(file, dictionary, key).is_some_and(|curve| curve.as_name().ok() != Some(plain))
        };
        if curve("TR", b"Identity") && in_a_graphics_state {
            self.postscript.add(Fault::whole("a transfer curve (TR)"));
        }
        if curve("TR2", b"Default") {
            self.postscript.add(Fault::whole("a transfer curve (TR2)"));
        }
        if dictionary.has(b"HTP") {
            self.postscript.add(Fault::whole("a halftone phase (HTP)"));
        }
        if dictionary.has(b"HalftoneType") && curve("TransferFunction", b"Identity") {
            self.postscript.add(Fault::whole("a transfer curve in a halftone (TransferFunction)"));
        }
    }

    fn packed(&mut self, pdf: &Pdf, stream: &Stream) {
        let filters = match get(&pdf.file, &stream.dict, "Filter") {
            Some(Object::Array(filters)) => filters.as_slice(),
            Some(filter) => std::slice::from_ref(filter),
            None => &[],
        };
        for filter in filters.iter().filter_map(|filter| filter.as_name().ok()) {
            if [&b"LZWDecode"[..], b"LZW", b"JBIG2Decode"].contains(&filter) {
                self.filters.add(Fault::whole(format!("a stream packed with {}", shown(filter))));
            } else if filter == b"JPXDecode" {
                let reason = format!("a stream packed with {}", shown(filter));
                self.newer_filters.add(Fault::whole(reason));
            }
        }
    }
}
