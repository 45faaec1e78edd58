//! Painted shapes: printer's marks, the resolution of pictures, and a digest of each page.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Object};
use sha2::{Digest as _, Sha256};

use super::super::examined::{Examined, Rule};
use super::super::file::{Corners, Pdf, alike, are_apart, extent, get, number};
use super::super::walk::{Key, Operation, Scope, States};
use super::canvas::{Canvas, Painting};
use crate::geometry::POINTS_PER_INCH;
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.upload-marks",
        requirement: "no crop marks, die lines or drawn corners where the print house forbids them",
        check: marks,
    },
    Rule {
        name: "pdf.resolution",
        requirement: "pictures of the resolution that the print house requires",
        check: resolution,
    },
    Rule {
        name: "pdf.registration",
        requirement: "marks on all plates only outside the bleed",
        check: registration,
    },
];

/// A digest of what a page paints: equal for pages that look the same.
pub(in crate::preflight::pdf) type Digest = [u8; 32];

/// Inspects the painted content of all pages.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Shapes {
    /// Marks that the print house forbids, each kind once per page.
    marks: Faults,
    /// Pages with marks on all plates inside their bleed.
    registration: Faults,
    /// Pictures of lower resolution than the print house requires.
    coarse: Faults,
    /// The digest of each page, in order.
    pub looks: Vec<Digest>,
    /// The trim boxes, if marks are forbidden, and the bleed boxes.
    trims: Vec<Option<Corners>>,
    bleeds: Vec<Option<Corners>>,
    /// The dots per inch that the print house requires.
    image_dpi: Option<f64>,
    look: Sha256,
    /// The digests of pictures already seen.
    pictures: BTreeMap<Key, Digest>,
    states: States<State>,
}

#[derive(Clone, Copy, Default)]
struct State {
    fill_all: bool,
    line_all: bool,
}

impl Shapes {
    pub(in crate::preflight::pdf) fn new(pdf: &Pdf, criteria: &Criteria<'_>) -> Self {
        let press = criteria.press();
        let of_pages = |wanted: bool, keys: &[&str]| -> Vec<Option<Corners>> {
            let pages = pdf.pages().filter(|_| wanted);
            pages.map(|(_, page)| keys.iter().find_map(|key| pdf.page_box(page, key))).collect()
        };
        Self {
            trims: of_pages(press.is_some_and(|press| press.marks.is_none()), &["TrimBox"]),
            bleeds: of_pages(criteria.to_pdfx(), &["BleedBox", "TrimBox"]),
            image_dpi: press.map(|press| press.image_dpi),
            ..Self::default()
        }
    }

    /// Handles a painted path.
    pub(super) fn path(&mut self, page: u32, canvas: &Canvas, painting: Painting) {
        let State { fill_all, line_all } = *self.states.now();
        for bounds in canvas.parts.iter().map(|part| part.bounds) {
            if painting.fill {
                self.shape(page, &Shape { stroked: false, all_plates: fill_all, bounds });
            }
            if painting.stroke {
                self.shape(page, &Shape { stroked: true, all_plates: line_all, bounds });
            }
        }
    }

    fn shape(&mut self, page: u32, shape: &Shape) {
        let of = |boxes: &[Option<Corners>]| boxes.get(page as usize - 1).copied().flatten();
        if let Some(what) = of(&self.trims).and_then(|trim| mark(shape, &trim)) {
            self.marks.add_once(Fault::on(page, what));
        }
        if shape.all_plates
            && of(&self.bleeds).is_some_and(|bleed| !are_apart(&shape.bounds, &bleed))
        {
            self.registration.add_once(Fault::on(page, "a mark on all plates within the bleed"));
        }
    }

    /// Handles a picture, an image object or an inline image.
    fn picture(&mut self, scope: &Scope<'_>, image: &Dictionary, canvas: &Canvas) {
        let [a, b, c, d, ..] = canvas.place().as_coeffs();
        let inches = |x: f64, y: f64| (x * x + y * y).sqrt() / POINTS_PER_INCH;
        let pixels = |key| get(&scope.pdf.file, image, key).and_then(number);
        if let Some(asked) = self.image_dpi
            && let (Some(width), Some(height)) = (pixels("Width"), pixels("Height"))
        {
            let dpi = f64::min(width / inches(a, b), height / inches(c, d));
            if dpi < asked - 0.5 {
                let reason = format!("a picture of {dpi:.0} dpi; required: {asked}");
                self.coarse.add(Fault::on(scope.page, reason));
            }
        }
    }

    /// Adds an operator to the digest of its page, without names of resources: the same resource may have different
    /// names on two pages.
    fn see(&mut self, operation: &Operation<'_>) {
        self.look.update(operation.operator.as_bytes());
        operation.operands.iter().for_each(|operand| digest(&mut self.look, operand));
    }
}

/// Adds a value to a digest, with a letter for its type to keep the digest unambiguous.
fn digest(look: &mut Sha256, operand: &Object) {
    match operand {
        Object::Name(_) => {}
        Object::String(text, _) => {
            look.update(b"s");
            look.update(text.len().to_be_bytes());
            look.update(text);
        }
        Object::Array(items) => {
            look.update(b"[");
            items.iter().for_each(|item| digest(look, item));
            look.update(b"]");
        }
        Object::Stream(stream) => look.update(&stream.content),
        other => match number(other) {
            Some(number) => {
                look.update(b"n");
                look.update(number.to_be_bytes());
            }
            None => look.update(format!("{other:?}")),
        },
    }
}

/// Whether a colour space is the one for all plates.
fn is_all_plates(scope: &Scope<'_>, operation: &Operation<'_>) -> bool {
    let space = operation.first_name().and_then(|space| scope.resource("ColorSpace", space));
    let items = space.and_then(|space| space.as_array().ok());
    items.is_some_and(|items| {
        let item = |place: usize| items.get(place).and_then(|item| item.as_name().ok());
        (item(0), item(1)) == (Some(b"Separation"), Some(b"All"))
    })
}

impl Shapes {
    /// Handles an operator.
    pub(super) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
        canvas: &Canvas,
    ) {
        self.see(operation);
        let state = self.states.now_mut();
        match operation.operator {
            "q" => self.states.save(),
            "Q" => self.states.restore(),
            "cs" => state.fill_all = is_all_plates(scope, operation),
            "CS" => state.line_all = is_all_plates(scope, operation),
            "k" | "g" | "rg" => state.fill_all = false,
            "K" | "G" | "RG" => state.line_all = false,
            "BI" => {
                if let Some(Object::Stream(image)) = operation.operands.first() {
                    self.picture(scope, &image.dict, canvas);
                }
            }
            "Do" => {
                let called = operation.first_name().and_then(|n| scope.keyed("XObject", n));
                if let Some((key, Object::Stream(stream))) = called
                    && scope.image(operation).is_some()
                {
                    let seen = self.pictures.entry(key);
                    let seen = seen.or_insert_with(|| Sha256::digest(&stream.content).into());
                    self.look.update(*seen);
                    self.picture(scope, &stream.dict, canvas);
                }
            }
            _ => {}
        }
    }

    pub(in crate::preflight::pdf) fn enter(&mut self, form: Option<&Dictionary>) {
        self.states.enter(form);
    }

    pub(in crate::preflight::pdf) fn leave(&mut self) {
        if self.states.leave() {
            let look = std::mem::take(&mut self.look);
            self.looks.push(look.finalize().into());
        }
    }
}

fn marks(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    match criteria.required_press() {
        Ok(press) if press.marks.is_some() => RuleVerdict::skip("the print house accepts marks"),
        Ok(_) => examined.painted.shapes.marks.verdict(),
        Err(verdict) => verdict,
    }
}

fn resolution(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    match criteria.required_press() {
        Ok(_) => examined.painted.shapes.coarse.verdict(),
        Err(verdict) => verdict,
    }
}

fn registration(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if !criteria.to_pdfx() {
        return RuleVerdict::skip("no standard is claimed");
    }
    examined.painted.shapes.registration.verdict()
}

/// A subpath that was painted.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Whether it is stroked, not filled.
    pub stroked: bool,
    /// Whether it is on every plate.
    pub all_plates: bool,
    /// The bounding box on the page, in points; for a stroke, of its centre line.
    pub bounds: Corners,
}

/// The largest distance of a mark from its cut, in points: 0.3 mm.
const ON_THE_CUT: f64 = 0.85;

/// Thinner areas count as lines, in points: 0.6 mm.
const LINE: f64 = 1.7;

/// Shorter lines are ornament, in points: 1 mm.
const SHORTEST_MARK: f64 = 2.8;

/// The largest corner radius of a card with tolerance, in points: 8 mm.
const CORNER: f64 = 22.7;

/// The kind of mark of a shape, if any, by its position relative to the cut.
pub(super) fn mark(shape: &Shape, trim: &Corners) -> Option<&'static str> {
    let bounds = &shape.bounds;
    let [width, height] = extent(bounds);
    let on = |one: f64, other: f64| (one - other).abs() <= ON_THE_CUT;
    if shape.all_plates {
        return Some("a mark on all plates");
    }
    if shape.stroked && alike(bounds, trim, ON_THE_CUT) {
        return Some("a die line round the card");
    }
    // Vertical and horizontal lines: on which cut, and where along it.
    for (thin, long, at, cuts, from, to, ends) in [
        (width, height, bounds[0], [trim[0], trim[2]], bounds[1], bounds[3], [trim[1], trim[3]]),
        (height, width, bounds[1], [trim[1], trim[3]], bounds[0], bounds[2], [trim[0], trim[2]]),
    ] {
        let middle = at + thin / 2.0;
        if thin > LINE || long < SHORTEST_MARK || !cuts.iter().any(|cut| on(middle, *cut)) {
            continue;
        }
        if to <= ends[0] + ON_THE_CUT || from >= ends[1] - ON_THE_CUT {
            return Some("a crop mark");
        }
        if long >= (ends[1] - ends[0]) / 2.0 {
            return Some("a die line along a cut");
        }
    }
    let touches = |low: f64, high: f64, cuts: [f64; 2]| {
        (on(low, cuts[0]) && high < cuts[0] + CORNER)
            || (on(high, cuts[1]) && low > cuts[1] - CORNER)
    };
    let corner = touches(bounds[0], bounds[2], [trim[0], trim[2]])
        && touches(bounds[1], bounds[3], [trim[1], trim[3]]);
    (shape.stroked && corner && width.max(height) >= SHORTEST_MARK).then_some("a drawn corner")
}
