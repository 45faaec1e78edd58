//! The old deck's contents for the units of a new spec.

use crate::deck::{Card, Deck, ExtraValue, Field};
use crate::spec::{ElementSpec, Spec};

use super::super::cause_cells::CauseCells;
use super::super::cause_column::CauseColumnDeal;
use super::super::content::{Content, Element};
use super::super::effect_cells::EffectCells;
use super::super::effect_column::EffectColumnDeal;
use super::super::elements::{Single, built_in, extra};
use super::super::plan::{BLANK, CausePlan, EffectPlan, PlacedPins};
use super::pin_swap::UnitPins;

/// A spec, an old deck and the placed pins.
#[derive(Clone, Copy)]
pub(super) struct Inventory<'a> {
    pub spec: &'a Spec,
    pub old: &'a Deck,
    pub pins: &'a PlacedPins,
}

impl Inventory<'_> {
    /// The old contents in the order of the units; `None` if the old deck lacks the unit. Rows that the spec
    /// does not have are omitted.
    pub fn contents(&self) -> Vec<Option<Content>> {
        let (spec, cards) = (self.spec, self.old.cards());
        let causes = spec.cause.columns.iter().map(|column| {
            let place = self.old.layout().cause.column(column.die)?;
            let plan = CausePlan::new(spec, column, self.pins);
            let cell =
                |card: usize, row| cards[card].cause.get(place, row).map_or(1, |c| c.value());
            let cells = grid(cards.len(), self.old.layout().cause.rows.min(spec.cause.rows), cell);
            let deal = CauseColumnDeal { cells, cost: 0 };
            Some(Content::Cause(CauseCells::new(deal, &plan)))
        });
        let effects = spec.effect.columns.iter().map(|&die| {
            let place = self.old.layout().effect.column(die)?;
            let plan = EffectPlan::new(spec, die, self.pins);
            let cell = |card: usize, row| cards[card].effect.get(place, row).unwrap_or_default();
            let cells =
                grid(cards.len(), self.old.layout().effect.rows.min(spec.effect.rows), cell);
            Some(Content::Effect(EffectCells::new(EffectColumnDeal { cells }, &plan)))
        });
        let mut contents: Vec<Option<Content>> = causes.chain(effects).collect();
        contents.extend(built_in(spec).iter().map(|single| self.element(single)));
        if !spec.bursts.is_empty() {
            contents.push(self.bursts());
        }
        contents.extend(spec.elements.iter().map(|element| self.extra(element)));
        contents
    }

    fn element(&self, single: &Single) -> Option<Content> {
        if !self.old.layout().fields().contains(&single.field) {
            return None;
        }
        let element = single.element.clone();
        let value: fn(&Card) -> i64 = match element {
            Element::HitStep => |card| card.hit_step.into(),
            Element::Penetration => |card| card.penetration.into(),
            Element::Scatter => |card| card.scatter.get().into(),
            Element::Failure => |card| card.failure.map_or(BLANK, i64::from),
            Element::ShuffleSign => |card| card.has_shuffle_sign.into(),
            Element::Unintended | Element::Extra(_) => |card| card.unintended.into(),
        };
        Some(Content::Element(element, self.old.cards().iter().map(value).collect()))
    }

    fn bursts(&self) -> Option<Content> {
        let layout = self.old.layout();
        let size = |shots: u16| {
            let place = layout.bursts.iter().position(|&known| known == shots)?;
            Some(self.old.cards().iter().map(|card| card.bursts[place].into()).collect())
        };
        let sizes: Option<Vec<Vec<i64>>> =
            self.spec.bursts.iter().map(|burst| size(burst.shots)).collect();
        sizes.map(Content::Bursts)
    }

    /// Values that the spec does not have follow its own.
    fn extra(&self, element: &ElementSpec) -> Option<Content> {
        let place = self.old.layout().extras.iter().position(|id| *id == element.id)?;
        let index = |value: &ExtraValue| {
            let known = element.values.iter().position(|(known, _)| known == value);
            known.unwrap_or(element.values.len()) as i64
        };
        let values = self.old.cards().iter().map(|card| index(&card.extras[place]));
        Some(Content::Element(extra(element), values.collect()))
    }

    /// Whether the old cards have parts that the spec does not have.
    pub fn has_more(&self) -> bool {
        let fields = self.spec.layout().fields();
        self.old.layout().fields().iter().any(|field| !fields.contains(field))
    }

    /// The pins of each unit, as numbers.
    pub fn unit_pins(&self) -> Vec<UnitPins> {
        let spec = self.spec;
        let cause = |die| move |row| Field::Cause { die, row };
        let effect = |die| move |row| Field::Effect { die, row };
        let mut fields: Vec<Vec<Field>> = Vec::new();
        let causes = spec.cause.columns.iter();
        fields.extend(causes.map(|c| (1..=spec.cause.rows).map(cause(c.die)).collect()));
        let effects = spec.effect.columns.iter();
        fields.extend(effects.map(|&die| (1..=spec.effect.rows).map(effect(die)).collect()));
        fields.extend(built_in(spec).into_iter().map(|single| vec![single.field]));
        if !spec.bursts.is_empty() {
            fields.push(spec.bursts.iter().map(|burst| Field::Burst(burst.shots)).collect());
        }
        fields.extend(spec.elements.iter().map(|e| vec![Field::Extra(e.id.clone())]));
        let line = |field: &Field| {
            let mut line = vec![None; spec.size()];
            let pins = self.pins.numbers(field, spec);
            pins.into_iter().for_each(|(card, value)| line[card] = Some(value));
            line
        };
        fields.iter().map(|fields| fields.iter().map(line).collect()).collect()
    }
}

fn grid<T>(cards: usize, rows: u8, cell: impl Fn(usize, u8) -> T) -> Vec<Vec<T>> {
    (1..=rows).map(|row| (0..cards).map(|card| cell(card, row)).collect()).collect()
}
