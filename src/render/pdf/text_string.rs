//! Texts as PDF keeps them.

use crate::pdf_value::{Object, StringFormat};

/// A text string: plain bytes where it is ASCII, else UTF-16 with its byte order mark (PDF
/// Reference 1.4, 3.8.1).
pub(super) fn text_string(text: &str) -> Object {
    let bytes = if text.is_ascii() {
        text.as_bytes().to_vec()
    } else {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(u16::to_be_bytes).collect()
    };
    let format = if text.is_ascii() { StringFormat::Literal } else { StringFormat::Hexadecimal };
    Object::String(bytes, format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_stays_ascii_and_the_rest_is_utf_16() {
        assert_eq!(Object::literal("Deck"), text_string("Deck"));
        let Object::String(bytes, _) = text_string("é") else { panic!() };
        assert_eq!(vec![0xFE, 0xFF, 0x00, 0xE9], bytes);
    }
}
