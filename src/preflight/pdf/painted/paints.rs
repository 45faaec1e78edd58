//! The graphics state for painting: colours, line widths, overprint.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lopdf::{Dictionary, Object};

use super::super::colour::{Function, Inks, Space};
use super::super::file::{as_dictionary, dictionary, fixed, get, number};
use super::super::walk::{Key, Mapped, Operation, Scope, States};
use crate::geometry::Affine;

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

/// The most different colours of a gradient that are kept.
const MOST_COLOURS: usize = 1_000;

/// A cache of gradients, each read once.
#[derive(Default)]
pub(super) struct Gradients(BTreeMap<Key, Rc<[Inks]>>);

impl Gradients {
    /// The colours at the stops of a shading or shading pattern; no colour between them has more ink. Empty if it is
    /// not a gradient.
    pub(super) fn inks(&mut self, scope: &Scope<'_>, kind: &str, name: &[u8]) -> Rc<[Inks]> {
        let Some((key, object)) = scope.keyed(kind, name) else { return Rc::new([]) };
        let Some(own) = as_dictionary(object) else { return Rc::new([]) };
        let shading = match kind {
            "Shading" => Some(own),
            _ => dictionary(&scope.pdf.file, own, "Shading"),
        };
        let Some(shading) = shading else { return Rc::new([]) };
        Rc::clone(self.0.entry(key).or_insert_with(|| colours(scope, shading).into()))
    }
}

fn colours(scope: &Scope<'_>, shading: &Dictionary) -> Vec<Inks> {
    let file = &scope.pdf.file;
    let space = get(file, shading, "ColorSpace").map(|space| Space::from_object(scope, space));
    let Some(space) = space else {
        return vec![Inks::Unknown("in a gradient without a colour space")];
    };
    if matches!(space, Space::Converted { .. }) {
        return vec![Inks::Converted];
    }
    let functions: Option<Vec<Function>> = match get(file, shading, "Function") {
        Some(Object::Array(functions)) => {
            functions.iter().take(32).map(|own| Function::read(scope.pdf, own)).collect()
        }
        Some(own) => Function::read(scope.pdf, own).map(|own| vec![own]),
        None => Some(Vec::new()),
    };
    let kind = get(file, shading, "ShadingType").and_then(number).unwrap_or(0.0) as i64;
    let Some(functions) = functions.filter(|functions| !functions.is_empty() && kind <= 3) else {
        return vec![Inks::Unknown("in a mesh of colours, or one whose function cannot be read")];
    };
    let at = |inputs: &[f64]| -> Option<Vec<f64>> {
        let values = functions.iter().map(|function| function.at(inputs));
        Some(values.collect::<Option<Vec<_>>>()?.concat())
    };
    let inputs: Vec<Vec<f64>> = if kind == 1 {
        let [left, right, low, high] =
            fixed(file, shading, "Domain").unwrap_or([0.0, 1.0, 0.0, 1.0]);
        let along = |from: f64, to: f64, step: i32| from + (to - from) * f64::from(step) / 32.0;
        let places = (0..=32).flat_map(|x| (0..=32).map(move |y| (x, y)));
        places.map(|(x, y)| vec![along(left, right, x), along(low, high, y)]).collect()
    } else {
        let [low, high] = fixed(file, shading, "Domain").unwrap_or([0.0, 1.0]);
        let knots = functions.iter().flat_map(Function::knots).chain([low, high]);
        knots.filter(|knot| (low..=high).contains(knot)).map(|knot| vec![knot]).collect()
    };
    let mut seen = BTreeSet::new();
    let mut colours = Vec::new();
    for input in inputs {
        let inks = match at(&input) {
            Some(values) => space.inks(&values),
            None => Inks::Unknown("in a gradient whose function cannot be calculated"),
        };
        let key = match inks {
            Inks::Known(inks) => Some(inks.map(f64::to_bits)),
            _ => None,
        };
        if seen.insert(key) && colours.len() < MOST_COLOURS {
            colours.push(inks);
        }
    }
    colours
}
