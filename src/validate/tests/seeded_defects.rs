//! Decks with one seeded defect each: the validator reports exactly that defect.

use crate::deck::{CauseCell, ClockHour, ExtraValue, Grid, Rank, Suit, Toggle};
use crate::spec::{ElementSpec, Spec};

use super::super::{Rule, validate};
use super::fixtures::{self, EditableDeck};

use CauseCell::{CriticalFailure as CF, Number};

/// A defect, and the expected fault.
struct Defect {
    what: &'static str,
    seed: fn(&mut EditableDeck, &mut Spec) -> usize,
    rule: Rule,
    /// Whether the card that seeding it returns is named.
    on_card: bool,
    field: &'static str,
}

const fn on_card(
    what: &'static str,
    rule: Rule,
    field: &'static str,
    seed: fn(&mut EditableDeck, &mut Spec) -> usize,
) -> Defect {
    Defect { what, seed, rule, on_card: true, field }
}

const fn on_deck(
    what: &'static str,
    rule: Rule,
    field: &'static str,
    seed: fn(&mut EditableDeck, &mut Spec) -> usize,
) -> Defect {
    Defect { what, seed, rule, on_card: false, field }
}

/// Cards with pins; changes elsewhere do not affect the pins.
const PINNED: [usize; 9] = [10, 11, 20, 27, 34, 37, 42, 48, 50];

/// The first card without pins that shows `cell`.
fn showing(deck: &EditableDeck, sides: u16, row: u8, cell: CauseCell) -> usize {
    (0..54)
        .find(|card| !PINNED.contains(card) && deck.cause_at(*card, sides, row) == cell)
        .expect("some free card shows it")
}

/// Replaces `from` by `to` on a card without pins.
pub(super) fn replace(
    deck: &mut EditableDeck,
    sides: u16,
    row: u8,
    from: CauseCell,
    to: CauseCell,
) -> usize {
    let card = showing(deck, sides, row, from);
    deck.cause(card, sides, row, to);
    card
}

/// Exchanges a cell of `card` for an ordinary `other` value elsewhere.
fn exchange(deck: &mut EditableDeck, card: usize, sides: u16, row: u8, other: CauseCell) -> usize {
    let with = showing(deck, sides, row, other);
    deck.swap_cause(card, with, sides, row);
    card
}

/// The first card with these bursts.
fn bursting(deck: &EditableDeck, hits: [u16; 3]) -> usize {
    deck.cards.iter().position(|card| card.bursts == hits).expect("some card bursts so")
}

/// Gives a card another hit step and the stack that goes with it.
fn step(deck: &mut EditableDeck, spec: &Spec, card: usize, step: u8) {
    deck.cards[card].hit_step = step;
    deck.cards[card].hit = spec.hit.stack(step);
}

/// Adds a designer element of two texts, heads on the first 27 cards.
fn coin(deck: &mut EditableDeck, spec: &mut Spec) {
    let [heads, tails] = ["heads", "tails"].map(ExtraValue::from_text);
    spec.elements.push(ElementSpec {
        id: "coin".to_owned(),
        label: "Coin".to_owned(),
        how: None,
        values: vec![(heads.clone(), 27), (tails.clone(), 27)],
        dice: None,
    });
    deck.layout.extras.push("coin".to_owned());
    for (place, card) in deck.cards.iter_mut().enumerate() {
        card.extras.push(if place < 27 { heads.clone() } else { tails.clone() });
    }
}

const DEFECTS: &[Defect] = &[
    on_card("a wrong rank", Rule::Rank, "rank", |deck, _| {
        deck.cards[5].rank = Rank::new(7).unwrap();
        5
    }),
    on_card("a red joker with a rank", Rule::Rank, "rank", |deck, _| {
        deck.cards[0].rank = Rank::new(14).unwrap();
        0
    }),
    on_card("an ace for the black joker", Rule::Rank, "rank", |deck, _| {
        deck.cards[53].rank = Rank::new(13).unwrap();
        53
    }),
    on_card("a wrong suit", Rule::Suit, "suit", |deck, _| {
        deck.cards[22].suit = Suit::Spades;
        22
    }),
    on_card("a joker of clubs", Rule::Suit, "suit", |deck, _| {
        deck.cards[53].suit = Suit::Clubs;
        53
    }),
    on_card("an even card that says no", Rule::Toggle, "toggle", |deck, _| {
        deck.cards[8].toggle = Toggle::No;
        8
    }),
    on_card("an odd card that says yes", Rule::Toggle, "toggle", |deck, _| {
        deck.cards[9].toggle = Toggle::Yes;
        9
    }),
    on_card("a 9 in the d6 column", Rule::CauseValue, "cause_d6_1", |deck, _| {
        replace(deck, 6, 1, Number(3), Number(9))
    }),
    on_card("a value of four digits", Rule::CauseValue, "cause_d12_5", |deck, _| {
        replace(deck, 12, 5, Number(12), Number(9999))
    }),
    on_card("an exceptional value one too high", Rule::CauseValue, "cause_d8_2", |deck, _| {
        replace(deck, 8, 2, Number(9), Number(10))
    }),
    on_deck("an exceptional d10 too few", Rule::ExceptionalCount, "cause_d10_1", |deck, _| {
        replace(deck, 10, 1, Number(12), Number(9))
    }),
    on_deck("an exceptional d10 too many", Rule::ExceptionalCount, "cause_d10_4", |deck, _| {
        replace(deck, 10, 4, Number(3), Number(10))
    }),
    on_deck("an exceptional d6 too few", Rule::ExceptionalCount, "cause_d6_5", |deck, _| {
        replace(deck, 6, 5, Number(6), Number(5))
    }),
    on_deck("an exceptional d6 too many", Rule::ExceptionalCount, "cause_d6_2", |deck, _| {
        replace(deck, 6, 2, Number(4), Number(6))
    }),
    on_deck("an exceptional d12 too many", Rule::ExceptionalCount, "cause_d12_3", |deck, _| {
        replace(deck, 12, 3, Number(7), Number(12))
    }),
    on_deck("an exceptional d4 too many", Rule::ExceptionalCount, "cause_d4_2", |deck, _| {
        replace(deck, 4, 2, Number(2), Number(4))
    }),
    on_deck("an 11 for a 12", Rule::ExceptionalValues, "cause_d10_5", |deck, _| {
        replace(deck, 10, 5, Number(12), Number(11))
    }),
    on_deck("a 4 for a 5", Rule::ExceptionalValues, "cause_d4_1", |deck, _| {
        replace(deck, 4, 1, Number(5), Number(4))
    }),
    on_deck("a 12 for a 13", Rule::ExceptionalValues, "cause_d12_2", |deck, _| {
        replace(deck, 12, 2, Number(13), Number(12))
    }),
    on_deck("a second 7", Rule::ExceptionalValues, "cause_d6_3", |deck, _| {
        replace(deck, 6, 3, Number(6), Number(7))
    }),
    on_deck("a critical failure too few", Rule::CriticalCount, "cause_d4_1", |deck, _| {
        replace(deck, 4, 1, CF, Number(1))
    }),
    on_deck("a critical failure too many", Rule::CriticalCount, "cause_d6_2", |deck, _| {
        replace(deck, 6, 2, Number(1), CF)
    }),
    on_deck("no critical failure at all", Rule::CriticalCount, "cause_d12_5", |deck, _| {
        replace(deck, 12, 5, CF, Number(1))
    }),
    on_card("an effect that stands still", Rule::EffectRising, "effect_d4_5", |deck, _| {
        let above = deck.cards[3].effect.get(0, 4).unwrap();
        deck.effect(3, 4, 5, above);
        3
    }),
    on_card("an effect that falls", Rule::EffectRising, "effect_d12_5", |deck, _| {
        let above = deck.cards[40].effect.get(4, 4).unwrap();
        deck.effect(40, 12, 5, above - 2);
        40
    }),
    on_card("a first row above the second", Rule::EffectRising, "effect_d8_2", |deck, _| {
        let below = deck.cards[1].effect.get(2, 2).unwrap();
        deck.effect(1, 8, 1, below + 1);
        1
    }),
    on_card("a step above the ladder", Rule::HitStep, "hit_step", |deck, _| {
        deck.cards[14].hit_step = 21;
        14
    }),
    on_card("a step below the ladder", Rule::HitStep, "hit_step", |deck, _| {
        deck.cards[14].hit_step = 0;
        14
    }),
    on_deck("steps bunched at the top", Rule::HitStepCount, "hit_step", |deck, spec| {
        for card in 0..6 {
            step(deck, spec, card, 20);
        }
        0
    }),
    on_deck("a step that no card has", Rule::HitStepCount, "hit_step", |deck, spec| {
        for card in 0..54 {
            if deck.cards[card].hit_step == 10 {
                step(deck, spec, card, 11);
            }
        }
        0
    }),
    on_card("a wrong top of the stack", Rule::HitStack, "hit_1", |deck, _| {
        let card = deck.cards.iter().position(|card| card.hit[0] != "chest").unwrap();
        deck.cards[card].hit[0] = "chest".to_owned();
        card
    }),
    on_card("a leg of the wrong side", Rule::HitStack, "hit_4", |deck, _| {
        let card = deck.cards.iter().position(|card| card.hit[3] == "left leg").unwrap();
        deck.cards[card].hit[3] = "right leg".to_owned();
        card
    }),
    on_card("a location of no ladder", Rule::HitStack, "hit_3", |deck, _| {
        deck.cards[31].hit[2] = "tail".to_owned();
        31
    }),
    on_card("a burst of 5 under that of 3", Rule::BurstOrder, "burst_5", |deck, _| {
        let (card, other) = (bursting(deck, [2, 2, 3]), bursting(deck, [1, 1, 2]));
        deck.cards[card].bursts[1] = 1;
        deck.cards[other].bursts[1] = 2;
        card
    }),
    on_card("a burst of 10 under that of 5", Rule::BurstOrder, "burst_10", |deck, _| {
        let (card, other) = (bursting(deck, [2, 2, 3]), bursting(deck, [1, 1, 1]));
        deck.cards[card].bursts[2] = 1;
        deck.cards[other].bursts[2] = 3;
        card
    }),
    on_deck("a tenth hit that became a ninth", Rule::ElementCount, "burst_10", |deck, _| {
        let card = bursting(deck, [3, 5, 10]);
        deck.cards[card].bursts[2] = 9;
        card
    }),
    on_card("a burst without a hit", Rule::ElementCount, "burst_3", |deck, _| {
        let card = bursting(deck, [1, 1, 1]);
        deck.cards[card].bursts[0] = 0;
        card
    }),
    on_card("a penetration of 3", Rule::ElementCount, "penetration", |deck, _| {
        deck.cards[45].penetration = 3;
        45
    }),
    on_deck("a penetration too many", Rule::ElementCount, "penetration", |deck, _| {
        let card = deck.cards.iter().position(|card| card.penetration == 0).unwrap();
        deck.cards[card].penetration = 1;
        card
    }),
    on_deck("a direction too many", Rule::ElementCount, "scatter", |deck, _| {
        deck.cards[12].scatter = deck.cards[12].scatter.opposite();
        let hour = deck.cards[12].scatter.get() % 12 + 1;
        deck.cards[12].scatter = ClockHour::new(hour).unwrap();
        12
    }),
    on_deck("a failure number twice", Rule::ElementCount, "failure", |deck, _| {
        let card = deck.cards.iter().position(|card| card.failure == Some(2)).unwrap();
        deck.cards[card].failure = Some(1);
        card
    }),
    on_deck("a failure number lost", Rule::ElementCount, "failure", |deck, _| {
        let card = deck.cards.iter().position(|card| card.failure == Some(13)).unwrap();
        deck.cards[card].failure = None;
        card
    }),
    on_deck("a failure number too many", Rule::ElementCount, "failure", |deck, _| {
        let card = deck.cards.iter().position(|card| card.failure.is_none()).unwrap();
        deck.cards[card].failure = Some(5);
        card
    }),
    on_deck("an unintended target too many", Rule::ElementCount, "unintended", |deck, _| {
        deck.cards[2].unintended = deck.cards[2].unintended % 6 + 1;
        2
    }),
    on_deck("a coin that fell the other way", Rule::ElementCount, "coin", |deck, spec| {
        coin(deck, spec);
        deck.cards[0].extras[0] = ExtraValue::from_text("tails");
        0
    }),
    on_card("a coin on its edge", Rule::ElementCount, "coin", |deck, spec| {
        coin(deck, spec);
        deck.cards[33].extras[0] = ExtraValue::from_text("edge");
        33
    }),
    on_card("a pinned number moved", Rule::Pin, "cause_d6_1", |deck, _| {
        exchange(deck, 34, 6, 1, Number(2))
    }),
    on_card("a pinned exceptional moved", Rule::Pin, "cause_d10_2", |deck, _| {
        exchange(deck, 34, 10, 2, Number(4))
    }),
    on_card("a pinned critical failure moved", Rule::Pin, "cause_d10_4", |deck, _| {
        exchange(deck, 10, 10, 4, Number(5))
    }),
    on_card("a pinned effect moved", Rule::Pin, "effect_d6_2", |deck, _| {
        let other = (0..54)
            .find(|&card| deck.cards[card].effect.get(1, 2) != deck.cards[34].effect.get(1, 2));
        deck.swap_effect_column(34, other.unwrap(), 1);
        34
    }),
    on_deck("a group of cause cells torn", Rule::PinGroup, "", |deck, _| {
        exchange(deck, 48, 10, 1, Number(4))
    }),
    on_deck("a group of both grids torn", Rule::PinGroup, "", |deck, _| {
        let other = (0..54)
            .find(|&card| deck.cards[card].effect.get(3, 3) != deck.cards[20].effect.get(3, 3));
        deck.swap_effect_column(20, other.unwrap(), 3);
        20
    }),
    on_deck("a burst size left out", Rule::Layout, "", |deck, _| {
        deck.layout.bursts.pop();
        deck.cards.iter_mut().for_each(|card| card.bursts.truncate(2));
        0
    }),
    on_deck("a cause row left out", Rule::Layout, "", |deck, _| {
        deck.layout.cause.rows = 4;
        for card in &mut deck.cards {
            let columns: Vec<Vec<CauseCell>> =
                (0..5).map(|column| card.cause.column(column)[..4].to_vec()).collect();
            card.cause = Grid::from_columns(&columns).unwrap();
        }
        0
    }),
    on_deck("an effect column left out", Rule::Layout, "", |deck, _| {
        deck.layout.effect.columns.remove(0);
        for card in &mut deck.cards {
            let columns: Vec<Vec<u32>> =
                (1..5).map(|column| card.effect.column(column).to_vec()).collect();
            card.effect = Grid::from_columns(&columns).unwrap();
        }
        0
    }),
    on_deck("a shorter hit stack", Rule::Layout, "", |deck, _| {
        deck.layout.stack = 3;
        deck.cards.iter_mut().for_each(|card| card.hit.truncate(3));
        0
    }),
    on_deck("an element the spec does not know", Rule::Layout, "", |deck, spec| {
        coin(deck, spec);
        spec.elements.clear();
        0
    }),
];

#[test]
fn every_seeded_defect_is_reported_alone() {
    let defects = DEFECTS.len();
    assert!(defects >= 40, "{defects}");
    for defect in DEFECTS {
        let (mut deck, mut spec) = (EditableDeck::new(), fixtures::spec());
        let card = (defect.seed)(&mut deck, &mut spec);
        let faults = validate(&deck.deck(), Some(&spec)).faults;
        let named: Vec<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
        assert_eq!(1, faults.len(), "{}: {named:#?}", defect.what);
        let fault = &faults[0];
        assert_eq!(defect.rule, fault.rule, "{}: {fault}", defect.what);
        let named_card = fault.card.map(usize::from);
        assert_eq!(defect.on_card.then_some(card), named_card, "{}: {fault}", defect.what);
        let field = fault.field.as_deref().unwrap_or_default();
        assert_eq!(defect.field, field, "{}: {fault}", defect.what);
    }
}
