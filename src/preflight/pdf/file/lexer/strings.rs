//! Names and strings of PDF syntax (PDF Reference 1.4, 3.2.3 and 3.2.4).

use super::{Lexer, is_space};
use crate::pdf_value::{Object, StringFormat};

impl Lexer<'_> {
    /// A name without its slash; `#41` stands for a byte.
    pub(super) fn name(&mut self) -> Vec<u8> {
        self.at += 1;
        let raw = self.word_here();
        if !raw.contains(&b'#') {
            return raw.to_vec();
        }
        let mut name = Vec::with_capacity(raw.len());
        let mut rest = raw;
        while let [byte, after @ ..] = rest {
            let pair = after.first().zip(after.get(1)).filter(|_| *byte == b'#');
            match pair.and_then(|(high, low)| Some(digit(*high)? << 4 | digit(*low)?)) {
                Some(code) => {
                    name.push(code);
                    rest = &after[2..];
                }
                None => {
                    name.push(*byte);
                    rest = after;
                }
            }
        }
        name
    }

    /// A string in parentheses, which may stand in pairs inside it.
    pub(super) fn literal(&mut self) -> Option<Object> {
        let mut text = Vec::new();
        let mut open = 0_usize;
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            match byte {
                b'(' => {
                    open += 1;
                    if open > 1 {
                        text.push(byte);
                    }
                }
                b')' if open == 1 => return Some(Object::String(text, StringFormat::Literal)),
                b')' => {
                    open -= 1;
                    text.push(byte);
                }
                b'\\' => text.extend(self.escaped()),
                other => text.push(other),
            }
        }
    }

    /// What a backslash and the characters after it stand for.
    fn escaped(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(match byte {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            b'\n' => return None,
            b'\r' => {
                self.at += usize::from(self.bytes.get(self.at) == Some(&b'\n'));
                return None;
            }
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(&next @ b'0'..=b'7') = self.bytes.get(self.at) else { break };
                    code = code * 8 + u32::from(next - b'0');
                    self.at += 1;
                }
                // What is more than a byte is ignored (PDF Reference 1.4, 3.2.3).
                code.to_le_bytes()[0]
            }
            other => other,
        })
    }

    /// A string of hexadecimal digits in angle brackets.
    pub(super) fn hexadecimal(&mut self) -> Option<Object> {
        let rest = &self.rest()[1..];
        let end = rest.iter().position(|&byte| digit(byte).is_none() && !is_space(byte))?;
        self.at += end + 2;
        let mut digits = rest[..end].iter().filter_map(|&byte| digit(byte));
        let mut text = Vec::new();
        while let Some(high) = digits.next() {
            text.push(high << 4 | digits.next().unwrap_or(0));
        }
        (rest[end] == b'>').then_some(Object::String(text, StringFormat::Hexadecimal))
    }
}

/// What a hexadecimal digit stands for.
pub(in crate::preflight::pdf::file) fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}
