//! A comparison as tables for the terminal.

use comfy_table::{Cell, ContentArrangement, LineStyle, Table, TableStyle};

use super::super::Difference;
use super::Length;

/// Width of a line in columns.
const WIDTH: u16 = 100;

/// The summary and a table for each kind of change, in lines of at most 100 columns. Ends in a newline,
/// without colour.
pub fn terminal(difference: &Difference, length: Length) -> String {
    let mut text = format!("{}\n{}\n", super::heading(difference), super::summary(difference));
    let mut left_out = false;
    for section in super::sections(difference, length) {
        let mut table = Table::new();
        table.load_style(
            TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')),
        );
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
        table.set_header(section.heads.iter().map(Cell::new).collect::<Vec<_>>());
        for row in section.rows {
            table.add_row(row);
        }
        text.push_str(&format!("\n{}\n{table}\n", section.title));
        if section.more > 0 {
            text.push_str(&format!(" … and {} more\n", section.more));
            left_out = true;
        }
    }
    if left_out || (length == Length::Short && difference.all_changed()) {
        text.push_str("\n--all lists everything.\n");
    }
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::diff::diff;

    fn sample(turned: impl Fn(usize) -> bool) -> Difference {
        let deck = Deck::read("deck.csv", include_str!("../../../tests/data/deck.csv")).unwrap();
        let mut cards = deck.cards().to_vec();
        for number in (0..cards.len()).filter(|&number| turned(number)) {
            let other = (number + 7) % deck.cards().len();
            cards[number].cause = deck.cards()[other].cause.clone();
            cards[number].effect = deck.cards()[other].effect.clone();
            cards[number].hit = vec!["a".repeat(60); 4];
        }
        let new = Deck::new("deck", None, deck.layout().clone(), cards).unwrap();
        diff((&deck, None), (&new, None))
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        for difference in [sample(|_| true), sample(|card| card < 20), sample(|card| card == 3)] {
            for length in [Length::Short, Length::Full] {
                let text = terminal(&difference, length);
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(usize::from(WIDTH)), "{widest:?}\n{text}");
            }
        }
    }

    #[test]
    fn a_short_report_names_the_option_for_all_rows() {
        for difference in [sample(|_| true), sample(|card| card < 40)] {
            let (short, full) =
                (terminal(&difference, Length::Short), terminal(&difference, Length::Full));
            assert!(short.lines().count() < 150, "{short}");
            assert!(short.contains("--all") && !full.contains("--all"));
            assert!(full.lines().count() > short.lines().count());
        }
    }

    #[test]
    fn a_different_deck_is_reported_as_such() {
        let text = terminal(&sample(|_| true), Length::Short);
        assert!(text.contains("All 54 cards changed"), "{text}");
        assert!(text.contains("Changes by element") && !text.contains("Changed cells"), "{text}");
    }
}
