//! Start positions of texts. Their lengths are not known without the fonts.

use super::super::walk::{Operation, States};
use super::canvas::Canvas;
use crate::geometry::{Affine, Point};
use lopdf::Dictionary;

/// Tracks the operators that position text.
#[derive(Default)]
pub(super) struct Texts {
    states: States<State>,
    /// The text matrix, and the text line matrix.
    text: Affine,
    line: Affine,
    /// Whether the position of the next text is known.
    is_placed: bool,
}

#[derive(Clone, Default)]
struct State {
    size: f64,
    leading: f64,
}

/// The start of a text.
pub(super) struct TextStart {
    /// The transformation from ems to the page.
    place: Affine,
    /// Its size on the page, in points.
    pub size: f64,
}

impl TextStart {
    /// Points on its first one or two letters.
    pub(super) fn points(&self) -> [[f64; 2]; 6] {
        let at = |x, y| {
            let Point { x, y } = self.place * Point::new(x, y);
            [x, y]
        };
        [at(0.1, 0.1), at(0.1, 0.35), at(0.1, 0.6), at(0.45, 0.1), at(0.45, 0.35), at(0.45, 0.6)]
    }
}

impl Texts {
    /// Handles an operator; returns the start of the text it shows, if its position is known.
    pub(super) fn operator(
        &mut self,
        operation: &Operation<'_>,
        canvas: &Canvas,
    ) -> Option<TextStart> {
        let state = self.states.now_mut();
        match (operation.operator, operation.numbers) {
            ("q", _) => self.states.save(),
            ("Q", _) => self.states.restore(),
            ("Tf", &[size]) => state.size = size,
            ("TL", &[leading]) => state.leading = leading,
            ("BT", _) => self.begin(Affine::IDENTITY),
            ("Tm", numbers) => {
                if let Ok(matrix) = numbers.try_into() {
                    self.begin(Affine::new(matrix));
                }
            }
            ("Td", &[x, y]) => self.new_line(x, y),
            ("TD", &[x, y]) => {
                state.leading = -y;
                self.new_line(x, y);
            }
            ("T*", _) => self.new_line(0.0, -self.states.now().leading),
            ("Tj" | "TJ", _) => return self.show(canvas),
            ("'" | "\"", _) => {
                self.new_line(0.0, -self.states.now().leading);
                return self.show(canvas);
            }
            _ => {}
        }
        None
    }

    fn begin(&mut self, matrix: Affine) {
        (self.text, self.line, self.is_placed) = (matrix, matrix, true);
    }

    fn new_line(&mut self, x: f64, y: f64) {
        self.begin(self.line * Affine::translate((x, y)));
    }

    fn show(&mut self, canvas: &Canvas) -> Option<TextStart> {
        let size = self.states.now().size;
        let place = canvas.place() * self.text * Affine::scale(size);
        let [_, _, x, y, ..] = place.as_coeffs();
        let size = (x * x + y * y).sqrt();
        (std::mem::take(&mut self.is_placed) && size > 0.0).then_some(TextStart { place, size })
    }

    pub(super) fn enter(&mut self, form: Option<&Dictionary>) {
        self.states.enter(form);
    }

    pub(super) fn leave(&mut self) {
        self.states.leave();
    }
}
