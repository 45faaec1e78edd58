//! The colours of gradients.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::colour::{Function, Inks, Space};
use super::super::file::{as_dictionary, dictionary, fixed, get, number};
use super::super::walk::{Key, Scope};
use lopdf::{Dictionary, Object};

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
