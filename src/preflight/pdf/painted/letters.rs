//! The letters of pages that have no text: a press that takes no fonts is sent outlines.

use super::canvas::Canvas;
use crate::geometry::Mm;
use crate::preflight::limits::PDF_LETTERS;
use crate::preflight::outlines::{self, Contour, Letter, letters_in};

/// A letter among the shapes of a page.
#[derive(Clone, Debug)]
pub(in crate::preflight::pdf) struct Outlined {
    pub page: u32,
    pub letter: Letter,
}

/// Collects what may be letters of a page, path by path.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Letters {
    pub found: Vec<Outlined>,
    paths: Vec<Vec<Contour>>,
    /// How many lines the paths have.
    count: usize,
}

impl Letters {
    /// Takes a path that is filled. Of a page with more lines than are read as letters the rest are
    /// left out: cards that are then not found are told.
    pub(super) fn path(&mut self, canvas: &Canvas) {
        self.count += canvas.parts.len();
        if self.count <= PDF_LETTERS.most {
            let mm = |point: [f64; 2]| point.map(|part| Mm::from_points(part).0);
            let upright = |point: [f64; 2]| {
                let [x, y] = mm(point);
                [x, -y]
            };
            let contours = canvas.parts.iter().map(|part| part.contour.mapped(upright));
            self.paths.push(contours.collect());
        }
    }

    /// The page ends. Its shapes are read if it has no text, as letters of the bundled fonts or `own`.
    pub(super) fn end(&mut self, page: u32, has_text: bool, own: &outlines::Letters) {
        self.count = 0;
        let paths = std::mem::take(&mut self.paths);
        if has_text {
            return;
        }
        let letters = paths.into_iter().flat_map(|path| letters_in(path, own));
        self.found.extend(letters.map(|letter| Outlined { page, letter }));
    }
}
