//! Reading every printed text back and comparing it with the deck, by its place on the card.
//!
//! A card is found by its large number. From there every text of that card's face has its place,
//! whichever way the card stands on the page; what is found there must be what the deck says, and
//! nothing else may stand within the card.

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;
use serde::Serialize;

use super::content::walk;
use super::read::Pdf;
use super::runs::{Run, Runs};
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::face::{Binder, Format, Theme, picture};
use crate::preflight::Fault;
use crate::render::length::{Mm, Point};
use crate::render::scene;

/// What was read back from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadBack {
    /// How many different cards were found.
    pub cards: usize,
    /// How many texts were compared.
    pub texts: usize,
    /// Every text that is not what the deck says.
    pub differences: Vec<Fault>,
}

impl ReadBack {
    /// Whether all cards of the deck were found and all texts are the deck's.
    pub fn agrees(&self) -> bool {
        self.cards == crate::deck::DECK_SIZE && self.differences.is_empty()
    }
}

impl fmt::Display for ReadBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards, {} texts, ", self.cards, self.texts)?;
        match self.differences.len() {
            0 => f.write_str("all equal"),
            count => write!(f, "{count} differ"),
        }
    }
}

/// How far a text may stray from its place, in points: a twentieth of a millimetre.
const SLACK_POINTS: f64 = 0.15;

/// A text of a face: what it says and where its baseline starts.
#[derive(Debug)]
struct Expected {
    text: String,
    at: Point,
    size: Mm,
}

/// What a deck says in a theme: every text of every card with its place. Made once for all files
/// that are to be read back.
#[derive(Debug)]
pub struct PrintedDeck {
    /// By card number.
    faces: Vec<Vec<Expected>>,
    format: Format,
}

impl PrintedDeck {
    /// Binds and parses every card of the deck.
    ///
    /// # Errors
    /// If the theme does not bind or cannot be printed.
    pub fn new(deck: &Deck, theme: &Theme) -> Result<Self, Problems> {
        let binder = Binder::new(theme, deck)?;
        let face = |card| {
            let tree = picture(&binder.card(card))?;
            let scene = scene::import("the face", &tree, theme.palette())?;
            let texts = scene.texts().into_iter().map(|run| Expected {
                text: run.text(),
                at: run.origin,
                size: Mm(run.size_mm),
            });
            Ok(texts.collect())
        };
        // Collected in the order of the cards, so that threads do not change the first error.
        let faces: Vec<Result<Vec<Expected>, Problems>> =
            deck.cards().par_iter().map(face).collect();
        let faces = faces.into_iter().collect::<Result<_, _>>()?;
        Ok(Self { faces, format: theme.format() })
    }
}

/// Reads a PDF back against a deck.
///
/// # Errors
/// If the file cannot be read.
pub fn read_back(bytes: &[u8], deck: &PrintedDeck) -> Result<ReadBack, Problems> {
    let pdf = Pdf::read(bytes).map_err(|reason| Problems::from(Problem::new(reason)))?;
    let faces = &deck.faces;
    let mut runs = Runs::default();
    walk(&pdf, &mut runs);
    let mut pages: BTreeMap<u32, Vec<Run>> = BTreeMap::new();
    for run in runs.found {
        pages.entry(run.page).or_default().push(run);
    }
    let mut found = vec![false; faces.len()];
    let mut read = ReadBack { cards: 0, texts: 0, differences: Vec::new() };
    for (&page, runs) in &pages {
        for anchor in runs {
            let card = faces.iter().enumerate().find(|(number, face)| {
                anchor.text == number.to_string()
                    && large_number(*number, face).is_some_and(|large| {
                        (large.size.points() - anchor.size).abs() < SLACK_POINTS
                    })
            });
            if let Some((number, face)) = card {
                found[number] = true;
                compare(page, number, face, anchor, runs, deck.format, &mut read);
            }
        }
    }
    read.cards = found.iter().filter(|&&found| found).count();
    Ok(read)
}

/// The card's number where it is printed largest.
fn large_number(number: usize, face: &[Expected]) -> Option<&Expected> {
    let text = number.to_string();
    let largest = face.iter().map(|expected| expected.size.0).fold(0.0, f64::max);
    face.iter().find(|expected| expected.text == text && expected.size.0 > largest - 1e-3)
}

/// Compares the texts round a card's number with those of its face.
fn compare(
    page: u32,
    number: usize,
    face: &[Expected],
    anchor: &Run,
    runs: &[Run],
    format: Format,
    read: &mut ReadBack,
) {
    let Some(large) = large_number(number, face) else { return };
    let [a, b, c, d, x, y] = anchor.place.0;
    // A sheet corrected for a printer is stretched a little, and so are its distances. A matrix that
    // scales by more holds a font's size.
    let unit = |x: f64, y: f64| {
        let square = x * x + y * y;
        let length = if (0.9..1.1).contains(&square) { square } else { square.sqrt() };
        [x / length, y / length]
    };
    let (right, up) = (unit(a, b), unit(c, d));
    // A text's place in the card's own points: from the number's baseline, y downward.
    let on_card = |run: &Run| {
        let [dx, dy] = [run.place.origin()[0] - x, run.place.origin()[1] - y];
        [dx * right[0] + dy * right[1], -(dx * up[0] + dy * up[1])]
    };
    let placed: Vec<([f64; 2], &Run)> = runs.iter().map(|run| (on_card(run), run)).collect();
    let mut used = vec![false; placed.len()];
    for expected in face {
        let at = [(expected.at.x - large.at.x).points(), (expected.at.y - large.at.y).points()];
        let near = placed.iter().position(|(place, _)| {
            (place[0] - at[0]).abs() < SLACK_POINTS && (place[1] - at[1]).abs() < SLACK_POINTS
        });
        read.texts += 1;
        let reason = match near {
            Some(index) => {
                used[index] = true;
                let text = &placed[index].1.text;
                if *text == expected.text {
                    continue;
                }
                format!("card {number}: {text:?} stands where {:?} belongs", expected.text)
            }
            None => {
                let Point { x, y } = expected.at;
                let (x, y) = (x.0, y.0);
                format!("card {number}: {:?} is missing at {x:.1}, {y:.1} mm", expected.text)
            }
        };
        read.differences.push(Fault::on(page, reason));
    }
    let bleed = format.bleed_mm();
    for ((place, run), _) in placed.iter().zip(&used).filter(|(_, used)| !**used) {
        let at = [
            Mm::from_points(place[0]).0 + large.at.x.0 - bleed,
            Mm::from_points(place[1]).0 + large.at.y.0 - bleed,
        ];
        let inside = (0.0..format.trim_width_mm()).contains(&at[0])
            && (0.0..format.trim_height_mm()).contains(&at[1]);
        if inside {
            let reason = format!("card {number}: {:?} does not belong there", run.text);
            read.differences.push(Fault::on(page, reason));
        }
    }
}
