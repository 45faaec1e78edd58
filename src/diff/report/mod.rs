//! Reports of a comparison: terminal text, JSON, an HTML page to print.

#[cfg(feature = "print")]
mod html;
mod terminal;

#[cfg(feature = "print")]
pub use html::html;
pub use terminal::terminal;

use super::{CardChange, CheckOdds, Difference, DistributionChange, EffectOdds, FigureChange};
use crate::validate::FigureVerdict;
use crate::wording::counted;

/// The comparison as indented JSON, ending in a newline.
pub fn json(difference: &Difference) -> String {
    let mut text =
        serde_json::to_string_pretty(difference).expect("all of a difference has a JSON form");
    text.push('\n');
    text
}

/// How much a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    /// The first rows of every table, and the first cells of every card.
    #[default]
    Short,
    /// Everything.
    Full,
}

/// Rows of a short table.
const ROWS: usize = 12;
/// Cells of a card in a short table.
const CELLS: usize = 6;

/// A table of texts: a title, headings and rows. Both outputs are made from it.
struct Section {
    title: &'static str,
    heads: &'static [&'static str],
    rows: Vec<Vec<String>>,
    /// The number of omitted rows.
    more: usize,
}

/// The sections that are not empty.
fn sections(difference: &Difference, length: Length) -> Vec<Section> {
    let section = |title, heads, rows: Vec<Vec<String>>| Section { title, heads, rows, more: 0 };
    let mut all = vec![
        section("Changes by element", &["element", "cards", "cells"], elements(difference)),
        section("Changed cells", &["card", "cells", "old → new"], cells(difference, length)),
        section("Cards by value", &["field", "cards, old → new"], distributions(difference)),
        section(
            "Odds of checks, first card alone",
            &["check", "TN", "old", "new", "change", "chance", "dice, cards"],
            checks(difference),
        ),
        section(
            "Odds of effects",
            &["cell", "at least", "old", "new", "change", "chance"],
            effects(difference),
        ),
        section("Figures", &["figure", "old", "new", "limit"], figures(difference)),
    ];
    if length == Length::Short {
        if difference.all_changed() {
            // For a different deck, the list of cells is useless.
            all.retain(|section| section.title != "Changed cells");
        }
        for section in all.iter_mut().filter(|section| section.rows.len() > ROWS + 1) {
            section.more = section.rows.len() - ROWS;
            section.rows.truncate(ROWS);
        }
    }
    all.retain(|section| !section.rows.is_empty());
    all
}

/// The number of changed cards and cells in each grid column and element.
fn elements(difference: &Difference) -> Vec<Vec<String>> {
    let mut counts: Vec<(String, usize, usize)> = Vec::new();
    for card in &difference.cards {
        let mut seen: Vec<String> = Vec::new();
        for cell in &card.cells {
            let element = element_of(&cell.field);
            let place = counts.iter().position(|(known, ..)| *known == element);
            let place = place.unwrap_or_else(|| {
                counts.push((element.clone(), 0, 0));
                counts.len() - 1
            });
            counts[place].2 += 1;
            if !seen.contains(&element) {
                counts[place].1 += 1;
                seen.push(element);
            }
        }
    }
    let row = |(element, cards, cells): (String, usize, usize)| {
        vec![element, cards.to_string(), cells.to_string()]
    };
    counts.into_iter().map(row).collect()
}

/// `cause d10` of `cause_d10_2`, `hit` of `hit_3`, the field itself elsewhere.
fn element_of(field: &str) -> String {
    let parts: Vec<&str> = field.split('_').collect();
    match parts[..] {
        [grid @ ("cause" | "effect"), die, _] => format!("{grid} {die}"),
        ["hit", _] | ["burst", _] => parts[0].to_owned(),
        _ => field.to_owned(),
    }
}

fn cells(difference: &Difference, length: Length) -> Vec<Vec<String>> {
    let shown = |text: &Option<String>| match text.as_deref() {
        None => "(no field)".to_owned(),
        Some("") => "(blank)".to_owned(),
        Some(text) => text.to_owned(),
    };
    let row = |card: &CardChange| {
        let mut changes: Vec<String> = card
            .cells
            .iter()
            .map(|cell| format!("{} {} → {}", cell.field, shown(&cell.old), shown(&cell.new)))
            .collect();
        let count = changes.len();
        if length == Length::Short && count > CELLS + 1 {
            changes.truncate(CELLS);
            changes.push(format!("{} more", count - CELLS));
        }
        vec![card.number.to_string(), count.to_string(), changes.join(", ")]
    };
    difference.cards.iter().map(row).collect()
}

fn distributions(difference: &Difference) -> Vec<Vec<String>> {
    let row = |field: &DistributionChange| {
        let values: Vec<String> = field
            .values
            .iter()
            .map(|value| {
                let name = if value.value.is_empty() { "(blank)" } else { &value.value };
                format!("{name}: {} → {}", value.old, value.new)
            })
            .collect();
        vec![field.field.clone(), values.join(", ")]
    };
    difference.distributions.iter().map(row).collect()
}

/// Old, new, the change in cards and in chance.
fn moved(difference: &Difference, old: usize, new: usize) -> [String; 4] {
    let decks = [difference.old.cards, difference.new.cards];
    let by = new as i64 - old as i64;
    let sign = if by < 0 { '−' } else { '+' };
    let cards = format!("{sign}{}", counted(by.unsigned_abs() as usize, "card"));
    [
        format!("{old} / {}", decks[0]),
        format!("{new} / {}", decks[1]),
        cards,
        percent([old, new], decks),
    ]
}

/// Sorted by the size of the change.
fn checks(difference: &Difference) -> Vec<Vec<String>> {
    let mut checks: Vec<&CheckOdds> = difference.checks.iter().collect();
    checks.sort_by_key(|odds| std::cmp::Reverse(odds.old.abs_diff(odds.new)));
    let row = |odds: &CheckOdds| {
        let mut row = vec![format!("{}d{}", odds.level, odds.sides), odds.target.to_string()];
        row.extend(moved(difference, odds.old, odds.new));
        row.push(odds.dice.rounded(2));
        row
    };
    checks.into_iter().map(row).collect()
}

/// Sorted by the size of the change.
fn effects(difference: &Difference) -> Vec<Vec<String>> {
    let mut effects: Vec<&EffectOdds> = difference.effects.iter().collect();
    effects.sort_by_key(|odds| std::cmp::Reverse(odds.old.abs_diff(odds.new)));
    let row = |odds: &EffectOdds| {
        let mut row = vec![format!("({}){}", odds.row, odds.sides), odds.at_least.to_string()];
        row.extend(moved(difference, odds.old, odds.new));
        row
    };
    effects.into_iter().map(row).collect()
}

fn figures(difference: &Difference) -> Vec<Vec<String>> {
    let row = |figure: &FigureChange| {
        let places = figure.unit.places();
        let verdict = |verdict| match verdict {
            FigureVerdict::Holds => " holds",
            FigureVerdict::FallsShort => " FALLS SHORT",
            FigureVerdict::Noted => "",
        };
        let limit = figure.new_limit.as_ref().map(|limit| limit.rounded(places));
        vec![
            figure.title.to_owned(),
            format!("{}{}", figure.old.rounded(places), verdict(figure.old_verdict)),
            format!("{}{}", figure.new.rounded(places), verdict(figure.new_verdict)),
            limit.unwrap_or_default(),
        ]
    };
    difference.figures.iter().filter(|figure| figure.changed).map(row).collect()
}

/// The change of a chance, counted in cards of both decks, as signed percentage points with one decimal,
/// halves away from zero.
fn percent(cards: [usize; 2], decks: [usize; 2]) -> String {
    let [old, new] = cards.map(|cards| cards as i64);
    let [before, after] = decks.map(|cards| cards as i64);
    let (by, whole) = (new * before - old * after, before * after);
    let tenths = (by.abs() * 2000 + whole) / (2 * whole);
    let sign = if by < 0 { '−' } else { '+' };
    format!("{sign}{}.{} %", tenths / 10, tenths % 10)
}

/// A summary of the comparison.
pub(super) fn summary(difference: &Difference) -> String {
    if difference.identical {
        return "The decks are identical: no card changed.".to_owned();
    }
    let mut text = match difference.cards.len() {
        cards if difference.all_changed() => format!(
            "All {cards} cards changed, {}: print the whole deck",
            counted(difference.cells(), "cell"),
        ),
        cards => format!(
            "{} and {} changed, {} stay as they are",
            counted(cards, "card"),
            counted(difference.cells(), "cell"),
            difference.new.cards.saturating_sub(cards),
        ),
    };
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
    fn fields_belong_to_columns_and_elements() {
        let fields = ["cause_d10_2", "effect_d100_8", "hit_3", "hit_step", "burst_10", "omen_day"];
        let elements = ["cause d10", "effect d100", "hit", "hit", "burst", "omen_day"];
        assert_eq!(elements.map(str::to_owned), fields.map(element_of));
    }

    #[test]
    fn chances_are_rounded_to_a_tenth_of_a_percent() {
        // 1/54 = 1.85…, 27/54 = 50, 2/54 = 3.70…, and 27/54 to 30/60 are equal.
        assert_eq!(
            ["+1.9 %", "+50.0 %", "−3.7 %", "+0.0 %"],
            [(0, 1), (0, 27), (2, 0), (5, 5)].map(|(old, new)| percent([old, new], [54, 54])),
        );
        assert_eq!("+0.0 %", percent([27, 30], [54, 60]));
    }
}
