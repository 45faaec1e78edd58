//! Walks everything that pages paint: their streams, the forms and patterns they call, and Type 3 glyphs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lopdf::{Dictionary, Object, ObjectId, Stream};

use super::super::file::{Packed, Pdf, as_dictionary, dictionary, fixed, get, name, number};
use super::operators::{Content, Operators};
use crate::geometry::Affine;
use crate::preflight::limits::{LimitExceeded, PDF_OPERATORS, PDF_STREAM_BYTES};

/// The nesting limit of forms.
const DEEPEST_FORM: usize = 24;

/// The number of operators that a call of a form counts for, in addition to the form's own.
const A_CALL: usize = 10;

/// The limit on unpacked forms that are cached, in bytes.
const KEPT_BYTES: usize = 64_000_000;

/// An operator with its operands.
pub(in crate::preflight::pdf) struct Operation<'o> {
    pub operator: &'o str,
    pub operands: &'o [Object],
    /// The operands that are numbers.
    pub numbers: &'o [f64],
}

impl<'o> Operation<'o> {
    /// The first operand, if it is a name.
    pub(in crate::preflight::pdf) fn first_name(&self) -> Option<&'o [u8]> {
        self.operands.first()?.as_name().ok()
    }

    /// The last operand, if it is a name.
    pub(in crate::preflight::pdf) fn last_name(&self) -> Option<&'o [u8]> {
        self.operands.last()?.as_name().ok()
    }
}

/// Visits every operator of every page.
pub(in crate::preflight::pdf) trait Visitor<'a> {
    /// Visits an operator.
    ///
    /// # Errors
    /// If the file exceeds a limit.
    fn operator(
        &mut self,
        scope: &Scope<'a>,
        operation: &Operation<'_>,
    ) -> Result<(), LimitExceeded>;

    /// Reports a stream that cannot be parsed.
    fn broken(&mut self, scope: &Scope<'a>, reason: String);

    /// Enters a stream, inside the one that calls it. Of a form, `form` is its dictionary.
    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>);

    /// Leaves the stream that was entered last.
    fn leave(&mut self, scope: &Scope<'a>);
}

/// The context of an operator.
#[derive(Clone, Copy)]
pub(in crate::preflight::pdf) struct Scope<'a> {
    pub pdf: &'a Pdf,
    /// The page, from 1.
    pub page: u32,
    /// Whether the stream is visited for the first time: sufficient for rules that do not depend on positions.
    pub first: bool,
    /// Whether the position on the page is known. That of a glyph is not.
    pub placed: bool,
    resources: Option<&'a Dictionary>,
    /// The object that holds the resources.
    holder: ObjectId,
}

/// The identity of a resource: its object, or for a direct object, the object that holds it and its name.
pub(in crate::preflight::pdf) type Key = (ObjectId, Option<Vec<u8>>);

impl<'a> Scope<'a> {
    /// A named resource of this stream.
    pub(in crate::preflight::pdf) fn resource(
        &self,
        kind: &str,
        resource: &[u8],
    ) -> Option<&'a Object> {
        Some(self.keyed(kind, resource)?.1)
    }

    /// A named resource with its identity.
    pub(in crate::preflight::pdf) fn keyed(
        &self,
        kind: &str,
        resource: &[u8],
    ) -> Option<(Key, &'a Object)> {
        let named = dictionary(&self.pdf.file, self.resources?, kind)?;
        let (id, object) = self.pdf.file.dereference(named.get(resource).ok()?).ok()?;
        let key = match id {
            Some(id) => (id, None),
            None => (self.holder, Some(resource.to_vec())),
        };
        (!object.is_null()).then_some((key, object))
    }

    /// The matrix of a form, if it has one.
    pub(in crate::preflight::pdf) fn form_matrix(&self, form: &Dictionary) -> Option<Affine> {
        fixed(&self.pdf.file, form, "Matrix").map(Affine::new)
    }

    /// The image that an operator `Do` paints, unless it paints a form.
    pub(in crate::preflight::pdf) fn image(&self, operation: &Operation<'_>) -> Option<&'a Stream> {
        let image = self.resource("XObject", operation.first_name()?)?.as_stream().ok()?;
        (name(&self.pdf.file, &image.dict, "Subtype") == Some("Image")).then_some(image)
    }
}

/// Walks all pages.
///
/// # Errors
/// If the file exceeds a limit.
pub(in crate::preflight::pdf) fn walk<'a>(
    pdf: &'a Pdf,
    visitor: &mut impl Visitor<'a>,
) -> Result<(), LimitExceeded> {
    let mut walk = Walk {
        visitor,
        called: BTreeSet::new(),
        open: Vec::new(),
        kept: BTreeMap::new(),
        kept_bytes: 0,
        operators: 0,
        states: 0,
    };
    for (number, id, page) in pdf.page_objects() {
        let holder = pdf.inherited(page, "Resources");
        let resources = holder.and_then(|holder| holder.get(b"Resources").ok());
        let resources = resources.and_then(|value| pdf.file.dereference(value).ok());
        let scope = Scope {
            pdf,
            page: number,
            first: true,
            placed: true,
            holder: resources.and_then(|(id, _)| id).unwrap_or(id),
            resources: resources.and_then(|(_, resources)| as_dictionary(resources)),
        };
        walk.page(&scope, page)?;
    }
    Ok(())
}

/// The state of a walk.
struct Walk<'w, V> {
    visitor: &'w mut V,
    /// Forms and glyphs already visited.
    called: BTreeSet<ObjectId>,
    /// Forms on the call stack.
    open: Vec<ObjectId>,
    /// Cached unpacked forms.
    kept: BTreeMap<ObjectId, Rc<Content>>,
    kept_bytes: usize,
    operators: usize,
    /// The number of saved graphics states.
    states: usize,
}

impl<'a, V: Visitor<'a>> Walk<'_, V> {
    fn page(&mut self, scope: &Scope<'a>, page: &'a Dictionary) -> Result<(), LimitExceeded> {
        self.states = 0;
        match self.page_content(scope, page) {
            Ok(content) => {
                self.visitor.enter(scope, None);
                self.stream(scope, &content, 0)?;
                self.visitor.leave(scope);
            }
            Err(Packed::LimitExceeded(past)) => return Err(past),
            Err(Packed::Broken(reason)) => self.visitor.broken(scope, reason),
        }
        Ok(())
    }

    /// The streams of a page, joined: they may be split anywhere between operators.
    fn page_content(&mut self, scope: &Scope<'a>, page: &Dictionary) -> Result<Content, Packed> {
        let file = &scope.pdf.file;
        let unpacked = |part: &Object| match part.as_stream() {
            Ok(stream) => scope.pdf.unpacker.unpack(stream),
            Err(_) => Err(Packed::Broken("the content is not a stream".to_owned())),
        };
        let parts = match get(file, page, "Contents") {
            None => return Ok(Content::new(Vec::new())),
            Some(Object::Array(parts)) => parts,
            Some(single) => return Ok(Content::new(unpacked(single)?)),
        };
        let mut joined = Vec::new();
        for part in parts.iter().filter_map(|part| file.dereference(part).ok()) {
            self.count(A_CALL)?;
            joined.extend(unpacked(part.1)?);
            joined.push(b'\n');
            PDF_STREAM_BYTES.hold(joined.len())?;
        }
        Ok(Content::new(joined))
    }

    fn count(&mut self, operators: usize) -> Result<(), LimitExceeded> {
        self.operators += operators;
        PDF_OPERATORS.hold(self.operators)
    }

    /// Visits the operators of a stream and the streams they call.
    fn stream(
        &mut self,
        scope: &Scope<'a>,
        content: &Content,
        depth: usize,
    ) -> Result<(), LimitExceeded> {
        let mut operators = Operators::new(content);
        let (mut operands, mut numbers) = (Vec::new(), Vec::new());
        let saved_outside = self.states;
        while let Some(word) = operators.next(&mut operands)? {
            if word == b"BI" && operands.is_empty() {
                self.broken(scope, "a picture among the operators that does not end");
                break;
            }
            numbers.clear();
            numbers.extend(operands.iter().filter_map(number));
            self.count(1)?;
            let operator = std::str::from_utf8(word).unwrap_or_default();
            match operator {
                "q" => self.states += 1,
                "Q" => self.states = self.states.saturating_sub(1).max(saved_outside),
                _ => {}
            }
            let operation = Operation { operator, operands: &operands, numbers: &numbers };
            self.visitor.operator(scope, &operation)?;
            self.follow(scope, &operation, depth)?;
        }
        if !operators.is_complete() {
            self.broken(scope, "what is neither an operator nor a value");
        }
        if std::mem::replace(&mut self.states, saved_outside) > saved_outside {
            self.broken(scope, "a saved state that is not taken back: the content is cut off");
        }
        Ok(())
    }

    /// Reports a stream that cannot be parsed, once for all its calls.
    fn broken(&mut self, scope: &Scope<'a>, reason: &str) {
        if scope.first {
            self.visitor.broken(scope, reason.to_owned());
        }
    }

    /// Walks the stream that an operator calls, if any.
    fn follow(
        &mut self,
        scope: &Scope<'a>,
        operation: &Operation<'_>,
        depth: usize,
    ) -> Result<(), LimitExceeded> {
        let (kind, resource) = match operation.operator {
            "Do" => ("XObject", operation.last_name()),
            "scn" | "SCN" => ("Pattern", operation.last_name()),
            "Tf" if scope.first => return self.glyphs(scope, operation, depth),
            _ => return Ok(()),
        };
        let called = resource.and_then(|resource| scope.keyed(kind, resource));
        if let Some(((id, None), Object::Stream(form))) = called
            && name(&scope.pdf.file, &form.dict, "Subtype") != Some("Image")
        {
            self.call(scope, id, form, depth)?;
        }
        Ok(())
    }

    /// Walks a form. Without resources of its own it uses its caller's (PDF Reference 1.4, 4.9.1).
    fn call(
        &mut self,
        scope: &Scope<'a>,
        id: ObjectId,
        form: &'a Stream,
        depth: usize,
    ) -> Result<(), LimitExceeded> {
        self.count(A_CALL)?;
        if self.open.contains(&id) || depth >= DEEPEST_FORM {
            let reason = match self.open.contains(&id) {
                true => "forms call each other in a circle".to_owned(),
                false => format!("forms call each other more than {DEEPEST_FORM} deep"),
            };
            self.visitor.broken(scope, reason);
            return Ok(());
        }
        let first = scope.first && self.called.insert(id);
        if !first && !scope.placed {
            return Ok(());
        }
        let file = &scope.pdf.file;
        let own = form.dict.get(b"Resources").ok();
        let own = own.and_then(|own| file.dereference(own).ok());
        let mut inner = Scope { first, ..*scope };
        if let Some((own_id, own)) = own
            && let Some(own) = as_dictionary(own)
        {
            (inner.resources, inner.holder) = (Some(own), own_id.unwrap_or(id));
        }
        match self.unpacked(scope.pdf, id, form) {
            Ok(content) => {
                self.open.push(id);
                self.visitor.enter(&inner, Some(&form.dict));
                self.stream(&inner, &content, depth + 1)?;
                self.visitor.leave(&inner);
                self.open.pop();
            }
            Err(Packed::LimitExceeded(past)) => return Err(past),
            Err(Packed::Broken(reason)) if first => self.visitor.broken(scope, reason),
            Err(Packed::Broken(_)) => {}
        }
        Ok(())
    }

    /// A form's operators, unpacked once for all its calls.
    fn unpacked(&mut self, pdf: &Pdf, id: ObjectId, form: &Stream) -> Result<Rc<Content>, Packed> {
        if let Some(content) = self.kept.get(&id) {
            return Ok(Rc::clone(content));
        }
        let content = Rc::new(Content::new(pdf.unpacker.unpack(form)?));
        if self.kept_bytes + content.len() <= KEPT_BYTES {
            self.kept_bytes += content.len();
            self.kept.insert(id, Rc::clone(&content));
        }
        Ok(content)
    }

    /// Walks the glyphs of a Type 3 font, which are content streams.
    fn glyphs(
        &mut self,
        scope: &Scope<'a>,
        operation: &Operation<'_>,
        depth: usize,
    ) -> Result<(), LimitExceeded> {
        let file = &scope.pdf.file;
        let font = operation.first_name().and_then(|font| scope.resource("Font", font));
        let Some(font) = font.and_then(as_dictionary) else { return Ok(()) };
        if name(file, font, "Subtype") != Some("Type3") {
            return Ok(());
        }
        let mut inner = Scope { placed: false, ..*scope };
        if let Some(own) = dictionary(file, font, "Resources") {
            inner.resources = Some(own);
        }
        for (_, glyph) in dictionary(file, font, "CharProcs").into_iter().flat_map(Dictionary::iter)
        {
            self.count(1)?;
            if let Ok((Some(id), Object::Stream(glyph))) = file.dereference(glyph) {
                self.call(&inner, id, glyph, depth + 1)?;
            }
        }
        Ok(())
    }
}
