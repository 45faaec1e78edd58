//! Checks the distribution of hit steps, and the stacks that follow from them.

use std::collections::BTreeMap;

use crate::deck::{Card, Deck, Field};
use crate::dice::{Probability, share};
use crate::spec::{HitSpec, Spec};
use crate::wording::{counted, plural_form};

use super::{Fault, Rule};

/// Checks steps, their counts and the stacks. Without a spec the ladder is unknown, so cards of the same step
/// must show the same stack.
pub(super) fn check(deck: &Deck, spec: Option<&Spec>, faults: &mut Vec<Fault>) {
    let Some(spec) = spec else {
        return same_steps(deck, faults);
    };
    let steps = spec.hit.steps();
    let before = faults.len();
    for card in deck.cards() {
        if card.hit_step == 0 || card.hit_step > steps {
            let message = format!("{} is not a step of the ladder; it has {steps}", card.hit_step);
            faults.push(Fault::on_card(Rule::HitStep, card.number, &Field::HitStep, message));
        } else if usize::from(deck.layout().stack) == spec.hit.reads.len() {
            stack(card, &spec.hit.stack(card.hit_step), faults);
        }
    }
    let in_range = faults[before..].iter().all(|fault| fault.rule != Rule::HitStep);
    if in_range {
        spread(deck, &spec.hit, faults);
    }
}

/// Reports one fault for the first wrong entry.
fn stack(card: &Card, right: &[String], faults: &mut Vec<Fault>) {
    if let Some(place) = card.hit.iter().zip(right).position(|(found, right)| found != right) {
        let message = format!(
            "found {:?} where step {} has {:?}",
            card.hit[place], card.hit_step, right[place],
        );
        let field = Field::Hit(place as u8 + 1);
        faults.push(Fault::on_card(Rule::HitStack, card.number, &field, message));
    }
}

/// Checks cumulative counts: as many cards at each step or above as an even ladder has, rounded.
fn spread(deck: &Deck, hit: &HitSpec, faults: &mut Vec<Fault>) {
    let steps = hit.steps();
    let mut off = Vec::new();
    for step in 2..=steps {
        let chance = Probability::new((steps - step + 1).into(), steps.into());
        let right = share::nearest(deck.size(), &share::ideal(deck.size(), &chance));
        let found = deck.cards().iter().filter(|card| card.hit_step >= step).count();
        if !right.contains(&found) {
            off.push(format!(
                "{} at step {step} or above, {} {} there",
                counted(found, "card"),
                right.end(),
                plural_form(*right.end(), "belongs", "belong")
            ));
        }
    }
    if !off.is_empty() {
        let message = off.join("; ");
        faults.push(Fault::on_field(Rule::HitStepCount, &Field::HitStep, message));
    }
}

/// Reports cards whose stack differs from that of most cards of the same step.
fn same_steps(deck: &Deck, faults: &mut Vec<Fault>) {
    let mut by_step: BTreeMap<u8, Vec<&Card>> = BTreeMap::new();
    for card in deck.cards() {
        by_step.entry(card.hit_step).or_default().push(card);
    }
    for cards in by_step.values() {
        let showing = |stack: &[String]| cards.iter().filter(|card| card.hit == *stack).count();
        let mut usual = cards[0];
        for card in cards {
            if showing(&card.hit) > showing(&usual.hit) {
                usual = card;
            }
        }
        for card in cards {
            stack(card, &usual.hit, faults);
        }
    }
}
