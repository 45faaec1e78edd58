//! Where a PDF paints: the outlines of shapes, the pixels of pictures and a fingerprint of each page.

use lopdf::content::Operation;
use lopdf::{Dictionary, Object};
use sha2::{Digest as _, Sha256};

use super::content::{Scope, Visitor};
use super::matrix::Matrix;
use super::read::Corners;
use super::runs::around;
use super::stack::States;
use super::value::{get, number, numbers};

/// One connected part of a painted outline.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub page: u32,
    /// Whether it is a line, not an area.
    pub stroked: bool,
    /// Whether it is painted on every plate.
    pub all_plates: bool,
    /// The rectangle round it on the page, in points; for a line round its middle.
    pub bounds: Corners,
}

/// A picture of pixels on a page.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub page: u32,
    /// Dots per inch in the direction that has fewer.
    pub dpi: f64,
}

/// What all pages paint.
#[derive(Default)]
pub(super) struct Shapes {
    pub shapes: Vec<Shape>,
    pub pictures: Vec<Picture>,
    /// A digest of what each page paints, in order: equal for pages that look the same.
    pub looks: Vec<[u8; 32]>,
    look: Sha256,
    states: States<State>,
    /// The parts of the path that is being built.
    path: Vec<Vec<[f64; 2]>>,
}

#[derive(Clone, Copy, Default)]
struct State {
    place: Matrix,
    fill_all: bool,
    line_all: bool,
}

impl Shapes {
    fn point(&mut self, at: [f64; 2]) {
        let at = self.states.now().place.apply(at);
        if let Some(part) = self.path.last_mut() {
            part.push(at);
        }
    }

    fn begin(&mut self, at: [f64; 2]) {
        self.path.push(Vec::new());
        self.point(at);
    }

    fn paint(&mut self, page: u32, fill: bool, stroke: bool) {
        let state = *self.states.now();
        for part in std::mem::take(&mut self.path) {
            let bounds = around(part);
            if fill {
                let all_plates = state.fill_all;
                self.shapes.push(Shape { page, stroked: false, all_plates, bounds });
            }
            if stroke {
                let all_plates = state.line_all;
                self.shapes.push(Shape { page, stroked: true, all_plates, bounds });
            }
        }
    }

    fn picture(&mut self, scope: &Scope<'_>, image: &Dictionary) {
        let [a, b, c, d, ..] = self.states.now().place.0;
        let inches = |x: f64, y: f64| (x * x + y * y).sqrt() / 72.0;
        let pixels = |key| get(&scope.pdf.file, image, key).and_then(number);
        if let (Some(width), Some(height)) = (pixels("Width"), pixels("Height")) {
            let dpi = f64::min(width / inches(a, b), height / inches(c, d));
            self.pictures.push(Picture { page: scope.page, dpi });
        }
    }

    /// Takes an operator into the look of its page. Names of resources are not: the same thing may
    /// be called differently on two pages.
    fn see(&mut self, operation: &Operation) {
        self.look.update(operation.operator.as_bytes());
        for operand in &operation.operands {
            if !matches!(operand, Object::Name(_)) {
                self.look.update(format!("{operand:?}"));
            }
        }
    }
}

/// Whether a colour space is that of all plates.
fn is_all_plates(scope: &Scope<'_>, operation: &Operation) -> bool {
    let space = operation.operands.first().and_then(|space| space.as_name().ok());
    let space = space.and_then(|space| scope.resource("ColorSpace", space));
    let items = space.and_then(|space| space.as_array().ok());
    items.is_some_and(|items| {
        let item = |place: usize| items.get(place).and_then(|item| item.as_name().ok());
        (item(0), item(1)) == (Some(b"Separation"), Some(b"All"))
    })
}

impl<'a> Visitor<'a> for Shapes {
    fn operator(&mut self, scope: &Scope<'a>, operation: &Operation) {
        self.see(operation);
        let state = self.states.now_mut();
        let numbers = numbers(&operation.operands);
        match (operation.operator.as_str(), numbers.as_slice()) {
            ("q", _) => self.states.save(),
            ("Q", _) => self.states.restore(),
            ("cm", numbers) => {
                if let Some(matrix) = Matrix::from_numbers(numbers) {
                    state.place = matrix.then(&state.place);
                }
            }
            ("cs", _) => state.fill_all = is_all_plates(scope, operation),
            ("CS", _) => state.line_all = is_all_plates(scope, operation),
            ("k" | "g" | "rg", _) => state.fill_all = false,
            ("K" | "G" | "RG", _) => state.line_all = false,
            ("m", &[x, y]) => self.begin([x, y]),
            ("l", &[x, y]) => self.point([x, y]),
            ("c" | "v" | "y", handles) => {
                for handle in handles.chunks_exact(2) {
                    self.point([handle[0], handle[1]]);
                }
            }
            ("re", &[x, y, width, height]) => {
                self.begin([x, y]);
                for corner in [[x + width, y], [x + width, y + height], [x, y + height]] {
                    self.point(corner);
                }
            }
            ("f" | "F" | "f*", _) => self.paint(scope.page, true, false),
            ("S" | "s", _) => self.paint(scope.page, false, true),
            ("B" | "B*" | "b" | "b*", _) => self.paint(scope.page, true, true),
            ("n", _) => self.path.clear(),
            ("Do", _) => {
                if let Some(image) = scope.image(operation) {
                    self.look.update(&image.content);
                    self.picture(scope, &image.dict);
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>) {
        let state = self.states.enter(form);
        if let Some(matrix) = form.and_then(|form| Matrix::of(scope, form)) {
            state.place = matrix.then(&state.place);
        }
    }

    fn leave(&mut self) {
        if self.states.leave() {
            let look = std::mem::take(&mut self.look);
            self.looks.push(look.finalize().into());
        }
    }

    fn every_call(&self) -> bool {
        true
    }
}
