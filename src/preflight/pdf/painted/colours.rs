//! Colours that are painted in a space that names no inks.

use lopdf::{Dictionary, Object};

use super::super::file::{as_dictionary, dictionary, get, shown};
use super::super::walk::{Operation, Scope};
use crate::preflight::report::{Fault, Faults};

/// Colours no press can be sure of, each once a page.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Colours(pub Faults);

impl Colours {
    pub(in crate::preflight::pdf) fn fault(&mut self, page: u32, reason: String) {
        self.0.add_once(Fault::on(page, reason));
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
                None => Some(format!("the colour space {}", shown(family))),
            }
        }
    }
}

impl Colours {
    pub(in crate::preflight::pdf) fn operator(
        &mut self,
        scope: &Scope<'_>,
        operation: &Operation<'_>,
    ) {
        let operand = operation.operands.first();
        match operation.operator {
            key @ ("rg" | "RG") => {
                self.fault(scope.page, format!("the operator {key}, which sets an RGB colour"));
            }
            "cs" | "CS" => {
                if let Some(space) = operand {
                    self.space(scope, space, 0);
                }
            }
            "sh" => {
                let shading = operation.first_name().and_then(|n| scope.resource("Shading", n));
                if let Some(shading) = shading.and_then(as_dictionary) {
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
                let pattern = operation.last_name().and_then(|n| scope.resource("Pattern", n));
                let shading = pattern.and_then(as_dictionary);
                let shading =
                    shading.and_then(|pattern| dictionary(&scope.pdf.file, pattern, "Shading"));
                if let Some(shading) = shading {
                    self.image(scope, shading);
                }
            }
            _ => {}
        }
    }

    pub(in crate::preflight::pdf) fn enter(&mut self, scope: &Scope<'_>, form: &Dictionary) {
        // A transparency group may blend in a space of its own.
        let group = dictionary(&scope.pdf.file, form, "Group");
        if let Some(space) = group.and_then(|group| get(&scope.pdf.file, group, "CS")) {
            self.space(scope, space, 0);
        }
    }
}
