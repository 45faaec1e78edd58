//! `part scatter`: elements of a template for parts that a deck may omit.

use std::sync::Arc;

use crate::deck::{CauseCell, Deck, Field, Part, ShuffleTime};
use crate::diagnostic::{Problem, Problems, Source};
use crate::dice::Die;

use super::document::{Element, Node};
use super::name::Name;

/// The words accepted after `part`.
const ACCEPTED: &str = "element, shuffle, shuffle.at-once, shuffle.end-of-round, number.long, number.short, exceptional, chain, \
     cf, cause.several, cause.single, effect.several, effect.single, or cells such as cause.d12.5, open effect.d6.1, without and \
     parts or ids of elements";

/// Removes elements for parts that the cards do not show.
///
/// # Errors
/// Labels that begin with `part` but do not name one.
pub(super) fn take_away(
    root: &mut Element,
    source: &Arc<Source>,
    deck: &Deck,
) -> Result<(), Problems> {
    let mut problems = Problems::new();
    walk(root, source, deck, &mut problems);
    problems.into_result(())
}

fn walk(element: &mut Element, source: &Arc<Source>, deck: &Deck, problems: &mut Problems) {
    element.children.retain_mut(|child| {
        let Node::Element(child) = child else { return true };
        let label = child.label().unwrap_or_default();
        let mut words = label.split_whitespace();
        if words.next() == Some("part") {
            match are_there(words, deck) {
                Some(true) => {}
                Some(false) => return false,
                None => {
                    let message = format!("label {label:?} names no part of a card");
                    let problem = Problem::coded("template.layout", message);
                    let accepted =
                        format!("part and one of {}, {ACCEPTED}", Part::NAMES.join(", "));
                    problems.push(problem.at(source, child.span.clone()).accepts(accepted));
                }
            }
        }
        walk(child, source, deck, problems);
        true
    });
}

/// Whether the cards show everything named, and none of the parts and elements after `without`; `None` if a
/// word is not such a name.
fn are_there<'a>(mut words: impl Iterator<Item = &'a str>, deck: &Deck) -> Option<bool> {
    let layout = deck.layout();
    let is_shuffled = |time| layout.shuffle.is_some_and(|policy| policy.time == time);
    let has_long_numbers = || layout.numbers.last().get() > 99;
    let (mut named, mut all) = (false, true);
    while let Some(word) = words.next() {
        all &= match word {
            "without" => {
                let mut ids = words.peekable();
                ids.peek()?;
                let is_there = |id: &str| match Part::named(id) {
                    Some(part) => layout.has(part),
                    None if id == "element" => !layout.extras.is_empty(),
                    None => layout.extras.iter().any(|own| own == id),
                };
                return Some(!ids.any(is_there) && all);
            }
            "open" => goes_on(&cell(words.next()?)?, deck),
            "exceptional" => any(deck, |die, cell| layout.is_exceptional(die, cell)),
            "chain" => any(deck, |die, cell| layout.goes_on(die, cell)),
            "element" => !layout.extras.is_empty(),
            "shuffle" => layout.has_shuffle_signs(),
            "shuffle.at-once" => is_shuffled(ShuffleTime::AtOnce),
            "shuffle.end-of-round" => is_shuffled(ShuffleTime::EndOfRound),
            "number.long" => has_long_numbers(),
            "number.short" => !has_long_numbers(),
            "cause.several" => layout.cause.rows > 1,
            "cause.single" => layout.cause.rows == 1,
            "effect.several" => layout.has(Part::Effect) && layout.effect.rows > 1,
            "effect.single" => layout.has(Part::Effect) && layout.effect.rows == 1,
            "cf" => any(deck, |_, cell| cell == CauseCell::CriticalFailure),
            _ => match Part::named(word) {
                Some(part) => layout.has(part),
                None => layout.fields().contains(&cell(word)?),
            },
        };
        named = true;
    }
    named.then_some(all)
}

fn cell(name: &str) -> Option<Field> {
    match Name::parse(name)? {
        Name::Field(field @ (Field::Cause { .. } | Field::Effect { .. })) => Some(field),
        _ => None,
    }
}

/// Whether a cause cell of any card satisfies `is`, given its column's die.
fn any(deck: &Deck, is: impl Fn(Die, CauseCell) -> bool) -> bool {
    let columns = || deck.layout().cause.columns.iter().enumerate();
    deck.cards().iter().any(|card| {
        columns().any(|(place, &die)| card.cause.column(place).iter().any(|&cell| is(die, cell)))
    })
}

/// Whether the dice of an effect cell explode: some card shows more than these dice add up to.
fn goes_on(cell: &Field, deck: &Deck) -> bool {
    let Field::Effect { die, row } = cell else { return false };
    let Some(column) = deck.layout().effect.column(*die) else { return false };
    let highest = u32::from(die.sides()) * u32::from(*row);
    deck.cards().iter().any(|card| card.effect.get(column, *row).is_some_and(|sum| sum > highest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn omitted_parts_are_removed_and_unknown_ones_reported() {
        let source = Source::new(
            "card.svg",
            "<svg>\n<g id=\"part_scatter\"/>\n<g><g id=\"part_rank\"/></g><g id=\"rank\"/></svg>",
        );
        let deck = Deck::built_in();
        assert_eq!(["part scatter", "part rank", "rank"], left(&source, &deck)[..]);
        assert_eq!(["rank"], left(&source, &without(&deck, &["rank", "scatter"]))[..]);
        let source = Source::new("card.svg", "<svg>\n<g id=\"part_of_frame\"/></svg>");
        let mut root = Element::read(&source).unwrap();
        let reported = take_away(&mut root, &source, &deck).unwrap_err().to_string();
        assert!(
            reported.starts_with("card.svg:2:1: label \"part of frame\" names no part"),
            "{reported}"
        );
    }

    #[test]
    fn a_reading_stays_if_the_deck_has_its_cells() {
        let source = Source::new(
            "instruction.svg",
            "<svg>\n<g id=\"part_cause.d12.5_without_4dF\"/>\
             <g id=\"part_cause.d6.3_open_effect.d6.1_without_wild\"/></svg>",
        );
        let deck = Deck::built_in();
        let [fudge, wild] =
            ["part cause.d12.5 without 4dF", "part cause.d6.3 open effect.d6.1 without wild"];
        assert_eq!([fudge, wild], left(&source, &deck)[..]);
        assert_eq!([wild], left(&source, &without(&deck, &["cause_d12"]))[..]);
        assert_eq!(
            [wild],
            left(
                &source,
                &without(
                    &deck,
                    &["cause_d4_5", "cause_d6_5", "cause_d8_5", "cause_d10_5", "cause_d12_5"]
                )
            )[..]
        );
        assert_eq!([fudge], left(&source, &without(&deck, &["effect_d6"]))[..]);
        let changed = |change: &dyn Fn(String) -> String| {
            Deck::read("Changed.csv", &change(deck.to_csv())).unwrap()
        };
        let elements = changed(&|csv| {
            let rows = csv.lines().enumerate();
            rows.map(|(line, row)| {
                format!("{row},{}\n", if line == 0 { "4dF,wild" } else { "1,2" })
            })
            .collect()
        });
        assert_eq!(0, left(&source, &elements).len());
        let column = deck.to_csv().split(',').position(|name| name == "effect_d6_1").unwrap();
        let closed = changed(&|csv| {
            let close =
                |cell: &str| cell.parse::<u8>().map_or(cell.into(), |sum| sum.min(6).to_string());
            let row = |row: &str| {
                let cells = row.split(',').enumerate();
                let cells: Vec<String> = cells
                    .map(|(at, cell)| if at == column { close(cell) } else { cell.to_owned() })
                    .collect();
                cells.join(",") + "\n"
            };
            csv.lines().map(row).collect()
        });
        assert_eq!([fudge], left(&source, &closed)[..]);
    }

    #[test]
    fn words_about_rows_and_omitted_parts_stay_where_they_apply() {
        let source = Source::new(
            "instruction.svg",
            "<svg>\n<g id=\"part_cause.several\"/><g id=\"part_cause.single\"/>\
             <g id=\"part_effect.several\"/><g id=\"part_effect.single\"/>\
             <g id=\"part_without_effect\"/><g id=\"part_scatter_without_rank\"/></svg>",
        );
        let deck = Deck::built_in();
        assert_eq!(["part cause.several", "part effect.several"], left(&source, &deck)[..]);
        let few = without(&deck, &["cause_d4_", "effect", "rank"]);
        assert_eq!(
            ["part cause.several", "part without effect", "part scatter without rank"],
            left(&source, &few)[..]
        );
        let rows: Vec<String> = [2, 3, 4, 5]
            .iter()
            .flat_map(|row| {
                ["cause", "effect"].iter().flat_map(move |grid| {
                    [4, 6, 8, 10, 12].iter().map(move |die| format!("{grid}_d{die}_{row}"))
                })
            })
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        assert_eq!(
            ["part cause.single", "part effect.single"],
            left(&source, &without(&deck, &rows))[..]
        );
    }

    #[test]
    fn unknown_cells_and_incomplete_labels_are_reported() {
        for label in [
            "part",
            "part without",
            "part scatter without",
            "part open",
            "part omen",
            "part open scatter",
            "part cause.d12",
        ] {
            let svg = format!("<svg><g id=\"{}\"/></svg>", label.replace(' ', "_"));
            let source = Source::new("card.svg", svg);
            let mut root = Element::read(&source).unwrap();
            let reported = take_away(&mut root, &source, &Deck::built_in());
            assert!(reported.is_err(), "{label}");
        }
    }

    fn left(source: &Arc<Source>, deck: &Deck) -> Vec<String> {
        let mut root = Element::read(source).unwrap();
        take_away(&mut root, source, deck).unwrap();
        let mut left = Vec::new();
        root.visit(&mut |element| left.extend(element.label().map(|label| label.to_string())));
        left
    }

    /// The deck without the columns whose names begin like this.
    fn without(deck: &Deck, names: &[&str]) -> Deck {
        let csv = deck.to_csv();
        let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
        let stays = |at: usize| !names.iter().any(|name| heads[at].starts_with(name));
        let row = |row: &str| {
            let cells = row.split(',').enumerate().filter(|(at, _)| stays(*at));
            cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(",") + "\n"
        };
        let csv: String = csv.lines().map(row).collect();
        Deck::read("Less.csv", &csv).unwrap_or_else(|problems| panic!("{problems}"))
    }
}
