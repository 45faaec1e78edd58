//! Reads files with a cross-reference table, which is every one of ours, and streams of operators.

use std::collections::BTreeMap;

use super::{Content, Dictionary, Document, Object, Operation, Stream, StringFormat};

impl Document {
    /// None if something of it cannot be read.
    pub fn load_mem(bytes: &[u8]) -> Option<Self> {
        let version = bytes.strip_prefix(b"%PDF-")?.get(..3)?;
        let start = bytes.windows(9).rposition(|word| word == b"startxref")?;
        let mut reader = Reader::at(bytes, start + 9);
        let table = usize::try_from(reader.value()?.as_i64()?).ok()?;
        let mut reader = Reader::at(bytes, table);
        (reader.word() == b"xref").then_some(())?;
        let mut objects = BTreeMap::new();
        let (first, count) = (reader.value()?.as_i64()?, reader.value()?.as_i64()?);
        for number in first..first + count {
            let place = usize::try_from(reader.value()?.as_i64()?).ok()?;
            let generation = u16::try_from(reader.value()?.as_i64()?).ok()?;
            if reader.word() == b"n" {
                let id = (u32::try_from(number).ok()?, generation);
                objects.insert(id, Reader::at(bytes, place).object()?);
            }
        }
        (reader.word() == b"trailer").then_some(())?;
        let Object::Dictionary(trailer) = reader.value()? else { return None };
        let version = String::from_utf8(version.to_vec()).ok()?;
        Some(Self { version, objects, trailer, cross_reference_stream: false })
    }
}

impl Content {
    /// None if it is not all operators.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader { bytes, at: 0, references: false };
        let (mut operations, mut operands) = (Vec::new(), Vec::new());
        loop {
            reader.space();
            let before = reader.at;
            if let Some(operand) = reader.value() {
                operands.push(operand);
                continue;
            }
            reader.at = before;
            let operator = reader.word();
            if operator.is_empty() {
                return reader.rest().is_empty().then_some(Self { operations });
            }
            let operator = std::str::from_utf8(operator).ok()?;
            operations.push(Operation::new(operator, std::mem::take(&mut operands)));
        }
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Whether `1 0 R` is a reference.
    references: bool,
}

impl<'b> Reader<'b> {
    fn at(bytes: &'b [u8], at: usize) -> Self {
        Self { bytes, at, references: true }
    }

    fn rest(&self) -> &'b [u8] {
        &self.bytes[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    }

    /// The next word of regular characters.
    fn word(&mut self) -> &'b [u8] {
        self.space();
        let is_regular = |byte: &&u8| !byte.is_ascii_whitespace() && !b"()<>[]{}/%".contains(byte);
        let length = self.rest().iter().take_while(is_regular).count();
        let word = &self.rest()[..length];
        self.at += length;
        word
    }

    fn follows(&mut self, sign: &[u8]) -> bool {
        self.space();
        let follows = self.rest().starts_with(sign);
        self.at += if follows { sign.len() } else { 0 };
        follows
    }

    /// `12 0 obj` and what stands behind it.
    fn object(&mut self) -> Option<Object> {
        self.value()?;
        self.value()?;
        (self.word() == b"obj").then_some(())?;
        let value = self.value()?;
        match value {
            Object::Dictionary(dict) if self.follows(b"stream\n") => {
                let length = usize::try_from(dict.get(b"Length")?.as_i64()?).ok()?;
                Some(Stream::new(dict, self.rest().get(..length)?.to_vec()).into())
            }
            other => Some(other),
        }
    }

    fn value(&mut self) -> Option<Object> {
        if self.follows(b"/") {
            return Some(Object::Name(self.name()));
        }
        if self.follows(b"<<") {
            let mut dictionary = Dictionary::new();
            while !self.follows(b">>") {
                self.follows(b"/").then_some(())?;
                let name = self.name();
                dictionary.set(name, self.value()?);
            }
            return Some(dictionary.into());
        }
        if self.follows(b"[") {
            let mut items = Vec::new();
            while !self.follows(b"]") {
                items.push(self.value()?);
            }
            return Some(items.into());
        }
        if self.follows(b"<") {
            let length = self.rest().iter().position(|byte| *byte == b'>')?;
            let digits = std::str::from_utf8(&self.rest()[..length]).ok()?;
            self.at += length + 1;
            let byte = |at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
            let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
            return Some(Object::String(bytes?, StringFormat::Hexadecimal));
        }
        if self.follows(b"(") {
            return self.literal();
        }
        match self.word() {
            b"true" => Some(true.into()),
            b"false" => Some(false.into()),
            b"null" => Some(Object::Null),
            word => self.number(std::str::from_utf8(word).ok()?),
        }
    }

    fn number(&mut self, word: &str) -> Option<Object> {
        let is_part = |part: char| part.is_ascii_digit() || "+-.".contains(part);
        word.chars().all(is_part).then_some(())?;
        let Ok(number) = word.parse::<i64>() else { return word.parse().ok().map(Object::Real) };
        let after = self.at;
        if self.references
            && let Ok(generation) = std::str::from_utf8(self.word()).unwrap_or_default().parse()
            && self.word() == b"R"
        {
            return Some(Object::Reference((u32::try_from(number).ok()?, generation)));
        }
        self.at = after;
        Some(Object::Integer(number))
    }

    fn name(&mut self) -> Vec<u8> {
        // A slash with nothing behind it is a name as well.
        let word = match self.rest().first() {
            Some(byte) if !byte.is_ascii_whitespace() => self.word(),
            _ => b"",
        };
        let mut name = Vec::new();
        let mut rest = word;
        while let [byte, after @ ..] = rest {
            let code = after.get(..2).filter(|_| *byte == b'#');
            let code = code.and_then(|code| std::str::from_utf8(code).ok());
            let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
            name.push(code.unwrap_or(*byte));
            rest = if code.is_some() { &after[2..] } else { after };
        }
        name
    }

    fn literal(&mut self) -> Option<Object> {
        let (mut text, mut open) = (Vec::new(), 1);
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            match byte {
                b'(' => open += 1,
                b')' => open -= 1,
                b'\\' => {
                    let escaped = *self.bytes.get(self.at)?;
                    self.at += 1;
                    text.push(match escaped {
                        b'r' => b'\r',
                        b'n' => b'\n',
                        // Codes are not written by us.
                        b'0'..=b'9' => return None,
                        other => other,
                    });
                    continue;
                }
                _ => {}
            }
            if open == 0 {
                return Some(Object::String(text, StringFormat::Literal));
            }
            text.push(byte);
        }
    }
}
