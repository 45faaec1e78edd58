//! The graphics state for painting: colours, line widths, overprint.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::colour::{Inks, Space};
use super::super::file::{as_dictionary, get, number};
use super::super::walk::{Key, Mapped, Operation, Scope, States};
use super::gradients::Gradients;
use crate::geometry::Affine;
use lopdf::{Dictionary, Object};

/// Tracks the operators that set colours and line widths.
#[derive(Default)]
pub(super) struct Paints {
    states: States<State>,
    spaces: BTreeMap<Key, Rc<Space>>,
    gradients: Gradients,
}

/// The graphics state for painting.
#[derive(Clone)]
pub(super) struct State {
    pub fill: Paint,
    pub line: Paint,
    /// Overprint mode 1: an ink of zero keeps the colour below (PDF Reference 1.4, 4.5.6). Otherwise all are replaced.
    keeps_below: bool,
    /// The text rendering mode (5.2.5).
    text_mode: i64,
    /// The line width in stream units, and the transformation to the page.
    width: f64,
    scale: f64,
}

/// A colour with its overprint setting.
#[derive(Clone)]
pub(super) struct Paint {
    /// The inks; of a gradient, those at its stops.
    pub inks: Rc<[Inks]>,
    space: Rc<Space>,
    overprints: bool,
}

impl Default for State {
    fn default() -> Self {
        let black =
            Paint { inks: Rc::new([Inks::BLACK]), space: Rc::new(Space::Gray), overprints: false };
        let (fill, line) = (black.clone(), black);
        Self { fill, line, keeps_below: false, text_mode: 0, width: 1.0, scale: 1.0 }
    }
}

impl Mapped for State {
    fn map(&mut self, matrix: &Affine) {
        self.scale *= matrix.determinant().abs().sqrt();
    }
}

impl Paint {
    /// The inks of a flat colour, if known.
    pub(super) fn flat(&self) -> Option<[f64; 4]> {
        match self.inks[..] {
            [inks] => inks.known(),
            _ => None,
        }
    }

    /// The inks of a flat colour that goes to the plates unchanged.
    pub(super) fn process(&self) -> Option<[f64; 4]> {
        self.flat().filter(|_| self.space.is_of_process())
    }

    fn set(&mut self, inks: Inks, space: Space) {
        (self.inks, self.space) = (Rc::new([inks]), Rc::new(space));
    }
}

impl State {
    /// The line width on the page, in points.
    pub(super) fn line_width(&self) -> f64 {
        self.width * self.scale
    }

    /// The paints of the fill and the stroke of letters.
    pub(super) fn text(&self) -> [Option<&Paint>; 2] {
        let is_filled = [0, 2, 4, 6].contains(&self.text_mode);
        let is_drawn = [1, 2, 5, 6].contains(&self.text_mode);
        [is_filled.then_some(&self.fill), is_drawn.then_some(&self.line)]
    }

    /// Whether a paint leaves other inks below it on the plates. In overprint mode 0, a colour in the four inks
    /// replaces all four.
    pub(super) fn overprints(&self, paint: &Paint) -> bool {
        paint.overprints
            && match &*paint.space {
                Space::Cmyk => self.keeps_below,
                Space::Tint(_) => true,
                _ => false,
            }
    }

    /// Applies a graphics state dictionary: without `op`, `OP` is also for fills.
    fn set(&mut self, scope: &Scope<'_>, set: &Dictionary) {
        let file = &scope.pdf.file;
        let describe = |key: &str| get(file, set, key).and_then(|value| value.as_bool().ok());
        let line = describe("OP");
        self.line.overprints = line.unwrap_or(self.line.overprints);
        self.fill.overprints = describe("op").or(line).unwrap_or(self.fill.overprints);
        if let Some(mode) = get(file, set, "OPM").and_then(number) {
            self.keeps_below = mode == 1.0;
        }
        if let Some(width) = get(file, set, "LW").and_then(number) {
            self.width = width;
        }
    }
}

impl Paints {
    /// The current state.
    pub(super) fn now(&self) -> &State {
        self.states.now()
    }

    /// The colours of an operator `sh`.
    pub(super) fn shading(&mut self, scope: &Scope<'_>, name: &[u8]) -> Rc<[Inks]> {
        self.gradients.inks(scope, "Shading", name)
    }

    pub(super) fn operator(&mut self, scope: &Scope<'_>, operation: &Operation<'_>) {
        if self.states.follow(operation) {
            return;
        }
        let (numbers, first) = (operation.numbers, operation.first_name());
        let is_line = operation.operator.starts_with(|letter: char| letter.is_ascii_uppercase());
        match operation.operator {
            "k" | "K" | "g" | "G" | "rg" | "RG" => {
                let name: &[u8] = match numbers.len() {
                    1 => b"DeviceGray",
                    3 => b"DeviceRGB",
                    _ => b"DeviceCMYK",
                };
                let space = Space::from_object(scope, &Object::Name(name.to_vec()));
                let inks = space.inks(numbers);
                self.paint(is_line).set(inks, space);
            }
            "cs" | "CS" => {
                let Some(named) = first else { return };
                let space = self.space(scope, named);
                let paint = self.paint(is_line);
                paint.inks = Rc::new([space.first_inks()]);
                paint.space = space;
            }
            "sc" | "scn" | "SC" | "SCN" => {
                let inks = match operation.last_name() {
                    // A tiling pattern is not a gradient: its colours are set in its content, or here.
                    Some(pattern) => match self.gradients.inks(scope, "Pattern", pattern) {
                        none if none.is_empty() && numbers.is_empty() => Rc::new([Inks::AllPlates]),
                        none if none.is_empty() => {
                            Rc::new([self.paint(is_line).space.inks(numbers)])
                        }
                        stops => stops,
                    },
                    None => Rc::new([self.paint(is_line).space.inks(numbers)]),
                };
                self.paint(is_line).inks = inks;
            }
            "w" => {
                self.states.now_mut().width = numbers.first().copied().unwrap_or(0.0);
            }
            "Tr" => {
                self.states.now_mut().text_mode = numbers.first().map_or(0, |mode| *mode as i64);
            }
            "gs" => {
                let set = first.and_then(|named| scope.resource("ExtGState", named));
                if let Some(set) = set.and_then(as_dictionary) {
                    self.states.now_mut().set(scope, set);
                }
            }
            _ => {}
        }
    }

    fn paint(&mut self, is_line: bool) -> &mut Paint {
        let state = self.states.now_mut();
        if is_line { &mut state.line } else { &mut state.fill }
    }

    /// A named colour space, cached.
    fn space(&mut self, scope: &Scope<'_>, named: &[u8]) -> Rc<Space> {
        let read = || Rc::new(Space::from_object(scope, &Object::Name(named.to_vec())));
        match scope.keyed("ColorSpace", named) {
            Some((key, _)) => Rc::clone(self.spaces.entry(key).or_insert_with(read)),
            None => read(),
        }
    }

    pub(super) fn enter(&mut self, scope: &Scope<'_>, form: Option<&Dictionary>) {
        self.states.enter_mapped(scope, form);
    }

    pub(super) fn leave(&mut self) {
        self.states.leave();
    }
}
