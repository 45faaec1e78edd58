//! Which faces stand where on a page, told by their texts.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::deck::CardNumber;
use crate::face::{BackPlace, Extra, Format, PlacedGlyph};
use crate::geometry::{Affine, Point, inverse};
use crate::preflight::limits::{PAGE_CARDS, PAGE_LETTERS, Past};
use crate::preflight::page::{Mark, Page, Sides};
use crate::preflight::read_back::{Expected, Found};

/// A face of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::preflight) enum Shown {
    /// The front of a card.
    Card(CardNumber),
    /// A back.
    Back(BackPlace),
    /// A card beside the deck.
    Extra(Extra),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(number) => write!(f, "card {number}"),
            Self::Back(_) => f.write_str("the back"),
            Self::Extra(extra) => write!(f, "the {extra} card"),
        }
    }
}

impl Shown {
    /// The face a file is named after: `fronts/card-07.png`, `back.png`, `title.png`. `backs` are the
    /// theme's backs with their names.
    pub(super) fn named<'n>(
        file: &str,
        mut backs: impl Iterator<Item = (BackPlace, &'n str)>,
    ) -> Option<Self> {
        let (stem, _) = file.rsplit(['/', '\\']).next()?.rsplit_once('.')?;
        if let Some((back, _)) = backs.find(|(_, name)| *name == stem) {
            return Some(Self::Back(back));
        }
        let extra = Extra::ALL.into_iter().find(|extra| extra.name() == stem);
        match stem.strip_prefix("card-") {
            Some(digits) => CardNumber::new(digits.parse().ok()?).map(Self::Card),
            None => extra.map(Self::Extra),
        }
    }
}

/// A face on a page.
#[derive(Clone, Copy, Debug)]
pub(in crate::preflight) struct Standing {
    pub shown: Shown,
    /// From millimetres of the face, bleed included, to millimetres of the page.
    pub on_page: Affine,
}

/// Faces that share a text with no card: each is found by any line of it.
#[derive(Debug)]
pub(super) struct Lettered {
    pub shown: Shown,
    pub lines: Vec<Expected>,
}

/// Letters of a line are looked for within this of their place, in millimetres.
const SLACK_MM: f64 = 0.25;
/// The same for each millimetre from the letter by which a face was found: one letter alone does not tell better how a
/// face lies aslant.
const SLACK_A_MM: f64 = 0.003;
/// Two faces of a kind whose middles are nearer than this are one, found twice.
const APART_MM: f64 = 5.0;
/// A line of fewer letters may stand anywhere.
const LEAST_LETTERS: usize = 3;

impl Standing {
    /// Where a card stands that was found by its number.
    pub(super) fn of(found: &Found) -> Self {
        let PlacedGlyph { at_mm, along_mm, down_mm, .. } = &found.anchor;
        let [x, y] = found.on_face_mm;
        let size = found.size_mm;
        let part = |vector: &[f64; 2]| vector.map(|part| part / size);
        let ([a, b], [c, d]) = (part(along_mm), part(down_mm));
        let on_page = Affine::new([a, b, c, d, at_mm[0] - a * x - c * y, at_mm[1] - b * x - d * y]);
        Self { shown: Shown::Card(found.card), on_page }
    }

    /// A face that is all that is printed of a page.
    pub(super) fn whole(shown: Shown, [left, top, ..]: Sides) -> Self {
        Self { shown, on_page: Affine::translate((left, top)) }
    }

    /// Which face it is.
    pub(in crate::preflight) fn shown(&self) -> Shown {
        self.shown
    }

    /// Whether a place on the page lies within what is cut of it.
    fn is_cut_round(&self, place: [f64; 2], format: Format) -> bool {
        let bleed = format.bleed_mm();
        inverse(&self.on_page).is_some_and(|back| {
            let Point { x, y } = back * Point::new(place[0], place[1]);
            (bleed..=format.full_width_mm() - bleed).contains(&x)
                && (bleed..=format.full_height_mm() - bleed).contains(&y)
        })
    }

    /// Whether another card whose middle lies here on the page would lie beside it, and not upon it.
    pub(super) fn is_clear_of(&self, middle: Point, format: Format) -> bool {
        let own = self.on_page * middle_of(format);
        let least = 0.6 * format.trim_width_mm().min(format.trim_height_mm());
        own.distance_squared(middle) > least * least
    }

    /// Why it does not stand as a card does, if so: turned askew, mirrored, squeezed, too large.
    pub(super) fn fault(&self) -> Option<String> {
        let [a, b, c, d, ..] = self.on_page.as_coeffs();
        if a * d - b * c < 0.0 {
            return Some("is mirrored".to_owned());
        }
        let (across, down) = (length(a, b), length(c, d));
        let percent = |scale: f64| scale * 100.0;
        if (across - 1.0).abs() > LARGEST_STRETCH || (down - 1.0).abs() > LARGEST_STRETCH {
            return Some(format!(
                "is {:.1} % as wide and {:.1} % as high as it should be",
                percent(across),
                percent(down)
            ));
        }
        let askew = a.abs().min(b.abs()) > ASKEW || (a * c + b * d).abs() > ASKEW;
        askew.then(|| "stands askew".to_owned())
    }
}

/// By how much of its size a face may be stretched: a printer's profile has scales of 0.98 to 1.02, and what undoes 0.98
/// is 1.0204. Fronts are held closer where their letters are read back: nothing corrects them.
const LARGEST_STRETCH: f64 = 0.021;
/// Sine of the angle by which a card may be turned: a third of a degree.
const ASKEW: f64 = 0.006;

/// Where faces without a number stand on a page beside cards that are known. Faces may share a line, as
/// title and back share the deck's name, and a card may have a word of theirs: what stands there is the
/// one of which most is read, and a letter stands on one face alone.
///
/// # Errors
/// If the page has more than is looked at.
pub(super) fn lettered(
    page: &Page,
    faces: &[Lettered],
    cards: &[Standing],
    format: Format,
) -> Result<Vec<Standing>, Past> {
    PAGE_LETTERS.hold(page.marks.len())?;
    let is_on = |known: &[Standing], place| known.iter().any(|own| own.is_cut_round(place, format));
    let is_free = |mark: &&Mark| !is_on(cards, mark.glyph_at_sight().at_mm);
    let marks: Vec<&Mark> = page.marks.iter().filter(is_free).collect();
    let mut found = Vec::new();
    for face in faces {
        candidates(face, &marks, false, format, &mut found)?;
    }
    // The outline of one letter may be that of another, too.
    let is_missing = |face: &&Lettered| found.iter().all(|own| own.standing.shown != face.shown);
    for face in faces.iter().filter(is_missing).collect::<Vec<_>>() {
        candidates(face, &marks, true, format, &mut found)?;
    }
    // Of faces that are read alike, the one that says most.
    found.sort_by(|one, other| {
        other.read.total_cmp(&one.read).then_with(|| other.lines.cmp(&one.lines))
    });
    let mut standing = Vec::new();
    for own in found {
        if !is_on(&standing, own.letter_mm) {
            standing.push(own.standing);
        }
    }
    Ok(standing)
}

/// Adds the places where a face may stand by these letters. Where `any` of the letters that an outline may be is
/// looked at, the place is told by one that can be no other: of two letters alike each lies a little otherwise.
fn candidates(
    face: &Lettered,
    marks: &[&Mark],
    any: bool,
    format: Format,
    found: &mut Vec<Candidate>,
) -> Result<(), Past> {
    // The middle, which is the same in both ways to hold a back.
    let middle_mm = middle_of(format);
    for line in face.lines.iter().filter(|line| line.drawn().count() >= LEAST_LETTERS) {
        for first in line.drawn().take(if any { LETTERS_READ } else { 1 }) {
            for (index, mark) in marks.iter().enumerate() {
                let letter = mark.glyph_at_sight();
                if letter.text != first.text || (any && mark.is_doubtful()) {
                    continue;
                }
                let Some(on_page) = carried(first, letter) else { continue };
                // A line is painted letter by letter, so the others are near.
                let reach = 4 * line.glyphs.len();
                let near = if any { index.saturating_sub(reach) } else { index };
                let near = Letters { marks: &marks[near..marks.len().min(index + reach)], any };
                if !line.drawn().all(|glyph| near.have(glyph, &on_page, letter.at_mm)) {
                    continue;
                }
                let standing = Standing { shown: face.shown, on_page };
                let read = face.read(&on_page, letter.at_mm, Letters { marks, any });
                let lines = face.lines.len();
                let own = Candidate { standing, read, lines, letter_mm: letter.at_mm };
                let middle = on_page * middle_mm;
                let beside = found.iter_mut().find(|other| {
                    let apart = (other.standing.on_page * middle_mm).distance_squared(middle);
                    apart < APART_MM * APART_MM
                });
                match beside {
                    Some(other) if other.read < read => *other = own,
                    Some(_) => {}
                    None => {
                        PAGE_CARDS.hold(found.len() + 1)?;
                        found.push(own);
                    }
                }
            }
        }
    }
    Ok(())
}

/// A face that may stand somewhere.
struct Candidate {
    standing: Standing,
    /// Which share of its lines is read there.
    read: f64,
    /// How many lines it has.
    lines: usize,
    /// The place of the letter by which it was found.
    letter_mm: [f64; 2],
}

/// The middle of a face with its bleed.
fn middle_of(format: Format) -> Point {
    Point::new(format.full_width_mm() / 2.0, format.full_height_mm() / 2.0)
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Letters of a page: each as what it is at sight, or as any that its outline may be.
#[derive(Clone, Copy)]
struct Letters<'p> {
    marks: &'p [&'p Mark],
    any: bool,
}

impl Letters<'_> {
    /// Whether a letter of a face that was found by the letter at `from` is among them.
    fn have(&self, glyph: &PlacedGlyph, on_page: &Affine, from: [f64; 2]) -> bool {
        let [x, y] = glyph.at_mm;
        let Point { x, y } = *on_page * Point::new(x, y);
        let slack = SLACK_MM + SLACK_A_MM * length(x - from[0], y - from[1]);
        let is_it = |letter: &PlacedGlyph| {
            let [aside, below] = [letter.at_mm[0] - x, letter.at_mm[1] - y];
            // Most letters of a page are far away, which is sooner seen than that they are others.
            aside.abs() < slack
                && below.abs() < slack
                && length(aside, below) < slack
                && letter.text == glyph.text
        };
        match self.any {
            true => self.marks.iter().any(|mark| mark.readings().any(is_it)),
            false => self.marks.iter().any(|mark| is_it(mark.glyph_at_sight())),
        }
    }
}

impl Lettered {
    /// Which share of its lines is read where it is taken to stand by the letter at `from`.
    fn read(&self, on_page: &Affine, from: [f64; 2], letters: Letters<'_>) -> f64 {
        // Of a long line the first letters say enough.
        let is_read = |line: &&Expected| {
            line.drawn().take(LETTERS_READ).all(|glyph| letters.have(glyph, on_page, from))
        };
        self.lines.iter().filter(is_read).count() as f64 / self.lines.len() as f64
    }
}

/// Letters of a line that are looked for on the whole page.
const LETTERS_READ: usize = 6;

/// What carries a letter of a face to where it was found.
fn carried(on_face: &PlacedGlyph, found: &PlacedGlyph) -> Option<Affine> {
    let frame = |glyph: &PlacedGlyph| {
        let ([a, b], [c, d], [e, f]) = (glyph.along_mm, glyph.down_mm, glyph.at_mm);
        Affine::new([a, b, c, d, e, f])
    };
    Some(frame(found) * inverse(&frame(on_face))?)
}

#[cfg(test)]
mod tests {
    use kurbo::Vec2;

    use super::*;
    use crate::preflight::page::Mark;

    /// A text of letters of this size, one after the other.
    fn letters(text: &str, [x, y]: [f64; 2], size: f64) -> Vec<PlacedGlyph> {
        let glyph = |(place, letter): (usize, char)| PlacedGlyph {
            text: letter.to_string().into(),
            at_mm: [x + place as f64 * 0.6 * size, y],
            along_mm: [size, 0.0],
            down_mm: [0.0, size],
        };
        text.chars().enumerate().map(glyph).collect()
    }

    fn face(shown: Shown, lines: &[(&str, [f64; 2])]) -> Lettered {
        let line = |(text, at): &(&str, [f64; 2])| Expected {
            field: String::new(),
            glyphs: letters(text, *at, 3.0),
        };
        Lettered { shown, lines: lines.iter().map(line).collect() }
    }

    fn page(lines: Vec<Vec<PlacedGlyph>>) -> Page {
        let marks = lines.into_iter().flatten().map(Mark::glyph).collect();
        Page { number: Some(1), marks }
    }

    const TITLE: Shown = Shown::Extra(Extra::Title);

    /// A back whose only line the title has elsewhere.
    fn faces() -> [Lettered; 2] {
        [
            face(Shown::Back(BackPlace::FIRST), &[("Harbour", [20.0, 30.0])]),
            face(TITLE, &[("Harbour", [12.0, 70.0]), ("54 cards", [12.0, 80.0])]),
        ]
    }

    #[test]
    fn a_line_that_faces_share_stands_on_the_one_of_which_most_is_read() {
        let [name, count] = [("Harbour", [42.0, 90.0]), ("54 cards", [42.0, 100.0])]
            .map(|(text, at)| letters(text, at, 3.0));
        let found = lettered(&page(vec![name, count]), &faces(), &[], Format::POKER).unwrap();
        let [own] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(TITLE, own.shown);
        assert_eq!(Point::new(30.0, 20.0), own.on_page.translation().to_point().round());
    }

    #[test]
    fn a_face_is_read_to_its_other_end_where_one_letter_tells_hardly_how_it_lies_aslant() {
        let back = [("Harbour", [20.0, 20.0]), ("Harbour", [20.0, 85.0])];
        let title = [("Harbour", [20.0, 20.0]), ("54 cards", [20.0, 85.0])];
        let faces = [face(TITLE, &title), face(Shown::Back(BackPlace::FIRST), &back)];
        // By the letters of one end the other seems to be 0.35 mm aside.
        let lines = [("Harbour", [42.0, 30.0]), ("Harbour", [42.35, 95.0])];
        let page = page(lines.map(|(text, at)| letters(text, at, 3.0)).into());
        let found = lettered(&page, &faces, &[], Format::POKER).unwrap();
        let shown: Vec<Shown> = found.iter().map(|own| own.shown).collect();
        assert_eq!([Shown::Back(BackPlace::FIRST)], *shown);
    }

    #[test]
    fn a_face_is_found_by_letters_that_can_be_no_others_where_some_of_its_letters_may_be() {
        for twice in ["o", "54", "Hob"] {
            let mut page = page(vec![letters("54 cob", [42.0, 100.0], 3.0)]);
            page.number = None;
            for mark in &mut page.marks {
                let own = mark.glyph_at_sight().clone();
                if twice.contains(&*own.text) {
                    // A letter that looks the same, elsewhere in its em.
                    let at_mm = own.at_mm.map(|at| at - 0.2);
                    let other = PlacedGlyph { text: "I".into(), at_mm, ..own.clone() };
                    *mark = Mark::any_of([other, own], true).unwrap();
                }
            }
            let faces = [face(TITLE, &[("54 cob", [12.0, 80.0]), ("Harbour", [12.0, 70.0])])];
            let found = lettered(&page, &faces, &[], Format::POKER).unwrap();
            let [own] = found.as_slice() else { panic!("{twice}: {found:?}") };
            let Vec2 { x, y } = own.on_page.translation();
            assert!((x - 30.0).abs() < 1e-9 && (y - 20.0).abs() < 1e-9, "{twice}: {x} {y}");
        }
    }

    #[test]
    fn a_word_on_a_card_is_no_face_that_has_the_word_too_but_one_beside_it_is() {
        let card = Standing {
            shown: Shown::Card(CardNumber::new(7).unwrap()),
            on_page: Affine::translate((10.0, 10.0)),
        };
        let on_card = page(vec![letters("Harbour", [40.0, 60.0], 2.9)]);
        assert!(lettered(&on_card, &faces(), &[card], Format::POKER).unwrap().is_empty());
        let beside = page(vec![letters("Harbour", [120.0, 60.0], 3.0)]);
        assert_eq!(1, lettered(&beside, &faces(), &[card], Format::POKER).unwrap().len());
    }
}
