//! Parser of content streams: operators from hayro-syntax, with operands converted to lopdf values.

use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::{self, MaybeRef};
use lopdf::{Dictionary, Object, Stream, StringFormat};

use crate::preflight::limits::{LimitExceeded, PDF_NESTING};

/// A sentinel operator appended to a stream. hayro-syntax stops silently at errors; if it reaches this operator, it has
/// read everything.
const END: &[u8] = b"end-of-content";

/// A content stream, prepared for [`Operators`].
pub(super) struct Content(Vec<u8>);

impl Content {
    pub(super) fn new(mut bytes: Vec<u8>) -> Self {
        // Ends a comment on the last line.
        bytes.push(b'\n');
        bytes.extend(END);
        Self(bytes)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Iterates over the operators.
pub(super) struct Operators<'c> {
    iter: UntypedIter<'c>,
    is_complete: bool,
}

impl<'c> Operators<'c> {
    pub(super) fn new(content: &'c Content) -> Self {
        Self { iter: UntypedIter::new(&content.0), is_complete: false }
    }

    /// Whether the content was read to its end.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The next operator; its operands replace those in `operands`.
    ///
    /// # Errors
    /// If the operands exceed a limit.
    pub(super) fn next(
        &mut self,
        operands: &mut Vec<Object>,
    ) -> Result<Option<&[u8]>, LimitExceeded> {
        operands.clear();
        let Some(instruction) = self.iter.next() else { return Ok(None) };
        self.is_complete = **instruction.operator == *END;
        if self.is_complete {
            return Ok(None);
        }
        for operand in instruction.operands() {
            operands.push(converted(operand, 0)?);
        }
        Ok(Some(instruction.operator))
    }
}

/// Converts a value of hayro-syntax to lopdf.
fn converted(value: &object::Object<'_>, depth: usize) -> Result<Object, LimitExceeded> {
    PDF_NESTING.hold(depth)?;
    Ok(match value {
        object::Object::Null(_) => Object::Null,
        object::Object::Boolean(value) => Object::Boolean(*value),
        object::Object::Number(number) if number.as_f64().fract() == 0.0 => {
            Object::Integer(number.as_i64())
        }
        object::Object::Number(number) => Object::Real(number.as_f32()),
        object::Object::String(text) => {
            Object::String(text.as_bytes().to_vec(), StringFormat::Literal)
        }
        object::Object::Name(name) => Object::Name(name.to_vec()),
        object::Object::Array(items) => {
            let items = items.raw_iter().map(|item| direct(item, depth));
            Object::Array(items.collect::<Result<_, _>>()?)
        }
        object::Object::Dict(entries) => dictionary(entries, depth)?.into(),
        object::Object::Stream(image) => {
            let entries = in_full(&dictionary(image.dict(), depth)?);
            Stream::new(entries, image.raw_data().into_owned()).into()
        }
    })
}

fn dictionary(entries: &object::Dict<'_>, depth: usize) -> Result<Dictionary, LimitExceeded> {
    let entries = entries.entries();
    entries.map(|(name, value)| Ok((name.to_vec(), direct(value, depth)?))).collect()
}

/// A nested value. Content streams never contain references.
fn direct(value: MaybeRef<object::Object<'_>>, depth: usize) -> Result<Object, LimitExceeded> {
    match value {
        MaybeRef::NotRef(value) => converted(&value, depth + 1),
        MaybeRef::Ref(_) => Ok(Object::Null),
    }
}

/// Expands the abbreviations in the dictionary of an inline image (PDF Reference 1.4, tables 4.42 and 4.43).
fn in_full(short: &Dictionary) -> Dictionary {
    let key = |key: &[u8]| match key {
        b"BPC" => b"BitsPerComponent".to_vec(),
        b"CS" => b"ColorSpace".to_vec(),
        b"D" => b"Decode".to_vec(),
        b"DP" => b"DecodeParms".to_vec(),
        b"F" => b"Filter".to_vec(),
        b"H" => b"Height".to_vec(),
        b"IM" => b"ImageMask".to_vec(),
        b"I" => b"Interpolate".to_vec(),
        b"W" => b"Width".to_vec(),
        long => long.to_vec(),
    };
    fn value(short: &Object) -> Object {
        match short {
            Object::Name(name) => Object::Name(match &name[..] {
                b"G" => b"DeviceGray".to_vec(),
                b"RGB" => b"DeviceRGB".to_vec(),
                b"CMYK" => b"DeviceCMYK".to_vec(),
                b"I" => b"Indexed".to_vec(),
                b"AHx" => b"ASCIIHexDecode".to_vec(),
                b"A85" => b"ASCII85Decode".to_vec(),
                b"LZW" => b"LZWDecode".to_vec(),
                b"Fl" => b"FlateDecode".to_vec(),
                b"RL" => b"RunLengthDecode".to_vec(),
                b"CCF" => b"CCITTFaxDecode".to_vec(),
                b"DCT" => b"DCTDecode".to_vec(),
                _ => name.clone(),
            }),
            Object::Array(items) => Object::Array(items.iter().map(value).collect()),
            other => other.clone(),
        }
    }
    short.iter().map(|(name, own)| (key(name), value(own))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operators of a stream after their operands, and whether it was read to its end.
    fn read(bytes: &[u8]) -> (String, bool) {
        let content = Content::new(bytes.to_vec());
        let (mut operators, mut operands) = (Operators::new(&content), Vec::new());
        let mut text = String::new();
        while let Some(operator) = operators.next(&mut operands).unwrap() {
            let operator = String::from_utf8_lossy(operator).into_owned();
            text.push_str(&format!("{operands:?}{operator} "));
        }
        (text, operators.is_complete())
    }

    #[test]
    fn operators_follow_their_operands() {
        let expected = "[[(a) -20 (b)]]TJ []T* [0.5, 1]re [/Lime Green]cs ".to_owned();
        assert_eq!((expected, true), read(b"[(a)-20(b)]TJ T* .5 1 re /Lime#20Green cs % note"));
    }

    #[test]
    fn content_that_cannot_be_read_to_its_end_is_incomplete() {
        for rest in ["(a", "[1 2", "]", "<</A 1", "}"] {
            let (text, is_complete) = read(format!("q {rest}").as_bytes());
            assert_eq!(("[]q ", false), (text.as_str(), is_complete), "{rest}");
        }
    }

    #[test]
    fn inline_images_are_streams_with_full_names() {
        let content = Content::new(b"BI /W 4 /H 1 /BPC 8 /CS /G ID \nEI \nEI Q".to_vec());
        let (mut operators, mut operands) = (Operators::new(&content), Vec::new());
        assert_eq!(Some(&b"BI"[..]), operators.next(&mut operands).unwrap());
        let [Object::Stream(image)] = &operands[..] else { panic!("a picture") };
        assert_eq!(b"DeviceGray", image.dict.get(b"ColorSpace").unwrap().as_name().unwrap());
        assert!(image.content.starts_with(b"\nEI "));
        assert_eq!(Some(&b"Q"[..]), operators.next(&mut operands).unwrap());
        let (text, _) = read(b"BI /W 9 /H 9 ID xxxxx");
        assert!(text.starts_with("[]BI "), "{text}");
    }

    #[test]
    fn deeply_nested_values_are_refused() {
        let content =
            Content::new(format!("{}{} d", "[".repeat(200), "]".repeat(200)).into_bytes());
        assert!(Operators::new(&content).next(&mut Vec::new()).is_err());
    }
}
