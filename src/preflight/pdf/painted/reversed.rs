//! White text out of four inks, as text or as the shapes of its letters: where the plates do not meet
//! exactly, they fill the strokes of small letters from four sides.

use std::rc::Rc;

use super::super::file::{Corners, fixed};
use super::super::walk::{Operation, Scope, States};
use super::area::Area;
use super::canvas::{Canvas, Painting, Part};
use super::inks::{alternate, process, shading};
use super::words::{Word, words};
use crate::geometry::{Affine, Mm};
use crate::pdf_value::{Dictionary, Object};
use crate::preflight::outlines::{Letters, letters_in};
use crate::preflight::report::{Fault, Faults};
use crate::wording::apart_from;

/// The smallest white text out of four inks in points, as the trade has it.
const SMALLEST: f64 = 8.0;
/// Rounding to the decimals of a file, in points.
const SLACK: f64 = 0.02;
/// As little ink as paper.
const PAPER: f64 = 0.005;
/// So little of an ink is not seen where it fills a stroke.
const PALE: f64 = 0.05;
/// Areas with a shorter side are no ground that text stands on, in points.
const NARROWEST_GROUND: f64 = 3.0;
/// Pages whose areas have more corners are not looked at: they are maps and the like.
const MOST_CORNERS: usize = 300_000;
/// Letters of smaller text are lower than this in points, and lower shapes are dots.
const LETTER_HEIGHTS: std::ops::Range<f64> = 1.2..7.5;

/// The four inks of a colour, 0 to 1; `None` where they are not known.
type Inks = Option<[f64; 4]>;

/// Looks for white texts and what they stand on.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Reversed {
    /// Each size on each ground once a page.
    pub faults: Faults,
    /// What was painted on the page that is walked, last what lies on top.
    areas: Vec<Painted>,
    corners: usize,
    states: States<State>,
    /// Where text is shown next, and where its line begins.
    text: Affine,
    line: Affine,
    /// Whether the place of the next text is known: its length is not looked at.
    is_placed: bool,
    /// White shapes that may be letters of fonts that are not known, and what they stand on.
    shapes: Vec<(Corners, [f64; 4])>,
}

/// An area that was painted.
struct Painted {
    area: Rc<Area>,
    clips: Vec<Rc<Area>>,
    inks: Inks,
}

#[derive(Clone)]
struct State {
    fill: Inks,
    space: Space,
    clips: Vec<Rc<Area>>,
    size: f64,
    leading: f64,
    /// How glyphs are painted (PDF Reference 1.4, 5.2.5).
    mode: f64,
}

/// What the numbers of a colour stand for.
#[derive(Clone, Copy)]
enum Space {
    Cmyk,
    Gray,
    Rgb,
    /// The inks of its full tint.
    Spot([f64; 4]),
    Other,
}

impl Default for State {
    fn default() -> Self {
        let fill = Some([0.0, 0.0, 0.0, 1.0]);
        Self { fill, space: Space::Gray, clips: Vec::new(), size: 0.0, leading: 0.0, mode: 0.0 }
    }
}

fn is_paper(inks: Inks) -> bool {
    inks.is_some_and(|inks| inks.iter().all(|ink| *ink <= PAPER))
}

impl Reversed {
    pub(super) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
        canvas: &Canvas,
    ) {
        let state = self.states.now_mut();
        match (operation.operator, operation.numbers) {
            ("q", _) => self.states.save(),
            ("Q", _) => self.states.restore(),
            ("k" | "g", _) => state.fill = process(operation),
            ("rg", parts) => state.fill = Space::Rgb.inks(parts),
            ("cs", _) => {
                state.space = Space::of(scope, operation);
                state.fill = match state.space {
                    Space::Spot(full) => Some(full),
                    Space::Cmyk | Space::Gray | Space::Rgb => Some([0.0, 0.0, 0.0, 1.0]),
                    Space::Other => None,
                };
            }
            ("sc" | "scn", parts) => {
                state.fill = match operation.last_name() {
                    Some(pattern) => common(&shading(scope, pattern)),
                    None => state.space.inks(parts),
                };
            }
            ("Tf", &[size]) => state.size = size,
            ("TL", &[leading]) => state.leading = leading,
            ("Tr", &[mode]) => state.mode = mode,
            ("BT", _) => self.begin(Affine::IDENTITY),
            ("Tm", numbers) => {
                if let Some(matrix) = Affine::from_numbers(numbers) {
                    self.begin(matrix);
                }
            }
            ("Td", &[x, y]) => self.new_line(x, y),
            ("TD", &[x, y]) => {
                state.leading = -y;
                self.new_line(x, y);
            }
            ("T*", _) => self.new_line(0.0, -self.states.now().leading),
            ("Tj" | "TJ", _) => self.show(scope.page, canvas),
            ("'" | "\"", _) => {
                self.new_line(0.0, -self.states.now().leading);
                self.show(scope.page, canvas);
            }
            ("sh", _) => {
                let inks = operation.first_name().map(|name| shading(scope, name));
                self.everywhere(inks.and_then(|inks| common(&inks)));
            }
            ("BI", _) => self.square(canvas),
            ("Do", _) if scope.image(operation).is_some() => self.square(canvas),
            _ => {}
        }
    }

    fn begin(&mut self, matrix: Affine) {
        (self.text, self.line, self.is_placed) = (matrix, matrix, true);
    }

    fn new_line(&mut self, x: f64, y: f64) {
        self.begin(Affine::shift(x, y).then(&self.line));
    }

    /// Looks at a text whose place is known; at its first letters, for how wide they are only its font
    /// says.
    fn show(&mut self, page: u32, canvas: &Canvas) {
        let State { fill, size, mode, .. } = *self.states.now();
        // 1 and 5 draw outlines, 3 and 7 nothing.
        let is_filled = mode % 4.0 == 0.0 || mode % 4.0 == 2.0;
        if !std::mem::take(&mut self.is_placed) || !is_filled || !is_paper(fill) {
            return;
        }
        let place = self.text.then(&canvas.place());
        let at = |x: f64, y: f64| place.apply([x * size, y * size]);
        let ([x, y], [u, v]) = (at(0.0, 0.0), at(0.0, 1.0));
        let points = ((u - x) * (u - x) + (v - y) * (v - y)).sqrt();
        if points >= SMALLEST - SLACK || points <= 0.0 {
            return;
        }
        let first = [0.1, 0.45].map(|x| [0.1, 0.35, 0.6].map(|y| at(x, y)));
        self.judge(page, points, first.as_flattened());
    }

    /// Tells white text of this size if most of these points stand on four inks.
    fn judge(&mut self, page: u32, size: f64, points: &[[f64; 2]]) {
        let grounds: Vec<[f64; 4]> =
            points.iter().filter_map(|point| self.four_inks_under(*point)).collect();
        if let Some(ground) = grounds.first().filter(|_| grounds.len() * 3 >= points.len() * 2) {
            self.tell(page, size, *ground);
        }
    }

    fn tell(&mut self, page: u32, size: f64, ground: [f64; 4]) {
        let [c, m, y, k] = ground.map(|ink| (ink * 100.0).round());
        let size = apart_from(size, SMALLEST, 1);
        let reason = format!("white text of {size} pt in {c} / {m} / {y} / {k} % of the four inks");
        self.faults.add_once(Fault::on(page, reason));
    }

    /// The ground at a point, if it is of all four inks and what is painted now is seen there.
    fn four_inks_under(&self, point: [f64; 2]) -> Inks {
        let is_open = |clips: &[Rc<Area>]| clips.iter().all(|clip| clip.has(point));
        if !is_open(&self.states.now().clips) || self.corners > MOST_CORNERS {
            return None;
        }
        let covers = |painted: &&Painted| painted.area.has(point) && is_open(&painted.clips);
        let ground = self.areas.iter().rev().find(covers)?;
        ground.inks.filter(|inks| inks.iter().all(|ink| *ink >= PALE))
    }

    /// Takes a path that is painted or narrows the clip.
    pub(super) fn path(
        &mut self,
        page: u32,
        canvas: &Canvas,
        painting: Painting,
        letters: &Letters,
    ) {
        let fill = self.states.now().fill;
        if painting.fill && is_paper(fill) {
            self.letters(page, canvas, letters);
        }
        let even_odd = painting.even_odd || painting.clip == Some(true);
        let is_ground = painting.fill && canvas.parts.iter().any(is_wide);
        if !is_ground && painting.clip.is_none() {
            return;
        }
        let area = Rc::new(Area { parts: canvas.parts.clone(), even_odd });
        if is_ground {
            self.paint(Rc::clone(&area), fill);
        }
        if painting.clip.is_some() {
            self.states.now_mut().clips.push(area);
        }
    }

    fn paint(&mut self, area: Rc<Area>, inks: Inks) {
        self.corners += area.parts.iter().map(|part| part.points.len()).sum::<usize>();
        if self.corners > MOST_CORNERS {
            self.areas.clear();
            return;
        }
        let clips = self.states.now().clips.clone();
        self.areas.push(Painted { area, clips, inks });
    }

    /// The unit square, on which pictures are painted: what inks they have is not looked at.
    fn square(&mut self, canvas: &Canvas) {
        let parts = vec![Part::rectangle([0.0, 0.0, 1.0, 1.0], &canvas.place())];
        self.paint(Rc::new(Area { parts, even_odd: false }), None);
    }

    /// All that the clips leave open.
    fn everywhere(&mut self, inks: Inks) {
        let reach = [-1e6, -1e6, 1e6, 1e6];
        let parts = vec![Part::rectangle(reach, &Affine::IDENTITY)];
        self.paint(Rc::new(Area { parts, even_odd: false }), inks);
    }

    /// Looks at a white path that may be letters: those of known fonts have a size, of others the height
    /// is kept until the page ends.
    fn letters(&mut self, page: u32, canvas: &Canvas, own: &Letters) {
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
            let grounds = round.map(|point| self.four_inks_under(point));
            grounds.iter().all(Option::is_some).then_some((*bounds, grounds[0]?))
        };
        let shapes: Vec<_> = all.iter().filter(is_letter).filter_map(on_four).collect();
        if shapes.is_empty() {
            return;
        }
        let upright = |[x, y]: [f64; 2]| [Mm::from_points(x).0, -Mm::from_points(y).0];
        let contours = canvas.parts.iter().map(|part| part.contour.mapped(upright)).collect();
        let known = letters_in(contours, own);
        for letter in known.iter().filter(|letter| letter.mark.certain) {
            // An o may be a small O; the larger of the two is no mistake.
            let sizes = letter.mark.readings().map(|reading| Mm(reading.size_mm()).points());
            let size = sizes.fold(0.0, f64::max);
            let [left, top, right, foot] = letter.bounds_mm.map(|mm| Mm(mm).points());
            if size < SMALLEST - SLACK {
                let at = [(left + right) / 2.0, -(top + foot) / 2.0];
                self.judge(page, size, &[at]);
            }
        }
        if known.is_empty() {
            self.shapes.extend(shapes);
        }
    }

    /// Tells words among the shapes that are letters of no known font.
    fn unknown_words(&mut self, page: u32) {
        let shapes = std::mem::take(&mut self.shapes);
        let bounds: Vec<Corners> = shapes.iter().map(|(bounds, _)| *bounds).collect();
        for Word { size, first } in words(&bounds) {
            if size < SMALLEST - SLACK {
                self.tell(page, size, shapes[first].1);
            }
        }
    }

    pub(super) fn enter(&mut self, scope: &Scope<'_>, form: Option<&Dictionary>, canvas: &Canvas) {
        let state = self.states.enter(form);
        let Some(form) = form else {
            (self.areas, self.shapes, self.corners) = (Vec::new(), Vec::new(), 0);
            return;
        };
        if let Some(bounds) = fixed::<4>(&scope.pdf.file, form, "BBox") {
            let parts = vec![Part::rectangle(bounds, &canvas.place())];
            state.clips.push(Rc::new(Area { parts, even_odd: false }));
        }
    }

    pub(super) fn leave(&mut self, page: u32) {
        if self.states.leave() {
            self.unknown_words(page);
        }
    }
}

/// Whether a part is wide enough for a ground.
fn is_wide(part: &Part) -> bool {
    let [left, low, right, high] = part.bounds;
    right - left >= NARROWEST_GROUND && high - low >= NARROWEST_GROUND
}

/// What all stops of a gradient have of each ink at least.
fn common(stops: &[[f64; 4]]) -> Inks {
    let (first, others) = stops.split_first()?;
    let least =
        |least: [f64; 4], inks: &[f64; 4]| [0, 1, 2, 3].map(|ink| f64::min(least[ink], inks[ink]));
    Some(others.iter().fold(*first, least))
}

impl Space {
    fn of(scope: &Scope<'_>, operation: &Operation<'_>) -> Self {
        let Some(named) = operation.first_name() else { return Self::Other };
        let device = |name: &[u8]| match name {
            b"DeviceCMYK" => Some(Self::Cmyk),
            b"DeviceGray" => Some(Self::Gray),
            b"DeviceRGB" => Some(Self::Rgb),
            _ => None,
        };
        let own = || match scope.resource("ColorSpace", named)? {
            Object::Name(name) => device(name),
            _ => alternate(scope, named).map(Self::Spot),
        };
        device(named).or_else(own).unwrap_or(Self::Other)
    }

    /// The inks of a colour of these numbers.
    fn inks(self, parts: &[f64]) -> Inks {
        match (self, parts) {
            (Self::Cmyk, &[c, m, y, k]) => Some([c, m, y, k]),
            (Self::Gray, &[white]) => Some([0.0, 0.0, 0.0, 1.0 - white]),
            (Self::Rgb, &[red, green, blue]) => {
                (f64::min(red, green).min(blue) >= 1.0 - PAPER).then_some([0.0; 4])
            }
            (Self::Spot(full), &[tint]) => Some(full.map(|ink| ink * tint)),
            _ => None,
        }
    }
}
