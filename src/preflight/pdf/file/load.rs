//! All objects of a PDF: those in the file, and those packed in streams.

use std::collections::BTreeMap;

use super::decrypt::decrypt;
use super::document::Document;
use super::lexer::{Lexer, is_space};
use super::reader::{LENGTHS, Place, Reader, Unread};
use super::unpack::Unpacker;
use super::xref::References;
use crate::pdf_value::Object;

/// What was loaded.
pub(in crate::preflight::pdf) struct Loaded {
    pub document: Document,
    /// How many bytes stand before the header.
    pub header_at: usize,
    /// Whether any cross-reference section is a stream.
    pub cross_reference_stream: bool,
    /// Whether objects are packed in streams.
    pub object_streams: bool,
    pub encrypted: bool,
    /// What stands behind the end of the file, but for zeros and spaces: how many bytes, and how it begins.
    pub behind: Option<(usize, String)>,
}

/// Loads all objects.
///
/// # Errors
/// If the file is broken or goes past a limit.
pub(in crate::preflight::pdf) fn load(bytes: &[u8], unpacker: &Unpacker) -> Result<Loaded, Unread> {
    let header = bytes.windows(5).take(HEADER_WITHIN).position(|window| window == b"%PDF-");
    let header_at = header.ok_or(Unread::broken("it has no header"))?;
    let bytes = &bytes[header_at..];
    let mut document = Document::default();
    let version = bytes[5..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.');
    document.version = version.map(|&byte| char::from(byte)).take(LONGEST_VERSION).collect();
    let mut reader = Reader::new(bytes, unpacker);
    let references = References::read(&mut reader)?;
    for place in references.places.values() {
        if let Place::At(at) = *place
            && let Some((id, object)) = reader.object(at, Some(&references.places))?
        {
            document.objects.entry(id).or_insert(object);
        }
    }
    document.trailer = references.trailer;
    let encrypted = document.trailer.has(b"Encrypt");
    if encrypted {
        decrypt(&mut document, bytes);
    }
    let object_streams = object_streams(&mut reader, &mut document, &references.places)?;
    let cross_reference_stream = references.stream;
    resolve_filters(&mut document);
    let behind = behind(bytes);
    Ok(Loaded { document, header_at, cross_reference_stream, object_streams, encrypted, behind })
}

/// What stands behind the last mark of an end. Zeros and spaces fill up blocks on the way; all else was added
/// by a program that sent the file or spoiled it.
fn behind(bytes: &[u8]) -> Option<(usize, String)> {
    const END: &[u8] = b"%%EOF";
    const SHOWN: usize = 40;
    let end = bytes.windows(END.len()).rposition(|window| window == END)? + END.len();
    let is_filling = |byte: &u8| *byte == 0 || is_space(*byte);
    let first = bytes[end..].iter().position(|byte| !is_filling(byte))? + end;
    let last = bytes[first..].iter().rposition(|byte| !is_filling(byte))? + first;
    let begin = &bytes[first..=last.min(first + SHOWN - 1)];
    let begin = String::from_utf8_lossy(begin);
    let begin = begin.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    Some((last + 1 - first, begin.collect()))
}

/// Puts the filters of streams and what is said of them where they are referred to, so that streams can be
/// unpacked without the other objects.
fn resolve_filters(document: &mut Document) {
    /// What is longer describes no filters.
    const MOST: usize = 32;
    let resolved = |value: &Object| -> Option<Object> {
        let (_, value) = document.dereference(value)?;
        match value {
            Object::Array(items) if items.len() <= MOST => {
                let items = items.iter().map(|item| Some(document.dereference(item)?.1.clone()));
                let is_short =
                    |item: &Object| !matches!(item, Object::Array(_) | Object::Stream(_));
                let items = items.collect::<Option<Vec<_>>>()?;
                items.iter().all(is_short).then_some(Object::Array(items))
            }
            Object::Dictionary(own) if own.len() <= MOST => Some(value.clone()),
            Object::Name(_) => Some(value.clone()),
            _ => None,
        }
    };
    let is_reference = |value: &Object| value.as_reference().is_some();
    let refers = |value: &Object| {
        is_reference(value) || value.as_array().is_some_and(|items| items.iter().any(is_reference))
    };
    let mut found = Vec::new();
    for (id, object) in &document.objects {
        let Object::Stream(stream) = object else { continue };
        for key in ["Filter", "DecodeParms"] {
            let value = stream.dict.get(key.as_bytes()).filter(|value| refers(value));
            found.extend(value.and_then(resolved).map(|value| (*id, key, value)));
        }
    }
    for (id, key, value) in found {
        if let Some(Object::Stream(stream)) = document.objects.get_mut(&id) {
            stream.dict.set(key, value);
        }
    }
}

/// How far into the file its header may begin, in bytes, and how long its version is.
const HEADER_WITHIN: usize = 1024;
const LONGEST_VERSION: usize = 8;

/// Adds the objects that are packed in streams; whether there are any.
fn object_streams(
    reader: &mut Reader<'_>,
    document: &mut Document,
    places: &BTreeMap<u32, Place>,
) -> Result<bool, Unread> {
    let mut any = false;
    let mut packed = Vec::new();
    for (&(container, _), object) in &document.objects {
        let Object::Stream(stream) = object else { continue };
        if !stream.dict.has_type(b"ObjStm") {
            continue;
        }
        any = true;
        let first = stream.dict.get(b"First").and_then(Object::as_i64);
        let first = first.and_then(|first| usize::try_from(first).ok());
        let content = match reader.unpack(stream) {
            Ok(content) => content,
            Err(Unread::Past(past)) => return Err(past.into()),
            // What cannot be unpacked holds nothing, which the rules that miss it tell.
            Err(Unread::Broken(_)) => continue,
        };
        let Some(first) = first else { continue };
        let belongs = |number| places.get(&number) == Some(&Place::In(container));
        packed.extend(packed_in(reader, &content, first, belongs)?);
    }
    for (number, object) in packed {
        document.objects.entry((number, 0)).or_insert(object);
    }
    Ok(any)
}

/// The objects of an unpacked stream that belong there.
fn packed_in(
    reader: &mut Reader<'_>,
    content: &[u8],
    first: usize,
    belongs: impl Fn(u32) -> bool,
) -> Result<Vec<(u32, Object)>, Unread> {
    let mut heads = Lexer::of_objects(content, 0, 0);
    let mut found = Vec::new();
    let mut read = 0_usize;
    while heads.at() < first
        && let (Some(number), Some(offset)) = (heads.unsigned(), heads.unsigned())
    {
        let at = usize::try_from(offset).ok().and_then(|offset| first.checked_add(offset));
        let (Ok(number), Some(at)) = (u32::try_from(number), at) else { continue };
        if !belongs(number) {
            continue;
        }
        let mut lexer = Lexer::of_objects(content, at, reader.values);
        let value = lexer.value()?;
        reader.values = lexer.values;
        read = read.saturating_add(lexer.furthest().saturating_sub(at));
        if read > content.len() * 2 + LENGTHS {
            return Err(Unread::broken("its objects lie within each other"));
        }
        found.extend(
            value.filter(|value| value.as_reference().is_none()).map(|value| (number, value)),
        );
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_and_spaces_behind_the_end_are_ignored() {
        let file = |rest: &[u8]| [b"%%EOF\n1 0 obj\n%%EOF", rest].concat();
        for filling in [&b""[..], b"\r\n", b"\0\0\0\0", b" \n\0"] {
            assert_eq!(None, behind(&file(filling)), "{filling:?}");
        }
        assert_eq!(None, behind(b"no end"));
        let page = b"\n<!DOCTYPE html>\n<p>Sent by the shop, with its thanks</p>\n";
        let begin = "<!DOCTYPE html> <p>Sent by the shop, wit".to_owned();
        assert_eq!(Some((page.len() - 2, begin)), behind(&file(page)));
    }
}
