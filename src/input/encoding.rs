//! Decodes text files: UTF-8, or UTF-16 as written by spreadsheets and Windows programs.

/// The byte order mark, which precedes a text and is not part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text without a leading byte order mark.
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Why bytes cannot be decoded as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// What the bytes are, or where they are invalid.
    pub reason: String,
    /// The accepted encodings.
    pub accepted: &'static str,
}

const UTF_8: &str = "a text file in UTF-8";
const SAVED_AS_TEXT: &str = "a text file in UTF-8; a spreadsheet saves a table as CSV";

/// Decodes UTF-8 or UTF-16, with or without a byte order mark, which is removed.
///
/// UTF-16 without a mark is recognized by the zero byte next to its first letter: text files do not contain
/// NUL.
///
/// # Errors
/// A [`DecodeError`] with the encoding or the kind of file, if known.
pub(crate) fn decode(content: Vec<u8>) -> Result<String, DecodeError> {
    let fail = |reason: &str, accepted| Err(DecodeError { reason: reason.to_owned(), accepted });
    match content.as_slice() {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => fail("it is in UTF-32", UTF_8),
        [0xff, 0xfe, text @ ..] => decode_utf16(text, u16::from_le_bytes),
        [0xfe, 0xff, text @ ..] => decode_utf16(text, u16::from_be_bytes),
        [b'P', b'K', 3 | 5, ..] => fail("it is a ZIP file, as spreadsheets are", SAVED_AS_TEXT),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => {
            fail("it is a file of an old Office program", SAVED_AS_TEXT)
        }
        text @ [1..=0x7f, 0, ..] => decode_utf16(text, u16::from_le_bytes),
        text @ [0, 1..=0x7f, ..] => decode_utf16(text, u16::from_be_bytes),
        _ => match String::from_utf8(content) {
            Ok(text) if text.starts_with(BYTE_ORDER_MARK) => Ok(without_bom(&text).to_owned()),
            Ok(text) => Ok(text),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                fail(&format!("byte {valid} is not UTF-8"), UTF_8)
            }
        },
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DecodeError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => Ok(text),
        _ => Err(DecodeError { reason: "it is damaged UTF-16".to_owned(), accepted: UTF_8 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf8_and_utf16_are_read_with_and_without_a_mark() {
        let text = "{\"name\": \"Źdźbło 🂡\"}\r\n";
        for mark in ["", "\u{feff}"] {
            let marked = format!("{mark}{text}");
            for bytes in [
                marked.clone().into_bytes(),
                utf16(&marked, u16::to_le_bytes),
                utf16(&marked, u16::to_be_bytes),
            ] {
                assert_eq!(Ok(text.to_owned()), decode(bytes));
            }
        }
        assert_eq!(Ok(String::new()), decode(Vec::new()));
        assert_eq!(Ok(String::new()), decode("\u{feff}".into()));
    }

    #[test]
    fn other_files_are_named() {
        let reason = |bytes: &[u8]| decode(bytes.to_vec()).unwrap_err().reason;
        assert_eq!("it is in UTF-32", reason(b"\xff\xfe\0\0a\0\0\0"));
        assert_eq!("it is a ZIP file, as spreadsheets are", reason(b"PK\x03\x04\x14\0"));
        assert_eq!("it is damaged UTF-16", reason(b"\xff\xfea"));
        assert_eq!("it is damaged UTF-16", reason(b"\xff\xfe\0\xd8"));
        assert_eq!("byte 3 is not UTF-8", reason(b"abc\xe9d"));
    }
}
