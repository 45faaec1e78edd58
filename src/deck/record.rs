//! Builds a deck from named texts, for the JSON and the CSV reader.
//!
//! Both readers turn a file into [`Record`]s, one per card, in which each value is a text with its place.
//! Here the values are parsed and the numbers checked, so that both formats accept the same values and
//! report the same faults.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};

use crate::input::limits::DECK_CARDS;

use super::{
    ACCEPTED_TEXT, GridShape, Layout, Origin, Part, PlayingCards, Rank, ShufflePolicy,
    ShuffleTrigger, Suit, Toggle, check_text,
};
use super::{Card, CardNumber, CardNumbers, CauseCell, ClockHour, Deck, ExtraValue, Field, Grid};

/// A text of the file and its place.
pub(super) type LocatedText<'t> = (Cow<'t, str>, Range<usize>);

/// One card of the file.
pub(super) struct Record<'t> {
    /// Where the card begins, for faults of the card as a whole.
    pub place: Range<usize>,
    /// Its values.
    pub values: Values<'t>,
}

/// The values of a card in the order of their fields, each once. Files have this order, so a list is already
/// sorted, and faster to search than building a map.
pub(super) struct Values<'t>(Vec<(Field, LocatedText<'t>)>);

impl<'t> Values<'t> {
    /// The number of fields with a value.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The text of a field and its place.
    pub fn get(&self, field: &Field) -> Option<&LocatedText<'t>> {
        let place = self.0.binary_search_by(|(known, _)| known.cmp(field)).ok()?;
        Some(&self.0[place].1)
    }

    /// All fields, each with its place.
    pub fn places(&self) -> impl Iterator<Item = (&Field, &Range<usize>)> {
        self.0.iter().map(|(field, (_, place))| (field, place))
    }
}

impl<'t> FromIterator<(Field, LocatedText<'t>)> for Values<'t> {
    /// Of a field that occurs twice, the first value is used.
    fn from_iter<I: IntoIterator<Item = (Field, LocatedText<'t>)>>(values: I) -> Self {
        let mut values: Vec<_> = values.into_iter().collect();
        values.sort_by(|(one, _), (other, _)| one.cmp(other));
        values.dedup_by(|(later, _), (earlier, _)| later == earlier);
        Self(values)
    }
}

/// The fault of a file whose number of cards alone shows that it is not a deck.
pub(super) fn too_many_cards(count: usize) -> Problem {
    let message = format!("the file has {}", DECK_CARDS.amount(count));
    Problem::coded("deck.too-many-cards", message).accepts(format!(
        "{} to {} cards",
        CardNumbers::LEAST,
        CardNumbers::MOST
    ))
}

/// The fault of a text that does not say which numbers the cards have.
pub(super) fn numbers_fault(code: &str) -> Problem {
    let message = format!("{} does not number the cards of a deck", quoted(code));
    Problem::coded("deck.numbers", message).accepts(format!(
        "0 or 1 to the last number of {} to {} cards, such as 0-59, and suits and ranks if they are not those \
         of a poker deck: 0-59 4x15",
        CardNumbers::LEAST,
        CardNumbers::MOST
    ))
}

/// The fault of a text that is not a shuffle policy.
pub(super) fn shuffle_fault(code: &str) -> Problem {
    let message = format!("{} does not say when the deck is shuffled", quoted(code));
    Problem::coded("deck.shuffle", message).accepts(ShufflePolicy::ACCEPTED)
}

/// Builds the deck, adding every fault to `problems`.
pub(super) fn assemble(
    source: &Arc<Source>,
    name: &str,
    origin: Option<Origin>,
    layout: Layout,
    records: &[Record<'_>],
    mut problems: Problems,
) -> Result<Deck, Problems> {
    let mut cards: Vec<Card> = Vec::with_capacity(records.len());
    let mut seen: Vec<CardNumber> = Vec::with_capacity(records.len());
    let mut is_in_order = true;
    for record in records {
        let mut reader = CardReader { source, layout: &layout, record, problems: &mut problems };
        let number: Option<CardNumber> = reader.number();
        if let Some(number) = number {
            if seen.contains(&number) {
                reader.fault(&Field::Number, format!("card {number} is in the file twice"), None);
            } else if is_in_order && seen.last().is_some_and(|&last| last > number) {
                // A table sorted by another column is one fault, not fifty.
                is_in_order = false;
                reader.fault(
                    &Field::Number,
                    format!("card {number} is out of order"),
                    Some("cards in rising order of number"),
                );
            }
            seen.push(number);
        }
        if let Some(card) = reader.card(number) {
            cards.push(card);
        }
    }
    let missing: Vec<String> = layout
        .numbers
        .iter()
        .filter(|number| !seen.contains(number))
        .map(|number| number.to_string())
        .collect();
    if !missing.is_empty() {
        let end = source.text().len();
        let cards = if missing.len() == 1 { "card" } else { "cards" };
        let message = format!("{cards} {} missing from the deck", missing.join(", "));
        problems.push(
            Problem::coded("deck.cards-missing", message)
                .at(source, end..end)
                .accepts(format!("all of {}, once each", layout.numbers)),
        );
    }
    problems.into_result(())?;
    Deck::new(name, origin, layout, cards).map_err(|error| Problem::from(error).into())
}

struct CardReader<'a> {
    source: &'a Arc<Source>,
    layout: &'a Layout,
    record: &'a Record<'a>,
    problems: &'a mut Problems,
}

impl CardReader<'_> {
    fn card(&mut self, number: Option<CardNumber>) -> Option<Card> {
        let layout = self.layout;
        let numbers = layout.numbers;
        let (no_rank, no_suit) =
            number.and_then(|number| numbers.corners(number)).unwrap_or_default();
        let rank = self.shown(Part::Rank, Some(no_rank), |reader| {
            let most =
                numbers.playing_cards().map_or(PlayingCards::MOST_RANKS, PlayingCards::ranks) + 1;
            let rank = |value| Rank::new(value).filter(|_| value <= most);
            reader.small(&Field::Rank, &format!("0 to {most}"), rank)
        });
        let suit = self.shown(Part::Suit, Some(no_suit), |reader| {
            reader.small(&Field::Suit, "0 to 5", Suit::new)
        });
        let toggle = self.shown(Part::Toggle, Some(Toggle::No), |reader| {
            reader.parsed(&Field::Toggle, "yes or no", |text| text.parse().ok())
        });
        let cause = self.grid(&layout.cause, |reader, die, row| {
            reader.parsed(&Field::Cause { die, row }, "a number of 1 to 9999, or CF", cause_cell)
        });
        let effect = self.grid(&layout.effect, |reader, die, row| {
            let field = Field::Effect { die, row };
            reader.parsed(&field, "a number of 1 to 99999", |text| in_range(text, 1, 99_999))
        });
        let hit = (1..=layout.stack).map(|entry| self.text(&Field::Hit(entry))).collect::<Vec<_>>();
        let hit_step = self.shown(Part::Hit, Some(0), |reader| {
            reader.parsed(&Field::HitStep, "1 to 255", |text| in_range(text, 1, 255))
        });
        let bursts = layout
            .bursts
            .iter()
            .map(|&shots| {
                let accepted = format!("0 to {shots}");
                self.parsed(&Field::Burst(shots), &accepted, |text| in_range(text, 0, shots))
            })
            .collect::<Vec<_>>();
        let penetration = self.shown(Part::Penetration, Some(0), |reader| {
            reader.parsed(&Field::Penetration, "-9 to 9", |text| in_range(text, -9, 9))
        });
        let scatter = self.shown(Part::Scatter, Some(ClockHour::TWELVE), |reader| {
            reader.small(&Field::Scatter, "1 to 12", ClockHour::new)
        });
        let failure = self.shown(Part::Failure, Some(None), |reader| {
            reader.parsed(&Field::Failure, "1 to 13, or nothing", |text| {
                if text.is_empty() { Some(None) } else { in_range(text, 1, 13).map(Some) }
            })
        });
        let unintended = self.shown(Part::Unintended, Some(1), |reader| {
            reader.parsed(&Field::Unintended, "1 to 6", |text| in_range(text, 1, 6))
        });
        let has_shuffle_sign = match layout.shuffle {
            None => Some(false),
            Some(policy) => {
                let has_signs = policy.trigger == ShuffleTrigger::Sign;
                let accepted = if has_signs { "sign, or nothing" } else { "nothing" };
                self.parsed(&Field::Shuffle, accepted, |text| match text {
                    "" => Some(false),
                    ShufflePolicy::SIGN if has_signs => Some(true),
                    _ => None,
                })
            }
        };
        let extras = layout
            .extras
            .iter()
            .map(|id| {
                let field = Field::Extra(id.clone());
                let value = |text: &str| Some(ExtraValue::from_text(text));
                match self.parsed(&field, "a number or a text", value) {
                    Some(ExtraValue::Text(_)) => self.text(&field).map(ExtraValue::Text),
                    value => value,
                }
            })
            .collect::<Vec<_>>();
        Some(Card {
            number: number?,
            rank: rank?,
            suit: suit?,
            toggle: toggle?,
            cause: cause?,
            effect: effect?,
            hit: hit.into_iter().collect::<Option<_>>()?,
            hit_step: hit_step?,
            bursts: bursts.into_iter().collect::<Option<_>>()?,
            penetration: penetration?,
            scatter: scatter?,
            failure: failure?,
            unintended: unintended?,
            has_shuffle_sign: has_shuffle_sign?,
            extras: extras.into_iter().collect::<Option<_>>()?,
        })
    }

    /// Reads a part that the cards show, or returns its default.
    fn shown<T>(
        &mut self,
        part: Part,
        none: Option<T>,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.layout.has(part) { read(self) } else { none }
    }

    fn number(&mut self) -> Option<CardNumber> {
        let numbers = self.layout.numbers;
        let known = |number| CardNumber::new(number).filter(|&number| numbers.contains(number));
        self.small(&Field::Number, &numbers.to_string(), known)
    }

    fn grid<T: Copy>(
        &mut self,
        shape: &GridShape,
        mut cell: impl FnMut(&mut Self, crate::dice::Die, u8) -> Option<T>,
    ) -> Option<Grid<T>> {
        if shape.columns.is_empty() {
            return Some(Grid::none());
        }
        let cells: Vec<Option<T>> = shape.cells().map(|(die, row)| cell(self, die, row)).collect();
        let cells: Vec<T> = cells.into_iter().collect::<Option<_>>()?;
        let columns: Vec<Vec<T>> =
            cells.chunks(usize::from(shape.rows)).map(<[T]>::to_vec).collect();
        Grid::from_columns(&columns)
    }

    fn small<T>(
        &mut self,
        field: &Field,
        accepted: &str,
        make: impl Fn(u8) -> Option<T>,
    ) -> Option<T> {
        self.parsed(field, accepted, |text| in_range(text, 0, u8::MAX).and_then(&make))
    }

    /// A text that is allowed on cards.
    fn text(&mut self, field: &Field) -> Option<String> {
        let text = self.parsed(field, ACCEPTED_TEXT, |text| Some(text.to_owned()))?;
        match check_text(&text) {
            Ok(()) => Some(text),
            Err(fault) => {
                self.fault(field, format!("{field} {fault}"), Some(ACCEPTED_TEXT));
                None
            }
        }
    }

    fn parsed<T>(
        &mut self,
        field: &Field,
        accepted: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let Some((text, _)) = self.record.values.get(field) else {
            self.fault(field, format!("the card has no {field}"), None);
            return None;
        };
        let value = parse(text);
        if value.is_none() {
            let message = format!("{field} {} is not a value of that field", quoted(text));
            self.fault(field, message, Some(accepted));
        }
        value
    }

    fn fault(&mut self, field: &Field, message: String, accepted: Option<&str>) {
        let place = self.record.values.get(field);
        let place = place.map_or_else(|| self.record.place.clone(), |(_, span)| span.clone());
        let mut problem = Problem::coded("deck.value", message).at(self.source, place);
        if let Some(accepted) = accepted {
            problem = problem.accepts(accepted);
        }
        self.problems.push(problem);
    }
}

fn in_range<T>(text: &str, low: T, high: T) -> Option<T>
where
    T: TryFrom<i64> + PartialOrd,
{
    let text = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(text);
    let value: i64 = text.parse().ok()?;
    T::try_from(value).ok().filter(|value| (&low..=&high).contains(&value))
}

fn cause_cell(text: &str) -> Option<CauseCell> {
    if text == "CF" {
        Some(CauseCell::CriticalFailure)
    } else {
        in_range(text, 1, 9999).map(CauseCell::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_in_any_order_and_the_first_of_two_wins() {
        let of = |field: Field, text: &'static str, at: usize| (field, (text.into(), at..at + 1));
        let given = [
            of(Field::Hit(2), "knee", 0),
            of(Field::Number, "34", 1),
            of(Field::Hit(2), "head", 2),
            of(Field::Extra("omen".to_owned()), "crow", 3),
            of(Field::Number, "35", 4),
            of(Field::Hit(1), "arm", 5),
        ];
        let values = Values::from_iter(given);
        let found = |field: Field| values.get(&field).map(|(text, place)| (&**text, place.start));
        assert_eq!(Some(("knee", 0)), found(Field::Hit(2)));
        assert_eq!(Some(("34", 1)), found(Field::Number));
        assert_eq!(Some(("crow", 3)), found(Field::Extra("omen".to_owned())));
        assert_eq!(None, found(Field::Rank));
        assert_eq!(4, values.len());
        let fields: Vec<String> = values.places().map(|(field, _)| field.to_string()).collect();
        assert_eq!(["number", "hit_1", "hit_2", "omen"], *fields);
    }
}
