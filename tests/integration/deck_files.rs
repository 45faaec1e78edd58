//! Deck files of any shape: what is printed is read back, and damage is told by line and column.

use std::collections::BTreeSet;

use actiondeck::deck::{
    Card, CardNumber, CauseCell, ClockHour, Deck, Digest, ExtraValue, Grid, GridShape, Layout,
    Origin, Toggle, check_text,
};
use actiondeck::dice::Die;
use actiondeck::random::Draws;
use proptest::prelude::*;

fn grid_shape() -> impl Strategy<Value = GridShape> {
    let columns = prop::collection::btree_set(2..=Die::MAX_SIDES, 1..6);
    (columns, 1..=GridShape::MAX_ROWS).prop_map(|(sides, rows)| GridShape {
        columns: sides.into_iter().filter_map(Die::new).collect(),
        rows,
    })
}

fn layout() -> impl Strategy<Value = Layout> {
    let bursts = prop::collection::btree_set(1..=100_u16, 0..4);
    let extras = prop::collection::btree_set("x_[a-z0-9_]{0,5}", 0..3);
    // Which columns are closed and plain, as bits.
    let words = any::<[u8; 2]>();
    (grid_shape(), grid_shape(), bursts, 2..8_u8, extras, words).prop_map(
        |(cause, effect, bursts, stack, extras, words)| Layout {
            closed: some(&cause, words[0]),
            plain: some(&cause, words[1]),
            cause,
            effect,
            bursts: bursts.into_iter().collect(),
            stack,
            extras: extras.into_iter().collect(),
            left_out: BTreeSet::new(),
        },
    )
}

fn some(shape: &GridShape, bits: u8) -> BTreeSet<Die> {
    let columns = (0..).zip(&shape.columns);
    columns.filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &die)| die).collect()
}

/// Cards with every kind of value the layout allows. The values are drawn from a seed rather than
/// by proptest: a deck has thousands, and none of them alone is worth shrinking.
fn cards(layout: &Layout, texts: &[String], seed: u64) -> Vec<Card> {
    let mut draws = Draws::new(seed, "random cards");
    let mut draw = |bound: usize| draws.below(bound);
    let mut card = |number: CardNumber| Card {
        number,
        rank: number.rank(),
        suit: number.suit(),
        toggle: if draw(2) == 0 { Toggle::No } else { Toggle::Yes },
        cause: grid(&layout.cause, || match draw(5) {
            0 => CauseCell::CriticalFailure,
            _ => CauseCell::Number(1 + draw(9999) as u16),
        }),
        effect: grid(&layout.effect, || 1 + draw(99_999) as u32),
        hit: (0..layout.stack)
            .map(|_| ["arm", "left leg", "Flügel, \"r\""][draw(3)].into())
            .collect(),
        hit_step: 1 + draw(255) as u8,
        bursts: layout.bursts.iter().map(|&shots| draw(usize::from(shots) + 1) as u16).collect(),
        penetration: draw(19) as i8 - 9,
        scatter: ClockHour::new(1 + draw(12) as u8).unwrap(),
        failure: [None, Some(1), Some(13)][draw(3)],
        unintended: 1 + draw(6) as u8,
        extras: layout
            .extras
            .iter()
            .map(|_| match draw(3) {
                0 => ExtraValue::Blank,
                1 => ExtraValue::Number(draw(2001) as i32 - 1000),
                _ => ExtraValue::from_text(&texts[draw(texts.len())]),
            })
            .collect(),
    };
    CardNumber::all().map(&mut card).collect()
}

fn grid<T: Copy>(shape: &GridShape, mut cell: impl FnMut() -> T) -> Grid<T> {
    let mut column = || (0..shape.rows).map(|_| cell()).collect::<Vec<T>>();
    let columns: Vec<Vec<T>> = shape.columns.iter().map(|_| column()).collect();
    Grid::from_columns(&columns).unwrap()
}

/// What a card may carry, formulas among it.
fn text() -> impl Strategy<Value = String> {
    "[=+@'-]?[ -~äß–]{1,12}".prop_filter("a card may carry it", |text| check_text(text).is_ok())
}

fn deck() -> impl Strategy<Value = Deck> {
    let texts = prop::collection::vec(text(), 1..4);
    (layout(), texts, any::<u64>(), text(), any::<bool>()).prop_map(
        |(layout, texts, seed, name, generated)| {
            let cards = cards(&layout, &texts, seed);
            let spec_digest = Digest::of(name.as_bytes());
            let origin = generated.then(|| Origin {
                effort: (seed % 2 == 0).then(|| "quick".to_owned()),
                ..Origin::new(seed, spec_digest)
            });
            let deck = Deck::new(name, origin, layout, cards).unwrap();
            if seed % 3 == 0 { deck } else { deck.with_theme(&texts[0]).from_spec_file(&texts[0]) }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_deck_printed_as_json_is_read_back_the_same(deck in deck()) {
        let text = deck.to_json();
        let read = Deck::read("deck.json", &text).map_err(|p| TestCaseError::fail(p.to_string()))?;
        prop_assert_eq!(&deck, &read);
        prop_assert_eq!(text, read.to_json());
    }

    #[test]
    fn a_deck_printed_as_csv_is_read_back_the_same(deck in deck()) {
        let text = deck.to_csv();
        let read = Deck::read("deck.csv", &text).map_err(|p| TestCaseError::fail(p.to_string()))?;
        prop_assert_eq!(deck.cards(), read.cards());
        prop_assert_eq!(deck.layout(), read.layout());
        prop_assert_eq!(text, read.to_csv());
    }

    #[test]
    fn damage_is_survived_and_told_by_line_and_column(
        deck in deck(),
        json in any::<bool>(),
        cut in any::<prop::sample::Index>(),
        length in 0..40_usize,
        put in "[\\x00-\\x7f]{0,3}|\\PC{0,3}",
    ) {
        let (name, text) = match json {
            true => ("deck.json", deck.to_json()),
            false => ("deck.csv", deck.to_csv()),
        };
        let letters: Vec<char> = text.chars().collect();
        let start = cut.index(letters.len());
        let end = (start + length).min(letters.len());
        let damaged: String =
            letters[..start].iter().copied().chain(put.chars()).chain(letters[end..].iter().copied())
                .collect();
        let Err(problems) = Deck::read(name, &damaged) else { return Ok(()) };
        prop_assert!(!problems.is_empty());
        let lines = damaged.split('\n').count();
        for problem in problems.iter() {
            let place = problem.line_column();
            prop_assert!(place.is_some(), "{problem} has no place");
            let place = place.unwrap();
            prop_assert!((1..=lines).contains(&place.line), "{problem}");
            prop_assert!(place.column >= 1, "{problem}");
            prop_assert!(
                problem.to_string().starts_with(&format!("{name}:{}:{}: ", place.line, place.column)),
                "{problem}",
            );
        }
    }
}
