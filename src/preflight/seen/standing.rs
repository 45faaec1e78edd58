//! Which faces stand where on a page, told by their texts.

use std::fmt;

use crate::deck::CardNumber;
use crate::face::{Extra, PlacedGlyph};
use crate::geometry::Affine;
use crate::preflight::limits::{PAGE_CARDS, PAGE_LETTERS, Past};
use crate::preflight::page::Page;
use crate::preflight::read_back::{Expected, Found};

/// A face of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::preflight) enum Shown {
    /// The front of a card.
    Card(CardNumber),
    /// The back.
    Back,
    /// A card beside the deck.
    Extra(Extra),
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(number) => write!(f, "card {number}"),
            Self::Back => f.write_str("the back"),
            Self::Extra(extra) => write!(f, "the {extra} card"),
        }
    }
}

impl Shown {
    /// The face a file is named after: `fronts/card-07.png`, `back.png`, `title.png`.
    pub(in crate::preflight) fn named(file: &str) -> Option<Self> {
        let (stem, _) = file.rsplit(['/', '\\']).next()?.rsplit_once('.')?;
        let extra = Extra::ALL.into_iter().find(|extra| extra.name() == stem);
        match stem.strip_prefix("card-") {
            Some(digits) => CardNumber::new(digits.parse().ok()?).map(Self::Card),
            None if stem == "back" => Some(Self::Back),
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
        let on_page = Affine([a, b, c, d, at_mm[0] - a * x - c * y, at_mm[1] - b * x - d * y]);
        Self { shown: Shown::Card(found.card), on_page }
    }

    /// Which face it is.
    pub(in crate::preflight) fn shown(&self) -> Shown {
        self.shown
    }

    /// Why it does not stand as a card does, if so: turned askew, mirrored, squeezed, too large.
    pub(super) fn fault(&self) -> Option<String> {
        let [a, b, c, d, ..] = self.on_page.0;
        if a * d - b * c < 0.0 {
            return Some("is mirrored".to_owned());
        }
        let (across, down) = (length(a, b), length(c, d));
        let percent = |scale: f64| scale * 100.0;
        if (across - 1.0).abs() > LARGEST_STRETCH || (down - 1.0).abs() > LARGEST_STRETCH {
            return Some(format!(
                "is {:.0} % as wide and {:.0} % as high as it should be",
                percent(across),
                percent(down)
            ));
        }
        let askew = a.abs().min(b.abs()) > ASKEW || (a * c + b * d).abs() > ASKEW;
        askew.then(|| "stands askew".to_owned())
    }
}

/// By how much of its size a card may be stretched: a printer's correction is less.
const LARGEST_STRETCH: f64 = 0.02;
/// Sine of the angle by which a card may be turned: a third of a degree.
const ASKEW: f64 = 0.006;

/// Where faces of this size without a number stand on a page. Faces may share a line, as title and back share the
/// deck's name: what stands there is the one of which most is read.
///
/// # Errors
/// If the page has more than is looked at.
pub(super) fn lettered(
    page: &Page,
    faces: &[Lettered],
    size_mm: [f64; 2],
) -> Result<Vec<Standing>, Past> {
    PAGE_LETTERS.hold(page.marks.len())?;
    let letters: Vec<&PlacedGlyph> = page.marks.iter().map(|mark| mark.glyph_at_sight()).collect();
    // The middle, which is the same in both ways to hold a back.
    let middle_mm = size_mm.map(|side| side / 2.0);
    let mut found: Vec<(Standing, f64)> = Vec::new();
    for face in faces {
        for line in face.lines.iter().filter(|line| line.drawn().count() >= LEAST_LETTERS) {
            let first = line.first();
            for (index, letter) in letters.iter().enumerate() {
                if letter.text != first.text {
                    continue;
                }
                let Some(on_page) = carried(first, letter) else { continue };
                // A line is painted letter by letter, so the others follow.
                let behind = &letters[index..letters.len().min(index + 4 * line.glyphs.len())];
                if !line.drawn().all(|glyph| is_there(glyph, &on_page, behind)) {
                    continue;
                }
                let standing = Standing { shown: face.shown, on_page };
                let read = face.read(&on_page, &letters);
                let place = |standing: &Standing| standing.on_page.apply(middle_mm);
                let [x, y] = place(&standing);
                let beside = found.iter_mut().find(|(other, _)| {
                    let [p, q] = place(other);
                    length(x - p, y - q) < APART_MM
                });
                match beside {
                    Some(other) if other.1 < read => *other = (standing, read),
                    Some(_) => {}
                    None => {
                        PAGE_CARDS.hold(found.len() + 1)?;
                        found.push((standing, read));
                    }
                }
            }
        }
    }
    Ok(found.into_iter().map(|(standing, _)| standing).collect())
}

fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Whether a letter of a face is among those of a page.
fn is_there(glyph: &PlacedGlyph, on_page: &Affine, letters: &[&PlacedGlyph]) -> bool {
    let [x, y] = on_page.apply(glyph.at_mm);
    letters.iter().any(|letter| {
        letter.text == glyph.text && length(letter.at_mm[0] - x, letter.at_mm[1] - y) < SLACK_MM
    })
}

impl Lettered {
    /// Which share of its lines is read where it is taken to stand.
    fn read(&self, on_page: &Affine, letters: &[&PlacedGlyph]) -> f64 {
        // Of a long line the first letters say enough.
        let is_read = |line: &&Expected| {
            line.drawn().take(LETTERS_READ).all(|glyph| is_there(glyph, on_page, letters))
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
        Affine([a, b, c, d, e, f])
    };
    Some(frame(on_face).inverse()?.then(&frame(found)))
}
