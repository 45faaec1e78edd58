//! Compares the text printed on a card with the text of its face, position by position.

use std::collections::BTreeSet;

use super::reading::Reading;
use crate::deck::CardNumber;
use crate::face::{Format, Line, PlacedGlyph};
use crate::geometry::{Affine, Point};
use crate::preflight::limits::{CARD_LETTERS, LimitExceeded};
use crate::preflight::page::Page;

/// The tolerance for the position of a letter in millimetres: a third of a point, a fifth of a digit's width.
const SLACK_MM: f64 = 0.1;

/// How far above, below and beside a text's position another text still counts as its replacement, in ems.
const NEAR_EM: f64 = 0.45;

/// A printed letter with its position in millimetres from the face's corner.
struct PlacedLetter<'m> {
    glyph: &'m PlacedGlyph,
    at_mm: [f64; 2],
    used: bool,
}

impl PlacedLetter<'_> {
    /// Whether it is the expected letter at the expected position.
    fn is(&self, expected: &PlacedGlyph) -> bool {
        near(self.at_mm, expected.at_mm)
            && says_the_same(&self.glyph.text, &expected.text)
            && have_one_size(self.glyph, expected)
    }
}

/// Characters that right-to-left text shows mirrored; a file may use either of a pair.
const MIRRORED: [[&str; 2]; 5] = [["(", ")"], ["[", "]"], ["{", "}"], ["<", ">"], ["«", "»"]];

fn says_the_same(one: &str, other: &str) -> bool {
    one == other || MIRRORED.iter().any(|pair| pair.contains(&one) && pair.contains(&other))
}

fn near(one: [f64; 2], other: [f64; 2]) -> bool {
    (one[0] - other[0]).abs() <= SLACK_MM && (one[1] - other[1]).abs() <= SLACK_MM
}

/// Compares the texts of a card, placed by `on_page`, with those of its face.
///
/// # Errors
/// If there are more letters than the limit.
pub(super) fn compare(
    page: &Page,
    card: CardNumber,
    on_page: &Affine,
    face: &[Expected],
    format: Format,
    read: &mut Reading,
) -> Result<(), LimitExceeded> {
    let back = on_page.inverse();
    let on_face = |glyph: &PlacedGlyph| {
        let Point { x, y } = back * Point::new(glyph.at_mm[0], glyph.at_mm[1]);
        [x, y]
    };
    // Limited to the trim: text in the bleed belongs to a neighbour or is cut off.
    let bleed = format.bleed_mm();
    let on_card = |[x, y]: [f64; 2]| {
        (bleed..bleed + format.trim_width_mm()).contains(&x)
            && (bleed..bleed + format.trim_height_mm()).contains(&y)
    };
    let mut placed: Vec<PlacedLetter<'_>> = page
        .letters
        .iter()
        .map(|glyph| PlacedLetter { glyph, at_mm: on_face(glyph), used: false })
        .filter(|placed| on_card(placed.at_mm))
        .collect();
    CARD_LETTERS.hold(placed.len())?;
    read.texts += face.len();
    let tell = |read: &mut Reading, reason: String| {
        read.differs(page.number, format!("card {card}: {reason}"));
    };
    // Correct texts are matched first, so that their letters are not taken for a wrong text nearby.
    let mut wrong: Vec<&Expected> = Vec::new();
    for line in face {
        let Some(marks) = all_of(line, &placed) else {
            wrong.push(line);
            continue;
        };
        marks.into_iter().for_each(|index| placed[index].used = true);
    }
    for line in wrong {
        let marks = instead_of(line, &placed);
        let reason = if marks.is_empty() {
            format!("{}: {:?} is missing", line.place(), line.text())
        } else {
            let (printed, text) = (written(&marks, &placed, line), line.text());
            if printed == text {
                format!(
                    "{}: {text:?} does not have the place or size it has in this theme",
                    line.place()
                )
            } else {
                format!("{}: {printed:?} is printed, the deck says {text:?}", line.place())
            }
        };
        marks.into_iter().for_each(|index| placed[index].used = true);
        tell(read, reason);
    }
    for (at, text) in strays(&placed) {
        let nearest = |line: &&Expected| {
            let [x, y] = line.first().at_mm;
            let (x, y) = (x - at[0], y - at[1]);
            ((x * x + y * y) * 1e6).round() as u64
        };
        let fields = face.iter().filter(|line| !line.field.is_empty());
        let beside = fields.min_by_key(nearest).map(Expected::place).unwrap_or_default();
        let [x, y] = at;
        tell(read, format!("{text:?} at {x:.1}, {y:.1} mm, near {beside}, is not the deck's"));
    }
    Ok(())
}

/// The placed letters that spell a line, if all are present.
fn all_of(line: &Expected, placed: &[PlacedLetter<'_>]) -> Option<Vec<usize>> {
    let mut marks: Vec<usize> = Vec::new();
    for glyph in line.drawn() {
        let free = |index: usize| !placed[index].used && !marks.contains(&index);
        let index = (0..placed.len()).find(|&index| free(index) && placed[index].is(glyph))?;
        marks.push(index);
    }
    Some(marks)
}

/// The unmatched letters at the position of a line, along its baseline.
fn instead_of(line: &Expected, placed: &[PlacedLetter<'_>]) -> Vec<usize> {
    let first = line.first();
    let last = line.drawn().last().unwrap_or(first);
    let [end, _] = in_ems_of(first, last);
    let along = |glyph: &PlacedGlyph, at: [f64; 2]| {
        let here = PlacedGlyph { at_mm: at, ..first.clone() };
        let [x, y] = in_ems_of(first, &here);
        let fits = (-NEAR_EM..=end + NEAR_EM).contains(&x)
            && y.abs() <= NEAR_EM
            && glyph.size_mm() < 2.0 * first.size_mm();
        fits.then_some(x)
    };
    let mut marks: Vec<(f64, usize)> = placed
        .iter()
        .enumerate()
        .filter(|(_, placed)| !placed.used)
        .filter_map(|(index, placed)| Some((along(placed.glyph, placed.at_mm)?, index)))
        .collect();
    // A longer text continues beyond the expected one.
    go_on(first, &mut marks, placed);
    marks.sort_by(|one, other| one.0.total_cmp(&other.0));
    marks.into_iter().map(|(_, index)| index).collect()
}

/// Adds the letters of the line's size that are less than an em before or after one of these letters, repeatedly.
fn go_on(first: &PlacedGlyph, marks: &mut Vec<(f64, usize)>, placed: &[PlacedLetter<'_>]) {
    let own: BTreeSet<usize> = marks.iter().map(|(_, index)| *index).collect();
    let mut beside: Vec<(f64, usize)> = placed
        .iter()
        .enumerate()
        .filter(|(index, placed)| !placed.used && !own.contains(index))
        .filter_map(|(index, placed)| {
            let [x, y] = in_ems_of(first, &PlacedGlyph { at_mm: placed.at_mm, ..first.clone() });
            (y.abs() < 0.01 && have_one_size(placed.glyph, first)).then_some((x, index))
        })
        .collect();
    // A letter near an included one is included; one pass in each direction is enough.
    beside.extend(marks.iter().copied());
    beside.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut belongs: Vec<bool> = beside.iter().map(|(_, index)| own.contains(index)).collect();
    for place in 1..beside.len() {
        belongs[place] |= belongs[place - 1] && beside[place].0 - beside[place - 1].0 < 1.0;
    }
    for place in (1..beside.len()).rev() {
        belongs[place - 1] |= belongs[place] && beside[place].0 - beside[place - 1].0 < 1.0;
    }
    let added = beside.into_iter().zip(belongs).filter(|(_, belongs)| *belongs);
    marks.extend(added.map(|(mark, _)| mark).filter(|(_, index)| !own.contains(index)));
}

/// The text of some letters, with a space where the line has one.
fn written(marks: &[usize], placed: &[PlacedLetter<'_>], line: &Expected) -> String {
    let first = line.first();
    let along = |at: [f64; 2]| in_ems_of(first, &PlacedGlyph { at_mm: at, ..first.clone() })[0];
    let spaces: Vec<f64> =
        line.glyphs.iter().filter(|l| l.is_space()).map(|glyph| along(glyph.at_mm)).collect();
    let mut text = String::new();
    let mut before: Option<f64> = None;
    for &index in marks {
        let here = along(placed[index].at_mm);
        if before.is_some_and(|before| spaces.iter().any(|&at| before < at && at < here)) {
            text.push(' ');
        }
        text += &placed[index].glyph.text;
        before = Some(here);
    }
    text
}

/// The unmatched letters, joined to words, with their positions.
fn strays(placed: &[PlacedLetter<'_>]) -> Vec<([f64; 2], String)> {
    let mut words: Vec<([f64; 2], &PlacedGlyph, String)> = Vec::new();
    for stray in placed.iter().filter(|placed| !placed.used) {
        let glyph = stray.glyph;
        if glyph.is_space() {
            continue;
        }
        if let Some((_, last, text)) = words.last_mut() {
            let [x, y] = in_ems_of(last, glyph);
            if (0.0..1.0).contains(&x) && y.abs() < 0.01 && have_one_size(glyph, last) {
                *last = glyph;
                text.push_str(&glyph.text);
                continue;
            }
        }
        words.push((stray.at_mm, glyph, glyph.text.to_string()));
    }
    words.into_iter().map(|(at, _, text)| (at, text)).collect()
}

/// A text of a face with its letters and their positions.
#[derive(Debug)]
pub(in crate::preflight) struct Expected {
    /// The field it shows, such as `cause.d10.2`; empty for a text that is the same on every card.
    pub field: String,
    /// The letters, in millimetres from the upper left corner of the face, bleed included.
    pub glyphs: Vec<PlacedGlyph>,
}

impl Expected {
    pub(in crate::preflight) fn from_line(line: Line, field: &str) -> Option<Self> {
        let drawn = line.glyphs.iter().any(|glyph| !glyph.is_space());
        drawn.then(|| Self { field: field.to_owned(), glyphs: line.glyphs })
    }

    pub(in crate::preflight) fn text(&self) -> String {
        self.glyphs.iter().map(|glyph| &*glyph.text).collect()
    }

    /// The letters that leave ink.
    pub(in crate::preflight) fn drawn(&self) -> impl Iterator<Item = &PlacedGlyph> {
        self.glyphs.iter().filter(|glyph| !glyph.is_space())
    }

    /// The first letter that leaves ink.
    pub(in crate::preflight) fn first(&self) -> &PlacedGlyph {
        self.drawn().next().expect("a line without ink is not expected")
    }

    /// The position as named in messages.
    pub(in crate::preflight) fn place(&self) -> String {
        match self.field.as_str() {
            "" => {
                let [x, y] = self.first().at_mm;
                format!("{x:.1}, {y:.1} mm")
            }
            field => field.to_owned(),
        }
    }
}

/// The relative tolerance for equal letter sizes: letters are still recognised on a slightly scaled page, so that the
/// scale can be reported.
const SIZE_SLACK: f64 = 0.02;

/// Whether two letters have the same size.
pub(super) fn have_one_size(one: &PlacedGlyph, other: &PlacedGlyph) -> bool {
    let (one, other) = (one.size_mm(), other.size_mm());
    (one - other).abs() <= SIZE_SLACK * other
}

/// The position of a letter relative to another, in ems of the other: right and down in its own direction.
pub(super) fn in_ems_of(anchor: &PlacedGlyph, glyph: &PlacedGlyph) -> [f64; 2] {
    let step = [glyph.at_mm[0] - anchor.at_mm[0], glyph.at_mm[1] - anchor.at_mm[1]];
    let part = |[x, y]: [f64; 2]| (step[0] * x + step[1] * y) / (x * x + y * y);
    [part(anchor.along_mm), part(anchor.down_mm)]
}
