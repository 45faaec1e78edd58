//! A named text and the way from a byte in it to a line and column.

use std::sync::{Arc, OnceLock};

/// The text of a file and the name a person knows it by.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    /// Where each line begins, found when the first place is asked for.
    lines: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for Source {}

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
        Arc::new(Self { name: name.into(), text: text.into(), lines: OnceLock::new() })
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
        let lines = self.lines();
        let line = lines.partition_point(|&start| start <= offset);
        let column = self.text[lines[line - 1]..offset].chars().count() + 1;
        LineColumn { line, column }
    }

    fn lines(&self) -> &[usize] {
        self.lines.get_or_init(|| {
            let newlines = self.text.match_indices('\n').map(|(newline, _)| newline + 1);
            std::iter::once(0).chain(newlines).collect()
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
    fn columns_count_characters_not_bytes() {
        assert_eq!((1, 3), at("é1x", 3));
    }

    #[test]
    fn offsets_past_the_end_or_inside_a_character_are_drawn_back() {
        assert_eq!((1, 4), at("abc", 99));
        assert_eq!((1, 1), at("é", 1));
    }
}
