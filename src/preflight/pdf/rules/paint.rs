//! How much ink, how thin a line, how black a text.

use super::super::examined::{Examined, Rule};
use crate::preflight::report::{Faults, RuleVerdict};
use crate::preflight::rule::{Criteria, PLACEMENT};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "pdf.content",
        requirement: "all content can be read to its end, pictures are what they say, and something is \
            painted on every page",
        check: content,
    },
    Rule {
        name: "pdf.seen",
        requirement: "every page can be drawn, all of it, and is not blank",
        check: seen,
    },
    Rule { name: "pdf.placement", requirement: PLACEMENT, check: placement },
    Rule {
        name: "pdf.bleed",
        requirement: "the ground runs on to the edge of the bleed, or a knife that strays shows paper",
        check: bleed,
    },
    Rule {
        name: "pdf.ink",
        requirement: "no colour with more ink than the print house's limit",
        check: ink,
    },
    Rule {
        name: "pdf.overprint",
        requirement: "nothing white overprints, which a press would leave out",
        check: overprint,
    },
    Rule { name: "pdf.hairlines", requirement: "no line thinner than 0.25 pt", check: hairlines },
    Rule {
        name: "pdf.black-text",
        requirement: "black text in black ink alone, which cannot print with colour fringes",
        check: black_text,
    },
    Rule {
        name: "pdf.black-lines",
        requirement: "black lines, frames and thin shapes in black ink alone, which cannot print with \
            colour fringes",
        check: black_lines,
    },
    Rule {
        name: "pdf.knockout",
        requirement: "black text and lines overprint a tint below them, or a pale rim may show",
        check: knockout,
    },
    Rule {
        name: "pdf.reversed-text",
        requirement: "white text out of four inks of 8 pt at least, or its strokes fill where plates do \
            not meet",
        check: reversed_text,
    },
];

fn content(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    let painted = &examined.painted;
    let mut faults = Faults::default();
    faults.extend(&painted.content.faults);
    faults.extend(&painted.ink.damaged);
    // Sheets for one's own printer may have a bare back.
    if criteria.to_pdfx() || criteria.press().is_some() {
        faults.extend(&painted.content.blank);
    }
    faults.verdict()
}

fn seen(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::of_looks(examined.looked.as_ref())
}

fn placement(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    RuleVerdict::of_records(examined.record_faults.as_ref())
}

fn bleed(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let bleed = &examined.painted.bleed;
    if bleed.is_any { bleed.faults.verdict() } else { RuleVerdict::skip("no page has a bleed") }
}

fn ink(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if criteria.expectation.ink_limit_percent.is_none() {
        return RuleVerdict::skip("no limit was given");
    }
    let inks = &examined.painted.ink;
    let mut faults = Faults::default();
    faults.extend(&inks.colours);
    faults.extend(&inks.pictures);
    faults.verdict().or_unchecked(&inks.unknown).or_remark(&inks.converted)
}

fn overprint(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let overprint = &examined.painted.overprint;
    if overprint.white.is_empty() {
        // Meant or not: a screen shows another colour than the press prints.
        RuleVerdict::remark(overprint.mixed.clone().into_told().0)
    } else {
        overprint.white.verdict()
    }
}

fn hairlines(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let lines = &examined.painted.lines;
    lines.thin.verdict().or_unchecked(&lines.unplaced)
}

fn black_text(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    examined.painted.ink.black_text.verdict()
}

fn black_lines(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let lines = &examined.painted.lines;
    lines.black.verdict().or_unchecked(&lines.unplaced)
}

/// A note, for some presses and some printers' own programs see to it.
fn knockout(examined: &Examined<'_>, criteria: &Criteria<'_>) -> RuleVerdict {
    if !criteria.to_pdfx() && criteria.press().is_none() {
        return RuleVerdict::skip("no press is asked for");
    }
    RuleVerdict::Pass.or_remark(&examined.painted.knockout.found)
}

fn reversed_text(examined: &Examined<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let reversed = &examined.painted.reversed;
    reversed.faults.verdict().or_unchecked(&reversed.unknown).or_remark(&reversed.converted)
}
