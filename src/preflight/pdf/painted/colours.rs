//! Colours in device-independent or RGB spaces, and spot inks.

use super::super::colour::Space;
use super::super::examined::{Examined, Rule};
use super::super::file::{as_dictionary, dictionary, get, resolve, shown};
use super::super::walk::{Operation, Scope};
use crate::preflight::expectation::Standard;
use crate::preflight::report::{Fault, Faults, RuleVerdict};
use crate::preflight::rule::Criteria;
use lopdf::{Dictionary, Object};

pub(in crate::preflight::pdf) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.colour",
        requirement: "only DeviceCMYK, DeviceGray, Separation and DeviceN, in pages, forms and transparency \
            groups; outside PDF/X-1a also colours with a profile of their own",
        check: inks_only,
    },
    Rule {
        name: "pdf.spot-inks",
        requirement: "no spot inks if the print house prints only the four process inks",
        check: four_inks,
    },
];

/// Collects colours that a press cannot reproduce exactly, each once per page.
#[derive(Default)]
pub(in crate::preflight::pdf) struct Colours {
    /// Colours in spaces without inks, and device colours that the page redefines in such a space.
    without_inks: Faults,
    /// Device RGB colours among them.
    of_screens: Faults,
    /// Spot inks.
    spots: Faults,
    /// Whether page groups must blend in inks, as under an output intent for inks.
    pages_blend_in_inks: bool,
}

/// The fault of a colour space.
struct ColourSpaceFault {
    reason: String,
    is_of_screens: bool,
}

/// The names by which a page redefines device spaces (PDF Reference 1.4, 4.5.4).
const DEFAULTS: [&str; 3] = ["DefaultGray", "DefaultRGB", "DefaultCMYK"];

impl Colours {
    /// For files with an output intent, or without.
    pub(super) fn new(pages_blend_in_inks: bool) -> Self {
        Self { pages_blend_in_inks, ..Self::default() }
    }

    fn fault(&mut self, page: u32, wrong: ColourSpaceFault) {
        let fault = Fault::on(page, wrong.reason);
        if wrong.is_of_screens {
            self.of_screens.add_once(fault.clone());
        }
        self.without_inks.add_once(fault);
    }

    fn space(&mut self, scope: &Scope<'_>, space: &Object, depth: usize) {
        if let Some(wrong) = wrong_space(scope, space, depth) {
            self.fault(scope.page, wrong);
        }
        self.spots(scope, space, depth);
    }

    /// Reports the spot inks of a space.
    fn spots(&mut self, scope: &Scope<'_>, space: &Object, depth: usize) {
        const OF_THE_FOUR: [&[u8]; 6] = [b"Cyan", b"Magenta", b"Yellow", b"Black", b"None", b"All"];
        let file = &scope.pdf.file;
        let space = match space {
            Object::Name(named) => scope.resource("ColorSpace", named),
            other => Some(other),
        };
        let Some(items) = space.and_then(|space| space.as_array().ok()) else { return };
        let item = |place: usize| resolve(file, items.get(place)?);
        let Some(family) = item(0).and_then(|family| family.as_name().ok()) else { return };
        let mut tell = |ink: &[u8]| {
            if !OF_THE_FOUR.contains(&ink) {
                let reason = format!("the spot ink {:?}", shown(ink));
                self.spots.add_once(Fault::on(scope.page, reason));
            }
        };
        match (family, item(1)) {
            (b"Separation", Some(ink)) => ink.as_name().ok().into_iter().for_each(tell),
            (b"DeviceN", Some(Object::Array(inks))) => {
                inks.iter().filter_map(|ink| ink.as_name().ok()).for_each(&mut tell);
            }
            (b"Indexed" | b"I" | b"Pattern", Some(base)) if depth < DEEPEST_SPACE => {
                self.spots(scope, base, depth + 1);
            }
            _ => {}
        }
    }

    /// Reports device colours that the page redefines in a space without inks.
    fn replaced(&mut self, scope: &Scope<'_>) {
        for default in DEFAULTS {
            let Some(space) = scope.resource("ColorSpace", default.as_bytes()) else { continue };
            if let Some(ColourSpaceFault { reason, .. }) = wrong_space(scope, space, 0) {
                let reason = format!("{default} puts {reason} in the place of the inks");
                self.fault(scope.page, ColourSpaceFault { reason, is_of_screens: false });
            }
        }
    }

    /// Handles a page or form, which may be a transparency group with its own blending space.
    pub(super) fn group(&mut self, scope: &Scope<'_>, holder: &Dictionary) {
        let group = dictionary(&scope.pdf.file, holder, "Group");
        let Some(space) = group.and_then(|group| get(&scope.pdf.file, group, "CS")) else { return };
        if let Some(wrong) = wrong_space(scope, space, 0) {
            let reason = format!("a transparency group that blends in {}", wrong.reason);
            // With a profile it is still not the ink space of the output condition.
            let is_of_screens = wrong.is_of_screens || Space::from_object(scope, space).is_rgb();
            self.fault(scope.page, ColourSpaceFault { reason, is_of_screens });
        }
    }

    fn image(&mut self, scope: &Scope<'_>, image: &Dictionary) {
        if let Some(space) = get(&scope.pdf.file, image, "ColorSpace") {
            self.space(scope, space, 0);
        }
    }
}

/// The nesting limit of colour spaces; deeper ones are treated as cycles.
const DEEPEST_SPACE: usize = 6;

/// The fault of a colour space, if any. Underlying spaces are checked too.
fn wrong_space(scope: &Scope<'_>, space: &Object, depth: usize) -> Option<ColourSpaceFault> {
    let file = &scope.pdf.file;
    let broken =
        |reason: &str| Some(ColourSpaceFault { reason: reason.to_owned(), is_of_screens: false });
    if depth > DEEPEST_SPACE {
        return broken("a colour space that refers to itself");
    }
    let family = match space {
        Object::Name(family) => family,
        Object::Array(items) => items.first()?.as_name().ok()?,
        _ => return broken("a colour space that is neither name nor array"),
    };
    let item = |place: usize| resolve(file, space.as_array().ok()?.get(place)?);
    match family {
        b"DeviceCMYK" | b"CMYK" | b"DeviceGray" | b"G" => None,
        // The base of an indexed space, the alternate of a spot ink, the colours of a pattern.
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
                None => Some(ColourSpaceFault {
                    reason: format!("the colour space {}", shown(family)),
                    is_of_screens: [&b"DeviceRGB"[..], b"RGB"].contains(&family)
                        && scope.resource("ColorSpace", b"DefaultRGB").is_none(),
                }),
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
                let reason = format!("the operator {key}, which sets an RGB colour");
                let is_of_screens = scope.resource("ColorSpace", b"DefaultRGB").is_none();
                self.fault(scope.page, ColourSpaceFault { reason, is_of_screens });
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

    pub(in crate::preflight::pdf) fn enter(
        &mut self,
        scope: &Scope<'_>,
        form: Option<&Dictionary>,
    ) {
        self.replaced(scope);
        let in_inks = self.pages_blend_in_inks;
        let page = || scope.pdf.page(scope.page).filter(|_| in_inks);
        if let Some(holder) = form.or_else(page) {
            self.group(scope, holder);
        }
    }
}

/// The output condition of a deck is always CMYK: RGB without a profile has no meaning in it (ISO 15930-7, 6.2.4.3).
fn inks_only(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let colours = &examined.painted.colours;
    match criteria.standard {
        Standard::X4 | Standard::Plain => colours.of_screens.verdict(),
        Standard::X1a2003 => colours.without_inks.verdict(),
    }
}

fn four_inks(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    match criteria.press() {
        Some(press) if press.spot_inks => RuleVerdict::skip("the print house accepts spot inks"),
        Some(_) => examined.painted.colours.spots.verdict(),
        None => RuleVerdict::skip("no vendor was named"),
    }
}
