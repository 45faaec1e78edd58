//! Words on lines: where a line may be broken, and what stands on each.

use super::document::{Element, Node};
use super::lettering::Lettering;

/// A part of a word in one style.
#[derive(Clone)]
pub(super) struct Piece {
    pub text: String,
    /// The span it stands in; `None` in the text itself.
    span: Option<Element>,
    /// How long it is in sizes of the font.
    pub length: f64,
}

/// What no line is broken in.
#[derive(Clone)]
pub(super) struct Word {
    pub pieces: Vec<Piece>,
    /// Whether a blank stands before it on its line; between the signs of Chinese and Japanese is none.
    is_apart: bool,
}

/// How wide a blank is, in sizes of the font.
pub(super) fn space(lettering: &Lettering) -> f64 {
    lettering.width_mm(" ") / lettering.size_mm
}

/// How long a line is, in sizes of the font.
pub(super) fn length(line: &[Word], space: f64) -> f64 {
    let pieces: f64 = line.iter().flat_map(|word| &word.pieces).map(|piece| piece.length).sum();
    pieces + space * line.iter().skip(1).filter(|word| word.is_apart).count() as f64
}

/// Words on as few lines as they need.
pub(super) fn broken(words: &[Word], width: f64, space: f64) -> Vec<Vec<Word>> {
    let mut lines: Vec<Vec<Word>> = Vec::new();
    for word in words {
        if let Some(line) = lines.last_mut() {
            line.push(word.clone());
            if length(line, space) <= width {
                continue;
            }
            line.pop();
        }
        lines.push(vec![word.clone()]);
    }
    lines
}

/// The words of a paragraph. Marks that stand alone stay with the word before them, as French sets
/// them, and an opening mark with the word behind it.
pub(super) fn words_of(paragraph: &Element, lettering: &Lettering) -> Vec<Word> {
    let mut runs = Vec::new();
    collect(paragraph, None, lettering, &mut runs);
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
            let piece = |text: String| {
                let length = own.width_mm(&text) / own.size_mm;
                Piece { text, span: span.clone(), length }
            };
            match onto {
                Some(word) => word.pieces.push(piece(text)),
                None => words.push(Word { pieces: vec![piece(text)], is_apart: true }),
            }
            let mut rest = rest;
            while !rest.is_empty() {
                let (part, behind) = unbroken(rest);
                words.push(Word { pieces: vec![piece(part.to_owned())], is_apart: false });
                rest = behind;
            }
        }
        goes_on = match text.trim().is_empty() {
            true => goes_on && !starts_apart,
            false => !text.ends_with(char::is_whitespace),
        };
    }
    words
}

/// A text up to the first place where a line may be broken without a blank, and what follows: beside
/// the signs of Chinese and Japanese, but for marks that begin or end no line.
pub(super) fn unbroken(text: &str) -> (&str, &str) {
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

/// A line as the children of a text: pieces of one span together.
pub(super) fn children(line: &[Word]) -> Vec<Node> {
    let mut runs: Vec<(Option<&Element>, String)> = Vec::new();
    for (place, word) in line.iter().enumerate() {
        for (at, piece) in word.pieces.iter().enumerate() {
            let blank = if place > 0 && at == 0 && word.is_apart { " " } else { "" };
            match runs.last_mut() {
                Some((span, text)) if *span == piece.span.as_ref() => {
                    text.push_str(blank);
                    text.push_str(&piece.text);
                }
                Some((_, text)) => {
                    text.push_str(blank);
                    runs.push((piece.span.as_ref(), piece.text.clone()));
                }
                None => runs.push((piece.span.as_ref(), piece.text.clone())),
            }
        }
    }
    let node = |(span, text): (Option<&Element>, String)| match span {
        None => Node::Text(text, 0..0),
        Some(span) => {
            let mut span = span.clone();
            span.children.push(Node::Text(text, 0..0));
            Node::Element(span)
        }
    };
    runs.into_iter().map(node).collect()
}
