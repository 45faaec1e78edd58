//! The colours, the widths and the ways of painting that are in force.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::colour::{Inks, Space};
use super::super::file::{as_dictionary, get, number};
use super::super::walk::{Key, Mapped, Operation, Scope, States};
use super::gradients::Gradients;
use crate::geometry::Affine;
use lopdf::{Dictionary, Object};

/// Follows what sets the colour of fills and of lines.
#[derive(Default)]
pub(super) struct Paints {
    states: States<State>,
    spaces: BTreeMap<Key, Rc<Space>>,
    gradients: Gradients,
}

/// The part of the graphics state that says how something is painted.
#[derive(Clone)]
pub(super) struct State {
    pub fill: Paint,
    pub line: Paint,
    /// Whether an ink at nothing leaves what is below (PDF Reference 1.4, 4.5.6): else all four are replaced.
    keeps_below: bool,
    /// How text is painted (5.2.5).
    text_mode: i64,
    /// How wide lines are, in the units of the stream, and what such a unit is on the page.
    width: f64,
    scale: f64,
}

/// A colour, and whether it overprints.
#[derive(Clone)]
pub(super) struct Paint {
    /// Of a gradient those at its stops.
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
    /// The inks of a flat colour, where they are known.
    pub(super) fn flat(&self) -> Option<[f64; 4]> {
        match self.inks[..] {
            [inks] => inks.known(),
            _ => None,
        }
    }

    /// The inks of a flat colour that stands on the plates of the four as it is given.
    pub(super) fn process(&self) -> Option<[f64; 4]> {
        self.flat().filter(|_| self.space.is_of_process())
    }

    fn set(&mut self, inks: Inks, space: Space) {
        (self.inks, self.space) = (Rc::new([inks]), Rc::new(space));
    }
}

impl State {
    /// How wide lines are on the page, in points.
    pub(super) fn line_width(&self) -> f64 {
        self.width * self.scale
    }

    /// What paints the inside of letters, and what their outlines.
    pub(super) fn text(&self) -> [Option<&Paint>; 2] {
        let is_filled = [0, 2, 4, 6].contains(&self.text_mode);
        let is_drawn = [1, 2, 5, 6].contains(&self.text_mode);
        [is_filled.then_some(&self.fill), is_drawn.then_some(&self.line)]
    }

    /// Whether a paint leaves on the plates what is below and of other inks. In overprint mode 0, a colour
    /// given in the four inks replaces all four.
    pub(super) fn overprints(&self, paint: &Paint) -> bool {
        paint.overprints
            && match &*paint.space {
                Space::Cmyk => self.keeps_below,
                Space::Tint(_) => true,
                _ => false,
            }
    }

    /// What a dictionary of the graphics state sets: `OP` is for fills as well where `op` is not told.
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
    /// The state in force.
    pub(super) fn now(&self) -> &State {
        self.states.now()
    }

    /// The colours that an operator `sh` paints.
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
                    // A pattern of tiles has no gradient: its colours are set where it is painted, or here.
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

    /// A named colour space, read once.
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
