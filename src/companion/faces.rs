//! The faces of a deck in compressed form: every piece of markup once, and each card as a list of pieces.
//!
//! The cards of a deck come from one template, so nearly all of their markup is the same, and together they
//! are hardly larger than one of them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::face::Faces;

/// The faces of all cards and the back.
#[derive(Debug, Serialize)]
pub(super) struct Pieces {
    /// The markup, each piece once.
    pieces: Vec<String>,
    /// The pieces of each card, in the order of the deck.
    cards: Vec<Vec<usize>>,
    /// The pieces of the back.
    back: Vec<usize>,
}

/// Attributes that a picture on the page does not need: names for editors and for readers of the cells.
const LEFT_OUT: [&str; 4] = ["data-field", "role", "aria-label", "inkscape:label"];

impl Pieces {
    /// Splits the faces into pieces. `drawn` are the fronts as
    /// [`Drawing::outlined`](crate::face::Drawing::outlined) returns them, in the order of the deck, if they
    /// exist.
    ///
    /// # Errors
    /// Errors of drawing a face.
    pub(super) fn new(faces: &Faces<'_>, drawn: Option<&[String]>) -> Result<Self, Problems> {
        let numbers: Vec<CardNumber> = faces.deck().numbers().iter().collect();
        let draw = |&number: &CardNumber| faces.lent_card(number).drawing()?.outlined();
        let drawn = match drawn {
            Some(drawn) => Cow::Borrowed(drawn),
            None => {
                let drawn: Vec<_> = numbers.par_iter().map(draw).collect();
                drawn.into_iter().collect::<Result<Vec<String>, Problems>>()?.into()
            }
        };
        let back = faces.back().drawing()?.outlined()?;
        let (mut pieces, mut known) = (Vec::new(), BTreeMap::new());
        let mut taken = |svg: &str| {
            let parts = taken_apart(svg);
            parts
                .into_iter()
                .map(|part| {
                    *known.entry(part).or_insert_with_key(|part| {
                        pieces.push(part.clone());
                        pieces.len() - 1
                    })
                })
                .collect()
        };
        let cards = drawn.iter().map(|svg| taken(svg)).collect();
        let back = taken(&back);
        Ok(Self { pieces, cards, back })
    }
}

/// The tags and texts of one of the program's SVGs, without the attributes in [`LEFT_OUT`].
fn taken_apart(svg: &str) -> Vec<String> {
    let body = svg.split_once("?>").map_or(svg, |(_, body)| body);
    let mut parts = Vec::new();
    let mut rest = body.trim();
    while !rest.is_empty() {
        let length = match rest.starts_with('<') {
            true => rest.find('>').map_or(rest.len(), |end| end + 1),
            false => rest.find('<').unwrap_or(rest.len()),
        };
        let (part, next) = rest.split_at(length);
        let part = without_names(part);
        if !part.trim().is_empty() {
            parts.push(part);
        }
        rest = next;
    }
    parts
}

fn without_names(tag: &str) -> String {
    let mut tag = tag.to_owned();
    for name in LEFT_OUT {
        let begin = format!(" {name}=\"");
        if let Some(start) = tag.find(&begin) {
            let value = start + begin.len();
            if let Some(length) = tag[value..].find('"') {
                tag.replace_range(start..=value + length, "");
            }
        }
    }
    tag
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::face::Theme;

    #[test]
    fn a_joined_card_is_its_face_and_pieces_are_shared() {
        let (deck, theme) = (Deck::built_in(), Theme::built_in("ink-saver").unwrap());
        let faces = Faces::new(&theme, &deck).unwrap();
        let pieces = Pieces::new(&faces, None).unwrap();
        let number = CardNumber::new(34).unwrap();
        let svg = faces.card(number).drawing().unwrap().outlined().unwrap();
        let together: String =
            pieces.cards[34].iter().map(|&piece| &*pieces.pieces[piece]).collect();
        let marks = |text: &str, mark: &str| text.matches(mark).count();
        for mark in ["<use", "<path", "<g", "</g>", "<rect"] {
            assert_eq!(marks(&svg, mark), marks(&together, mark), "{mark}");
        }
        assert!(crate::face::parse_svg(&together).is_ok());
        let bytes: usize = pieces.pieces.iter().map(String::len).sum();
        assert!(bytes < 3 * svg.len(), "{bytes} bytes, one face has {}", svg.len());
    }

    #[test]
    fn names_for_editors_and_readers_are_omitted() {
        let parts = taken_apart(
            "<?xml version=\"1.0\"?>\n<svg>\n<g id=\"a\" role=\"img\" aria-label=\"34\" fill=\"#000\">x</g></svg>\n",
        );
        assert_eq!(["<svg>", "<g id=\"a\" fill=\"#000\">", "x", "</g>", "</svg>"][..], parts);
    }
}
