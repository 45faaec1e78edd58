//! A comparison as people and programs read it: terminal text, JSON, a page to print.

mod html;
mod terminal;

pub use html::html;
pub use terminal::terminal;

use super::Difference;

/// The comparison as indented JSON, described in `docs/diff-json.md`, ending in a newline.
pub fn json(difference: &Difference) -> String {
    let mut text =
        serde_json::to_string_pretty(difference).expect("all of a difference has a JSON form");
    text.push('\n');
    text
}

/// A table as texts: a title, heads and rows. Both outputs are made from it.
struct Section {
    title: String,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// The sections that have something to say.
fn sections(difference: &Difference) -> Vec<Section> {
    let shown = |text: &Option<String>| match text.as_deref() {
        None => "(no field)".to_owned(),
        Some("") => "(blank)".to_owned(),
        Some(text) => text.to_owned(),
    };
    let cells = difference.cards.iter().map(|card| {
        let changes: Vec<String> = card
            .cells
            .iter()
            .map(|cell| format!("{} {} → {}", cell.field, shown(&cell.old), shown(&cell.new)))
            .collect();
        vec![card.number.to_string(), changes.len().to_string(), changes.join(", ")]
    });
    let distributions = difference.distributions.iter().map(|field| {
        let values: Vec<String> = field
            .values
            .iter()
            .map(|value| {
                let name = if value.value.is_empty() { "(blank)" } else { &value.value };
                format!("{name}: {} → {}", value.old, value.new)
            })
            .collect();
        vec![field.field.clone(), values.join(", ")]
    });
    let moved = |old: usize, new: usize| {
        let by = new as i64 - old as i64;
        let sign = if by < 0 { '−' } else { '+' };
        let plural = if by.abs() == 1 { "" } else { "s" };
        let cards = format!("{sign}{} card{plural}", by.abs());
        vec![format!("{old} / 54"), format!("{new} / 54"), cards, percent(by)]
    };
    let checks = difference.checks.iter().map(|odds| {
        let mut row = vec![format!("({})d{}", odds.level, odds.sides), odds.target.to_string()];
        row.extend(moved(odds.old, odds.new));
        row.push(odds.dice.rounded(2));
        row
    });
    let effects = difference.effects.iter().map(|odds| {
        let mut row = vec![format!("({}){}", odds.row, odds.sides), odds.at_least.to_string()];
        row.extend(moved(odds.old, odds.new));
        row
    });
    let figures = difference.figures.iter().filter(|figure| figure.changed).map(|figure| {
        let places = figure.unit.places();
        let verdict = |verdict| match verdict {
            crate::validate::Verdict::Holds => "holds",
            crate::validate::Verdict::FallsShort => "FALLS SHORT",
            crate::validate::Verdict::Noted => "",
        };
        let limit = figure.new_limit.as_ref().map(|limit| limit.rounded(places));
        vec![
            figure.title.to_owned(),
            format!("{} {}", figure.old.rounded(places), verdict(figure.old_verdict)),
            format!("{} {}", figure.new.rounded(places), verdict(figure.new_verdict)),
            limit.unwrap_or_default(),
        ]
    });
    let section = |title: &str, heads: &[&'static str], rows: Vec<Vec<String>>| Section {
        title: title.to_owned(),
        heads: heads.to_vec(),
        rows,
    };
    let all = vec![
        section("Changed cells", &["card", "cells", "old → new"], cells.collect()),
        section("Cards by value", &["field", "cards, old → new"], distributions.collect()),
        section(
            "Odds of checks, first card alone",
            &["check", "TN", "old", "new", "change", "chance", "dice, cards"],
            checks.collect(),
        ),
        section(
            "Odds of effects",
            &["cell", "at least", "old", "new", "change", "chance"],
            effects.collect(),
        ),
        section("Figures", &["figure", "old", "new", "limit"], figures.collect()),
    ];
    all.into_iter().filter(|section| !section.rows.is_empty()).collect()
}

/// Cards of 54 as signed percentage points with one decimal, halves away from zero.
fn percent(cards: i64) -> String {
    let tenths = (cards.abs() * 2000 + 54) / 108;
    let sign = if cards < 0 { '−' } else { '+' };
    format!("{sign}{}.{} %", tenths / 10, tenths % 10)
}

/// The comparison in a sentence.
pub(super) fn summary(difference: &Difference) -> String {
    if difference.identical {
        return "The decks are identical: no card changed.".to_owned();
    }
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut text = format!(
        "{} and {} changed",
        count(difference.cards.len(), "card"),
        count(difference.cells(), "cell"),
    );
    for (fields, what) in [(&difference.added, "new"), (&difference.removed, "gone")] {
        if !fields.is_empty() {
            text.push_str(&format!("; {what}: {}", fields.join(", ")));
        }
    }
    text.push('.');
    text
}

/// Old and new by name and edition.
fn heading(difference: &Difference) -> String {
    let deck =
        |note: &crate::validate::DeckNote| format!("{} (edition {})", note.name, note.edition);
    format!("{} → {}", deck(&difference.old), deck(&difference.new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_rounded_to_a_tenth_of_a_percent() {
        // 1/54 = 1.85…, 27/54 = 50, 2/54 = 3.70…
        assert_eq!(["+1.9 %", "+50.0 %", "−3.7 %", "+0.0 %"], [1, 27, -2, 0].map(percent));
    }
}
