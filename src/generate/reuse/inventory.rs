//! What an old deck has in place of each unit of a new spec.

use std::collections::BTreeMap;

use crate::deck::{DECK_SIZE, Deck, ExtraValue, Field};
use crate::spec::{ElementSpec, PinValue, Spec};

use super::super::cause_cells::CauseCells;
use super::super::cause_column::CauseColumnDeal;
use super::super::effect_cells::EffectCells;
use super::super::effect_column::EffectColumnDeal;
use super::super::plan::{CausePlan, EffectPlan, PlacedPins};
use super::super::units::Content;
use super::exchange::UnitPins;

/// A spec, an old deck and the pins as they are placed on cards.
#[derive(Clone, Copy)]
pub(super) struct Inventory<'a> {
    pub spec: &'a Spec,
    pub old: &'a Deck,
    pub pins: &'a PlacedPins,
}

impl Inventory<'_> {
    /// The old contents in the order of the units, `None` where the old deck has no such unit. Rows
    /// that the spec does not have are left out.
    pub fn contents(&self) -> Vec<Option<Content>> {
        let (spec, cards) = (self.spec, self.old.cards());
        let causes = spec.cause.columns.iter().map(|column| {
            let place = self.old.layout().cause.column(column.die)?;
            let plan = CausePlan::new(column, spec.cause.rows, self.pins);
            let cell =
                |card: usize, row| cards[card].cause.get(place, row).map_or(1, |c| c.value());
            let cells = grid(self.old.layout().cause.rows.min(spec.cause.rows), cell);
            let deal = CauseColumnDeal { cells, cost: 0 };
            Some(Content::Cause(CauseCells::new(deal, &plan.pinned)))
        });
        let effects = spec.effect.columns.iter().map(|&die| {
            let place = self.old.layout().effect.column(die)?;
            let plan = EffectPlan::new(spec, die, self.pins);
            let cell = |card: usize, row| cards[card].effect.get(place, row).unwrap_or_default();
            let cells = grid(self.old.layout().effect.rows.min(spec.effect.rows), cell);
            Some(Content::Effect(EffectCells::new(EffectColumnDeal { cells }, &plan)))
        });
        let mut contents: Vec<Option<Content>> = causes.chain(effects).collect();
        contents.extend([
            Some(Content::HitStep(cards.iter().map(|card| card.hit_step).collect())),
            Some(Content::Penetration(cards.iter().map(|card| card.penetration).collect())),
            Some(Content::Scatter(cards.iter().map(|card| card.scatter.get()).collect())),
            Some(Content::Failure(cards.iter().map(|card| card.failure).collect())),
            Some(Content::Unintended(cards.iter().map(|card| card.unintended).collect())),
        ]);
        if !spec.bursts.is_empty() {
            contents.push(self.bursts());
        }
        contents.extend(spec.elements.iter().map(|element| self.extra(element)));
        contents
    }

    fn bursts(&self) -> Option<Content> {
        let layout = self.old.layout();
        let size = |shots: u16| {
            let place = layout.bursts.iter().position(|&known| known == shots)?;
            Some(self.old.cards().iter().map(|card| card.bursts[place]).collect())
        };
        let sizes: Option<Vec<Vec<u16>>> =
            self.spec.bursts.iter().map(|burst| size(burst.shots)).collect();
        sizes.map(Content::Bursts)
    }

    /// Values that the spec does not have stand behind its own.
    fn extra(&self, element: &ElementSpec) -> Option<Content> {
        let place = self.old.layout().extras.iter().position(|id| *id == element.id)?;
        let index = |value: &ExtraValue| {
            let known = element.values.iter().position(|(known, _)| known == value);
            known.unwrap_or(element.values.len())
        };
        Some(Content::Extra(
            self.old.cards().iter().map(|card| index(&card.extras[place])).collect(),
        ))
    }

    /// Whether the old cards have something for which the spec has no place.
    pub fn has_more(&self) -> bool {
        let fields = self.spec.layout().fields();
        self.old.layout().fields().iter().any(|field| !fields.contains(field))
    }

    /// The pins of each unit, as numbers.
    pub fn unit_pins(&self) -> Vec<UnitPins> {
        let spec = self.spec;
        let mut pins: Vec<UnitPins> = Vec::new();
        for column in &spec.cause.columns {
            let rows = (1..=spec.cause.rows).map(|row| Field::Cause { die: column.die, row });
            pins.push(rows.map(|field| self.numbers(&field, None)).collect());
        }
        for &die in &spec.effect.columns {
            let rows = (1..=spec.effect.rows).map(|row| Field::Effect { die, row });
            pins.push(rows.map(|field| self.numbers(&field, None)).collect());
        }
        for field in
            [Field::HitStep, Field::Penetration, Field::Scatter, Field::Failure, Field::Unintended]
        {
            pins.push(vec![self.numbers(&field, None)]);
        }
        if !spec.bursts.is_empty() {
            let sizes = spec.bursts.iter().map(|burst| Field::Burst(burst.shots));
            pins.push(sizes.map(|field| self.numbers(&field, None)).collect());
        }
        for element in &spec.elements {
            pins.push(vec![self.numbers(&Field::Extra(element.id.clone()), Some(element))]);
        }
        pins
    }

    fn numbers(&self, field: &Field, element: Option<&ElementSpec>) -> Vec<Option<i64>> {
        let number = |value: &PinValue| match value {
            PinValue::Cause(cell) => Some(cell.value().into()),
            PinValue::Number(number) => Some(*number),
            PinValue::Blank => Some(-1),
            PinValue::Extra(value) => {
                let place = element?.values.iter().position(|(known, _)| known == value)?;
                i64::try_from(place).ok()
            }
        };
        let pinned: BTreeMap<usize, &PinValue> = self.pins.of(field).into_iter().collect();
        (0..DECK_SIZE).map(|card| pinned.get(&card).and_then(|value| number(value))).collect()
    }
}

fn grid<T>(rows: u8, cell: impl Fn(usize, u8) -> T) -> Vec<Vec<T>> {
    (1..=rows).map(|row| (0..DECK_SIZE).map(|card| cell(card, row)).collect()).collect()
}
