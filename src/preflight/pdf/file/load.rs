//! All objects of a PDF: those in the file, and those packed in streams.

use std::collections::BTreeMap;

use super::decrypt::decrypt;
use super::document::Document;
use super::lexer::Lexer;
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
    Ok(Loaded { document, header_at, cross_reference_stream, object_streams, encrypted })
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
