//! Loads all objects of a PDF with lopdf.

use lopdf::xref::{XrefEntry, XrefRecovery, XrefType};
use lopdf::{Document, LoadOptions, Object, Stream};

use super::unread::Unread;
use super::value::resolve;
use crate::preflight::limits::{LimitExceeded, PDF_NESTING, PDF_STREAM_BYTES, PDF_VALUES};

/// A loaded file.
pub(super) struct Loaded {
    pub document: Document,
    /// The number of bytes before the header.
    pub header_at: usize,
    /// Whether any cross-reference section is a stream.
    pub cross_reference_stream: bool,
    /// Whether objects are packed in streams.
    pub object_streams: bool,
    pub encrypted: bool,
    /// The number and beginning of bytes after the end of the file, except for zeros and spaces.
    pub behind: Option<(usize, String)>,
}

/// Loads all objects.
///
/// # Errors
/// If the file is damaged or exceeds a limit.
pub(super) fn load(bytes: &[u8]) -> Result<Loaded, Unread> {
    let header = bytes.windows(5).take(HEADER_WITHIN).position(|window| window == b"%PDF-");
    let header_at = header.ok_or_else(|| Unread::broken("it has no header"))?;
    let bytes = &bytes[header_at..];
    // lopdf looks for the end of the file in its last kilobyte.
    let (end, behind) = match behind(bytes) {
        Some((end, count, begin)) => (end, Some((count, begin))),
        None => (bytes.len(), None),
    };
    let bytes = &bytes[..end];
    let options = LoadOptions {
        max_decompressed_size: Some(PDF_STREAM_BYTES.most),
        ..LoadOptions::default()
    };
    let mut document = Document::load_mem_with_options(bytes, options)?;
    match document.xref_recovery {
        None => {}
        Some(XrefRecovery::OffsetCorrected) => {
            return Err(Unread::broken("the cross-reference table is not where it should be"));
        }
        Some(_) => return Err(Unread::broken("its cross-reference table cannot be read")),
    }
    let table = &document.reference_table;
    let encrypted = document.was_encrypted() || document.trailer.has(b"Encrypt");
    if encrypted && document.encryption_state.is_none() {
        return Err(Unread::broken("it is encrypted and cannot be opened without a password"));
    }
    let mut count = 0;
    document.objects.values().try_for_each(|object| count_values(object, 0, &mut count))?;
    refuse_deep_values(&document, bytes)?;
    let streams = || document.objects.values().filter_map(|object| object.as_stream().ok());
    let any_stream = |kind: &[u8]| streams().any(|stream| stream.dict.has_type(kind));
    let object_streams =
        any_stream(b"ObjStm") || table.entries.values().any(XrefEntry::is_compressed);
    let cross_reference_stream =
        any_stream(b"XRef") || matches!(table.cross_reference_type, XrefType::CrossReferenceStream);
    resolve_filters(&mut document);
    Ok(Loaded { document, header_at, cross_reference_stream, object_streams, encrypted, behind })
}

/// The header must begin within this many bytes.
const HEADER_WITHIN: usize = 1024;

/// Counts a value and the values inside it.
///
/// # Errors
/// If there are too many, or if they are nested too deep.
fn count_values(value: &Object, depth: usize, count: &mut usize) -> Result<(), LimitExceeded> {
    *count += 1;
    PDF_VALUES.hold(*count)?;
    PDF_NESTING.hold(depth)?;
    let entries = match value {
        Object::Array(items) => {
            return items.iter().try_for_each(|item| count_values(item, depth + 1, count));
        }
        Object::Dictionary(entries) => entries,
        Object::Stream(stream) => &stream.dict,
        _ => return Ok(()),
    };
    entries.iter().try_for_each(|(_, value)| count_values(value, depth + 1, count))
}

/// Refuses a file with an object that is nested deeper than lopdf reads, since lopdf skips such an object.
///
/// # Errors
/// If there is one.
fn refuse_deep_values(document: &Document, bytes: &[u8]) -> Result<(), LimitExceeded> {
    /// How many bytes of a skipped object are scanned.
    const LOOKED_AT: usize = 16_384;
    let entries = document.reference_table.entries.iter();
    for (&number, entry) in entries {
        let &XrefEntry::Normal { offset, generation } = entry else { continue };
        let Some(rest) = bytes.get(offset as usize..) else { continue };
        if document.objects.contains_key(&(number, generation)) {
            continue;
        }
        let mut depth = 0_usize;
        for pair in rest.windows(2).take(LOOKED_AT) {
            match pair {
                [b'[', _] | b"<<" => depth += 1,
                [b']', _] | b">>" if depth < 2 => break,
                [b']', _] | b">>" => depth -= 1,
                _ => {}
            }
            PDF_NESTING.hold(depth)?;
        }
    }
    Ok(())
}

/// The data after the last end marker: where the marker ends, the number of bytes after it, and their beginning.
/// Zeros and spaces are padding; anything else was added by a program in transfer.
fn behind(bytes: &[u8]) -> Option<(usize, usize, String)> {
    const END: &[u8] = b"%%EOF";
    const SHOWN: usize = 40;
    let end = bytes.windows(END.len()).rposition(|window| window == END)? + END.len();
    let is_filling = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\0' | b'\x0c');
    let first = bytes[end..].iter().position(|byte| !is_filling(byte))? + end;
    let last = bytes[first..].iter().rposition(|byte| !is_filling(byte))? + first;
    let begin = &bytes[first..=last.min(first + SHOWN - 1)];
    let begin = String::from_utf8_lossy(begin);
    let begin = begin.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    Some((end, last + 1 - first, begin.collect()))
}

/// Replaces references in the filters of streams and their parameters: lopdf decodes a stream without access to other
/// objects.
fn resolve_filters(document: &mut Document) {
    /// A longer list is not a list of filters.
    const MOST: usize = 32;
    fn resolved(document: &Document, value: &Object) -> Option<Object> {
        let value = resolve(document, value)?;
        match value {
            Object::Array(items) if items.len() <= MOST => {
                let items = items.iter().map(|item| resolve(document, item));
                let items = items.collect::<Option<Vec<_>>>()?;
                let is_short =
                    |item: &&Object| !matches!(item, Object::Array(_) | Object::Stream(_));
                items
                    .iter()
                    .all(is_short)
                    .then(|| items.into_iter().cloned().collect::<Vec<_>>().into())
            }
            Object::Dictionary(own) if own.len() <= MOST => Some(value.clone()),
            Object::Name(_) => Some(value.clone()),
            _ => None,
        }
    }
    let is_reference = |value: &Object| matches!(value, Object::Reference(_));
    let refers = |stream: &Stream, key| {
        stream.dict.get(key).is_ok_and(|value| {
            is_reference(value)
                || value.as_array().is_ok_and(|items| items.iter().any(is_reference))
        })
    };
    let mut found = Vec::new();
    for (id, object) in &document.objects {
        let Object::Stream(stream) = object else { continue };
        for key in [&b"Filter"[..], b"DecodeParms"] {
            if refers(stream, key) {
                let value = stream.dict.get(key).ok().and_then(|value| resolved(document, value));
                found.extend(value.map(|value| (*id, key, value)));
            }
        }
    }
    for (id, key, value) in found {
        if let Some(Object::Stream(stream)) = document.objects.get_mut(&id) {
            stream.dict.set(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_and_spaces_after_the_end_are_ignored() {
        let file = |rest: &[u8]| [b"%%EOF\n1 0 obj\n%%EOF", rest].concat();
        for filling in [&b""[..], b"\r\n", b"\0\0\0\0", b" \n\0"] {
            assert_eq!(None, behind(&file(filling)), "{filling:?}");
        }
        assert_eq!(None, behind(b"no end"));
        let page = b"\n<!DOCTYPE html>\n<p>Sent by the shop, with its thanks</p>\n";
        let begin = "<!DOCTYPE html> <p>Sent by the shop, wit".to_owned();
        let end = file(b"").len();
        assert_eq!(Some((end, page.len() - 2, begin)), behind(&file(page)));
    }
}
