//! The bare text: sizes, elements, nesting and attributes, before a tree is made of them.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::limits::{
    Excess, Limits, MOST_ATTRIBUTES, MOST_BYTES, MOST_ENTITY_BYTES, MOST_NAMESPACES, MOST_NESTING,
    most_nodes, too_many_elements,
};
use crate::wording::grouped;

const MEGABYTE: usize = 1_000_000;

/// The text against the limits; what is no XML is left to who parses it.
pub(super) fn check(text: &str, limits: Limits) -> Result<(), Excess> {
    let mega = |bytes: usize| format!("at most {} MB", bytes / MEGABYTE);
    if text.len() > MOST_BYTES {
        let message = format!("the SVG has {} MB", text.len() / MEGABYTE);
        return Err(Excess::new(message, mega(MOST_BYTES), 0..0));
    }
    let mut reader = Reader::from_str(text);
    let mut scan = Scan { limits, elements: 0, nodes: 0, namespaces: 0, embedded: 0 };
    let mut depth = 0;
    loop {
        let start = position(&reader);
        let Ok(event) = reader.read_event() else { return Ok(()) };
        let span = start..position(&reader);
        scan.nodes += 1;
        match event {
            Event::Start(tag) => {
                if depth == MOST_NESTING {
                    return Err(too_deep(span));
                }
                depth += 1;
                scan.tag(&tag, span.clone())?;
            }
            Event::Empty(tag) => scan.tag(&tag, span.clone())?,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::DocType(head) => entities(text, &head, span.clone())?,
            Event::Eof => break,
            _ => {}
        }
        if scan.nodes > most_nodes(limits) {
            return Err(too_many_elements(limits, span));
        }
    }
    let markup = text.len() - scan.embedded;
    if markup > limits.markup_bytes {
        let message = format!("the SVG has {} MB outside its pictures", markup / MEGABYTE);
        return Err(Excess::new(message, mega(limits.markup_bytes), 0..0));
    }
    Ok(())
}

pub(super) fn too_deep(span: Range<usize>) -> Excess {
    let message = format!("elements nest deeper than {MOST_NESTING}");
    Excess::new(message, "fewer groups within groups", span)
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

/// What was counted so far.
struct Scan {
    limits: Limits,
    elements: usize,
    nodes: usize,
    namespaces: usize,
    /// Bytes of embedded pictures.
    embedded: usize,
}

impl Scan {
    fn tag(&mut self, tag: &BytesStart<'_>, span: Range<usize>) -> Result<(), Excess> {
        self.elements += 1;
        if self.elements > self.limits.elements {
            return Err(too_many_elements(self.limits, span));
        }
        let mut count = 0;
        // Looking for doubles would compare each attribute with all others.
        for attribute in tag.attributes().with_checks(false) {
            let Ok(attribute) = attribute else { break };
            count += 1;
            if attribute.key.as_ref().starts_with("xmlns") {
                self.namespaces += 1;
            }
            if attribute.value.starts_with("data:") {
                self.embedded += attribute.value.len();
            }
        }
        if count > MOST_ATTRIBUTES {
            let message = format!("<{}> has {} attributes", tag.name().as_ref(), grouped(count));
            return Err(Excess::new(message, format!("at most {MOST_ATTRIBUTES}"), span));
        }
        if self.namespaces > MOST_NAMESPACES {
            let accepted = format!("at most {}", grouped(MOST_NAMESPACES));
            return Err(Excess::new("the SVG declares too many namespaces", accepted, span));
        }
        Ok(())
    }
}

/// What entities of the file's own can grow to: each reference may bring as much as is declared, and
/// a declaration that refers to others 256 times that.
fn entities(text: &str, head: &str, span: Range<usize>) -> Result<(), Excess> {
    if !head.contains("<!ENTITY") {
        return Ok(());
    }
    let references = text.matches('&').count();
    let each = if head.contains('&') { 256 * head.len() } else { head.len() };
    if references.saturating_mul(each) > MOST_ENTITY_BYTES {
        let accepted = format!("together at most {} MB", MOST_ENTITY_BYTES / MEGABYTE);
        return Err(Excess::new("the document type declares large entities", accepted, span));
    }
    Ok(())
}
