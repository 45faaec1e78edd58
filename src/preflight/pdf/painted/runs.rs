//! Text runs of a PDF: their text and position.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::super::file::{Corners, around, as_dictionary, number};
use super::super::walk::{Key, Mapped, Operation, Scope, States};
use super::canvas::placed;
use super::font::{Codes, Font};
use crate::geometry::Affine;
use crate::preflight::limits::{LimitExceeded, PDF_LETTERS};
use lopdf::{Dictionary, Object};

/// A text shown by one operator.
#[derive(Clone, Debug)]
pub(in crate::preflight::pdf) struct Run {
    pub page: u32,
    pub text: String,
    /// The transformation from text space to the page, in points: its origin is the start of the baseline.
    pub place: Affine,
    /// The length of the baseline, and an em, both in text space.
    reach: [f64; 2],
    /// The text of each code, and its position on the baseline in text space.
    pub glyphs: Vec<(Arc<str>, f64)>,
}

/// The height of capitals and digits, and the depth of descenders, in ems, as in common typefaces.
const CAPITALS_EM: f64 = 0.7;
const DESCENDERS_EM: f64 = 0.2;

impl Run {
    /// The size of an em in text space.
    pub(in crate::preflight::pdf) fn em(&self) -> f64 {
        self.reach[1]
    }

    /// The bounding box of its letters on the page, in points.
    pub(in crate::preflight::pdf) fn bounds(&self) -> Corners {
        let [along, em] = self.reach;
        let hangs = |letter: char| "gjpqyçQ,;()[]{}|_ß§@$".contains(letter);
        let below = if self.text.contains(hangs) { -DESCENDERS_EM * em } else { 0.0 };
        let above = CAPITALS_EM * em;
        let corners = [[0.0, below], [along, below], [0.0, above], [along, above]];
        around(corners.map(|corner| placed(&self.place, corner)))
    }
}

/// Collects the texts of every page, including forms.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Runs {
    pub found: Vec<Run>,
    states: States<State>,
    /// The text and line matrices of the open text object.
    text: Affine,
    line: Affine,
    /// Whether the next text continues the previous run, without repositioning.
    continued: bool,
    /// A cache of fonts.
    fonts: BTreeMap<Key, Rc<Font>>,
    codes: Codes,
    /// The number of letters and runs.
    count: usize,
}

/// The graphics state for texts.
#[derive(Clone, Default)]
struct State {
    place: Affine,
    size: f64,
    leading: f64,
    /// The character spacing in text space.
    spacing: f64,
    font: Rc<Font>,
}

/// A piece of a text: codes, or an adjustment in thousandths of an em.
enum Piece<'p> {
    Codes(&'p [u8]),
    Back(f64),
}

impl Mapped for State {
    fn map(&mut self, matrix: &Affine) {
        self.place *= *matrix;
    }
}

impl Runs {
    fn font(&mut self, scope: &Scope<'_>, resource: &[u8]) -> Result<Rc<Font>, LimitExceeded> {
        let Some((key, font)) = scope.keyed("Font", resource) else { return Ok(Rc::default()) };
        if let Some(known) = self.fonts.get(&key) {
            return Ok(Rc::clone(known));
        }
        let Some(font) = as_dictionary(font) else { return Ok(Rc::default()) };
        let font = Rc::new(Font::read(scope.pdf, font, &mut self.codes)?);
        self.fonts.insert(key, Rc::clone(&font));
        Ok(font)
    }

    fn new_line(&mut self, x: f64, y: f64) {
        self.line *= Affine::translate((x, y));
        self.text = self.line;
        self.continued = false;
    }

    fn show(&mut self, page: u32, pieces: &[Piece<'_>]) -> Result<(), LimitExceeded> {
        let state = self.states.now();
        let mut text = String::new();
        let mut along = 0.0;
        let mut glyphs = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Codes(codes) => {
                    self.count += codes.len() / state.font.bytes_a_code();
                    PDF_LETTERS.hold(self.count)?;
                    for code in codes.chunks(state.font.bytes_a_code()) {
                        let letter = state.font.decode(code);
                        text += &letter;
                        glyphs.push((letter, along));
                        let (ems, spaces) = state.font.width(code);
                        along += ems * state.size + spaces * state.spacing;
                    }
                }
                Piece::Back(thousandths) => along -= thousandths / 1000.0 * state.size,
            }
        }
        if self.continued
            && let Some(last) = self.found.last_mut()
        {
            last.text += &text;
            let start = last.reach[0];
            last.glyphs.extend(glyphs.into_iter().map(|(letter, at)| (letter, start + at)));
            last.reach[0] += along;
            return Ok(());
        }
        self.count += 1;
        PDF_LETTERS.hold(self.count)?;
        let place = state.place * self.text;
        self.found.push(Run { page, text, place, reach: [along, state.size], glyphs });
        self.continued = true;
        Ok(())
    }

    /// Handles an operator.
    ///
    /// # Errors
    /// If there are more letters than the limit.
    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
    ) -> Result<(), LimitExceeded> {
        if self.states.follow(operation) {
            return Ok(());
        }
        match (operation.operator, operation.numbers) {
            ("BT", _) => {
                (self.text, self.line) = (Affine::IDENTITY, Affine::IDENTITY);
                self.continued = false;
            }
            ("Tm", numbers) => {
                if let Ok(matrix) = numbers.try_into().map(Affine::new) {
                    (self.text, self.line) = (matrix, matrix);
                    self.continued = false;
                }
            }
            ("Td", &[x, y]) => self.new_line(x, y),
            ("TD", &[x, y]) => {
                self.states.now_mut().leading = -y;
                self.new_line(x, y);
            }
            ("TL", &[leading]) => self.states.now_mut().leading = leading,
            ("Tc", &[spacing]) => self.states.now_mut().spacing = spacing,
            ("T*", _) => self.new_line(0.0, -self.states.now().leading),
            ("Tf", &[size]) => {
                let resource = operation.first_name();
                let font = resource.map(|r| self.font(scope, r)).transpose()?.unwrap_or_default();
                let state = self.states.now_mut();
                (state.size, state.font) = (size, font);
            }
            ("Tj" | "TJ", _) => {
                let pieces: Vec<Piece<'_>> = match operation.operands.first() {
                    Some(Object::String(text, _)) => vec![Piece::Codes(text)],
                    Some(Object::Array(items)) => items
                        .iter()
                        .filter_map(|item| match item {
                            Object::String(text, _) => Some(Piece::Codes(text)),
                            step => number(step).map(Piece::Back),
                        })
                        .collect(),
                    _ => Vec::new(),
                };
                self.show(scope.page, &pieces)?;
            }
            ("'" | "\"", _) => {
                self.new_line(0.0, -self.states.now().leading);
                if let Some(Object::String(text, _)) = operation.operands.last() {
                    self.show(scope.page, &[Piece::Codes(text)])?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(in crate::preflight::pdf) fn enter(
        &mut self,
        scope: &Scope<'_>,
        form: Option<&Dictionary>,
    ) {
        self.states.enter_mapped(scope, form);
    }

    /// Returns whether the stream that ended is the page's own.
    pub(in crate::preflight::pdf) fn leave(&mut self) -> bool {
        self.states.leave()
    }
}
