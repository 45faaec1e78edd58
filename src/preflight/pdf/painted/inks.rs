//! What a colour has of the four process inks, where that is known.

use super::super::file::{as_dictionary, dictionary, fixed, get};
use super::super::walk::{Operation, Scope};
use crate::pdf_value::{Dictionary, Object};

/// The process inks a colour operator sets, 0 to 1, or `None` for one that names no process inks.
pub(in crate::preflight::pdf) fn process(operation: &Operation<'_>) -> Option<[f64; 4]> {
    match (operation.operator, operation.numbers) {
        ("k" | "K", &[c, m, y, k]) => Some([c, m, y, k]),
        ("g" | "G", &[white]) => Some([0.0, 0.0, 0.0, 1.0 - white]),
        _ => None,
    }
}

/// The process inks of a spot ink's full tint, where its function is a plain interpolation. Marks on
/// all plates have none.
pub(in crate::preflight::pdf) fn alternate(scope: &Scope<'_>, space: &[u8]) -> Option<[f64; 4]> {
    alternate_of(scope, scope.resource("ColorSpace", space)?)
}

/// The same for a colour space itself.
pub(in crate::preflight::pdf) fn alternate_of(
    scope: &Scope<'_>,
    space: &Object,
) -> Option<[f64; 4]> {
    let file = &scope.pdf.file;
    let space = space.as_array()?;
    if space.first()?.as_name()? != b"Separation" {
        return None;
    }
    // Every plate there is, for marks (PDF Reference 1.4, 4.5.5): no colour of the picture.
    if space.get(1)?.as_name()? == b"All" {
        return None;
    }
    let function = as_dictionary(file.dereference(space.get(3)?)?.1)?;
    fixed(file, function, "C1")
}

/// The process inks at the stops of a gradient: nothing between them has more. Known for functions
/// that interpolate between given inks.
pub(in crate::preflight::pdf) fn shading(scope: &Scope<'_>, resource: &[u8]) -> Vec<[f64; 4]> {
    let file = &scope.pdf.file;
    let pattern = scope.resource("Pattern", resource).and_then(as_dictionary);
    let shading = pattern
        .and_then(|pattern| dictionary(file, pattern, "Shading"))
        .or_else(|| scope.resource("Shading", resource).and_then(as_dictionary));
    let mut inks = Vec::new();
    let mut parts = 0;
    let function = shading.and_then(|shading| dictionary(file, shading, "Function"));
    if let Some(function) = function {
        ends(scope, function, &mut parts, &mut inks);
    }
    inks
}

/// How many parts of a stitched function are looked at; a gradient has as many as it has stops.
const MOST_PARTS: usize = 128;

/// The values at the ends of a function and of those it is stitched from.
fn ends(scope: &Scope<'_>, function: &Dictionary, parts: &mut usize, inks: &mut Vec<[f64; 4]>) {
    let file = &scope.pdf.file;
    for key in ["C0", "C1"] {
        inks.extend(fixed::<4>(file, function, key));
    }
    let stitched = get(file, function, "Functions").and_then(|parts| parts.as_array());
    for part in stitched.into_iter().flatten() {
        *parts += 1;
        // Counted before it is followed, so that a circle ends as well.
        if *parts > MOST_PARTS {
            return;
        }
        if let Some(part) = file.dereference(part).and_then(|(_, part)| as_dictionary(part)) {
            ends(scope, part, parts, inks);
        }
    }
}
