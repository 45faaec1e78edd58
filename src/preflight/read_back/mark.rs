//! What a file shows on a page, before it is known which card it is.

use crate::face::Letter;

/// A page with everything on it that may be a letter.
#[derive(Debug)]
pub(in crate::preflight) struct Page {
    /// From 1, in files that have several.
    pub number: Option<u32>,
    /// In painting order.
    pub marks: Vec<Mark>,
}

/// Something on a page that is, or looks like, a letter.
#[derive(Clone, Debug)]
pub(in crate::preflight) struct Mark {
    /// What it may be: an outline can be that of several letters. Never empty.
    pub readings: Vec<Letter>,
    /// Whether it can hardly be anything but a letter. A square may be a full stop or an ornament,
    /// and is no stray letter where none is expected.
    pub certain: bool,
}

impl Mark {
    /// A letter that the file itself calls one.
    pub(in crate::preflight) fn letter(letter: Letter) -> Self {
        Self { readings: vec![letter], certain: true }
    }

    /// The first of its readings.
    pub(super) fn letter_at_sight(&self) -> &Letter {
        &self.readings[0]
    }
}

/// By which share of its size a letter may differ from another that counts as equally large: a
/// printer's correction stretches a sheet by less.
const SIZE_SLACK: f64 = 0.02;

/// Whether two letters are of one size.
pub(super) fn of_one_size(one: &Letter, other: &Letter) -> bool {
    let (one, other) = (one.size_mm(), other.size_mm());
    (one - other).abs() <= SIZE_SLACK * other
}

/// The place of a letter in another's own directions: ems of that letter to the right and down.
pub(super) fn in_ems_of(anchor: &Letter, letter: &Letter) -> [f64; 2] {
    let step = [letter.at_mm[0] - anchor.at_mm[0], letter.at_mm[1] - anchor.at_mm[1]];
    let part = |[x, y]: [f64; 2]| (step[0] * x + step[1] * y) / (x * x + y * y);
    [part(anchor.along_mm), part(anchor.down_mm)]
}
