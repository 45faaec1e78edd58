//! A named text and the way from a byte in it to a line and column.

use std::sync::Arc;

/// The text of a file and the name a person knows it by.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
}

/// A place in a text as editors count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Source {
    /// A source shared by all the problems that point into it. `name` is printed as given: the path
    /// the user typed, or a preset's name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: name.into(), text: text.into() })
    }

    /// The name problems are printed with.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of the character that holds byte `offset`; past the end, of the end.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        LineColumn {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
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
    fn columns_count_characters_not_bytes() {
        assert_eq!((1, 3), at("é1x", 3));
    }

    #[test]
    fn offsets_past_the_end_or_inside_a_character_are_drawn_back() {
        assert_eq!((1, 4), at("abc", 99));
        assert_eq!((1, 1), at("é", 1));
    }
}
