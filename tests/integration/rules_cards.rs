//! The worked examples of Action Cards, from the cards drawn to the result.

use actiondeck::deck::{CardNumber, CardNumbers, CauseCell, Deck};
use actiondeck::table::lookup::{
    Check, CheckAnswer, Draw, EffectAnswer, EffectCell, EffectQuestion, Pool, Target, TargetNumber,
    VictoryTarget,
};

/// The built-in deck, which has every printed cell of the cards in the sources.
pub fn deck() -> Deck {
    let text = include_str!("../../templates/decks/future-imperfect.json");
    Deck::read("future-imperfect.json", text).unwrap()
}

pub fn card(number: u8) -> CardNumber {
    CardNumber::new(number).unwrap()
}

pub fn check(deck: &Deck, dice: &str, tn: i64, first: CardNumber, then: &[u8]) -> CheckAnswer {
    let pool = Pool::new(deck, dice.parse().unwrap()).unwrap();
    let target = Some(Target::new(TargetNumber::clamped(tn)));
    let then = then.iter().copied().map(card).collect();
    Check { pool, target }.answer(&Draw::new(first, then).unwrap()).unwrap()
}

pub fn effect(deck: &Deck, cell: &str, card: CardNumber) -> EffectAnswer {
    let cell = EffectCell::new(deck, cell.parse().unwrap()).unwrap();
    EffectQuestion { cell, target: VictoryTarget::default() }.answer(card)
}

/// Any card with these cells, for examples whose picture has no number.
pub fn card_showing(deck: &Deck, dice: &str, cells: &[Option<u16>]) -> CardNumber {
    let pool = Pool::new(deck, dice.parse().unwrap()).unwrap();
    CardNumbers::POKER
        .iter()
        .find(|&card| {
            let shown = pool.cells(card);
            cells
                .iter()
                .zip(shown)
                .all(|(&wanted, shown)| wanted.is_none_or(|w| w == shown.value()))
        })
        .expect("the deck holds the example's cells")
}

#[test]
fn sid_with_essence_d6_and_bravery_3_may_choose_6_1_or_1() {
    let answer = check(&deck(), "3d6", 5, card(34), &[]);
    let choices: Vec<u32> = answer.choices.iter().map(|choice| choice.total).collect();
    assert_eq!(choices, [6, 1, 1]);
}

#[test]
fn sid_grabs_the_hover_taxi_with_19_and_2_bumps() {
    let answer = check(&deck(), "2d10", 11, card(34), &[10]);
    let best = answer.best().unwrap();
    assert_eq!((best.row, best.total), (2, 19));
    assert_eq!((Some(true), 2), (answer.success(), answer.bumps()));
}

#[test]
fn sid_finds_7_and_10_the_latter_exceptional() {
    let answer = check(&deck(), "2d10", 11, card(34), &[]);
    let cells: Vec<(CauseCell, bool)> =
        answer.readings.iter().map(|reading| (reading.value, reading.exceptional)).collect();
    assert_eq!(cells, [(CauseCell::Number(7), false), (CauseCell::Number(10), true)]);
    assert!(answer.best().unwrap().open);
}

#[test]
fn xenes_hacks_the_port_with_30_and_4_bumps() {
    let answer = check(&deck(), "4d10", 13, card(34), &[11, 10]);
    let best = answer.best().unwrap();
    assert_eq!((best.row, best.total, best.open), (2, 30, false));
    assert_eq!((Some(true), 4), (answer.success(), answer.bumps()));
}

#[test]
fn xenes_uses_only_her_own_row_of_a_follow_up_card() {
    // Card 10 shows 11 in another row of d10 and CF in row 4; only row 2 counts.
    let answer = check(&deck(), "4d10", 13, card(34), &[11, 10]);
    assert!(!answer.critical_failure);
    assert!(answer.choices.iter().all(|choice| choice.total <= 30));
    assert_eq!(1, answer.choices.iter().filter(|choice| choice.cells.len() == 3).count());
}

#[test]
fn the_same_4d10_on_card_10_itself_is_a_critical_failure() {
    let answer = check(&deck(), "4d10", 13, card(10), &[]);
    assert!(answer.critical_failure);
    assert_eq!((Some(false), 0), (answer.success(), answer.choices.len()));
}

#[test]
fn a_4d4_chooses_among_two_exceptional_rows() {
    // The example's card has no number: exceptional results in rows 1 and 4, ordinary ones between.
    let deck = deck();
    let pool = Pool::new(&deck, "4d4".parse().unwrap()).unwrap();
    let exceptional = |card: CardNumber| -> Vec<bool> {
        pool.cells(card).iter().map(|&cell| pool.is_exceptional(cell)).collect()
    };
    let first = CardNumbers::POKER.iter().find(|&c| exceptional(c) == [true, false, false, true]);
    let first = first.expect("some card has exceptional results in rows 1 and 4 alone");
    let second = CardNumbers::POKER
        .iter()
        .find(|&card| card != first && exceptional(card) == [false; 4])
        .expect("some card ends both chains");
    let answer = check(&deck, "4d4", 5, first, &[second.get()]);
    let sum = |row: usize| {
        u32::from(pool.cells(first)[row].value()) + u32::from(pool.cells(second)[row].value())
    };
    let extended: Vec<(u8, u32)> = answer
        .choices
        .iter()
        .filter(|choice| choice.cells.len() == 2)
        .map(|choice| (choice.row, choice.total))
        .collect();
    assert_eq!(extended, [(1, sum(0)), (4, sum(3))]);
    assert_eq!(sum(0).max(sum(3)), answer.best().unwrap().total);
}

#[test]
fn chuk_fails_critically_at_the_bulkhead_with_4d12() {
    let deck = deck();
    let card = card_showing(&deck, "4d12", &[None, None, None, Some(0)]);
    let answer = check(&deck, "4d12", 9, card, &[]);
    assert!(answer.critical_failure);
    assert_eq!("row 4 of d12 is CF", &answer_text(&answer)[1][..18]);
}

#[test]
fn card_34_gives_8_and_one_victory_in_cell_2_6() {
    let answer = effect(&deck(), "(2)d6", card(34));
    assert_eq!((8, 1, 2), (answer.magnitude, answer.victories, answer.lost));
}

#[test]
fn kayla_succeeds_against_tn_7_and_makes_two_victories_with_17() {
    let deck = deck();
    let wanted = [Some(1), Some(7), Some(7), Some(2)];
    let pool = Pool::new(&deck, "4d8".parse().unwrap()).unwrap();
    let kayla = CardNumbers::POKER
        .iter()
        .find(|&card| {
            pool.cells(card).iter().zip(wanted).all(|(cell, wanted)| Some(cell.value()) == wanted)
                && effect(&deck, "(3)10", card).magnitude == 17
        })
        .expect("the deck holds Kayla's card");
    let answer = check(&deck, "4d8", 7, kayla, &[]);
    assert_eq!((Some(true), 7), (answer.success(), answer.best().unwrap().total));
    assert_eq!(2, effect(&deck, "(3)d10", kayla).victories);
}

fn answer_text(answer: &CheckAnswer) -> Vec<String> {
    actiondeck::table::lookup::Answer::explanation(answer)
}
