//! White text on a background of four inks, as text or as outlines: misregistration fills the strokes of small letters
//! from four sides.

use super::super::colour::Inks;
use super::super::examined::{Examined, Rule};
use super::super::file::Corners;
use super::canvas::Canvas;
use super::ground::{Backdrop, Ground};
use super::ink::process_inks_text;
use super::paints::{Paint, Paints};
use super::texts::TextStart;
use super::words::{Word, words};
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;
use crate::wording::apart_from;

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[Rule {
    name: "pdf.reversed-text",
    requirement: "white text out of four inks of 8 pt at least, or its strokes fill where plates do \
            not meet",
    check: reversed_text,
}];

/// The smallest white text on four inks in points, a rule of the trade.
const SMALLEST: f64 = 8.0;
/// The tolerance for rounding in a file, in points.
const SLACK: f64 = 0.02;
/// The most ink that counts as paper.
const PAPER: f64 = 0.005;
/// A lower amount of an ink is not visible in a stroke.
const PALE: f64 = 0.05;
/// The heights of letters that may be too small, in points; lower shapes are dots.
const LETTER_HEIGHTS: std::ops::Range<f64> = 1.2..7.5;

/// Finds white text and its background.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Reversed {
    /// The faults, each size on each background once per page.
    faults: Faults,
    /// Texts on backgrounds that the press converts, and on unknown ones.
    converted: Faults,
    unknown: Faults,
    /// White shapes that may be letters, with their backgrounds.
    shapes: Vec<(Corners, [f64; 4])>,
}

fn is_paper(paint: &Paint) -> bool {
    paint.flat().is_some_and(|inks| inks.iter().all(|ink| *ink <= PAPER))
}

/// The background, if it has all four inks.
fn four_inks(under: &Backdrop) -> Option<[f64; 4]> {
    match under {
        Backdrop::Inks(Inks::Known(inks)) => inks.iter().all(|ink| *ink >= PALE).then_some(*inks),
        _ => None,
    }
}

impl Reversed {
    /// Checks a text by its first letters, because its width depends on the font.
    pub(super) fn text(
        &mut self,
        page: u32,
        text: &TextStart,
        paints: &Paints,
        ground: &Ground<'_>,
    ) {
        let [fill, _] = paints.now().text();
        if text.size < SMALLEST - SLACK && fill.is_some_and(is_paper) {
            self.judge(page, text.size, &text.points(), ground);
        }
    }

    /// Reports white text of this size if most of these points are on four inks.
    fn judge(&mut self, page: u32, size: f64, points: &[[f64; 2]], ground: &Ground<'_>) {
        let grounds: Vec<Backdrop> = points.iter().map(|point| ground.under(*point)).collect();
        let four: Vec<[f64; 4]> = grounds.iter().filter_map(four_inks).collect();
        if let Some(ground) = four.first().filter(|_| four.len() * 3 >= points.len() * 2) {
            self.tell(page, size, *ground);
            return;
        }
        let text = format!("white text of {} pt", apart_from(size, SMALLEST, 1));
        for ground in grounds {
            match ground {
                Backdrop::Inks(Inks::Converted) => {
                    let reason = format!("{text} on a colour whose inks the press chooses");
                    self.converted.add_once(Fault::on(page, reason));
                }
                Backdrop::Inks(Inks::Unknown(why)) => {
                    let reason = format!("{text} on a colour {why}");
                    self.unknown.add_once(Fault::on(page, reason));
                }
                Backdrop::NotKept => {
                    let reason = format!(
                        "{text} on a page with too many shapes to find the colour below it"
                    );
                    self.unknown.add_once(Fault::on(page, reason));
                }
                Backdrop::Inks(Inks::Known(_) | Inks::AllPlates)
                | Backdrop::Paper
                | Backdrop::Hidden => {}
            }
        }
    }

    fn tell(&mut self, page: u32, size: f64, ground: [f64; 4]) {
        let size = apart_from(size, SMALLEST, 1);
        let reason = format!("white text of {size} pt in {}", process_inks_text(&ground));
        self.faults.add_once(Fault::on(page, reason));
    }

    /// Handles a filled path: white shapes that may be letters are kept until the page ends.
    pub(super) fn path(&mut self, canvas: &Canvas, paints: &Paints, ground: &Ground<'_>) {
        if !is_paper(&paints.now().fill) {
            return;
        }
        let is_inside = |inner: &Corners, outer: &Corners| {
            inner != outer
                && (0..2).all(|at| inner[at] >= outer[at] && inner[at + 2] <= outer[at + 2])
        };
        let all: Vec<Corners> = canvas.parts.iter().map(|part| part.bounds).collect();
        let is_letter = |bounds: &&Corners| {
            let height = f64::min(bounds[3] - bounds[1], bounds[2] - bounds[0]);
            let longest = f64::max(bounds[3] - bounds[1], bounds[2] - bounds[0]);
            height < LETTER_HEIGHTS.end
                && longest >= LETTER_HEIGHTS.start
                && !all.iter().any(|other| is_inside(bounds, other))
        };
        let on_four = |bounds: &Corners| {
            let [left, low, right, high] = *bounds;
            let [x, y] = [(left + right) / 2.0, (low + high) / 2.0];
            let round =
                [[left - 0.2, y], [right + 0.2, y], [x, low - 0.2], [x, high + 0.2], [x, y]];
            let grounds = round.map(|point| four_inks(&ground.under(point)));
            grounds.iter().all(Option::is_some).then_some((*bounds, grounds[0]?))
        };
        self.shapes.extend(all.iter().filter(is_letter).filter_map(on_four));
    }

    /// Ends the page and reports words among the shapes.
    pub(super) fn outlined_words(&mut self, page: u32) {
        let shapes = std::mem::take(&mut self.shapes);
        let bounds: Vec<Corners> = shapes.iter().map(|(bounds, _)| *bounds).collect();
        for Word { size, first, .. } in words(&bounds) {
            if size < SMALLEST - SLACK {
                self.tell(page, size, shapes[first].1);
            }
        }
    }
}

fn reversed_text(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let reversed = &examined.painted.reversed;
    reversed.faults.verdict().or_unchecked(&reversed.unknown).or_remark(&reversed.converted)
}
