//! Checks that the edges of all cards have cut marks.
//!
//! A file does not declare its cut marks, their length or distance from the cards; they are found in the drawing. If
//! the extended edges of nearly all cards meet thin lines, the sheet is to be cut by marks, and an edge that meets none
//! has lost its mark or has it elsewhere. So has a page without marks among pages with them.

use std::fmt;

use resvg::tiny_skia::Pixmap;

use super::edges::{LEAST_MM, Line, START_MM, lines};
use super::imposition::Imposition;
use super::placed::PlacedFace;
use super::report::SeenDifference;
use crate::face::Format;
use crate::geometry::{Affine, Point};
use crate::preflight::page::Sides;

/// The largest distance of a mark from its edge, in millimetres.
const TOLERANCE_MM: f64 = 0.2;
/// The distance at which the background of a mark is sampled, in millimetres.
const BESIDE_MM: f64 = 0.45;
/// A lower median length means guides that begin on the cards, whose ends are not marks.
const LEAST_USUAL_MM: f64 = 0.9;
/// Dashes closer than this are one mark: in guides of two alternating colours, the white gaps are a millimetre.
const DASHES_MM: f64 = 1.3;
/// The tolerance for the start of marks, which on one side of a sheet begin on one line or at one distance from their
/// cards, except where a page is turned for a printer or a guide begins at the bleed. Other lines, such as those of a
/// ruler, begin elsewhere.
const IN_LINE_MM: f64 = 3.0;
/// How much darker than its background a mark is, of 255: half of a hairline that covers two pixels in part.
const DARKER: i16 = 40;
/// The least share of edges with a mark on a sheet that is cut by marks.
const MOST: (usize, usize) = (3, 4);
/// With fewer edges nothing is reported.
const LEAST_EDGES: usize = 6;

/// A card edge without a mark.
pub(super) struct UnmarkedEdge {
    pub face: usize,
    line: Line,
}

/// `above its left edge`, as seen on the page.
impl fmt::Display for UnmarkedEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { corner, middle, .. } = self.line;
        let (way, edge) = match self.line.way() {
            (true, false) => ("above", ["left", "right"]),
            (true, true) => ("below", ["left", "right"]),
            (false, false) => ("left of", ["upper", "lower"]),
            (false, true) => ("right of", ["upper", "lower"]),
        };
        let is_far = if self.line.way().0 { corner.x > middle.x } else { corner.y > middle.y };
        let edge = edge[usize::from(is_far)];
        write!(f, "{way} its {edge} edge")
    }
}

/// The cut marks of a page.
#[derive(Default)]
pub(super) struct CutMarks {
    /// Whether the page is cut by marks; `None` if it has too few edges.
    pub are_there: Option<bool>,
    /// If so, the edges without a mark.
    pub unmarked: Vec<UnmarkedEdge>,
}

/// Finds the marks of these cards. `place` transforms the page's millimetres to the pixels of `drawn`.
pub(super) fn cut_marks(
    faces: &[PlacedFace],
    format: Format,
    paper: Sides,
    drawn: &Pixmap,
    place: &Affine,
) -> CutMarks {
    let seen: Vec<(Line, Vec<Run>)> = lines(faces, format)
        .into_iter()
        .filter_map(|line| Some((line, line.reach(paper)?)))
        .map(|(line, reach)| (line, runs(&line, reach, drawn, place)))
        .collect();
    let sides = [(true, true), (true, false), (false, true), (false, false)].map(|way| {
        seen.iter().filter(|(line, _)| line.way() == way).collect::<Vec<&(Line, Vec<Run>)>>()
    });
    let (mut lengths, mut unmarked) = (Vec::new(), Vec::new());
    for side in sides {
        let usual = [|run: &Run| run.begin_mm, |run: &Run| run.from_card_mm]
            .map(|begin| (begin, usual(&side, begin)));
        let is_mark =
            |run: &&Run| usual.iter().any(|(begin, usual)| are_in_line(begin(run), *usual));
        for (line, runs) in side {
            match runs.iter().find(is_mark) {
                Some(run) => lengths.push(run.length_mm),
                None => unmarked.push(UnmarkedEdge { face: line.face, line: *line }),
            }
        }
    }
    let marked = lengths.len();
    let are_short = middle(lengths).is_some_and(|length| length < LEAST_USUAL_MM);
    if seen.len() < LEAST_EDGES || are_short {
        CutMarks::default()
    } else if are_most(marked, seen.len()) {
        CutMarks { are_there: Some(true), unmarked }
    } else {
        CutMarks { are_there: Some(false), unmarked: Vec::new() }
    }
}

/// The usual start of marks on one side of a sheet, met by most lines. Unrecognised cards and rulers have lines of
/// their own.
fn usual(side: &[&(Line, Vec<Run>)], begin: fn(&Run) -> f64) -> f64 {
    let begins: Vec<f64> = side.iter().flat_map(|(_, runs)| runs).map(begin).collect();
    let meeting = |at: f64| {
        let meets =
            |(_, runs): &&&(Line, Vec<Run>)| runs.iter().any(|run| are_in_line(begin(run), at));
        side.iter().filter(meets).count()
    };
    // The median of the best candidates: all marks are near it.
    let most = begins.iter().map(|at| meeting(*at)).max();
    let best = begins.into_iter().filter(|at| Some(meeting(*at)) == most);
    middle(best.collect()).unwrap_or(f64::INFINITY)
}

fn are_in_line(one: f64, other: f64) -> bool {
    (one - other).abs() <= IN_LINE_MM
}

/// The lower median of some lengths.
fn middle(mut lengths: Vec<f64>) -> Option<f64> {
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len().saturating_sub(1) / 2).copied()
}

fn are_most(marked: usize, of: usize) -> bool {
    marked * MOST.1 >= of * MOST.0
}

/// Pages without marks among pages of the same side that have them.
pub(super) fn pages_without(pages: &[Imposition]) -> Vec<SeenDifference> {
    let side = |page: &Imposition| (page.fronts.is_empty(), page.backs.is_empty());
    let lost = pages.iter().filter(|page| {
        let alike = pages.iter().filter(|other| side(other) == side(page));
        let known: Vec<bool> = alike.filter_map(|other| other.is_cut_by_marks).collect();
        let marked = known.iter().filter(|marked| **marked).count();
        page.is_cut_by_marks == Some(false) && are_most(marked, known.len())
    });
    let reported = lost.map(|page| SeenDifference {
        page: page.page,
        face: "the page:".to_owned(),
        place: None,
        reason: "most cut marks are missing that the other pages have".to_owned(),
        picture: None,
    });
    reported.collect()
}

/// A thin line in the extension of an edge.
pub(super) struct Run {
    /// Its start on the page, in the direction of the edge.
    begin_mm: f64,
    /// Its start relative to the corner of its card.
    pub from_card_mm: f64,
    pub length_mm: f64,
}

/// The thin lines in the extension of an edge, up to `reach` millimetres.
pub(super) fn runs(line: &Line, reach: f64, drawn: &Pixmap, place: &Affine) -> Vec<Run> {
    let dark = |along: f64, distance: f64| {
        let across = distance * line.along.turn_90();
        darkness(drawn, *place * (line.at(START_MM + along) + across))
    };
    let is_thin = |along: f64| {
        let across = [-TOLERANCE_MM, -TOLERANCE_MM / 2.0, 0.0, TOLERANCE_MM / 2.0, TOLERANCE_MM];
        let darkest = across.into_iter().filter_map(|offset| dark(along, offset)).max();
        let Some(darkest) = darkest.filter(|darkest| *darkest >= DARKER) else { return false };
        [-BESIDE_MM, BESIDE_MM]
            .into_iter()
            .all(|offset| dark(along, offset).is_some_and(|beside| darkest >= beside + DARKER))
    };
    // One pixel per step.
    let [a, b, ..] = place.as_coeffs();
    let step = 1.0 / (a.abs() + b.abs()).max(0.1);
    let steps = (reach / step) as usize;
    let mut stretches: Vec<[f64; 2]> = Vec::new();
    for along in (0..steps).map(|number| number as f64 * step).filter(|along| is_thin(*along)) {
        match stretches.last_mut() {
            Some([_, end]) if along - *end <= DASHES_MM => *end = along + step,
            _ => stretches.push([along, along + step]),
        }
    }
    let (is_down, forth) = line.way();
    let run = |[begin, end]: [f64; 2]| {
        let at = line.at(START_MM + begin);
        let out = if is_down { at.y } else { at.x };
        let begin_mm = if forth { out } else { -out };
        Run { begin_mm, from_card_mm: START_MM + begin, length_mm: end - begin }
    };
    stretches.retain(|[begin, end]| end - begin >= LEAST_MM);
    stretches.into_iter().map(run).collect()
}

/// The darkness of a pixel from 0 to 255; `None` outside the picture.
pub(super) fn darkness(drawn: &Pixmap, Point { x, y }: Point) -> Option<i16> {
    let (width, height) = (f64::from(drawn.width()), f64::from(drawn.height()));
    if !(0.0..width).contains(&x) || !(0.0..height).contains(&y) {
        return None;
    }
    let first = (y as usize * drawn.width() as usize + x as usize) * 4;
    let lightest = drawn.data()[first..first + 3].iter().max()?;
    Some(255 - i16::from(*lightest))
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::super::placed::FaceId;
    use super::*;
    use crate::deck::CardNumber;

    const SCALE: f64 = 6.0;
    const PAPER: Sides = [0.0, 0.0, 210.0, 297.0];
    const HAIRLINE_MM: f64 = 0.106;

    /// Six cards in two columns with a gap, and the marks of all their edges.
    fn sheet(gap_mm: f64) -> (Vec<PlacedFace>, Vec<[f64; 4]>) {
        let format = Format::POKER;
        let (wide, high) = (format.trim_width_mm(), format.trim_height_mm());
        let bleed = format.bleed_mm();
        let (mut faces, mut marks) = (Vec::new(), Vec::new());
        for (number, (column, row)) in
            [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)].into_iter().enumerate()
        {
            let x = 20.3 + f64::from(column) * (wide + gap_mm);
            let y = 14.2 + f64::from(row) * (high + gap_mm);
            let shown = FaceId::Card(CardNumber::new(number as u8 + 1).unwrap());
            faces.push(PlacedFace::new(shown, Affine::translate((x - bleed, y - bleed)), format));
            for cut in [x, x + wide] {
                marks.push([cut, 8.0, cut, 13.0]);
                marks.push([cut, 289.0, cut, 294.0]);
            }
            for cut in [y, y + high] {
                marks.push([10.0, cut, 19.0, cut]);
                marks.push([192.0, cut, 198.0, cut]);
            }
        }
        (faces, marks)
    }

    fn drawn(marks: &[[f64; 4]]) -> Pixmap {
        let mut paper = Pixmap::new((210.0 * SCALE) as u32, (297.0 * SCALE) as u32).unwrap();
        paper.fill(Color::WHITE);
        let ink = Paint { anti_alias: true, ..Paint::default() };
        for [x, y, to_x, to_y] in marks {
            let half = HAIRLINE_MM / 2.0;
            let sides =
                [x - half, y - half, to_x + half, to_y + half].map(|side| (side * SCALE) as f32);
            let [left, top, right, bottom] = sides;
            let rect = Rect::from_ltrb(left, top, right, bottom).unwrap();
            paper.fill_rect(rect, &ink, Transform::identity(), None);
        }
        paper
    }

    fn describe(faces: &[PlacedFace], marks: &[[f64; 4]]) -> Vec<String> {
        let place = Affine::scale(SCALE);
        cut_marks(faces, Format::POKER, PAPER, &drawn(marks), &place)
            .unmarked
            .iter()
            .map(|own| format!("{} {own}", faces[own.face].face))
            .collect()
    }

    #[test]
    fn marks_are_found_with_and_without_gaps() {
        for gap in [0.0, 3.0] {
            let (faces, marks) = sheet(gap);
            assert_eq!(Vec::<String>::new(), describe(&faces, &marks), "{gap}");
        }
    }

    #[test]
    fn a_missing_or_displaced_mark_is_reported_by_card_and_edge() {
        let (faces, marks) = sheet(3.0);
        // Cards of a row share their marks to the left and right.
        let without = |lost: [f64; 4]| -> Vec<[f64; 4]> {
            marks.iter().filter(|mark| **mark != lost).copied().collect()
        };
        let last = without(marks[marks.len() - 1]);
        assert_eq!(["card 6 right of its lower edge"], *describe(&faces, &last));
        let first = without(marks[0]);
        assert_eq!(["card 1 above its left edge"], *describe(&faces, &first));
        let [x, top, _, bottom] = marks[0];
        // A line of a ruler in the extension of the edge begins elsewhere than the marks of its side.
        let mut stroke = first.clone();
        stroke.push([x, 1.0, x, 4.4]);
        assert_eq!(1, describe(&faces, &stroke).len());
        let mut beside_mark = marks.clone();
        beside_mark.push([x, 1.0, x, 4.4]);
        assert_eq!(0, describe(&faces, &beside_mark).len());
        for (offset, count) in [(0.1, 0), (0.4, 1), (1.0, 1), (-0.4, 1)] {
            let mut moved = first.clone();
            moved.push([x + offset, top, x + offset, bottom]);
            assert_eq!(count, describe(&faces, &moved).len(), "{offset}");
        }
    }

    #[test]
    fn marks_may_begin_on_a_line_or_at_their_cards() {
        let (mut faces, marks) = sheet(0.0);
        faces.pop();
        let (wide, high) = (Format::POKER.trim_width_mm(), Format::POKER.trim_height_mm());
        let [right, low] = [20.3 + 2.0 * wide, 14.2 + 2.0 * high];
        assert_eq!(Vec::<String>::new(), describe(&faces, &marks));
        // Below and beside the missing card.
        let at_the_cards = |[x, y, to_x, to_y]: &[f64; 4]| match x == to_x {
            true if *y > 280.0 && *x > right - 1.0 => [*x, y - high, *x, to_y - high],
            false if *x > 190.0 && *y > low + 1.0 => [x - wide, *y, to_x - wide, *y],
            _ => [*x, *y, *to_x, *to_y],
        };
        let each: Vec<[f64; 4]> = marks.iter().map(at_the_cards).collect();
        assert_eq!(Vec::<String>::new(), describe(&faces, &each));
        // An unrecognised card may have lines at its edges; the marks are beyond it.
        let mut ornate = marks.clone();
        for [x, begin] in [[right - wide, 9.0], [right, 15.0], [right, 40.0]] {
            ornate.push([x, low + begin, x, low + begin + 3.0]);
        }
        assert_eq!(Vec::<String>::new(), describe(&faces, &ornate));
    }

    #[test]
    fn a_sheet_without_marks_or_with_a_few_lines_is_not_cut_by_marks() {
        let (faces, marks) = sheet(0.0);
        assert!(describe(&faces, &[]).is_empty());
        assert!(describe(&faces, &marks[..3]).is_empty());
        // The ends of crosses on the cards; one of them is invisible on its background.
        let end = |[x, y, to_x, to_y]: &[f64; 4]| match x == to_x {
            true if *y < 100.0 => [*x, to_y - 0.7, *x, *to_y],
            true => [*x, *y, *x, y + 0.7],
            false if *x < 100.0 => [to_x - 0.7, *y, *to_x, *y],
            false => [*x, *y, x + 0.7, *y],
        };
        let ends: Vec<[f64; 4]> = marks[1..].iter().map(end).collect();
        assert!(describe(&faces, &ends).is_empty());
        // A background that reaches the cut is not a line.
        assert!(describe(&faces, &[[0.0, 0.0, 209.0, 296.0]]).is_empty());
    }

    #[test]
    fn a_page_without_marks_among_pages_with_marks_is_reported() {
        let pages = |marks: &[Option<bool>]| -> Vec<Option<u32>> {
            let page = |(number, marks): (usize, &Option<bool>)| {
                let page = Some(number as u32 + 1);
                Imposition { page, is_cut_by_marks: *marks, ..Imposition::default() }
            };
            let pages: Vec<Imposition> = marks.iter().enumerate().map(page).collect();
            pages_without(&pages).iter().map(|reported| reported.page).collect()
        };
        let (there, lost) = (Some(true), Some(false));
        assert_eq!([Some(3)], *pages(&[there, there, lost, there]));
        assert!(pages(&[there, None, there]).is_empty());
        // Half of the pages may be intentional, as may a file without marks.
        assert!(pages(&[there, lost]).is_empty());
        assert!(pages(&[lost, lost]).is_empty());
    }

    #[test]
    fn an_edge_is_not_extended_over_other_cards() {
        let (faces, _) = sheet(0.0);
        // Three vertical cuts and four horizontal ones, each with two ends.
        assert_eq!(14, lines(&faces, Format::POKER).len());
        let (faces, _) = sheet(3.0);
        assert_eq!(20, lines(&faces, Format::POKER).len());
    }
}
