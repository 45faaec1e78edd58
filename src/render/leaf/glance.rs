//! The odds of a deck at a glance: short tables in hundredths.

use crate::deck::Deck;
use crate::dice::{CheckDice, EffectDice};
use crate::face::Words;
use crate::lookup::{EffectCell, Pool, TargetNumber};
use crate::odds::{
    Chance, CheckOdds, OddsTable, Pile, PoolReading, failure_odds, location_odds,
    printed_penetration_odds,
};
use crate::rules::{Forced, Options};

use super::panel::Block;

/// Grids taller than this leave room for fewer tables.
const TALL: u8 = 5;
/// The chances about which target numbers are looked for, in hundredths: likely, even, unlikely.
const LIKELY: [u32; 3] = [75, 50, 25];
/// The standard target number (seed 004, "Ranged Attacks"), and two harder ones.
const USUAL: [i64; 3] = [5, 7, 9];
/// No target number is looked for beyond this many times the sides of the die.
const FARTHEST: i64 = 2;

/// `63`, and where rounding would say never or always, `<1` or `>99`.
fn hundredths(chance: &Chance) -> String {
    let points = chance.basis_points();
    let is_nothing = chance.probability().numer().sign() == num_bigint::Sign::NoSign;
    match points {
        _ if is_nothing => "0".to_owned(),
        10_000 if chance.probability().is_integer() => "100".to_owned(),
        ..50 => "<1".to_owned(),
        9_950.. => ">99".to_owned(),
        _ => ((points + 50) / 100).to_string(),
    }
}

/// The rows of a table with the deck's own chance, those that it never shows left out.
pub(super) fn rows(table: &OddsTable) -> Vec<Vec<String>> {
    let row = |row: &crate::odds::OddsRow| {
        let chance = row.chances.first()?.as_ref()?;
        (chance.basis_points() > 0).then(|| vec![row.label.clone(), hundredths(chance)])
    };
    table.rows.iter().filter_map(row).collect()
}

/// Tenths as a number: 35 is 3.5, with the sign of the language between.
fn tenths(tenths: u32, words: &Words) -> String {
    format!("{}{}{}", tenths / 10, words.on_leaf("point", &[]), tenths % 10)
}

fn check(deck: &Deck, dice: CheckDice, targets: &[TargetNumber]) -> Option<CheckOdds> {
    let pool = Pool::new(deck, dice).ok()?;
    Some(CheckOdds::read(PoolReading::usual(pool), Pile::whole(), targets))
}

/// The target numbers that the middle check of the deck reaches in about three of four draws, one of
/// two, and one of four.
fn telling_targets(deck: &Deck) -> Vec<TargetNumber> {
    let grid = &deck.layout().cause;
    let Some(&die) = grid.columns.get(grid.columns.len() / 2) else { return Vec::new() };
    let dice = CheckDice { level: grid.rows.div_ceil(2), die };
    let farthest = FARTHEST * i64::from(die.sides());
    let targets: Vec<TargetNumber> = (2..=farthest).map(TargetNumber::clamped).collect();
    let Some(odds) = check(deck, dice, &targets) else { return Vec::new() };
    let away = |chance: &Chance, from: u32| chance.basis_points().abs_diff(from * 100);
    let nearest = |&from: &u32| {
        let away = |line: &&crate::odds::OddsLine| away(&line.with_follow_ups, from);
        odds.lines.iter().min_by_key(away).map(|line| line.tn)
    };
    let mut found: Vec<TargetNumber> = LIKELY.iter().filter_map(nearest).collect();
    found.dedup();
    found
}

/// The chances to reach telling target numbers, of each level in each column, follow-up cards counted.
/// Where the deck plays the game of shots and wounds, those are its usual target numbers.
pub(super) fn checks(deck: &Deck, plays: bool, words: &Words) -> Vec<Block> {
    let grid = &deck.layout().cause;
    let mut targets =
        if plays { USUAL.map(TargetNumber::clamped).into() } else { telling_targets(deck) };
    if grid.rows > TALL && targets.len() > 2 {
        // The even one says least beside the others.
        targets.remove(1);
    }
    let mut blocks = vec![Block::Words(words.on_leaf("checks_then", &[]))];
    let (tn_word, die_word) = (words.on_leaf("tn", &[]), words.on_leaf("die", &[]));
    for tn in targets {
        let columns = grid.columns.iter().map(|die| format!("{die_word}{}", die.sides()));
        let head = std::iter::once(format!("{tn_word} {tn}")).chain(columns).collect();
        let row = |level| {
            let chance = |&die| {
                let odds = check(deck, CheckDice { level, die }, &[tn])?;
                Some(hundredths(&odds.lines.first()?.with_follow_ups))
            };
            let chances = grid.columns.iter().map(|die| chance(die).unwrap_or_default());
            let label = match level {
                1 => words.on_leaf("one_row", &[]),
                _ => words.on_leaf("rows", &[("rows", &level.to_string())]),
            };
            std::iter::once(label).chain(chances).collect()
        };
        blocks.push(Block::Table { head, rows: (1..=grid.rows).map(row).collect() });
    }
    blocks
}

/// What each effect cell shows on average, and what one card in four reaches.
pub(super) fn effect(deck: &Deck, words: &Words) -> Vec<Block> {
    let grid = &deck.layout().effect;
    let shown = |die, row| {
        let cell = EffectCell::new(deck, EffectDice { row, die }).expect("a cell of the grid");
        let mut shown: Vec<u32> = Pile::whole().iter().map(|card| cell.magnitude(card)).collect();
        shown.sort_unstable();
        shown
    };
    let table = |read: &dyn Fn(Vec<u32>) -> String| {
        let columns = grid.columns.iter().map(|die| die.sides().to_string());
        let head = std::iter::once(words.on_leaf("row", &[])).chain(columns).collect();
        let row = |row: u8| {
            let figures = grid.columns.iter().map(|&die| read(shown(die, row)));
            std::iter::once(format!("({row})")).chain(figures).collect()
        };
        Block::Table { head, rows: (1..=grid.rows).map(row).collect() }
    };
    let heading = |name: &str| Block::Heading(words.on_leaf(name, &[]));
    let average = |shown: Vec<u32>| {
        let cards = shown.len() as u32;
        tenths((shown.iter().sum::<u32>() * 10 + cards / 2) / cards, words)
    };
    // The fourteenth of 54 cards from the top.
    let high = |shown: Vec<u32>| shown[shown.len() - shown.len().div_ceil(4)].to_string();
    vec![heading("average"), table(&average), heading("quarter"), table(&high)]
}

/// Where hits land before bumps.
pub(super) fn hits(deck: &Deck, words: &Words) -> Block {
    let tables = location_odds(deck, Pile::whole(), Forced::default());
    let mut rows = tables.tables.first().map(rows).unwrap_or_default();
    rows.iter_mut().for_each(|row| row[0] = words.value(&row[0]));
    Block::Table { head: ["hit", "in_100"].map(|name| words.on_leaf(name, &[])).into(), rows }
}

/// The hits of a burst on average.
pub(super) fn bursts(deck: &Deck, words: &Words) -> Block {
    let row = |(place, shots): (usize, &u16)| {
        let hits: u32 = deck.cards().iter().map(|card| u32::from(card.bursts[place])).sum();
        let cards = deck.cards().len() as u32;
        let burst = words.on_leaf("burst", &[("shots", &shots.to_string())]);
        vec![burst, tenths((hits * 10 + cards / 2) / cards, words)]
    };
    let rows = deck.layout().bursts.iter().enumerate().map(row).collect();
    Block::Table { head: vec![String::new(), words.on_leaf("burst_hits", &[])], rows }
}

/// How often each penetration is printed.
pub(super) fn penetration(deck: &Deck, words: &Words) -> Block {
    let tables = printed_penetration_odds(deck, Pile::whole());
    let rows = tables.tables.first().map(rows).unwrap_or_default();
    let printed = rows.iter().map(|row| match row[0].as_str() {
        "+0" => "0".to_owned(),
        printed => printed.replace('-', "−"),
    });
    let head = std::iter::once(words.on_leaf("penetration", &[])).chain(printed).collect();
    let chances = rows.iter().map(|row| row[1].clone());
    let chances = std::iter::once(words.on_leaf("in_100", &[])).chain(chances).collect();
    Block::Table { head, rows: vec![chances] }
}

/// How often gear of a few reliabilities fails.
pub(super) fn failure(deck: &Deck, options: &Options, words: &Words) -> Block {
    let tables = failure_odds(deck, Pile::whole(), options);
    let rows = tables.tables.first().map(rows).unwrap_or_default();
    // Every other one: as many as fit beside each other.
    let some: Vec<&Vec<String>> = rows.iter().step_by(2).collect();
    let head = std::iter::once(words.on_leaf("reliability", &[]));
    let head = head.chain(some.iter().map(|row| row[0].clone())).collect();
    let chances = std::iter::once(words.on_leaf("fails", &[]));
    let chances = chances.chain(some.iter().map(|row| row[1].clone())).collect();
    Block::Table { head, rows: vec![chances] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Die, Probability};

    fn deck() -> Deck {
        Deck::read("Sample.csv", include_str!("../../../tests/data/deck.csv")).unwrap()
    }

    #[test]
    fn what_is_not_certain_is_never_rounded_to_certainty() {
        let said =
            |part: u64, of: u64| hundredths(&Chance::new(Probability::new(part.into(), of.into())));
        assert_eq!(["0", "<1", "1", "50"], [said(0, 9), said(1, 210), said(1, 200), said(1, 2)]);
        assert_eq!(["99", ">99", "100"], [said(994, 1000), said(995, 1000), said(9, 9)]);
    }

    #[test]
    fn effect_tables_are_the_mean_and_what_a_quarter_of_the_cards_reaches() {
        let deck = deck();
        let blocks = effect(&deck, &Words::usual());
        let tables: Vec<&Vec<Vec<String>>> = blocks
            .iter()
            .filter_map(|block| match block {
                Block::Table { rows, .. } => Some(rows),
                _ => None,
            })
            .collect();
        let grid = &deck.layout().effect;
        for (column, &die) in grid.columns.iter().enumerate() {
            for row in 1..=grid.rows {
                let shown: Vec<u32> = deck
                    .cards()
                    .iter()
                    .map(|card| card.effect.column(column)[usize::from(row) - 1])
                    .collect();
                let at = |table: usize| tables[table][usize::from(row) - 1][column + 1].clone();
                let mean = f64::from(shown.iter().sum::<u32>()) / shown.len() as f64;
                let said: f64 = at(0).parse().unwrap();
                assert!((mean - said).abs() <= 0.05 + 1e-9, "({row}){die}: {mean} {said}");
                let reach = |least: u32| shown.iter().filter(|&&shown| shown >= least).count();
                let high: u32 = at(1).parse().unwrap();
                assert!(reach(high) * 4 >= shown.len(), "({row}){die}: {high}");
                assert!(reach(high + 1) * 4 < shown.len() + 4, "({row}){die}: {high}");
            }
        }
    }

    #[test]
    fn telling_targets_are_likely_even_and_unlikely() {
        let deck = deck();
        let targets = telling_targets(&deck);
        let die = Die::new(8).unwrap();
        let odds = check(&deck, CheckDice { level: 3, die }, &targets).unwrap();
        let points: Vec<u32> =
            odds.lines.iter().map(|line| line.with_follow_ups.basis_points()).collect();
        assert_eq!(3, points.len());
        for (found, aim) in points.iter().zip(LIKELY) {
            assert!(found.abs_diff(aim * 100) < 1_000, "{points:?}");
        }
    }
}
