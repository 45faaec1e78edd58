//! The pins, each on its card.

use crate::deck::{CauseCell, ExtraValue, Field};
use crate::random::Draws;
use crate::spec::{Pin, PinCard, PinValue, Spec};

/// Every pinned cell as (card, field, value), with a card for each group.
#[derive(Clone, Debug)]
pub(in crate::generate) struct PlacedPins {
    cells: Vec<(usize, Field, PinValue)>,
}

impl PlacedPins {
    /// Gives every `*name` group a card of its own, drawn from those without pins in the group's columns and
    /// without another group. The corners are independent of the grids, so any such card is as good as
    /// another.
    ///
    /// # Errors
    /// The names of the groups that did not get a card.
    pub fn place(spec: &Spec, draws: &mut Draws) -> Result<Self, Vec<String>> {
        Self::place_by(spec, |_, free| free[draws.below(free.len())])
    }

    /// As [`place`](Self::place), but `choose` selects one of the free cards for a group.
    ///
    /// # Errors
    /// The names of the groups that did not get a card.
    pub fn place_by(
        spec: &Spec,
        mut choose: impl FnMut(&[&Pin], &[usize]) -> usize,
    ) -> Result<Self, Vec<String>> {
        let mut cells: Vec<(usize, Field, PinValue)> = Vec::new();
        let mut groups: Vec<(&str, Vec<&Pin>)> = Vec::new();
        for pin in &spec.pins {
            match &pin.card {
                PinCard::Number(number) => {
                    let card = spec.numbers.index(*number);
                    cells.push((card, pin.field.clone(), pin.value.clone()));
                }
                PinCard::Some(name) => match groups.iter_mut().find(|(known, _)| known == name) {
                    Some((_, pins)) => pins.push(pin),
                    None => groups.push((name, vec![pin])),
                },
            }
        }
        let mut taken: Vec<usize> = Vec::new();
        let mut unplaced = Vec::new();
        for (name, pins) in groups {
            let touches = |card: usize| {
                cells.iter().any(|(pinned, field, _)| {
                    *pinned == card && pins.iter().any(|pin| unit(&pin.field) == unit(field))
                })
            };
            let free: Vec<usize> =
                (0..spec.size()).filter(|&card| !taken.contains(&card) && !touches(card)).collect();
            if free.is_empty() {
                unplaced.push(name.to_owned());
                continue;
            }
            let card = choose(&pins, &free);
            taken.push(card);
            cells.extend(pins.iter().map(|pin| (card, pin.field.clone(), pin.value.clone())));
        }
        if unplaced.is_empty() { Ok(Self { cells }) } else { Err(unplaced) }
    }

    /// The pinned cells of one field as (card, value).
    pub fn on_field(&self, field: &Field) -> Vec<(usize, &PinValue)> {
        self.cells
            .iter()
            .filter(|(_, pinned, _)| pinned == field)
            .map(|(card, _, value)| (*card, value))
            .collect()
    }
}

impl PlacedPins {
    /// The pinned values of one field as (card, number): 0 for a critical failure, [`BLANK`] for no failure
    /// number, the index in its list for a designer's value.
    pub fn numbers(&self, field: &Field, spec: &Spec) -> Vec<(usize, i64)> {
        let place = |value: &ExtraValue| {
            let element = spec.elements.iter().find(|e| *field == Field::Extra(e.id.clone()))?;
            let place = element.values.iter().position(|(known, _)| known == value)?;
            i64::try_from(place).ok()
        };
        let number = |value: &PinValue| match value {
            PinValue::Cause(cell) => Some(CauseCell::value(*cell).into()),
            PinValue::Number(number) => Some(*number),
            PinValue::Blank => Some(BLANK),
            PinValue::Extra(value) => place(value),
        };
        let pins = self.on_field(field).into_iter();
        pins.filter_map(|(card, value)| Some((card, number(value)?))).collect()
    }
}

/// Fields that are dealt to a card together: a grid column, or an element.
fn unit(field: &Field) -> (u8, u16) {
    match field {
        Field::Cause { die, .. } => (0, die.sides()),
        Field::Effect { die, .. } => (1, die.sides()),
        Field::Burst(_) => (2, 0),
        Field::HitStep => (3, 0),
        Field::Penetration => (4, 0),
        Field::Scatter => (5, 0),
        Field::Failure => (6, 0),
        Field::Unintended => (7, 0),
        _ => (8, 0),
    }
}

/// The value of a card without a failure number.
pub(in crate::generate) const BLANK: i64 = -1;
