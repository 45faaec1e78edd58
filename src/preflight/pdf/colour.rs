//! Colours: what is painted in a space that names no inks.

use std::collections::BTreeSet;

use lopdf::content::Operation;
use lopdf::{Dictionary, Object};

use super::super::Standard;
use super::super::report::{Fault, Verdict};
use super::content::{Scope, Visitor, walk};
use super::read::Pdf;
use super::value::{array, get, numbers};
use super::{Held, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    name: "pdf.colour",
    asks: "only DeviceCMYK, DeviceGray, Separation and DeviceN, in pages and forms",
    check: inks_only,
}];

fn inks_only(pdf: &Pdf, held: &Held) -> Verdict {
    if held.standard == Standard::X4 {
        return Verdict::skip("PDF/X-4 allows calibrated colours");
    }
    let mut colours = Colours::default();
    walk(pdf, &mut colours);
    Verdict::of(colours.faults)
}

/// Collects colours no press can be sure of, each once a page.
#[derive(Default)]
struct Colours {
    faults: Vec<Fault>,
    told: BTreeSet<(u32, String)>,
}

impl Colours {
    fn fault(&mut self, page: u32, reason: String) {
        if self.told.insert((page, reason.clone())) {
            self.faults.push(Fault::on(page, reason));
        }
    }

    fn space(&mut self, scope: &Scope<'_>, space: &Object, depth: usize) {
        if let Some(reason) = wrong_space(scope, space, depth) {
            self.fault(scope.page, reason);
        }
    }

    fn image(&mut self, scope: &Scope<'_>, image: &Dictionary) {
        let keys = ["ColorSpace", "CS"];
        if let Some(space) = keys.into_iter().find_map(|key| get(&scope.pdf.file, image, key)) {
            self.space(scope, space, 0);
        }
    }
}

/// What is wrong with a colour space, if anything. Spaces made from others are followed.
fn wrong_space(scope: &Scope<'_>, space: &Object, depth: usize) -> Option<String> {
    let file = &scope.pdf.file;
    if depth > 6 {
        return Some("a colour space refers to itself".to_owned());
    }
    let family = match space {
        Object::Name(family) => family,
        Object::Array(items) => items.first()?.as_name().ok()?,
        _ => return Some("a colour space is neither name nor array".to_owned()),
    };
    let item = |place: usize| {
        let item = space.as_array().ok()?.get(place)?;
        file.dereference(item).ok().map(|(_, item)| item)
    };
    match family {
        b"DeviceCMYK" | b"CMYK" | b"DeviceGray" | b"G" => None,
        // The base of an index, the alternate of a spot ink, the colours under a pattern.
        b"Indexed" | b"I" | b"Pattern" => {
            item(1).and_then(|base| wrong_space(scope, base, depth + 1))
        }
        b"Separation" | b"DeviceN" => {
            item(2).and_then(|alternate| wrong_space(scope, alternate, depth + 1))
        }
        family => {
            let named = scope.resource("ColorSpace", family).filter(|_| space.as_name().is_ok());
            match named {
                Some(named) => wrong_space(scope, named, depth + 1),
                None => Some(format!("the colour space {}", String::from_utf8_lossy(family))),
            }
        }
    }
}

impl<'a> Visitor<'a> for Colours {
    fn operator(&mut self, scope: &Scope<'a>, operation: &Operation) {
        let operand = operation.operands.first();
        let operand_name = operand.and_then(|operand| operand.as_name().ok());
        match operation.operator.as_str() {
            key @ ("rg" | "RG") => {
                self.fault(scope.page, format!("the operator {key}, which sets an RGB colour"));
            }
            "cs" | "CS" => {
                if let Some(space) = operand {
                    self.space(scope, space, 0);
                }
            }
            "sh" => {
                let shading = operand_name.and_then(|n| scope.resource("Shading", n));
                if let Some(shading) = shading.and_then(super::value::as_dictionary) {
                    self.image(scope, shading);
                }
            }
            "Do" => {
                if let Some(image) = scope.image(operation) {
                    self.image(scope, &image.dict);
                }
            }
            "BI" => {
                if let Some(Object::Stream(image)) = operand {
                    self.image(scope, &image.dict);
                }
            }
            "scn" | "SCN" => {
                let pattern = operation.operands.last().and_then(|o| o.as_name().ok());
                let pattern = pattern.and_then(|n| scope.resource("Pattern", n));
                let shading = pattern.and_then(super::value::as_dictionary).and_then(|pattern| {
                    super::value::dictionary(&scope.pdf.file, pattern, "Shading")
                });
                if let Some(shading) = shading {
                    self.image(scope, shading);
                }
            }
            _ => {}
        }
    }

    fn broken(&mut self, page: u32, reason: String) {
        self.fault(page, reason);
    }

    fn enter(&mut self, scope: &Scope<'a>, form: Option<&'a Dictionary>) {
        // A transparency group may blend in a space of its own.
        let group = form.and_then(|form| super::value::dictionary(&scope.pdf.file, form, "Group"));
        if let Some(space) = group.and_then(|group| get(&scope.pdf.file, group, "CS")) {
            self.space(scope, space, 0);
        }
    }
}

/// The process inks a colour operator sets, 0 to 1, or `None` for one that names no process inks.
pub(super) fn process(operation: &Operation) -> Option<[f64; 4]> {
    let values = numbers(&operation.operands);
    match (operation.operator.as_str(), values.as_slice()) {
        ("k" | "K", &[c, m, y, k]) => Some([c, m, y, k]),
        ("g" | "G", &[white]) => Some([0.0, 0.0, 0.0, 1.0 - white]),
        _ => None,
    }
}

/// The process inks of a spot ink's full tint, where its function is a plain interpolation. Marks on
/// all plates have none.
pub(super) fn alternate(scope: &Scope<'_>, space: &[u8]) -> Option<[f64; 4]> {
    alternate_of(scope, scope.resource("ColorSpace", space)?)
}

/// The same for a colour space itself.
pub(super) fn alternate_of(scope: &Scope<'_>, space: &Object) -> Option<[f64; 4]> {
    let file = &scope.pdf.file;
    let space = space.as_array().ok()?;
    if space.first()?.as_name().ok()? != b"Separation" {
        return None;
    }
    // Every plate there is, for marks (PDF Reference 1.4, 4.5.5): no colour of the picture.
    if space.get(1)?.as_name().ok()? == b"All" {
        return None;
    }
    let function = super::value::as_dictionary(file.dereference(space.get(3)?).ok()?.1)?;
    let full: Vec<f64> = array(file, function, "C1")?
        .into_iter()
        .map(super::value::number)
        .collect::<Option<_>>()?;
    full.try_into().ok()
}

/// The process inks at the stops of a gradient: nothing between them has more. Known for functions
/// that interpolate between given inks.
pub(super) fn shading(scope: &Scope<'_>, resource: &[u8]) -> Vec<[f64; 4]> {
    let file = &scope.pdf.file;
    let pattern = scope.resource("Pattern", resource).and_then(super::value::as_dictionary);
    let shading = pattern
        .and_then(|pattern| super::value::dictionary(file, pattern, "Shading"))
        .or_else(|| scope.resource("Shading", resource).and_then(super::value::as_dictionary));
    let mut inks = Vec::new();
    let function = shading.and_then(|shading| super::value::dictionary(file, shading, "Function"));
    if let Some(function) = function {
        ends(scope, function, 0, &mut inks);
    }
    inks
}

/// The values at the ends of a function and of those it is stitched from.
fn ends(scope: &Scope<'_>, function: &Dictionary, depth: usize, inks: &mut Vec<[f64; 4]>) {
    let file = &scope.pdf.file;
    for key in ["C0", "C1"] {
        let values = numbers(array(file, function, key).unwrap_or_default());
        inks.extend(<[f64; 4]>::try_from(values).ok());
    }
    if depth < 6 {
        for part in array(file, function, "Functions").unwrap_or_default() {
            if let Some(part) = super::value::as_dictionary(part) {
                ends(scope, part, depth + 1, inks);
            }
        }
    }
}
