//! Contrast of a text with its surroundings on any ground: flat, grain, gradient, picture.
//!
//! The ground is the finished face without the text. A thin ring of it around the letters counts, not an
//! average or a single colour: the contrast is that of the worst tenth of the ring around any letter, so that
//! a half-dark ground or a speck of the text's own colour is found.

use std::collections::BTreeMap;

use resvg::tiny_skia::PremultipliedColorU8;

use crate::face::Rgb;
use crate::face::vision::{Vision, contrast};

/// Width of the ring in pixels, 0.2 mm: a letter is read against a halo of this width.
pub(super) const RING: usize = 2;
/// The least opacity of a pixel that is part of a letter.
const LETTER: u8 = 128;
/// The share of the surroundings and of the letters that may be worse.
const WORST: f64 = 0.1;
/// Side of the parts of a text that are measured separately, in font sizes: about a letter.
const PART_EM: f64 = 0.7;
/// A part with fewer ring pixels is the corner of a neighbouring part.
const LEAST_RING: usize = 12;
/// With fewer letter pixels, the colour of the letters cannot be measured.
const LEAST_LETTERS: usize = 4;
/// Ink in 255ths above which it visibly fills the strokes of white letters.
const PALE: u8 = 12;

/// Pixels of a box, row by row.
pub(super) type Pixels<'p> = Vec<&'p [PremultipliedColorU8]>;

fn colour(pixel: PremultipliedColorU8) -> Rgb {
    Rgb(pixel.red(), pixel.green(), pixel.blue())
}

/// The pixels that a text is measured by: layers of one box, with margin for the ring.
pub(super) struct Surroundings<'p> {
    /// The text alone on nothing.
    pub letters: Pixels<'p>,
    /// The face without the text.
    pub ground: Pixels<'p>,
    /// The finished face.
    pub whole: Pixels<'p>,
    /// The bounds of the text in the box: left, top, right, bottom, the last two excluded.
    pub own: [usize; 4],
    /// The opacity of its letters, 0 to 255.
    pub opacity: u8,
    /// The size of its font in pixels.
    pub size: f64,
    /// The colours its letters are drawn in.
    pub inks: &'p [Rgb],
}

/// The number of pixels of each colour.
type Counts = BTreeMap<Rgb, usize>;

/// A part of a text about as large as a letter.
#[derive(Default)]
struct Part {
    letters: Counts,
    ring: Counts,
    /// Positions of the ring's pixels.
    places: Vec<[usize; 2]>,
}

impl Surroundings<'_> {
    /// The smallest contrast in every kind of vision; `None` where nothing surrounds the letters.
    pub(super) fn contrasts(&self) -> Option<[f64; Vision::ALL.len()]> {
        let parts = self.parts();
        let all = Self::joined(&parts);
        let shown = [&all.letters, &self.declared(&all.ring)];
        let shown = shown.into_iter().find(|counts| is_measure(counts))?;
        let least = |vision: Vision| {
            let of = |part: &Part| {
                let letters = if is_measure(&part.letters) { &part.letters } else { shown };
                worst(letters, &part.ring, vision)
            };
            parts.iter().map(of).fold(f64::INFINITY, f64::min)
        };
        (!parts.is_empty()).then(|| Vision::ALL.map(least))
    }

    /// Whether a tenth of the ring around any letter has all four inks. The two pictures of the box are cyan,
    /// magenta and yellow stored as red, green and blue; and black.
    pub(super) fn is_on_four_inks(&self, [coloured, black]: [&Pixels<'_>; 2]) -> bool {
        self.parts().iter().any(|part| {
            let has_four = |&&[x, y]: &&[usize; 2]| {
                let (cmy, k) = (coloured[y][x], black[y][x]);
                [cmy.red(), cmy.green(), cmy.blue(), k.red()].iter().all(|ink| *ink >= PALE)
            };
            let four = part.places.iter().filter(has_four).count();
            four as f64 >= WORST * part.places.len() as f64
        })
    }

    fn width(&self) -> usize {
        self.letters.first().map_or(0, |row| row.len())
    }

    /// The parts that have surroundings; the whole as one part if none has enough.
    fn parts(&self) -> Vec<Part> {
        let [left, top, right, bottom] = self.own;
        let count = |length: usize| {
            ((length as f64 / (self.size * PART_EM).max(1.0)).round() as usize).max(1)
        };
        let [across, down] = [count(right - left), count(bottom - top)];
        let part_of = |at: usize, from: usize, to: usize, count: usize| {
            (at.clamp(from, to.max(from + 1) - 1) - from) * count / (to - from).max(1)
        };
        let mut parts: Vec<Part> = Vec::new();
        parts.resize_with(across * down, Part::default);
        for y in 0..self.letters.len() {
            for x in 0..self.width() {
                let place =
                    part_of(y, top, bottom, down) * across + part_of(x, left, right, across);
                let part = &mut parts[place];
                if self.opacity_at(x, y) >= LETTER.min(self.opacity / 2 + 1) {
                    if self.opacity_at(x, y) >= self.opacity.saturating_sub(1) {
                        *part.letters.entry(colour(self.whole[y][x])).or_default() += 1;
                    }
                } else if self.is_beside_letter(x, y) {
                    *part.ring.entry(colour(self.ground[y][x])).or_default() += 1;
                    part.places.push([x, y]);
                }
            }
        }
        let all = Self::joined(&parts);
        parts.retain(|part| part.places.len() >= LEAST_RING);
        if parts.is_empty() && !all.places.is_empty() { vec![all] } else { parts }
    }

    fn joined(parts: &[Part]) -> Part {
        let mut all = Part::default();
        for part in parts {
            for (own, joined) in [(&part.letters, &mut all.letters), (&part.ring, &mut all.ring)] {
                for (&colour, count) in own {
                    *joined.entry(colour).or_default() += count;
                }
            }
            all.places.extend(&part.places);
        }
        all
    }

    /// The opacity of the text at a pixel; 0 in the margin.
    fn opacity_at(&self, x: usize, y: usize) -> u8 {
        let [left, top, right, bottom] = self.own;
        let is_own = (left..right).contains(&x) && (top..bottom).contains(&y);
        if is_own { self.letters[y][x].alpha() } else { 0 }
    }

    fn is_beside_letter(&self, x: usize, y: usize) -> bool {
        let letter = LETTER.min(self.opacity / 2 + 1);
        let near = |at: usize, end: usize| at.saturating_sub(RING)..(at + RING + 1).min(end);
        near(y, self.letters.len())
            .any(|row| near(x, self.width()).any(|column| self.opacity_at(column, row) >= letter))
    }

    /// The declared colours of letters that are too thin for a pixel of their own, on this ring.
    fn declared(&self, ring: &Counts) -> Counts {
        let mixed = |ink: u8, ground: u8| {
            let (ink, ground, part) = (u32::from(ink), u32::from(ground), u32::from(self.opacity));
            u8::try_from((ink * part + ground * (255 - part) + 127) / 255).unwrap_or(u8::MAX)
        };
        let mut counts = Counts::new();
        for &ink in self.inks {
            for (&ground, count) in ring {
                let seen =
                    Rgb(mixed(ink.0, ground.0), mixed(ink.1, ground.1), mixed(ink.2, ground.2));
                *counts.entry(seen).or_default() += count;
            }
        }
        counts
    }
}

fn is_measure(counts: &Counts) -> bool {
    counts.values().sum::<usize>() >= LEAST_LETTERS
}

/// The contrast that all but a tenth of the letters have with all but a tenth of the ring.
fn worst(letters: &Counts, ring: &Counts, vision: Vision) -> f64 {
    let lights = |counts: &Counts| {
        counts.iter().map(|(&colour, &count)| (vision.simulate(colour), count)).collect::<Vec<_>>()
    };
    let (letters, ring) = (lights(letters), lights(ring));
    let mut pairs: Vec<(f64, usize)> = Vec::with_capacity(letters.len() * ring.len());
    for (letter, letters) in &letters {
        pairs.extend(
            ring.iter().map(|(ground, count)| (contrast(*letter, *ground), count * letters)),
        );
    }
    pairs.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let all: usize = pairs.iter().map(|(_, count)| count).sum();
    let mut below = 0;
    for (contrast, count) in pairs {
        below += count;
        if below as f64 > WORST * all as f64 {
            return contrast;
        }
    }
    1.0
}
