//! A walk over everything a page paints: its streams, the forms and patterns they call, glyphs that
//! are streams themselves.

use std::collections::BTreeSet;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Object, Stream};

use super::read::Pdf;
use super::value::{as_dictionary, dictionary, get, name};

/// Forms may call forms; deeper than this is taken for a circle.
const DEEPEST_FORM: usize = 12;

/// Sees every operator of every page.
pub(super) trait Visitor<'a> {
    /// An operator in its place.
    fn operator(&mut self, scope: &Scope<'a>, operation: &Operation);

    /// A stream that cannot be read as operators.
    fn broken(&mut self, page: u32, reason: String) {
        let _ = (page, reason);
    }

    /// A stream begins, inside the one that calls it. Its dictionary is that of the form.
    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>) {
        let _ = (scope, form);
    }

    /// The stream that began last ends.
    fn leave(&mut self) {}

    /// Whether every call of a form is walked, or only the first of the file: enough for rules that
    /// do not ask where something lies.
    fn every_call(&self) -> bool {
        false
    }
}

/// Where an operator stands.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub pdf: &'a Pdf,
    /// The page, from 1.
    pub page: u32,
    resources: Option<&'a Dictionary>,
}

impl<'a> Scope<'a> {
    /// A named resource of this stream.
    pub(super) fn resource(&self, kind: &str, resource: &[u8]) -> Option<&'a Object> {
        let named = dictionary(&self.pdf.file, self.resources?, kind)?;
        get(&self.pdf.file, named, std::str::from_utf8(resource).ok()?)
    }

    /// The picture of pixels that an operator `Do` paints, if it paints one and not a form.
    pub(super) fn image(&self, operation: &Operation) -> Option<&'a Stream> {
        let resource = operation.operands.first()?.as_name().ok()?;
        let image = self.resource("XObject", resource)?.as_stream().ok()?;
        (name(&self.pdf.file, &image.dict, "Subtype") == Some("Image")).then_some(image)
    }

    /// All resources of a kind.
    fn resources_of(&self, kind: &str) -> Option<&'a Dictionary> {
        dictionary(&self.pdf.file, self.resources?, kind)
    }
}

/// Walks all pages.
pub(super) fn walk<'a>(pdf: &'a Pdf, visitor: &mut impl Visitor<'a>) {
    let mut walked = BTreeSet::new();
    for (number, page) in pdf.pages() {
        let holder = pdf.inherited(page, "Resources");
        let resources = holder.and_then(|holder| dictionary(&pdf.file, holder, "Resources"));
        let scope = Scope { pdf, page: number, resources };
        match page_content(pdf, page) {
            Ok(content) => {
                visitor.enter(&scope, None);
                stream(&scope, &content, visitor, &mut walked, 0);
                visitor.leave();
            }
            Err(reason) => visitor.broken(number, reason),
        }
    }
}

/// A page's streams as one: they may break anywhere between operators.
fn page_content(pdf: &Pdf, page: &Dictionary) -> Result<Vec<u8>, String> {
    let contents = match get(&pdf.file, page, "Contents") {
        None => return Ok(Vec::new()),
        Some(Object::Array(parts)) => parts
            .iter()
            .filter_map(|part| pdf.file.dereference(part).ok())
            .map(|(_, o)| o)
            .collect(),
        Some(single) => vec![single],
    };
    let mut joined = Vec::new();
    for part in contents {
        let part = part.as_stream().map_err(|_| "the content is not a stream".to_owned())?;
        joined.extend(plain(part)?);
        joined.push(b'\n');
    }
    Ok(joined)
}

/// The content of a stream, unpacked.
pub(super) fn plain(stream: &Stream) -> Result<Vec<u8>, String> {
    if stream.dict.has(b"Filter") {
        stream
            .decompressed_content()
            .map_err(|error| format!("a stream cannot be unpacked: {error}"))
    } else {
        Ok(stream.content.clone())
    }
}

fn stream<'a>(
    scope: &Scope<'a>,
    content: &[u8],
    visitor: &mut impl Visitor<'a>,
    walked: &mut BTreeSet<*const Stream>,
    depth: usize,
) {
    let operations = match Content::decode(content) {
        Ok(content) => content.operations,
        Err(error) => {
            visitor.broken(scope.page, format!("a stream of operators cannot be read: {error}"));
            return;
        }
    };
    for operation in &operations {
        visitor.operator(scope, operation);
        let Some(resource) = operation.operands.last().and_then(|last| last.as_name().ok()) else {
            continue;
        };
        let called = match operation.operator.as_str() {
            "Do" => scope.resource("XObject", resource),
            "scn" | "SCN" => scope.resource("Pattern", resource),
            _ => None,
        };
        if let Some(form) = called.and_then(|object| object.as_stream().ok())
            && name(&scope.pdf.file, &form.dict, "Subtype") != Some("Image")
        {
            call(scope, form, visitor, walked, depth);
        }
    }
    glyphs(scope, visitor, walked, depth);
}

/// Walks a form. Without resources of its own it uses its caller's (PDF Reference 1.4, 4.9.1).
fn call<'a>(
    scope: &Scope<'a>,
    form: &'a Stream,
    visitor: &mut impl Visitor<'a>,
    walked: &mut BTreeSet<*const Stream>,
    depth: usize,
) {
    if depth >= DEEPEST_FORM {
        visitor.broken(scope.page, "forms call each other in a circle".to_owned());
        return;
    }
    if !walked.insert(std::ptr::from_ref(form)) && !visitor.every_call() {
        return;
    }
    let resources = dictionary(&scope.pdf.file, &form.dict, "Resources").or(scope.resources);
    let inner = Scope { resources, ..*scope };
    match plain(form) {
        Ok(content) => {
            visitor.enter(&inner, Some(&form.dict));
            stream(&inner, &content, visitor, walked, depth + 1);
            visitor.leave();
        }
        Err(reason) => visitor.broken(scope.page, reason),
    }
}

/// Walks the glyphs of Type 3 fonts, which are streams of operators.
fn glyphs<'a>(
    scope: &Scope<'a>,
    visitor: &mut impl Visitor<'a>,
    walked: &mut BTreeSet<*const Stream>,
    depth: usize,
) {
    let file = &scope.pdf.file;
    let fonts = scope.resources_of("Font").into_iter().flat_map(Dictionary::iter);
    let fonts = fonts.filter_map(|(_, font)| as_dictionary(file.dereference(font).ok()?.1));
    for font in fonts.filter(|font| name(file, font, "Subtype") == Some("Type3")) {
        let procedures = dictionary(file, font, "CharProcs").into_iter().flat_map(Dictionary::iter);
        for (_, procedure) in procedures {
            let glyph =
                file.dereference(procedure).ok().and_then(|(_, glyph)| glyph.as_stream().ok());
            if let Some(glyph) = glyph {
                let resources = dictionary(file, font, "Resources").or(scope.resources);
                call(&Scope { resources, ..*scope }, glyph, visitor, walked, depth + 1);
            }
        }
    }
}
