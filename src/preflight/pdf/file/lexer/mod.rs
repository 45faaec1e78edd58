//! The values and keywords of PDF syntax (PDF Reference 1.4, 3.1 and 3.2), read one after the other.
//!
//! Every value is counted as it is read, and operators can be taken one by one: a stream of them as a
//! whole would take ninety bytes of memory for a byte.

mod strings;

use std::str::FromStr;

pub(super) use strings::digit;

use crate::pdf_value::{Dictionary, Object};
use crate::preflight::limits::{Limit, PDF_NESTING, PDF_OPERANDS, PDF_VALUES, Past};

/// Reads values and keywords from bytes.
pub(in crate::preflight::pdf) struct Lexer<'b> {
    bytes: &'b [u8],
    at: usize,
    /// How far was read for a value that does not end.
    failed_at: usize,
    /// Whether `1 0 R` is a reference; in streams of operators it is not.
    references: bool,
    /// How many values were read, and how many may be.
    pub values: usize,
    most: Limit,
}

impl<'b> Lexer<'b> {
    /// For the objects of a file, from a place on; `values` were read from it before.
    pub(in crate::preflight::pdf) fn of_objects(bytes: &'b [u8], at: usize, values: usize) -> Self {
        let at = at.min(bytes.len());
        Self { bytes, at, failed_at: 0, references: true, values, most: PDF_VALUES }
    }

    /// For a stream of operators.
    pub(in crate::preflight::pdf) fn of_operators(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, failed_at: 0, references: false, values: 0, most: PDF_OPERANDS }
    }

    /// Where the next byte is read.
    pub(in crate::preflight::pdf) fn at(&self) -> usize {
        self.at
    }

    /// How far was looked, for a value or in vain.
    pub(in crate::preflight::pdf) fn furthest(&self) -> usize {
        self.at.max(self.failed_at)
    }

    /// Passes over what is no value and no word: a bracket that closes nothing, or as much as was
    /// read of a value that does not end, so that nothing is read twice.
    pub(in crate::preflight::pdf) fn skip_failed(&mut self) {
        self.at = self.furthest().max(self.at + 1).min(self.bytes.len());
    }

    /// What was not read yet.
    pub(in crate::preflight::pdf) fn rest(&self) -> &'b [u8] {
        &self.bytes[self.at..]
    }

    pub(in crate::preflight::pdf) fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.bytes.len());
    }

    /// To a place that was passed.
    pub(in crate::preflight::pdf) fn go_back(&mut self, at: usize) {
        self.at = self.at.min(at);
    }

    /// Passes over white space and comments.
    pub(in crate::preflight::pdf) fn space(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if is_space(byte) {
                self.at += 1;
            } else if byte == b'%' {
                let ends = |byte: &u8| matches!(byte, b'\r' | b'\n');
                self.at += self.rest().iter().position(ends).unwrap_or(self.rest().len());
            } else {
                break;
            }
        }
    }

    /// The next word of regular characters, such as an operator; empty where a delimiter stands.
    pub(in crate::preflight::pdf) fn word(&mut self) -> &'b [u8] {
        self.space();
        let rest = self.rest();
        let length = rest.iter().position(|&byte| !is_regular(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// The next operator: letters, as many as stand together, so that what a writer ran together,
    /// as in `Q0.9 0 0 rg`, is read as it was meant. Without letters, the next word.
    pub(in crate::preflight::pdf) fn operator(&mut self) -> &'b [u8] {
        self.space();
        let rest = self.rest();
        let is_part = |byte: &&u8| byte.is_ascii_alphabetic() || b"*'\"".contains(byte);
        let letters = rest.iter().take_while(is_part).count();
        // The two that end in a figure describe the glyphs of Type 3 fonts.
        let figure = usize::from(matches!(rest, [b'd', b'0' | b'1', ..]) && letters == 1);
        if letters == 0 {
            return self.word_here();
        }
        self.at += letters + figure;
        &rest[..letters + figure]
    }

    /// Passes over a keyword if it is the next thing.
    pub(in crate::preflight::pdf) fn keyword(&mut self, keyword: &[u8]) -> bool {
        self.space();
        let follows = self.rest().starts_with(keyword);
        if follows {
            self.at += keyword.len();
        }
        follows
    }

    /// The next thing if it is a number without sign or point.
    pub(in crate::preflight::pdf) fn unsigned(&mut self) -> Option<u64> {
        self.space();
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.rest()[..digits]).ok()?.parse().ok()?;
        self.at += digits;
        Some(number)
    }

    /// The next value. Without one the place stays where the next thing begins.
    ///
    /// # Errors
    /// If values nest too deep or are too many.
    pub(in crate::preflight::pdf) fn value(&mut self) -> Result<Option<Object>, Past> {
        self.value_at(0)
    }

    fn value_at(&mut self, depth: usize) -> Result<Option<Object>, Past> {
        PDF_NESTING.hold(depth)?;
        self.space();
        let start = self.at;
        let value = match (self.bytes.get(start), self.bytes.get(start + 1)) {
            (Some(b'/'), _) => Some(Object::Name(self.name())),
            (Some(b'('), _) => self.literal(),
            (Some(b'<'), Some(b'<')) => self.dictionary(depth)?.map(Object::Dictionary),
            (Some(b'<'), _) => self.hexadecimal(),
            (Some(b'['), _) => self.array(depth)?,
            (Some(b'0'..=b'9' | b'+' | b'-' | b'.'), _) => self.number(),
            (Some(b't' | b'f' | b'n'), _) => match self.word() {
                b"true" => Some(Object::Boolean(true)),
                b"false" => Some(Object::Boolean(false)),
                b"null" => Some(Object::Null),
                _ => None,
            },
            _ => None,
        };
        match value {
            Some(_) => {
                self.values += 1;
                self.most.hold(self.values)?;
            }
            None => {
                self.failed_at = self.failed_at.max(self.at);
                self.at = start;
            }
        }
        Ok(value)
    }

    fn array(&mut self, depth: usize) -> Result<Option<Object>, Past> {
        self.at += 1;
        let mut items = Vec::new();
        while let Some(item) = self.value_at(depth + 1)? {
            items.push(item);
        }
        self.space();
        Ok(self.keyword(b"]").then_some(Object::Array(items)))
    }

    /// The next dictionary, if one comes next.
    ///
    /// # Errors
    /// If values nest too deep or are too many.
    pub(in crate::preflight::pdf) fn dictionary(
        &mut self,
        depth: usize,
    ) -> Result<Option<Dictionary>, Past> {
        if !self.keyword(b"<<") {
            return Ok(None);
        }
        let dictionary = self.entries(depth)?;
        Ok(self.keyword(b">>").then_some(dictionary))
    }

    /// Keys and values up to something that is neither.
    ///
    /// # Errors
    /// If values nest too deep or are too many.
    pub(in crate::preflight::pdf) fn entries(&mut self, depth: usize) -> Result<Dictionary, Past> {
        let mut dictionary = Dictionary::new();
        loop {
            self.space();
            if self.bytes.get(self.at) != Some(&b'/') {
                return Ok(dictionary);
            }
            let key = self.name();
            let Some(value) = self.value_at(depth + 1)? else { return Ok(dictionary) };
            dictionary.set(key, value);
        }
    }

    fn word_here(&mut self) -> &'b [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| !is_regular(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn number(&mut self) -> Option<Object> {
        let word = self.word_here();
        let text = std::str::from_utf8(word).ok()?;
        if word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-')) {
            let number = i64::from_str(text).ok()?;
            if self.references
                && let Ok(object) = u32::try_from(number)
                && let Some(generation) = self.reference()
            {
                return Some(Object::Reference((object, generation)));
            }
            return Some(Object::Integer(number));
        }
        // Without exponents: PDF has none.
        if !word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.')) {
            return None;
        }
        f32::from_str(text).ok().map(Object::Real)
    }

    /// The generation of a reference whose number was just read, if it is one.
    fn reference(&mut self) -> Option<u16> {
        let after_number = self.at;
        let generation = self.unsigned().and_then(|generation| u16::try_from(generation).ok());
        if generation.is_some() && self.word() == b"R" {
            return generation;
        }
        self.at = after_number;
        None
    }
}

pub(in crate::preflight::pdf) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\0' | b'\x0c')
}

fn is_regular(byte: u8) -> bool {
    !is_space(byte)
        && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf_value::StringFormat;

    fn value(text: &str) -> Option<Object> {
        Lexer::of_objects(text.as_bytes(), 0, 0).value().unwrap()
    }

    fn string(bytes: &[u8]) -> Option<Object> {
        Some(Object::String(bytes.to_vec(), StringFormat::Literal))
    }

    #[test]
    fn values_are_read_as_the_reference_writes_them() {
        assert_eq!(Some(Object::Integer(-17)), value(" -17 "));
        assert_eq!(Some(Object::Real(-0.002)), value("-.002"));
        assert_eq!(Some(Object::Real(4.0)), value("4."));
        assert_eq!(Some(Object::Boolean(true)), value("% note\ntrue"));
        assert_eq!(Some(Object::Reference((12, 3))), value("12 3 R"));
        assert_eq!(Some(Object::Integer(12)), value("12 3 obj"));
        assert_eq!(Some(Object::Name(b"Lime Green".to_vec())), value("/Lime#20Green"));
        assert_eq!(Some(Object::Name(b"a#g1".to_vec())), value("/a#g1"));
        assert_eq!(string(b"a (b) c"), value("(a (b) c)"));
        assert_eq!(string(b"\x05a)\n+b"), value("(\\005a\\)\\n\\53\\\r\nb)"));
        let hex = Object::String(vec![0x90, 0x1f, 0xa0], StringFormat::Hexadecimal);
        assert_eq!(Some(hex), value("<901f\nA>"));
        let Some(Object::Dictionary(dictionary)) = value("<</A [1 2 R 1 2 /B] /C <</D null>>>>")
        else {
            panic!("a dictionary");
        };
        assert_eq!(4, dictionary.get(b"A").unwrap().as_array().unwrap().len());
        assert!(dictionary.get(b"C").unwrap().as_dict().unwrap().has(b"D"));
    }

    #[test]
    fn what_does_not_end_is_no_value() {
        for text in ["(a", "<ab", "<</A 1", "[1 2", "", "]", "endobj", "1e5", "<zz>"] {
            assert_eq!(None, value(text), "{text}");
        }
    }

    #[test]
    fn operators_follow_their_operands() {
        let mut lexer = Lexer::of_operators(b"1 0 R\n[(a)-20(b)]TJ T* d1");
        assert_eq!(Some(Object::Integer(1)), lexer.value().unwrap());
        assert_eq!(Some(Object::Integer(0)), lexer.value().unwrap());
        assert_eq!((None, &b"R"[..]), (lexer.value().unwrap(), lexer.word()));
        assert!(matches!(lexer.value().unwrap(), Some(Object::Array(items)) if items.len() == 3));
        assert_eq!([&b"TJ"[..], b"T*", b"d1", b""], [0; 4].map(|_| lexer.word()));
    }

    #[test]
    fn operators_that_run_into_numbers_are_read_as_they_were_meant() {
        let mut lexer = Lexer::of_operators(b"Q0.5 k d1 5.5.5 T*");
        assert_eq!(b"Q", lexer.operator());
        assert_eq!(Some(Object::Real(0.5)), lexer.value().unwrap());
        assert_eq!([&b"k"[..], b"d1", b"5.5.5", b"T*"], [0; 4].map(|_| lexer.operator()));
    }

    #[test]
    fn values_that_do_not_end_are_read_once() {
        let mut lexer = Lexer::of_operators(b"[1 (a [2 (b");
        assert_eq!((None, &b""[..]), (lexer.value().unwrap(), lexer.word()));
        lexer.skip_failed();
        assert!(lexer.rest().is_empty());
        let mut lexer = Lexer::of_operators(b"[1 2 m 3");
        assert_eq!((None, &b""[..]), (lexer.value().unwrap(), lexer.word()));
        lexer.skip_failed();
        assert_eq!(b"m", lexer.word());
    }

    #[test]
    fn values_nested_too_deep_are_refused_and_not_followed() {
        let deep = "[".repeat(3_000_000);
        assert!(Lexer::of_objects(deep.as_bytes(), 0, 0).value().is_err());
        let brackets = "(".repeat(3_000_000);
        assert_eq!(None, value(&brackets));
    }
}
