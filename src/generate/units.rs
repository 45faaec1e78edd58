//! What is dealt to a card as a whole: a grid column's tuple, or an element's value.

use crate::deck::{CauseCell, ClockHour, DECK_SIZE, ExtraValue, Field};
use crate::random::Draws;
use crate::spec::{PinValue, Spec};

use super::cause_cells::CauseCells;
use super::effect_cells::EffectCells;
use super::plan::{PlacedPins, hit_steps, spread};
use super::readings::{Reading, clock_vector};

/// One unit, card by card.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub content: Content,
    /// Cards whose value is not pinned.
    pub free: Vec<usize>,
    /// The unit's readings in the joint tables, in the order of [`Unit::readings`].
    pub first_reading: usize,
    pub reading_count: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Cause(CauseCells),
    Effect(EffectCells),
    /// Hits for every burst size.
    Bursts(Vec<Vec<u16>>),
    HitStep(Vec<u8>),
    Penetration(Vec<i8>),
    Scatter(Vec<u8>),
    Failure(Vec<Option<u8>>),
    Unintended(Vec<u8>),
    /// A designer element: index into its list of values.
    Extra(Vec<usize>),
}

impl Content {
    /// Whether this is a grid column.
    pub fn is_column(&self) -> bool {
        self.element().is_some()
    }

    /// The grid a column belongs to; none for an element, which is one by itself.
    pub fn element(&self) -> Option<usize> {
        match self {
            Self::Cause(_) => Some(0),
            Self::Effect(_) => Some(1),
            _ => None,
        }
    }
}

impl Unit {
    /// Exchanges two cards' values in the content alone.
    pub fn swap(&mut self, one: usize, other: usize) {
        match &mut self.content {
            Content::Cause(cause) => cause.swap(one, other),
            Content::Effect(effect) => effect.cells.iter_mut().for_each(|row| row.swap(one, other)),
            Content::Bursts(sizes) => sizes.iter_mut().for_each(|hits| hits.swap(one, other)),
            Content::HitStep(values) => values.swap(one, other),
            Content::Penetration(values) => values.swap(one, other),
            Content::Scatter(values) => values.swap(one, other),
            Content::Failure(values) => values.swap(one, other),
            Content::Unintended(values) => values.swap(one, other),
            Content::Extra(values) => values.swap(one, other),
        }
    }

    /// The quantities read from this unit, as `element` (deck spec, "Independence").
    pub fn readings(&self, element: usize) -> Vec<Reading> {
        let reading = |values: Vec<i64>| Reading::new(element, values);
        let cards = 0..DECK_SIZE;
        match &self.content {
            Content::Cause(cause) => (1..=cause.rows())
                .map(|level| {
                    let value = |card| i64::from(cause.outcome(level, card));
                    reading(cards.clone().map(value).collect())
                })
                .collect(),
            Content::Effect(effect) => effect
                .cells
                .iter()
                .map(|row| reading(row.iter().map(|&sum| sum.into()).collect()))
                .collect(),
            Content::Bursts(sizes) => sizes
                .last()
                .map(|hits| reading(hits.iter().map(|&hits| hits.into()).collect()))
                .into_iter()
                .collect(),
            Content::HitStep(steps) => vec![reading(steps.iter().map(|&s| s.into()).collect())],
            Content::Penetration(values) => {
                vec![reading(values.iter().map(|&value| value.into()).collect())]
            }
            Content::Scatter(hours) => {
                let part = |part: fn((i64, i64)) -> i64| {
                    hours.iter().map(|&hour| part(clock_vector(hour))).collect()
                };
                vec![reading(part(|v| v.0)), reading(part(|v| v.1))]
            }
            Content::Failure(numbers) => {
                let value = |number: &Option<u8>| number.map_or(0, |n| 14 - i64::from(n));
                vec![reading(numbers.iter().map(value).collect())]
            }
            Content::Unintended(values) => {
                vec![reading(values.iter().map(|&value| value.into()).collect())]
            }
            Content::Extra(values) => {
                vec![reading(values.iter().map(|&value| value as i64).collect())]
            }
        }
    }
}

/// All units of a deck: solved columns and the shuffled elements, pins in place.
pub(super) fn deal_units(
    spec: &Spec,
    pins: &PlacedPins,
    causes: Vec<(CauseCells, Vec<usize>)>,
    effects: Vec<(EffectCells, Vec<usize>)>,
    draws: &mut Draws,
) -> Vec<Unit> {
    let mut contents: Vec<(Content, Vec<usize>)> = Vec::new();
    contents.extend(causes.into_iter().map(|(deal, free)| (Content::Cause(deal), free)));
    contents.extend(effects.into_iter().map(|(cells, free)| (Content::Effect(cells), free)));
    let mut single = Single { pins, draws };
    let (steps, free) = single.number(&Field::HitStep, hit_steps(spec.hit.steps()));
    contents.push((Content::HitStep(steps), free));
    let (values, free) = single.number(&Field::Penetration, spread(&spec.penetration));
    contents.push((Content::Penetration(values), free));
    let (values, free) = single.number(&Field::Scatter, spread(&spec.scatter));
    contents.push((Content::Scatter(values), free));
    let (values, free) = single.failure(&spec.failure);
    contents.push((Content::Failure(values), free));
    let (values, free) = single.number(&Field::Unintended, spread(&spec.unintended));
    contents.push((Content::Unintended(values), free));
    if !spec.bursts.is_empty() {
        contents.push(single.bursts(spec));
    }
    for element in &spec.elements {
        contents.push(single.extra(element));
    }
    numbered(contents)
}

/// Contents and the cards free in them as units, their readings numbered one after the other.
pub(super) fn numbered(contents: Vec<(Content, Vec<usize>)>) -> Vec<Unit> {
    let mut first_reading = 0;
    contents
        .into_iter()
        .map(|(content, free)| {
            let mut unit = Unit { content, free, first_reading, reading_count: 0 };
            unit.reading_count = unit.readings(0).len();
            first_reading += unit.reading_count;
            unit
        })
        .collect()
}

/// Deals one value a card, pinned ones to their cards.
struct Single<'a> {
    pins: &'a PlacedPins,
    draws: &'a mut Draws,
}

impl Single<'_> {
    fn deal<T: Clone + PartialEq>(
        &mut self,
        mut values: Vec<T>,
        pinned: &[(usize, T)],
    ) -> (Vec<T>, Vec<usize>) {
        let mut cards: Vec<Option<T>> = vec![None; DECK_SIZE];
        for (card, value) in pinned {
            if let Some(place) = values.iter().position(|known| known == value) {
                values.remove(place);
                cards[*card] = Some(value.clone());
            }
        }
        let free = (0..DECK_SIZE).filter(|&card| cards[card].is_none()).collect();
        self.draws.shuffle(&mut values);
        for card in cards.iter_mut().filter(|card| card.is_none()) {
            *card = values.pop();
        }
        (cards.into_iter().flatten().collect(), free)
    }

    fn number<T: Clone + PartialEq + TryFrom<i64>>(
        &mut self,
        field: &Field,
        values: Vec<T>,
    ) -> (Vec<T>, Vec<usize>) {
        let pinned = self.pins.numbers(field);
        self.deal(values, &pinned)
    }

    fn failure(&mut self, counts: &[(u8, u8)]) -> (Vec<Option<u8>>, Vec<usize>) {
        let mut values: Vec<Option<u8>> = spread(counts).into_iter().map(Some).collect();
        values.resize(DECK_SIZE, None);
        let pinned = self.pins.failures();
        self.deal(values, &pinned)
    }

    /// Bursts in one order: every card stands at the same place in each burst size's rising list,
    /// so that a longer burst never hits less.
    fn bursts(&mut self, spec: &Spec) -> (Content, Vec<usize>) {
        let lists: Vec<Vec<u16>> = spec.bursts.iter().map(|burst| spread(&burst.hits)).collect();
        let mut places: Vec<usize> = (0..DECK_SIZE).collect();
        let mut pinned: Vec<(usize, usize)> = Vec::new();
        for (burst, list) in spec.bursts.iter().zip(&lists) {
            for (card, value) in self.pins.of(&Field::Burst(burst.shots)) {
                let PinValue::Number(hits) = value else { continue };
                let taken = |place: &usize| pinned.iter().any(|(_, known)| known == place);
                let place = places
                    .iter()
                    .copied()
                    .find(|place| i64::from(list[*place]) == *hits && !taken(place));
                if let Some(place) = place {
                    pinned.push((card, place));
                }
            }
        }
        places.sort_unstable();
        let (order, free) = self.deal(places, &pinned);
        let sizes =
            lists.iter().map(|list| order.iter().map(|&place| list[place]).collect()).collect();
        (Content::Bursts(sizes), free)
    }

    fn extra(&mut self, element: &crate::spec::ElementSpec) -> (Content, Vec<usize>) {
        let indexed: Vec<(usize, u8)> =
            element.values.iter().enumerate().map(|(index, (_, cards))| (index, *cards)).collect();
        let place =
            |value: &ExtraValue| element.values.iter().position(|(known, _)| known == value);
        let pinned: Vec<(usize, usize)> = self
            .pins
            .of(&Field::Extra(element.id.clone()))
            .into_iter()
            .filter_map(|(card, value)| match value {
                PinValue::Extra(value) => Some((card, place(value)?)),
                _ => None,
            })
            .collect();
        let (values, free) = self.deal(spread(&indexed), &pinned);
        (Content::Extra(values), free)
    }
}

/// The printed cause cell of a stored one.
pub(super) fn cause_cell(value: u16) -> CauseCell {
    if value == 0 { CauseCell::CriticalFailure } else { CauseCell::Number(value) }
}

/// The clock hour of a stored one.
pub(super) fn clock_hour(hour: u8) -> ClockHour {
    ClockHour::new(hour).expect("the spec's scatter table runs from 1 to 12")
}
