//! Contests compared with brute force: every order of a small pile, dealt as at the table.

use proptest::prelude::*;

use super::*;
use crate::deck::CardNumbers;
use crate::deck::Deck;
use crate::table::lookup::samples::{CSV, deck, deck_with_closed};
use crate::table::odds::deals::{each_order, final_result};

/// The reference: deals every order of a small pile as at the table, one card for each side, then
/// follow-up cards of one side and of the other while they have an open row.
fn by_dealing(
    active: Pool<'_>,
    opponent: Pool<'_>,
    cards: &[CardNumber],
    modifier: i64,
) -> WinDrawLose {
    let mut ways = [0_u32; 3];
    let mut orders = 0;
    each_order(&mut cards.to_vec(), 0, &mut |order| {
        orders += 1;
        let mut rest = order[2..].iter();
        let mine =
            final_result(PoolReading::usual(active), order[0], &mut rest).map(|it| it + modifier);
        let theirs = final_result(PoolReading::usual(opponent), order[1], &mut rest);
        ways[way(mine, theirs)] += 1;
    });
    ways.map(|count| Probability::new(count.into(), orders.into()))
}

fn column(tables: &OddsTables, column: usize) -> Vec<Probability> {
    let rows = &tables.tables[0].rows;
    rows.iter().map(|row| row.chances[column].as_ref().unwrap().probability().clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn contests_from_one_pile_agree_with_every_order_of_it(
        start in 0_usize..54,
        step in prop::sample::select(vec![1_usize, 5, 7, 11]),
        size in 2_usize..9,
        levels in (1_u8..6, 1_u8..6),
        dice in (prop::sample::select(vec!["d4", "d6", "d10"]), prop::sample::select(vec!["d4", "d8"])),
        modifier in -3_i32..4,
        closed in prop::sample::select(vec!["", "d4", "d8"]),
    ) {
        let deck = closed.parse().map_or_else(|_| deck(), deck_with_closed);
        let pool = |level: u8, die: &str| {
            Pool::new(&deck, format!("{level}{die}").parse().unwrap()).unwrap()
        };
        let (active, opponent) = (pool(levels.0, dice.0), pool(levels.1, dice.1));
        let all: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
        let kept: Vec<CardNumber> = (0..size).map(|at| all[(start + at * step) % 54]).collect();
        let pile = Pile::from_fn(CardNumbers::POKER, |card| kept.contains(&card));
        let odds = contest_odds(active, opponent, ContestPiles::Shared(pile), &[modifier]);
        let expected = by_dealing(active, opponent, &kept, modifier.into());
        prop_assert_eq!(expected.to_vec(), column(&odds, 1));
    }
}

#[test]
fn contests_with_a_deck_each_agree_with_both_sides_dealt_apart() {
    let deck = deck();
    let pool = |dice: &str| Pool::new(&deck, dice.parse().unwrap()).unwrap();
    let all: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
    for (one, other, from, modifier) in
        [("3d4", "2d4", 0, 0), ("5d4", "4d6", 9, 2), ("1d10", "3d8", 30, -3)]
    {
        let (mine, theirs) = (&all[from..from + 6], &all[from + 3..from + 8]);
        let spread = |pool, cards: &[CardNumber]| {
            let mut results = Vec::new();
            each_order(&mut cards.to_vec(), 0, &mut |order| {
                let reading = PoolReading::usual(pool);
                results.push(final_result(reading, order[0], &mut order[1..].iter()));
            });
            results
        };
        let mut ways = [0_u32; 3];
        let theirs_dealt = spread(pool(other), theirs);
        for active in spread(pool(one), mine) {
            for &opponent in &theirs_dealt {
                ways[way(active.map(|it| it + modifier), opponent)] += 1;
            }
        }
        let sum: u32 = ways.iter().sum();
        let expected: Vec<Probability> =
            ways.iter().map(|&it| Probability::new(it.into(), sum.into())).collect();
        let piles = [mine, theirs]
            .map(|kept| Pile::from_fn(CardNumbers::POKER, |card| kept.contains(&card)));
        let piles = ContestPiles::Own(piles[0], piles[1]);
        let odds = contest_odds(pool(one), pool(other), piles, &[modifier as i32]);
        assert_eq!(expected, column(&odds, 1), "{one} {other}");
    }
}

#[test]
fn chances_from_one_whole_pile_add_up_and_are_mirrored() {
    let deck = deck();
    let pool = |dice: &str| Pool::new(&deck, dice.parse().unwrap()).unwrap();
    let shared = ContestPiles::Shared(Pile::whole(CardNumbers::POKER));
    for (one, other, modifier) in
        [("1d12", "2d10", 0), ("1d4", "1d4", 1), ("2d6", "1d4", -2), ("3d6", "3d6", 0)]
    {
        let odds = contest_odds(pool(one), pool(other), shared, &[modifier]);
        for place in 0..3 {
            let sum: Probability = column(&odds, place).into_iter().sum();
            assert!(sum.is_one(), "{sum}");
        }
        let mut mirrored = column(&contest_odds(pool(other), pool(one), shared, &[-modifier]), 1);
        mirrored.reverse();
        assert_eq!(column(&odds, 1), mirrored, "{one} {other}");
    }
}

/// The deck with other numbers in row 1 of d4, or in all its rows, by card.
fn changed(rows: usize, number: fn(usize) -> usize) -> Deck {
    let lines = CSV.lines().enumerate().map(|(line, text)| {
        let mut fields: Vec<String> = text.split(',').map(str::to_owned).collect();
        for field in &mut fields[4..4 + rows] {
            match line {
                0 => assert!(field.starts_with("cause_d4"), "{field}"),
                card => *field = number(card).to_string(),
            }
        }
        fields.join(",") + "\n"
    });
    Deck::read("deck.csv", &lines.collect::<String>()).unwrap()
}

#[test]
fn exceptional_numbers_above_the_die_count_for_what_they_are() {
    let deck = changed(1, |card| if card % 2 == 0 { 4 + card % 6 } else { 1 });
    let pool = |dice: &str| Pool::new(&deck, dice.parse().unwrap()).unwrap();
    for (from, one, other) in [(0, "1d4", "2d4"), (20, "3d4", "1d6"), (40, "2d4", "5d4")] {
        let kept: Vec<CardNumber> = CardNumbers::POKER.iter().skip(from).take(7).collect();
        let pile = Pile::from_fn(CardNumbers::POKER, |card| kept.contains(&card));
        let (one, other) = (pool(one), pool(other));
        let odds = contest_odds(one, other, ContestPiles::Shared(pile), &[1]);
        assert_eq!(by_dealing(one, other, &kept, 1).to_vec(), column(&odds, 1));
    }
}

#[test]
fn chains_that_are_too_many_are_said_to_be() {
    // Half of the cards are exceptional in all five rows.
    let deck = changed(5, |card| if card % 2 == 0 { 4 } else { 1 });
    let pool = |dice: &str| Pool::new(&deck, dice.parse().unwrap()).unwrap();
    let shared = ContestPiles::Shared(Pile::whole(CardNumbers::POKER));
    let odds = contest_odds(pool("5d4"), pool("1d6"), shared, &[0]);
    assert!(odds.tables[0].rows[0].chances[1].is_none());
    assert!(odds.notes[0].contains("--two-decks"), "{:?}", odds.notes);
}
