//! Breaks text into lines.

use super::super::document::{Element, Node};
use super::lettering::Lettering;

/// A part of a word in one style.
#[derive(Clone)]
pub(in crate::face) struct Piece {
    pub text: String,
    /// Its span; `None` directly in the text.
    span: Option<Element>,
    /// Its lettering.
    lettering: Lettering,
}

/// An unbreakable unit.
#[derive(Clone)]
pub(in crate::face) struct Word {
    pub pieces: Vec<Piece>,
    /// Whether a blank precedes it on its line; Chinese and Japanese signs have none between them.
    is_apart: bool,
    /// Its length in font sizes.
    pub length: f64,
    /// The extra length when it follows the previous word: a blank, and marks between letters of another
    /// script's font, which are set in that font too.
    gap: f64,
}

impl Word {
    fn new(piece: Piece, is_apart: bool) -> Self {
        Self { pieces: vec![piece], is_apart, length: 0.0, gap: 0.0 }
    }
}

/// The length of a line, in font sizes.
pub(in crate::face) fn length(line: &[Word]) -> f64 {
    let words: f64 = line.iter().map(|word| word.length).sum();
    words + line.iter().skip(1).map(|word| word.gap).sum::<f64>()
}

/// Measures every word, alone and after the previous one.
fn measure(words: &mut [Word]) {
    let width = |words: &[Word]| -> f64 {
        let width = |(piece, text): (&Piece, String)| {
            piece.lettering.width_mm(&text) / piece.lettering.size_mm
        };
        runs(words).into_iter().map(width).sum()
    };
    for place in 0..words.len() {
        words[place].length = width(&words[place..=place]);
        if place > 0 {
            let both = width(&words[place - 1..=place]);
            words[place].gap = both - words[place - 1].length - words[place].length;
        }
    }
}

/// The texts of a line with pieces of one span joined, each with its first piece.
fn runs(line: &[Word]) -> Vec<(&Piece, String)> {
    let mut runs: Vec<(&Piece, String)> = Vec::new();
    for (place, word) in line.iter().enumerate() {
        for (at, piece) in word.pieces.iter().enumerate() {
            let blank = if place > 0 && at == 0 && word.is_apart { " " } else { "" };
            if let Some((_, text)) = runs.last_mut() {
                text.push_str(blank);
            }
            match runs.last_mut() {
                Some((first, text)) if first.span == piece.span => text.push_str(&piece.text),
                _ => runs.push((piece, piece.text.clone())),
            }
        }
    }
    runs
}

/// Breaks words into as few lines as possible.
pub(in crate::face) fn broken(words: &[Word], width: f64) -> Vec<Vec<Word>> {
    let mut lines: Vec<Vec<Word>> = Vec::new();
    for word in words {
        if let Some(line) = lines.last_mut() {
            line.push(word.clone());
            if length(line) <= width {
                continue;
            }
            line.pop();
        }
        lines.push(vec![word.clone()]);
    }
    lines
}

/// Breaks a text into at most `most` lines of minimal length.
pub(in crate::face) fn on_lines(text: &str, most: usize, lettering: &Lettering) -> Vec<String> {
    let whole = || vec![text.to_owned()];
    if most < 2 {
        return whole();
    }
    let words = words_from(vec![(text.to_owned(), None, lettering.clone())]);
    if words.len() < 2 {
        return whole();
    }
    let line = |line: &[Word]| runs(line).into_iter().map(|(_, text)| text).collect();
    balanced(&words, most).into_iter().map(line).collect()
}

/// Tolerance of line lengths, in font sizes, far below print resolution.
const SLACK: f64 = 5e-4;

/// Breaks words into at most `most` lines of minimal length.
fn balanced(words: &[Word], most: usize) -> Vec<&[Word]> {
    // The start of each line, none longer than `room` except for a single word.
    let begins = |room: f64| {
        let mut begins = vec![0];
        for end in 1..=words.len() {
            let start = begins[begins.len() - 1];
            if end - start > 1 && length(&words[start..end]) > room + SLACK {
                begins.push(end - 1);
            }
        }
        begins
    };
    let longest = words.iter().map(|word| word.length).fold(0.0, f64::max);
    let mut rooms: Vec<f64> = (0..words.len())
        .flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)))
        .map(|(from, to)| length(&words[from..to]).max(longest))
        .collect();
    rooms.sort_by(f64::total_cmp);
    let least = rooms.partition_point(|room| begins(*room).len() > most);
    let begins = begins(rooms.get(least).copied().unwrap_or(f64::INFINITY));
    let ends = begins.iter().skip(1).copied().chain([words.len()]);
    begins.iter().copied().zip(ends).map(|(start, end)| &words[start..end]).collect()
}

/// The words of a paragraph. A separate closing mark stays with the previous word, as in French, and an
/// opening mark with the next.
pub(in crate::face) fn words_of(paragraph: &Element, lettering: &Lettering) -> Vec<Word> {
    let mut runs = Vec::new();
    collect(paragraph, None, lettering, &mut runs);
    words_from(runs)
}

/// The words of consecutive texts, each with its span.
fn words_from(runs: Vec<(String, Option<Element>, Lettering)>) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut goes_on = false;
    for (text, span, own) in runs {
        let starts_apart = text.starts_with(char::is_whitespace);
        for (place, whole) in text.split_whitespace().enumerate() {
            let (part, rest) = unbroken(whole);
            let is_mark = !part.chars().any(char::is_alphanumeric) && part.chars().count() < 3;
            let opened = words
                .last()
                .and_then(|word| word.pieces.last())
                .is_some_and(|piece| piece.text.ends_with(['«', '‹']));
            let joined = (place == 0 && goes_on && !starts_apart) && !words.is_empty();
            let (text, onto) = match (joined, (is_mark && part != "«") || opened) {
                (true, _) => (part.to_owned(), words.last_mut()),
                (false, true) if !words.is_empty() => (format!(" {part}"), words.last_mut()),
                _ => (part.to_owned(), None),
            };
            let piece = |text: String| Piece { text, span: span.clone(), lettering: own.clone() };
            match onto {
                Some(word) => word.pieces.push(piece(text)),
                None => words.push(Word::new(piece(text), true)),
            }
            let mut rest = rest;
            while !rest.is_empty() {
                let (part, behind) = unbroken(rest);
                words.push(Word::new(piece(part.to_owned()), false));
                rest = behind;
            }
        }
        goes_on = match text.trim().is_empty() {
            true => goes_on && !starts_apart,
            false => !text.ends_with(char::is_whitespace),
        };
    }
    measure(&mut words);
    words
}

/// Splits a text at the first break opportunity without a blank: beside Chinese and Japanese signs, except at
/// marks that may not begin or end a line.
pub(in crate::face) fn unbroken(text: &str) -> (&str, &str) {
    let is_sign = |letter: char| {
        matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
    };
    let begins_none = |letter: char| {
        "、。，．・：；？！）］｝」』】〉》〕ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ.,:;?!)]}»”’".contains(letter)
    };
    let ends_none = |letter: char| "（［｛「『【〈《〔([{«“‘".contains(letter);
    let letters = text.char_indices();
    let mut pairs = letters.clone().zip(letters.skip(1));
    let place = pairs.find_map(|((_, one), (at, next))| {
        let may = (is_sign(one) || is_sign(next)) && !begins_none(next) && !ends_none(one);
        may.then_some(at)
    });
    text.split_at(place.unwrap_or(text.len()))
}

fn collect(
    element: &Element,
    span: Option<&Element>,
    lettering: &Lettering,
    runs: &mut Vec<(String, Option<Element>, Lettering)>,
) {
    for child in &element.children {
        match child {
            Node::Text(text, _) => runs.push((text.clone(), span.cloned(), lettering.clone())),
            Node::Element(child) => {
                let bare = child.clone_without_children();
                collect(child, Some(&bare), &lettering.within(child), runs);
            }
        }
    }
}

/// A line as the children of a text, with pieces of one span joined.
pub(in crate::face) fn children(line: &[Word]) -> Vec<Node> {
    let node = |(piece, text): (&Piece, String)| match &piece.span {
        None => Node::Text(text, 0..0),
        Some(span) => {
            let mut span = span.clone();
            span.children.push(Node::Text(text, 0..0));
            Node::Element(span)
        }
    };
    runs(line).into_iter().map(node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::face::font_file::{FontAlias, FontFile};
    use crate::face::fonts::Fonts;
    use crate::face::testing::bundled_font;

    #[test]
    fn measured_lengths_agree_with_drawn_ones_in_mixed_fonts() {
        // Rye lacks most letters, and its blanks have another width.
        let names = FontAlias { family: Some("Label".to_owned()), ..FontAlias::default() };
        let label = FontFile::read("a.ttf", bundled_font()).unwrap().renamed(&names);
        let fonts = Fonts::with(vec![label]);
        for text in ["No: Č · ď (Ř) · +3 Č · A 12", "Č ď ř", "A B C", "Č (ď) · Ř, Č", "a — Č — ď b"]
        {
            let svg = format!("<svg font-family=\"Rye\" font-size=\"2\"><text>{text}</text></svg>");
            let root = Element::read(&Source::new("a.svg", svg)).unwrap();
            let lettering = Lettering::in_fonts(&fonts).within(&root);
            let line = words_of(root.elements().next().unwrap(), &lettering);
            assert!(line.len() > 2);
            let drawn = lettering.width_mm(text) / 2.0;
            assert!((length(&line) - drawn).abs() < 1e-9, "{text}: {} {drawn}", length(&line));
        }
    }
}
