//! What is dealt to a card as a unit: the tuple of a grid column, or the value of an element.

use std::sync::Arc;

use super::cause_cells::CauseCells;
use super::effect_cells::EffectCells;
use super::plan::BLANK;
use super::readings::{Reading, clock_vector};

/// A grid column or an element on all cards.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Cause(CauseCells),
    Effect(EffectCells),
    /// Hits for every burst size.
    Bursts(Vec<Vec<i64>>),
    /// An element with one value per card.
    Element(Element, Vec<i64>),
}

/// The kinds of elements with one value per card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    HitStep,
    Penetration,
    /// Hours of the clock.
    Scatter,
    /// Failure numbers; [`BLANK`] for none.
    Failure,
    Unintended,
    /// Whether the card has the shuffle sign: 1 or 0.
    ShuffleSign,
    /// A designer's element: indices in its list of values, and the number that each value counts as.
    Extra(Arc<[i64]>),
}

impl Content {
    /// Whether this is a grid column.
    pub fn is_column(&self) -> bool {
        matches!(self, Self::Cause(_) | Self::Effect(_))
    }

    /// Whether both are columns of one grid, which are never read together.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.is_column() && std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// The number of cells on a card.
    pub fn rows(&self) -> usize {
        match self {
            Self::Cause(cause) => cause.rows(),
            Self::Effect(effect) => effect.rows(),
            Self::Bursts(sizes) => sizes.len(),
            Self::Element(..) => 1,
        }
    }

    /// The number of cards.
    pub fn cards(&self) -> usize {
        match self {
            Self::Cause(cause) => cause.cards(),
            Self::Effect(effect) => effect.cards(),
            Self::Bursts(sizes) => sizes.first().map_or(0, Vec::len),
            Self::Element(_, values) => values.len(),
        }
    }

    /// The value in a row, from 0, of a card; 0 for a critical failure.
    pub fn value(&self, row: usize, card: usize) -> i64 {
        match self {
            Self::Cause(cause) => cause.cell(row, card).into(),
            Self::Effect(effect) => effect.cell(row, card).into(),
            Self::Bursts(sizes) => sizes[row][card],
            Self::Element(_, values) => values[card],
        }
    }

    /// Exchanges the whole content of two cards.
    pub fn swap(&mut self, one: usize, other: usize) {
        match self {
            Self::Cause(cause) => cause.swap(one, other),
            Self::Effect(effect) => effect.swap(one, other),
            Self::Bursts(sizes) => sizes.iter_mut().for_each(|hits| hits.swap(one, other)),
            Self::Element(_, values) => values.swap(one, other),
        }
    }

    /// The quantities read from it (deck spec, "Independence").
    pub fn readings(&self) -> Vec<Reading> {
        let reading = |value: &dyn Fn(usize) -> i64| Reading::new((0..self.cards()).map(value));
        let row = |row: usize| reading(&|card| self.value(row, card));
        match self {
            Self::Cause(cause) => (1..=cause.rows())
                .map(|level| reading(&|card| cause.outcome(level, card).into()))
                .collect(),
            Self::Effect(_) => (0..self.rows()).map(row).collect(),
            // A longer burst hits on the same cards.
            Self::Bursts(_) => (0..self.rows()).next_back().map(row).into_iter().collect(),
            Self::Element(Element::Scatter, hours) => {
                vec![
                    reading(&|card| clock_vector(hours[card]).0),
                    reading(&|card| clock_vector(hours[card]).1),
                ]
            }
            Self::Element(Element::Failure, numbers) => {
                vec![reading(&|card| if numbers[card] == BLANK { 0 } else { 14 - numbers[card] })]
            }
            // A value of an old deck that the spec no longer has follows its own values.
            Self::Element(Element::Extra(counts_as), places) => vec![reading(&|card| {
                let place = usize::try_from(places[card]).unwrap_or_default();
                counts_as.get(place).copied().unwrap_or(counts_as.len() as i64 + 1)
            })],
            Self::Element(..) => vec![row(0)],
        }
    }
}
