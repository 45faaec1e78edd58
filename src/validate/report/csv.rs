//! A validation as CSV, one figure per line.

use crate::formula;

use super::super::{Amount, FigureVerdict, Validation};

/// The figures as a table: `figure,unit,achieved,limit,verdict,at,achieved_exact,least`. Numbers have six
/// decimals; an empty limit means that the figure has none, an empty least that none is known.
pub fn csv(validation: &Validation) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let head = ["figure", "unit", "achieved", "limit", "verdict", "at", "achieved_exact", "least"];
    let mut lines = vec![head.map(str::to_owned)];
    for figure in &validation.figures {
        let limit = figure.limit.as_ref().map(|limit| limit.rounded(6)).unwrap_or_default();
        lines.push([
            figure.id.to_owned(),
            figure.unit.id().to_owned(),
            figure.achieved.rounded(6),
            limit,
            verdict(figure.verdict).to_owned(),
            formula::guarded(figure.at.clone()),
            Amount::fraction(&figure.achieved).unwrap_or_default(),
            figure.floors.last().map(|floor| floor.least.rounded(6)).unwrap_or_default(),
        ]);
    }
    for line in lines {
        writer.write_record(line).expect("a vector takes every record of eight fields");
    }
    let bytes = writer.into_inner().expect("a vector is always flushed");
    String::from_utf8(bytes).expect("texts in, text out")
}

/// The name of the verdict in JSON.
fn verdict(verdict: FigureVerdict) -> &'static str {
    match verdict {
        FigureVerdict::Holds => "holds",
        FigureVerdict::FallsShort => "falls-short",
        FigureVerdict::Noted => "noted",
    }
}
