//! Deck files of any shape: round trips, and damage reported by line and column.

use std::collections::BTreeSet;

use actiondeck::deck::{
    Card, CardNumber, CardNumbers, CauseCell, ClockHour, Deck, Digest, ExtraValue, Grid, GridShape,
    Layout, Origin, PlayingCards, ShufflePolicy, ShuffleTrigger, Toggle, check_text,
};
use actiondeck::dice::{DiceKind, Die};
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
    // Bit masks of closed and plain columns.
    let words = any::<[u8; 2]>();
    let grids = (grid_shape(), grid_shape());
    (numbers(), grids, bursts, 2..8_u8, extras, words, shuffle()).prop_map(
        |(numbers, (cause, effect), bursts, stack, extras, words, shuffle)| Layout {
            numbers,
            closed: some(&cause, words[0]),
            plain: some(&cause, words[1]),
            cause,
            effect,
            bursts: bursts.into_iter().collect(),
            stack,
            shuffle,
            extras: extras.into_iter().collect(),
            left_out: BTreeSet::new(),
        },
    )
}

/// A shuffle policy, or none.
fn shuffle() -> impl Strategy<Value = Option<ShufflePolicy>> {
    let policies = ["", "empty", "1-left at-once", "18-left end-of-round", "sign at-once"];
    prop::sample::select(policies.to_vec()).prop_map(|policy| policy.parse().ok())
}

/// A deck of any size, half of them with suits and ranks of their own.
fn numbers() -> impl Strategy<Value = CardNumbers> {
    let count = CardNumbers::LEAST..=CardNumbers::MOST;
    (0..=1_u8, count, any::<bool>(), 1..=4_u8, 1..=30_u8).prop_map(
        |(first, count, own, suits, ranks)| {
            let numbers = CardNumbers::new(first, count).unwrap();
            let cards = PlayingCards::new(suits, ranks).filter(|_| own);
            cards.and_then(|cards| numbers.with_playing_cards(cards)).unwrap_or(numbers)
        },
    )
}

fn some(shape: &GridShape, bits: u8) -> BTreeSet<Die> {
    let columns = (0..).zip(&shape.columns);
    columns.filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &die)| die).collect()
}

/// Cards with every kind of value the layout allows.
///
/// The values come from a seed instead of proptest: a deck has thousands, and shrinking them is useless.
fn cards(layout: &Layout, texts: &[String], seed: u64) -> Vec<Card> {
    let mut draws = Draws::new(seed, "random cards");
    let mut draw = |bound: usize| draws.below(bound);
    let has_signs = layout.shuffle.is_some_and(|policy| policy.trigger == ShuffleTrigger::Sign);
    let mut card = |number: CardNumber| Card {
        number,
        rank: layout.numbers.corners(number).map(|(rank, _)| rank).unwrap_or_default(),
        suit: layout.numbers.corners(number).map(|(_, suit)| suit).unwrap_or_default(),
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
        has_shuffle_sign: has_signs && draw(2) == 0,
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
    layout.numbers.iter().map(&mut card).collect()
}

fn grid<T: Copy>(shape: &GridShape, mut cell: impl FnMut() -> T) -> Grid<T> {
    let mut column = || (0..shape.rows).map(|_| cell()).collect::<Vec<T>>();
    let columns: Vec<Vec<T>> = shape.columns.iter().map(|_| column()).collect();
    Grid::from_columns(&columns).unwrap()
}

/// Texts that a card may carry, with formulas of spreadsheets among them.
fn text() -> impl Strategy<Value = String> {
    "[=+@'-]?[ -~äß–]{1,12}".prop_filter("a card may carry it", |text| check_text(text).is_ok())
}

fn deck() -> impl Strategy<Value = Deck> {
    let texts = prop::collection::vec(text(), 1..4);
    (layout(), texts, any::<u64>(), text(), any::<bool>()).prop_map(
        |(layout, texts, seed, name, generated)| {
            let cards = cards(&layout, &texts, seed);
            let spec_digest = Digest::from_bytes(name.as_bytes());
            let origin = generated.then(|| Origin::new(seed, spec_digest, "quick"));
            let deck = Deck::new(name, origin, layout, cards).unwrap();
            let deck = deck.with_effect_dice(Some(DiceKind::Closed));
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
    fn damage_is_survived_and_reported_by_line_and_column(
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

/// An edited deck file with the digest and edition of its new cards, which the reader reports.
pub fn with_right_digest(text: &str) -> String {
    let Err(problems) = Deck::read("deck.json", text) else { return text.to_owned() };
    let mut text = text.to_owned();
    for problem in problems.iter() {
        assert_eq!("deck.digest-differs", problem.code(), "{problem}");
        let place = problem.line_column().unwrap();
        let line = text.lines().nth(place.line - 1).unwrap().to_owned();
        let (key, _) = line.split_once(": ").unwrap();
        text = text.replacen(&line, &format!("{key}: {},", problem.accepted().unwrap()), 1);
    }
    text
}

/// Each key of a deck file's head, and the file without it.
fn without_each_key(text: &str) -> Vec<(String, String)> {
    let (head, cards) = text.split_once("  \"cards\"").unwrap();
    let lines: Vec<&str> = head.lines().collect();
    let keys = lines.iter().enumerate().filter_map(|(at, line)| {
        let key = line.trim().strip_prefix('"')?.split('"').next()?.to_owned();
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(own, _)| *own != at).map(|(_, line)| *line).collect();
        Some((key, format!("{}\n  \"cards\"{cards}", rest.join("\n"))))
    });
    keys.collect()
}

#[test]
fn a_deck_file_that_lost_a_key_is_refused_or_read_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let preset = folder.path().join("preset.json");
    let run = |arguments: &[&str]| {
        let mut program = crate::program::actiondeck();
        program.current_dir(folder.path()).args(arguments).output().unwrap()
    };
    assert!(run(&["generate", "fudge", "--effort", "quick", "-o", "preset.json"]).status.success());
    assert!(run(&["new", "mine", "--preset", "fudge"]).status.success());
    let own = ["generate", "mine/deck.toml", "--effort", "quick", "-o", "mine/deck.json"];
    assert!(run(&own).status.success());
    let answers = |deck: &str| {
        let asked = [
            vec!["odds", "--deck", deck, "element", "4dF", "--json"],
            vec!["odds", "--deck", deck, "2d6", "--json"],
            vec!["lookup", "--deck", deck, "card", "34"],
            vec!["validate", deck, "--json"],
        ];
        asked.map(|asked| run(&asked).stdout)
    };
    for (path, kept) in [(preset, &["spec"][..]), (folder.path().join("mine/deck.json"), &["spec"])]
    {
        let text = std::fs::read_to_string(&path).unwrap();
        let before = answers(path.to_str().unwrap());
        let keys = without_each_key(&text);
        assert!(keys.len() >= 9, "{text}");
        for (key, less) in keys.into_iter().filter(|(key, _)| !kept.contains(&key.as_str())) {
            let changed = path.with_file_name("changed.json");
            std::fs::write(&changed, less).unwrap();
            let changed = changed.to_str().unwrap().to_owned();
            let read = run(&["validate", &changed]);
            let stderr = String::from_utf8_lossy(&read.stderr).into_owned();
            let refused =
                stderr.contains(&format!("has no key \"{key}\"")) && stderr.contains("accepted: ");
            match read.status.code() {
                Some(2) => assert!(refused || key == "format", "{key}: {stderr}"),
                _ => assert_eq!(before, answers(&changed), "{key} of {}", path.display()),
            }
        }
    }
}

#[test]
fn a_deck_file_that_is_not_strict_json_is_refused() {
    let text = Deck::built_in().to_json();
    for (blank, what) in [('\u{2028}', "U+2028"), ('\u{a0}', "U+00A0"), ('\u{c}', "form feed")] {
        let other = text.replacen("\"name\": ", &format!("\"name\":{blank}"), 1);
        let message = Deck::read("deck.json", &other).unwrap_err().to_string();
        assert!(message.starts_with("deck.json:3:10: not JSON"), "{what}: {message}");
    }
}
