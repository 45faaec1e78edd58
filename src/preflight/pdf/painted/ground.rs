//! The background of a page: everything painted so far, and its colour at a point.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::colour::Inks;
use super::super::file::fixed;
use super::super::picture::Pixels;
use super::super::walk::{Key, Operation, Scope, States};
use super::area::Area;
use super::canvas::{Canvas, Painting, Part, placed};
use super::paints::Paints;
use crate::geometry::{Affine, inverse};
use lopdf::{Dictionary, Object, Stream};

/// Areas with a shorter side are too narrow to be a background, in points.
const NARROWEST: f64 = 3.0;
/// Pages with more corners are not examined: they are maps and the like.
const MOST_CORNERS: usize = 300_000;
/// The most pixels of pictures that are kept.
const MOST_PIXELS: usize = 30_000_000;

/// The painted areas of the current page, the topmost last.
#[derive(Default)]
pub(super) struct Ground<'a> {
    areas: Vec<PaintedArea<'a>>,
    corners: usize,
    /// The clips: nothing outside any of them is painted.
    clips: States<Vec<Rc<Area>>>,
    pictures: BTreeMap<Key, Rc<Picture<'a>>>,
}

/// A painted area.
struct PaintedArea<'a> {
    area: Rc<Area>,
    clips: Vec<Rc<Area>>,
    surface: Surface<'a>,
}

enum Surface<'a> {
    /// One colour, or the minimum of each ink over all stops of a gradient.
    Flat(Inks),
    /// A picture, and the transformation from the page to its unit square.
    Picture(Rc<Picture<'a>>, Affine),
}

/// A picture, decoded on first use.
struct Picture<'a> {
    scope: Scope<'a>,
    stream: Cow<'a, Stream>,
    pixels: OnceCell<Option<Pixels>>,
}

/// The backdrop at a point.
pub(super) enum Backdrop {
    Paper,
    Inks(Inks),
    /// The point is outside the clip.
    Hidden,
    /// The page is too complex.
    NotKept,
}

impl<'a> Ground<'a> {
    /// The backdrop of the next painting operation at a point.
    pub(super) fn under(&self, point: [f64; 2]) -> Backdrop {
        let is_open = |clips: &[Rc<Area>]| clips.iter().all(|clip| clip.has(point));
        if self.corners > MOST_CORNERS {
            return Backdrop::NotKept;
        }
        if !is_open(self.clips.now()) {
            return Backdrop::Hidden;
        }
        let covers =
            |painted: &&PaintedArea<'_>| painted.area.has(point) && is_open(&painted.clips);
        match self.areas.iter().rev().find(covers).map(|painted| &painted.surface) {
            None => Backdrop::Paper,
            Some(Surface::Flat(inks)) => Backdrop::Inks(*inks),
            Some(Surface::Picture(picture, to_square)) => {
                Backdrop::Inks(picture.inks_at(placed(to_square, point)))
            }
        }
    }

    /// The number of areas.
    pub(super) fn count(&self) -> usize {
        self.areas.len()
    }

    /// Handles an operator that paints without a path.
    pub(super) fn operator(
        &mut self,
        scope: &Scope<'a>,
        operation: &Operation<'_>,
        canvas: &Canvas,
        paints: &mut Paints,
    ) {
        match operation.operator {
            "q" => self.clips.save(),
            "Q" => self.clips.restore(),
            "sh" => {
                let stops = operation.first_name().map(|name| paints.shading(scope, name));
                let inks = stops.map_or(Inks::Unknown("in a gradient"), |stops| common(&stops));
                let reach = [-1e6, -1e6, 1e6, 1e6];
                let parts = vec![Part::rectangle(reach, &Affine::IDENTITY)];
                self.paint(Rc::new(Area { parts, even_odd: false }), Surface::Flat(inks));
            }
            "BI" => {
                if let Some(Object::Stream(image)) = operation.operands.first() {
                    let picture = Picture::from_stream(scope, Cow::Owned(image.clone()));
                    self.picture(Rc::new(picture), canvas);
                }
            }
            "Do" => {
                let Some(image) = scope.image(operation) else { return };
                let called = operation.first_name().and_then(|named| scope.keyed("XObject", named));
                let Some((key, _)) = called else { return };
                let read = || Rc::new(Picture::from_stream(scope, Cow::Borrowed(image)));
                let picture = Rc::clone(self.pictures.entry(key).or_insert_with(read));
                self.picture(picture, canvas);
            }
            _ => {}
        }
    }

    /// Handles a path that is painted or added to the clip.
    pub(super) fn path(&mut self, canvas: &Canvas, painting: Painting, paints: &Paints) {
        let even_odd = painting.even_odd || painting.clip == Some(true);
        let is_ground = painting.fill && canvas.parts.iter().any(is_wide);
        if !is_ground && painting.clip.is_none() {
            return;
        }
        let area = Rc::new(Area { parts: canvas.parts.clone(), even_odd });
        if is_ground {
            self.paint(Rc::clone(&area), Surface::Flat(common(&paints.now().fill.inks)));
        }
        if painting.clip.is_some() {
            self.clips.now_mut().push(area);
        }
    }

    /// Paints a picture on the unit square.
    fn picture(&mut self, picture: Rc<Picture<'a>>, canvas: &Canvas) {
        let Some(to_square) = inverse(&canvas.place()) else { return };
        let parts = vec![Part::rectangle([0.0, 0.0, 1.0, 1.0], &canvas.place())];
        let surface = Surface::Picture(picture, to_square);
        self.paint(Rc::new(Area { parts, even_odd: false }), surface);
    }

    fn paint(&mut self, area: Rc<Area>, surface: Surface<'a>) {
        self.corners += area.parts.iter().map(|part| part.points.len()).sum::<usize>();
        if self.corners > MOST_CORNERS {
            self.areas.clear();
            return;
        }
        let clips = self.clips.now().clone();
        self.areas.push(PaintedArea { area, clips, surface });
    }

    pub(super) fn enter(&mut self, scope: &Scope<'_>, form: Option<&Dictionary>, canvas: &Canvas) {
        let clips = self.clips.enter(form);
        let Some(form) = form else {
            (self.areas, self.corners) = (Vec::new(), 0);
            return;
        };
        if let Some(bounds) = fixed::<4>(&scope.pdf.file, form, "BBox") {
            let parts = vec![Part::rectangle(bounds, &canvas.place())];
            clips.push(Rc::new(Area { parts, even_odd: false }));
        }
    }

    pub(super) fn leave(&mut self) {
        self.clips.leave();
    }
}

impl<'a> Picture<'a> {
    fn from_stream(scope: &Scope<'a>, stream: Cow<'a, Stream>) -> Self {
        Self { scope: *scope, stream, pixels: OnceCell::new() }
    }

    /// The inks at a point of the unit square.
    fn inks_at(&self, point: [f64; 2]) -> Inks {
        let pixels =
            self.pixels.get_or_init(|| Pixels::decode(&self.scope, &self.stream, MOST_PIXELS));
        match pixels {
            Some(pixels) => pixels.inks_at(point),
            None => Inks::Unknown("in a picture that cannot be read"),
        }
    }
}

/// Whether a part is wide enough for a background.
fn is_wide(part: &Part) -> bool {
    let [left, low, right, high] = part.bounds;
    right - left >= NARROWEST && high - low >= NARROWEST
}

/// The minimum of each ink over these colours.
fn common(colours: &[Inks]) -> Inks {
    let Some((first, others)) = colours.split_first() else { return Inks::Unknown("in a pattern") };
    others.iter().fold(*first, |all, own| match (all, *own) {
        (Inks::Known(all), Inks::Known(own)) => {
            Inks::Known([0, 1, 2, 3].map(|ink| f64::min(all[ink], own[ink])))
        }
        (Inks::Known(_), own) => own,
        (all, _) => all,
    })
}
