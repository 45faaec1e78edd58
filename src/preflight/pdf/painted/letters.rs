//! Words among the shapes of pages without text, for presses that require outlines.

use super::super::file::Corners;
use super::canvas::Canvas;
use super::words::{Word, words};
use crate::preflight::limits::PDF_LETTERS;

/// A probable word on a page without text.
#[derive(Clone, Copy, Debug)]
pub(in crate::preflight::pdf) struct OutlinedWord {
    pub page: u32,
    /// The bounding box of its letters, in points.
    pub bounds: Corners,
    pub letters: usize,
}

/// The longer side of a shape that may be a letter, in points: from full stops to large digits.
const LETTERS: std::ops::Range<f64> = 1.2..30.0;
/// In a path of more parts, holes are not distinguished from letters.
const MOST_PARTS: usize = 1_000;

/// Collects shapes of a page that may be letters, path by path.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Letters {
    pub found: Vec<OutlinedWord>,
    shapes: Vec<Corners>,
}

impl Letters {
    /// Handles a filled path. Beyond the limit, further shapes of a page are ignored.
    pub(super) fn path(&mut self, canvas: &Canvas) {
        let parts = &canvas.parts;
        let is_inside = |inner: &Corners| {
            parts.len() <= MOST_PARTS
                && parts.iter().map(|part| &part.bounds).any(|outer| {
                    inner != outer
                        && (0..2).all(|at| inner[at] >= outer[at] && inner[at + 2] <= outer[at + 2])
                })
        };
        let longest = |bounds: &Corners| f64::max(bounds[2] - bounds[0], bounds[3] - bounds[1]);
        let shapes = parts.iter().map(|part| part.bounds);
        let shapes = shapes.filter(|own| LETTERS.contains(&longest(own)) && !is_inside(own));
        let room = PDF_LETTERS.most.saturating_sub(self.shapes.len());
        self.shapes.extend(shapes.take(room));
    }

    /// Ends the page and finds words in its shapes, unless it has text.
    pub(super) fn end(&mut self, page: u32, has_text: bool) {
        let shapes = std::mem::take(&mut self.shapes);
        if has_text {
            return;
        }
        let found = words(&shapes).into_iter().map(|Word { first, letters, .. }| {
            let round = |all: Corners, own: &Corners| {
                let [low, high] = [f64::min, f64::max];
                [
                    low(all[0], own[0]),
                    low(all[1], own[1]),
                    high(all[2], own[2]),
                    high(all[3], own[3]),
                ]
            };
            let own = &shapes[first..first + letters];
            let bounds = own.iter().fold(shapes[first], round);
            OutlinedWord { page, bounds, letters }
        });
        self.found.extend(found);
    }
}
