//! A named text, with lines and columns of its bytes.

use std::sync::{Arc, OnceLock};

use crate::input::encoding::without_bom;

/// The text of a file with its display name.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    /// The start of each line, computed on first use.
    lines: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for Source {}

/// A position as in editors: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// A source shared by all its problems. `name` is printed as given: the path the user typed, or a
    /// preset's name. A byte order mark is removed.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let mut text = text.into();
        let mark = text.len() - without_bom(&text).len();
        text.drain(..mark);
        Arc::new(Self { name: name.into(), text, lines: OnceLock::new() })
    }

    /// The display name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of the character at byte `offset`; beyond the end, of the end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let lines = self.lines();
        let line = lines.partition_point(|&start| start <= offset);
        let column = self.text[lines[line - 1]..offset].chars().count() + 1;
        LineColumn { line, column }
    }

    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let ends_line = |at: &usize| match bytes[*at] {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            std::iter::once(0).chain((0..bytes.len()).filter(ends_line).map(|at| at + 1)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: usize) -> (usize, usize) {
        let place = Source::new("t", text).line_column(offset);
        (place.line, place.column)
    }

    #[test]
    fn the_first_byte_is_line_one_column_one() {
        assert_eq!((1, 1), at("abc", 0));
        assert_eq!((1, 1), at("", 0));
    }

    #[test]
    fn a_newline_belongs_to_the_line_it_ends() {
        assert_eq!((1, 3), at("ab\ncd", 2));
        assert_eq!((2, 1), at("ab\ncd", 3));
    }

    #[test]
    fn a_line_ends_with_either_break_or_both() {
        for text in ["ab\ncd", "ab\rcd", "ab\r\ncd"] {
            assert_eq!((2, 1), at(text, text.len() - 2), "{text:?}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!("abc", Source::new("t", "\u{feff}abc").text());
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        assert_eq!((1, 3), at("é1x", 3));
    }

    #[test]
    fn offsets_are_limited_to_the_end_and_to_characters() {
        assert_eq!((1, 4), at("abc", 99));
        assert_eq!((1, 1), at("é", 1));
    }
}
