//! The calibration sheet: two sides that show the misplacement of the back to 0.1 mm, and a printer profile
//! from its readings.
//!
//! Held against a light, the strokes of the front, two millimetres apart, show through beside those of the
//! back, which are 0.1 mm closer. As on a vernier, the pair that coincides gives the tenths. Each of four
//! stations, at the middles of the four edges, has one scale across and one down.

use svg::node::element::Group;

use crate::diagnostic::Problems;
use crate::face::{CALIBRATION, Content, Picture, SLOT, built_in_page, parse_svg};

use super::job::NamedFile;
use super::pdf::{self, Conformance, Metadata, Timestamp};
use super::printer::Printer;
use super::scene;
use super::sheet::{self, AlongEdge, Edge, Flip, Ruler};
use crate::geometry::{Affine, Mm, Point, Rect, Size, point};

/// The content of a calibration sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The paper.
    pub paper: Size,
    /// The edge the paper is turned on.
    pub flip: Flip,
    /// A profile to test: with a good one every scale reads 0.
    pub printer: Option<Printer>,
    /// The date of the PDF.
    pub date: Timestamp,
}

/// The smallest side of a paper that the scales fit on.
pub const SMALLEST_PAPER: Mm = Mm(200.0);

/// The number of scales, two at each station.
pub const READINGS: usize = 8;

/// From the paper's edge to the scale along it, and to the middle of the station's other scale.
const OUTER: Mm = Mm(18.0);
const INNER: Mm = Mm(54.0);
/// Strokes on each side of a scale's zero: one millimetre.
const STROKES: i8 = 10;
/// The pitch of the strokes on the front; 0.1 mm less on the back.
const FRONT_PITCH: f64 = 2.0;
const BACK_PITCH: f64 = 1.9;
/// The extent of the back's coarse scale on each side, in millimetres.
const COARSE: i8 = 10;

/// The axis of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Across,
    Down,
}

/// A scale, by the position of its zero relative to the middle of the paper, as the back is read.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    axis: Axis,
    from_middle: [f64; 2],
}

/// The scales in the order of their readings: top, right, bottom, left; across, then down.
fn scales(paper: Size) -> [Scale; READINGS] {
    let [half_width, half_height] = [paper.width.0 / 2.0, paper.height.0 / 2.0];
    let scale = |axis, x, y| Scale { axis, from_middle: [x, y] };
    let near = |half: f64, inset: Mm| half - inset.0;
    [
        scale(Axis::Across, 0.0, -near(half_height, OUTER)),
        scale(Axis::Down, 0.0, -near(half_height, INNER)),
        scale(Axis::Across, near(half_width, INNER), 0.0),
        scale(Axis::Down, near(half_width, OUTER), 0.0),
        scale(Axis::Across, 0.0, near(half_height, OUTER)),
        scale(Axis::Down, 0.0, near(half_height, INNER)),
        scale(Axis::Across, -near(half_width, INNER), 0.0),
        scale(Axis::Down, -near(half_width, OUTER), 0.0),
    ]
}

/// Computes the profile of a printer from readings in millimetres, in the order of the numbers on the sheet:
/// the least-squares shift, turn and stretch over the eight readings, with the sine approximated by the
/// angle.
pub fn profile(name: &str, paper: Size, readings: [f64; READINGS]) -> Printer {
    let read: Vec<(Scale, f64)> = scales(paper).into_iter().zip(readings).collect();
    let of = |axis: Axis| read.iter().filter(move |(scale, _)| scale.axis == axis);
    let sum = |axis: Axis, term: &dyn Fn([f64; 2], f64) -> f64| -> f64 {
        of(axis).map(|(scale, reading)| term(scale.from_middle, *reading)).sum()
    };
    // The stations are symmetric about the middle, on its two axes, so the unknowns are independent.
    let mean = |axis: Axis| sum(axis, &|_, reading| reading) / 4.0;
    let stretch = |axis: Axis, of: usize| {
        sum(axis, &|at, reading| at[of] * reading) / sum(axis, &|at, _| at[of] * at[of])
    };
    let turn = (sum(Axis::Down, &|at, reading| at[0] * reading)
        - sum(Axis::Across, &|at, reading| at[1] * reading))
        / (sum(Axis::Down, &|at, _| at[0] * at[0]) + sum(Axis::Across, &|at, _| at[1] * at[1]));
    // Rounded to the decimals of the file, so that the printed and the used values agree.
    let rounded = |value: f64, by: f64| (value * by).round() / by + 0.0;
    Printer {
        name: name.to_owned(),
        offset: [mean(Axis::Across), mean(Axis::Down)].map(|mm| Mm(rounded(mm, 1e4))),
        rotation_deg: rounded(turn * 180.0 / std::f64::consts::PI, 1e4),
        scale: [stretch(Axis::Across, 0), stretch(Axis::Down, 1)]
            .map(|over| rounded(1.0 + over, 1e5)),
    }
}

impl Calibration {
    /// `calibration.pdf`, front and back, and both sides as SVG with live text.
    ///
    /// # Errors
    /// Those of the PDF writer; papers with sides of at least [`SMALLEST_PAPER`] fit.
    pub fn files(&self) -> Result<Vec<NamedFile>, Problems> {
        let sides = [self.front(), self.back()];
        let mut scenes = Vec::new();
        for side in &sides {
            let tree = parse_svg(&self.page(side, None)?)?;
            let inks = sheet::inks(&Conformance::Plain);
            scenes.push(scene::import("the calibration sheet", &tree, &inks)?);
        }
        let correction = self.printer.as_ref().map(|printer| printer.correction(self.paper));
        let pages = scenes
            .iter()
            .zip([None, correction])
            .map(|(scene, correction)| {
                pdf::Page::new(self.paper).with_furniture(Some(scene)).with_correction(correction)
            })
            .collect();
        let [front, back] = &sides;
        let (front, back) = (self.page(front, None)?, self.page(back, correction)?);
        let bytes = pdf::write(&pdf::Document {
            view: Some(pdf::View::turned_on(self.flip)),
            metadata: Metadata {
                title: "Calibration of front and back".to_owned(),
                subject: "scales to find how far a printer misplaces the back".to_owned(),
                imprint: Default::default(),
                date: self.date,
            },
            conformance: Conformance::Plain,
            pictures: Vec::new(),
            pages,
        })?;
        let file = |path: &str, bytes| NamedFile { path: path.to_owned(), bytes };
        Ok(vec![
            file("calibration.pdf", bytes),
            file("calibration-front.svg", front.into_bytes()),
            file("calibration-back.svg", back.into_bytes()),
        ])
    }

    /// The position on the front of a point of the back, with the paper turned.
    fn through(&self, point: Point) -> Point {
        let portrait = self.paper.height >= self.paper.width;
        match (self.flip == Flip::LongEdge) == portrait {
            true => Point { x: self.paper.width.0 - point.x, ..point },
            false => Point { y: self.paper.height.0 - point.y, ..point },
        }
    }

    /// A point on the back, `along` a scale from its zero and `across` it, to the right in its direction.
    fn on_scale(&self, scale: Scale, along: f64, across: f64) -> Point {
        let [x, y] = scale.from_middle;
        let [dx, dy] = match scale.axis {
            Axis::Across => [along, across],
            Axis::Down => [-across, along],
        };
        point(self.paper.width / 2.0 + Mm(x + dx), self.paper.height / 2.0 + Mm(y + dy))
    }

    /// A side as a complete SVG, with the correction applied.
    fn page(&self, side: &Content, correction: Option<Affine>) -> Result<String, Problems> {
        let moved = correction.map(sheet::matrix).unwrap_or_default();
        built_in_page(CALIBRATION, &side.clone().text("moved", moved), self.paper)
    }

    fn side(&self, scales: Vec<Content>) -> Content {
        let ruler = sheet::alone(self.paper, self.check_ruler());
        let window = Rect::at_origin(self.paper);
        let edge = match self.flip {
            Flip::LongEdge => "the long edge",
            Flip::ShortEdge => "the short edge",
        };
        let trial = match &self.printer {
            Some(printer) => format!("With the profile {}: all should read 0.", printer.name),
            None => "Without a profile.".to_owned(),
        };
        Content::default()
            .text("front", "")
            .text("back", "")
            .text("edge", edge)
            .text("trial", trial)
            .list("scales", scales)
            .picture("ruler", Picture { svg: ruler, window, corner: Mm::ZERO })
    }

    fn front(&self) -> Content {
        let scale = |scale: Scale| {
            let mut path = String::new();
            for stroke in -STROKES - 1..=STROKES + 1 {
                // The zero extends to the coarse scale.
                let long = if stroke == 0 { -6.0 } else { -3.0 };
                let along = f64::from(stroke) * FRONT_PITCH;
                let ends =
                    [long, 0.0].map(|offset| self.through(self.on_scale(scale, along, offset)));
                path += &line(ends);
            }
            Content::default().text("strokes", path)
        };
        self.side(scales(self.paper).map(scale).into()).text("front", "yes")
    }

    fn back(&self) -> Content {
        let numbered = (1..).zip(scales(self.paper));
        let scales = numbered.map(|(number, scale)| self.back_scale(scale, number));
        self.side(scales.collect()).text("back", "yes")
    }

    /// Strokes, figures and number of a scale on the back.
    fn back_scale(&self, scale: Scale, number: usize) -> Content {
        let mut figures = Vec::new();
        let mut path = String::new();
        // Figures are upright beside scales of both axes.
        let figure = |along: f64, offset: f64, content: String| {
            let Point { x, y } = self.on_scale(scale, along, offset);
            let sunk = if scale.axis == Axis::Down { 0.75 } else { 0.0 };
            let [width, height] = FIGURE;
            let place = Rect { x: Mm(x) - width / 2.0, y: Mm(y + sunk) - height, width, height };
            Content::default().text("figure", content).place(SLOT, place)
        };
        for stroke in -STROKES..=STROKES {
            let along = f64::from(stroke) * BACK_PITCH;
            let long = if stroke % 5 == 0 { 4.0 } else { 3.0 };
            path += &line([0.0, long].map(|offset| self.on_scale(scale, along, offset)));
            if stroke % 2 == 0 {
                let offset = if scale.axis == Axis::Down { 6.4 } else { 6.0 };
                figures.push(figure(along, offset, signed(stroke)));
            }
        }
        for millimetre in -COARSE..=COARSE {
            let long = if millimetre % 5 == 0 { -8.5 } else { -7.6 };
            let along = f64::from(millimetre);
            path += &line([-6.5, long].map(|offset| self.on_scale(scale, along, offset)));
            if millimetre % 5 == 0 {
                // The zero of the front appears to move against the back.
                let offset = if scale.axis == Axis::Down { -11.3 } else { -9.2 };
                figures.push(figure(along, offset, signed(-millimetre)));
            }
        }
        // Before the scale; for inner ones at the end nearest the middle of the paper.
        let own = scale.from_middle[usize::from(scale.axis == Axis::Down)];
        let before = if own < 0.0 { 24.5 } else { -24.5 };
        let Point { x, y } = self.on_scale(scale, before, 0.0);
        let size = Size { width: NUMBER, height: NUMBER };
        let place =
            Rect { x: Mm(x) - NUMBER / 2.0, y: Mm(y) - NUMBER / 2.0, ..Rect::at_origin(size) };
        Content::default()
            .text("strokes", path)
            .list("figures", figures)
            .text("number", number.to_string())
            .place("number", place)
    }

    /// A ruler of a hundred millimetres and four inches in the lower left.
    fn check_ruler(&self) -> Group {
        let length = Mm(101.6);
        let free = [self.paper.height / 2.0 + Mm(28.0), self.paper.height - Mm(6.0)];
        let (millimetres, inches) = if free[1] - free[0] >= length { (100, 4) } else { (60, 2) };
        let ruler = Ruler { edge: Edge::Left, at: 0.5, inset: Mm(40.0), millimetres, inches };
        let start = free[0];
        let place =
            AlongEdge { edge: Edge::Left, inset: ruler.inset, start, end: start + ruler.length() };
        sheet::ruler(self.paper, place, ruler)
    }
}

/// The box of a figure, which is at its foot, and that of the number of a scale.
const FIGURE: [Mm; 2] = [Mm(6.0), Mm(2.0)];
const NUMBER: Mm = Mm(4.4);

fn signed(number: i8) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("−{}", -i16::from(number)),
    }
}

fn line([from, to]: [Point; 2]) -> String {
    sheet::line(Mm(from.x), Mm(from.y), Mm(to.x), Mm(to.y))
}

#[cfg(test)]
mod tests;
