//! Properties of every generated deck.

mod other_specs;

use num_bigint::BigInt;

use super::*;
use crate::deck::{Card, Field};
use crate::dice::{Distribution, Probability, best_of_at_least, share};
use crate::spec::{PinCard, PinValue, preset};

fn quick(name: &str, seed: u64) -> (Spec, Deck) {
    let spec = preset(name).unwrap().spec().unwrap();
    let deck = generate(&spec, seed, Effort::Quick, &|_| ()).unwrap();
    (spec, deck)
}

fn half() -> Probability {
    Probability::new(1.into(), 2.into())
}

/// The outcome of a check by the rule: the cell of the level decides on CF, else the best row counts.
fn check(card: &Card, column: usize, level: u8) -> u16 {
    match card.cause.get(column, level).and_then(|cell| cell.number()) {
        None => 0,
        Some(_) => {
            (1..=level).filter_map(|row| card.cause.get(column, row)?.number()).max().unwrap_or(0)
        }
    }
}

#[test]
fn every_threshold_is_within_half_a_card() {
    for (name, seed) in [("future-imperfect", 54), ("true-dice", 54), ("future-imperfect", 7)] {
        let (spec, deck) = quick(name, seed);
        for (column, plan) in spec.cause.columns.iter().enumerate() {
            for level in 1..=spec.cause.rows {
                let critical = plan.critical[usize::from(level) - 1];
                for t in 2..=plan.die.sides() {
                    let cards = deck.cards().iter();
                    let s = cards.filter(|card| check(card, column, level) >= t).count();
                    let dice = best_of_at_least(plan.die, level, t.into());
                    let most = BigInt::from(54 - usize::from(critical));
                    let ideal = share::ideal(54, &dice).min(most.into());
                    let die = plan.die;
                    assert!(share::error(s, &ideal) <= half(), "{name} {level}{die} TN {t}: {s}");
                }
            }
        }
    }
}

#[test]
fn every_effect_cell_is_within_half_a_card() {
    let (spec, deck) = quick("future-imperfect", 54);
    for (column, &die) in spec.effect.columns.iter().enumerate() {
        let one = Distribution::open_ended(die, 200);
        for row in 1..=spec.effect.rows {
            let sum = one.times(row.into(), 190);
            for x in 1..=190 {
                let cards = deck.cards().iter();
                let reaches = |card: &&Card| {
                    card.effect.get(column, row).is_some_and(|sum| i64::from(sum) >= x)
                };
                let ideal = share::ideal(54, &sum.at_least(x));
                let error = share::error(cards.filter(reaches).count(), &ideal);
                assert!(error <= half(), "({row}){die} at {x}");
            }
        }
    }
}

#[test]
fn effects_rise_strictly_and_longer_bursts_never_hit_less() {
    for name in ["future-imperfect", "true-dice"] {
        for card in quick(name, 3).1.cards() {
            for column in 0..card.effect.columns() {
                assert!(card.effect.column(column).is_sorted_by(|above, below| above < below));
            }
            assert!(card.bursts.is_sorted());
        }
    }
}

#[test]
fn every_pin_is_kept_and_every_group_has_a_card() {
    let (spec, deck) = quick("future-imperfect", 11);
    let holds = |card: &Card, field: &Field, value: &PinValue| {
        let text = field.text(deck.layout(), card);
        match value {
            PinValue::Cause(cell) => text == cell.to_string(),
            PinValue::Number(number) => text == number.to_string(),
            PinValue::Blank => text.is_empty(),
            PinValue::Extra(value) => text == value.to_string(),
        }
    };
    for pin in &spec.pins {
        match &pin.card {
            PinCard::Number(number) => {
                assert!(holds(deck.card(*number), &pin.field, &pin.value), "{pin:?}");
            }
            PinCard::Some(name) => {
                let group = spec.pins.iter().filter(|other| other.card == pin.card);
                let group: Vec<_> = group.collect();
                let all =
                    |card: &&Card| group.iter().all(|pin| holds(card, &pin.field, &pin.value));
                assert!(deck.cards().iter().any(|card| all(&card)), "*{name}");
            }
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let deck = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| quick("future-imperfect", 5).1.to_json())
    };
    assert_eq!(deck(1), deck(3));
}

#[test]
fn seeds_give_different_decks_and_the_same_seed_the_same() {
    let edition = |seed| quick("true-dice", seed).1.edition();
    assert_eq!(edition(1), edition(1));
    assert_ne!(edition(1), edition(2));
}

#[test]
fn progress_adds_up_to_the_moves_announced() {
    use std::sync::atomic::{AtomicU64, Ordering};
    let spec = preset("true-dice").unwrap().spec().unwrap();
    let reported = AtomicU64::new(0);
    let progress = |moves| {
        reported.fetch_add(moves, Ordering::Relaxed);
    };
    generate(&spec, 1, Effort::Quick, &progress).unwrap();
    let (reported, total) = (reported.into_inner(), total_moves(&spec, Effort::Quick));
    assert_eq!(reported, total);
}
