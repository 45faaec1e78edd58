//! Colours: what is painted in a space that names no inks.

use super::super::examined::{Examined, Rule};
use crate::preflight::expectation::Standard;
use crate::preflight::report::RuleVerdict;
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.colour",
        requirement: "only DeviceCMYK, DeviceGray, Separation and DeviceN, in pages, forms and transparency \
            groups; outside PDF/X-1a also colours with a profile of their own",
        check: inks_only,
    },
    Rule {
        name: "pdf.spot-inks",
        requirement: "no inks beside the four where the print house prints four",
        check: four_inks,
    },
];

/// The output condition of a deck is always one of CMYK: red, green and blue without a profile have
/// no meaning in it (ISO 15930-7, 6.2.4.3).
fn inks_only(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let colours = &examined.painted.colours;
    match criteria.standard {
        Standard::X4 | Standard::Plain => colours.of_screens.verdict(),
        Standard::X1a2003 => colours.without_inks.verdict(),
    }
}

fn four_inks(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    match criteria.press() {
        Some(press) if press.spot_inks => RuleVerdict::skip("the print house takes spot inks"),
        Some(_) => examined.painted.colours.spots.verdict(),
        None => RuleVerdict::skip("no vendor was named"),
    }
}
