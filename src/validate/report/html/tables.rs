//! The page's tables.

use std::fmt::Write;

use super::super::super::{
    Amount, CheckTable, ElementTable, Figure, FigureVerdict, GridName, Validation,
};
use crate::wording::escaped;

/// A table that is wider than a phone scrolls by itself.
const OPEN: &str = "<div class=\"wide\"><table>";
const CLOSE: &str = "</table></div>\n";

/// Every figure, achieved beside its limit.
pub(super) fn figures(figures: &[Figure]) -> String {
    let mut rows = String::new();
    for figure in figures {
        let shown = |amount: &Amount| {
            format!("{} {}", amount.rounded(figure.unit.places()), figure.unit.suffix())
        };
        let limit = figure.limit.as_ref().map(shown).unwrap_or_default();
        let floors: Vec<String> = figure
            .floors
            .iter()
            .rev()
            .map(|floor| {
                let least = floor.least.rounded(figure.unit.places());
                format!("{least} <span class=\"dice\">{}</span>", floor.kind.in_words())
            })
            .collect();
        row(
            &mut rows,
            format_args!(
                "<td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"text\">{}</td>",
                escaped(figure.title),
                shown(&figure.achieved),
                floors.join("<br>"),
                limit,
                badge(figure.verdict),
                escaped(&figure.at),
            ),
        );
    }
    format!(
        "{OPEN}<tr><th class=\"text\">figure</th><th>achieved</th><th>least possible</th><th>limit</th><th>verdict</th><th class=\"text\">where</th></tr>{rows}{CLOSE}"
    )
}

/// A verdict as a badge; nothing for figures of information.
pub(super) fn badge(verdict: FigureVerdict) -> &'static str {
    match verdict {
        FigureVerdict::Holds => "<span class=\"holds\">holds</span>",
        FigureVerdict::FallsShort => "<span class=\"falls-short\">falls short</span>",
        FigureVerdict::Noted => "",
    }
}

/// Success in percent by target number, the dice in small print beneath.
pub(super) fn odds(sides: u16, levels: &[&CheckTable]) -> String {
    let percent = |cards: f64| format!("{:.0}", cards / 54.0 * 100.0);
    let mut head = format!("<th>d{sides}</th>");
    for target in 2..=sides {
        write!(head, "<th>{target}</th>").expect("a string takes all text");
    }
    let mut rows = String::new();
    for table in levels {
        let mut cells = format!("<th>{}</th>", escaped(&table.label()));
        for (&cards, &dice) in table.stairs.cards.iter().zip(&table.stairs.dice) {
            let (deck, dice) = (percent(cards as f64), percent(dice));
            write!(cells, "<td>{deck}<br><span class=\"dice\">{dice}</span></td>")
                .expect("a string takes all text");
        }
        row(&mut rows, format_args!("{cells}"));
    }
    format!("{OPEN}<tr>{head}</tr>{rows}{CLOSE}")
}

/// Draws to detect its bias, and spread against dice, for each cell of a grid.
pub(super) fn cells(validation: &Validation, grid: GridName) -> String {
    let name = match grid {
        GridName::Cause => "Cause cells",
        GridName::Effect => "Effect cells",
    };
    let mut rows = String::new();
    for (moments, detectability) in validation.moments.iter().zip(&validation.detectability) {
        if moments.cell.grid != grid {
            continue;
        }
        let draws =
            detectability.draws.map_or_else(|| "exact".to_owned(), |draws| draws.to_string());
        row(
            &mut rows,
            format_args!(
                "<td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{} σ</td><td>× {}</td><td>{draws}</td>",
                moments.cell,
                moments.mean.rounded(2),
                moments.dice_mean.rounded(2),
                moments.shift.rounded(3),
                moments.spread.rounded(3),
            ),
        );
    }
    format!(
        "{OPEN}<caption>{name}</caption><tr><th class=\"text\">cell</th><th>mean</th><th>dice</th><th>shift</th><th>spread</th><th>draws to detect</th></tr>{rows}{CLOSE}"
    )
}

/// The values of an element of the designer's own, with a verdict where there is a spec.
pub(super) fn element(element: &ElementTable) -> String {
    let verdict = element.off.map_or("", |off| match off {
        0 => badge(FigureVerdict::Holds),
        _ => badge(FigureVerdict::FallsShort),
    });
    let mut rows = String::new();
    for value in &element.values {
        let asked = value.asked.map_or_else(String::new, |asked| asked.to_string());
        let dice = value.dice.map_or_else(String::new, |dice| format!("{dice:.2}"));
        let label = escaped(&value.label());
        let cards = value.cards;
        row(
            &mut rows,
            format_args!(
                "<td class=\"text\">{label}</td><td>{cards}</td><td>{asked}</td><td>{dice}</td>"
            ),
        );
    }
    let title = escaped(&element.title());
    format!(
        "{OPEN}<caption>{title} {verdict}</caption><tr><th class=\"text\">value</th><th>cards</th><th>spec</th><th>dice</th></tr>{rows}{CLOSE}"
    )
}

/// Bits known to a card counter, by cards left.
pub(super) fn leaks(validation: &Validation) -> String {
    let mut head = "<th class=\"text\">cell</th><th>bits</th>".to_owned();
    if let Some(first) = validation.leaks.first() {
        for cut in &first.cuts {
            write!(head, "<th>{} left</th>", cut.left).expect("a string takes all text");
        }
    }
    let mut rows = String::new();
    for leak in &validation.leaks {
        let mut cells =
            format!("<td class=\"text\">{}</td><td>{}</td>", leak.cell, leak.bits.rounded(2));
        for cut in &leak.cuts {
            write!(cells, "<td>{}</td>", cut.leak.rounded(2)).expect("a string takes all text");
        }
        row(&mut rows, format_args!("{cells}"));
    }
    format!("{OPEN}<tr>{head}</tr>{rows}{CLOSE}")
}

/// The pairs with the highest |r|.
pub(super) fn largest_correlations(validation: &Validation) -> String {
    let mut rows = String::new();
    for pair in validation.dependence.largest_correlations.iter().take(10) {
        row(
            &mut rows,
            format_args!(
                "<td class=\"text\">{} with {}</td><td>{}</td><td>{}</td>",
                escaped(&pair.one),
                escaped(&pair.other),
                pair.r.rounded(3),
                pair.joint.rounded(2),
            ),
        );
    }
    format!(
        "{OPEN}<caption>The ten largest correlations</caption><tr><th class=\"text\">pair</th><th>r</th><th>joint error, cards</th></tr>{rows}{CLOSE}"
    )
}

fn row(rows: &mut String, cells: std::fmt::Arguments) {
    write!(rows, "<tr>{cells}</tr>").expect("a string takes all text");
}
