//! Bar charts of a part's values, compared with the spec and the dice.

use super::super::super::ElementTable;
use super::svg::{Scale, Svg};

const WIDTH: f64 = 360.0;
const ROW: f64 = 18.0;
const TOP: f64 = 24.0;
/// The left end of the bars, next to the longest value that fits, and their right end.
const BARS: (f64, f64) = (110.0, 326.0);
/// Letters of a value that fit next to its bar.
const LETTERS: usize = 17;
/// A part with more values is shown as a table only.
const MOST_VALUES: usize = 24;

/// The bars; `None` for too many values.
pub(super) fn draw(part: &ElementTable) -> Option<String> {
    if part.values.len() > MOST_VALUES {
        return None;
    }
    let mut svg = Svg::new(WIDTH, TOP + ROW * part.values.len() as f64 + 4.0);
    svg.text("title", "start", (4.0, 15.0), &short(&part.title(), 46));
    let due = part.values.iter().filter_map(|value| value.dice);
    let counts = part.values.iter().flat_map(|value| [Some(value.cards), value.asked]).flatten();
    let most = counts.map(|cards| cards as f64).chain(due).fold(1.0, f64::max);
    let along = Scale { values: (0.0, most), px: BARS };
    for (place, value) in part.values.iter().enumerate() {
        let top = TOP + ROW * place as f64;
        let middle = top + ROW / 2.0;
        svg.text("", "end", (BARS.0 - 6.0, middle + 4.0), &short(&value.label(), LETTERS));
        let end = along.at(value.cards as f64);
        svg.rect("bar", (BARS.0, top + 4.0), (end - BARS.0, ROW - 8.0));
        if let Some(asked) = value.asked {
            let at = along.at(asked as f64);
            svg.line("asked", (at, top + 1.0), (at, top + ROW - 1.0));
        }
        if let Some(dice) = value.dice {
            svg.marker(2, (along.at(dice), middle));
        }
        let cards = value.cards.to_string();
        svg.text("soft", "end", (WIDTH - 4.0, middle + 4.0), &cards);
    }
    Some(svg.finish(&format!("{}: cards of each value", part.title())))
}

/// A text, cut to a number of letters.
fn short(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    text.chars().take(letters - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::super::{tests::fixtures, validate};
    use super::*;

    #[test]
    fn every_value_has_its_bar_and_the_specs_count() {
        let validation = validate(&fixtures::deck(), Some(&fixtures::spec()));
        let part = validation.parts.iter().find(|part| part.id == "penetration").unwrap();
        let drawn = draw(part).unwrap();
        assert_eq!(part.values.len(), drawn.matches("class=\"bar\"").count());
        assert_eq!(part.values.len(), drawn.matches("class=\"asked\"").count());
        let steps = validation.parts.iter().find(|part| part.id == "hit step").unwrap();
        // Twenty steps of 2.7 cards; the spec has no counts.
        assert_eq!(20, draw(steps).unwrap().matches("class=\"f3\"").count());
    }

    #[test]
    fn long_values_are_cut_and_many_values_have_no_chart() {
        assert_eq!("reconciliation", short("reconciliation", LETTERS));
        assert_eq!("a rather long wo…", short("a rather long word", LETTERS));
        let validation = validate(&fixtures::deck(), None);
        let mut part = validation.parts[0].clone();
        let value = part.values[0].clone();
        part.values = vec![value; MOST_VALUES + 1];
        assert_eq!(None, draw(&part));
    }
}
