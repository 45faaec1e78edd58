//! The odds of a deck at a glance: short tables in percent.

use crate::deck::{CheckRule, Deck};
use crate::dice::{CheckDice, Die, EffectDice};
use crate::face::Words;
use crate::table::lookup::{EffectCell, TargetNumber};
use crate::table::odds::{
    Chance, CheckOdds, Goal, Manner, OddsTable, Pile, PoolReading, failure_odds, location_odds,
    printed_penetration_odds, success_odds,
};
use crate::table::rules::{Forced, Options};

use super::panel::Block;

/// Grids with more rows leave room for fewer tables.
const TALL: u8 = 5;
/// The chances whose target numbers are shown, in percent: likely, even, unlikely.
const LIKELY: [u32; 3] = [75, 50, 25];
/// The standard target number (Conflict, "Ranged Attacks"), and two harder ones.
const USUAL: [i64; 3] = [5, 7, 9];
/// Target numbers are searched up to this many times the sides of the die.
const FARTHEST: i64 = 2;
/// The chances of up to this many successes are shown for pools.
const MOST_SUCCESSES: u8 = 2;
/// The column "N or more" in [`success_odds`].
const AT_LEAST: usize = 2;

/// A percentage: `63`, or `<1` and `>99` where rounding would give 0 or 100.
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

/// The rows of a table with the deck's own chance, without values that it never shows.
pub(super) fn rows(table: &OddsTable) -> Vec<Vec<String>> {
    let row = |row: &crate::table::odds::OddsRow| {
        let chance = row.chances.first()?.as_ref()?;
        (chance.basis_points() > 0).then(|| vec![row.label.clone(), hundredths(chance)])
    };
    table.rows.iter().filter_map(row).collect()
}

/// Tenths as a number: 35 is 3.5, with the decimal mark of the language.
fn tenths(tenths: u32, words: &Words) -> String {
    format!("{}{}{}", tenths / 10, words.on_leaf("point", &[]), tenths % 10)
}

/// The check of the game: the highest row reaches a number, or the lowest stays at or below one.
fn reading(deck: &Deck, dice: CheckDice) -> Option<PoolReading<'_>> {
    let goal = match deck.imprint().check {
        CheckRule::Under => Goal::AtMost,
        _ => Goal::AtLeast,
    };
    Manner { goal, ..Manner::default() }.read(deck, dice).ok()
}

fn check(deck: &Deck, dice: CheckDice, targets: &[TargetNumber]) -> Option<CheckOdds> {
    Some(CheckOdds::read(reading(deck, dice)?, Pile::whole(deck.numbers()), targets))
}

/// The numbers against which the middle check of the deck succeeds in about three of four draws, one of two,
/// and one of four.
fn telling_targets(deck: &Deck) -> Vec<TargetNumber> {
    let grid = &deck.layout().cause;
    let Some(&die) = grid.columns.get(grid.columns.len() / 2) else { return Vec::new() };
    let dice = CheckDice { level: grid.rows.div_ceil(2), die };
    let farthest = FARTHEST * i64::from(die.sides());
    let targets: Vec<TargetNumber> =
        (least_target(deck)..=farthest).map(TargetNumber::clamped).collect();
    let Some(odds) = check(deck, dice, &targets) else { return Vec::new() };
    let away = |chance: &Chance, from: u32| chance.basis_points().abs_diff(from * 100);
    let nearest = |&from: &u32| {
        let away = |line: &&crate::table::odds::OddsLine| away(&line.with_follow_ups, from);
        odds.lines.iter().min_by_key(away).map(|line| line.tn)
    };
    let mut found: Vec<TargetNumber> = LIKELY.iter().filter_map(nearest).collect();
    found.dedup();
    found
}

/// The least number that some die does not reach, or does not stay at.
fn least_target(deck: &Deck) -> i64 {
    if deck.imprint().check == CheckRule::Under { 1 } else { 2 }
}

/// The chances of each level in each column by the check rule of the game: to reach typical target numbers
/// with follow-up cards, to stay at typical scores, or to have one success or two. A game that only reads the
/// figure has none. For a game with shots and wounds, its usual target numbers are shown.
pub(super) fn checks(deck: &Deck, plays: bool, words: &Words) -> Vec<Block> {
    let (head, says) = match deck.imprint().check {
        CheckRule::Bumps | CheckRule::Reach => (None, "checks_then"),
        CheckRule::Under => (Some("score"), "checks_under"),
        CheckRule::Count => return pools(deck, words),
        CheckRule::Figure => return Vec::new(),
    };
    let grid = &deck.layout().cause;
    let mut targets =
        if plays { USUAL.map(TargetNumber::clamped).into() } else { telling_targets(deck) };
    if grid.rows > TALL && targets.len() > 2 {
        // The even one adds the least information.
        targets.remove(1);
    }
    let mut blocks = vec![Block::Words(words.on_leaf(says, &[]))];
    let tn_word = words.on_leaf("tn", &[]);
    for tn in targets {
        let head = match head {
            None => format!("{tn_word} {tn}"),
            Some(name) => words.on_leaf(name, &[("score", &tn.to_string())]),
        };
        let chance = |dice| {
            let odds = check(deck, dice, &[tn])?;
            Some(hundredths(&odds.lines.first()?.with_follow_ups))
        };
        blocks.push(by_level(deck, head, 1, &chance, words));
    }
    blocks
}

/// The chances of at least one success and of at least two, for every possible number of dice.
fn pools(deck: &Deck, words: &Words) -> Vec<Block> {
    let mut blocks = vec![Block::Words(words.on_leaf("checks_count", &[]))];
    for count in (1..=MOST_SUCCESSES).filter(|count| *count <= deck.layout().cause.rows) {
        let chance = |dice: CheckDice| {
            let highest = i32::from(dice.die.sides());
            let odds = success_odds(reading(deck, dice)?, Pile::whole(deck.numbers()), &[highest]);
            let row = odds.tables.first()?.rows.get(usize::from(count))?;
            row.chances.get(AT_LEAST)?.as_ref().map(hundredths)
        };
        let head = words.on_leaf("successes", &[("count", &count.to_string())]);
        blocks.push(by_level(deck, head, count, &chance, words));
    }
    blocks
}

/// A table with a value for each column's die at each level from `from` on.
fn by_level(
    deck: &Deck,
    head: String,
    from: u8,
    describe: &dyn Fn(CheckDice) -> Option<String>,
    words: &Words,
) -> Block {
    let grid = &deck.layout().cause;
    let die_word = words.on_leaf("die", &[]);
    let columns = grid.columns.iter().map(|die| format!("{die_word}{}", die.sides()));
    let row = |level| {
        let figure = |&die: &Die| describe(CheckDice { level, die }).unwrap_or_default();
        let label = match level {
            1 => words.on_leaf("one_row", &[]),
            _ => words.on_leaf("rows", &[("rows", &level.to_string())]),
        };
        std::iter::once(label).chain(grid.columns.iter().map(figure)).collect()
    };
    Block::Table {
        head: std::iter::once(head).chain(columns).collect(),
        rows: (from..=grid.rows).map(row).collect(),
    }
}

/// The mean of each effect cell, and the value that one card in four reaches.
pub(super) fn effect(deck: &Deck, words: &Words) -> Vec<Block> {
    let grid = &deck.layout().effect;
    let shown = |die, row| {
        let cell = EffectCell::new(deck, EffectDice { row, die }).expect("a cell of the grid");
        let mut shown: Vec<u32> =
            Pile::whole(deck.numbers()).iter().map(|card| cell.magnitude(card)).collect();
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

/// The distribution of hits before bumps.
pub(super) fn hits(deck: &Deck, words: &Words) -> Block {
    let tables = location_odds(deck, Pile::whole(deck.numbers()), Forced::default());
    let mut rows = tables.tables.first().map(rows).unwrap_or_default();
    rows.iter_mut().for_each(|row| row[0] = words.value(&row[0]));
    let hit = if deck.imprint().check == CheckRule::Bumps { "hit" } else { "hit_only" };
    Block::Table { head: [hit, "in_100"].map(|name| words.on_leaf(name, &[])).into(), rows }
}

/// The mean number of hits of a burst.
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

/// The frequency of each penetration.
pub(super) fn penetration(deck: &Deck, words: &Words) -> Block {
    let tables = printed_penetration_odds(deck, Pile::whole(deck.numbers()));
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

/// The failure chances of gear for several reliabilities.
pub(super) fn failure(deck: &Deck, options: &Options, words: &Words) -> Block {
    let tables = failure_odds(deck, Pile::whole(deck.numbers()), options);
    let rows = tables.tables.first().map(rows).unwrap_or_default();
    // Every other one: as many as fit side by side.
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
    use crate::deck::{Card, Imprint};
    use crate::dice::Probability;

    fn deck() -> Deck {
        Deck::read("Sample.csv", include_str!("../../../tests/data/deck.csv")).unwrap()
    }

    #[test]
    fn uncertain_events_are_not_rounded_to_certainty() {
        let said =
            |part: u64, of: u64| hundredths(&Chance::new(Probability::new(part.into(), of.into())));
        assert_eq!(["0", "<1", "1", "50"], [said(0, 9), said(1, 210), said(1, 200), said(1, 2)]);
        assert_eq!(["99", ">99", "100"], [said(994, 1000), said(995, 1000), said(9, 9)]);
    }

    #[test]
    fn effect_tables_show_the_mean_and_upper_quartile() {
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

    /// The deck with another check rule.
    fn with_rule(deck: Deck, check: CheckRule) -> Deck {
        let imprint = Imprint { check, ..deck.imprint().clone() };
        deck.with_imprint(imprint)
    }

    /// The first head of a table, and its rows.
    type TableRows = (String, Vec<Vec<String>>);

    /// The text about the checks, and their tables.
    fn describe(deck: &Deck) -> (String, Vec<TableRows>) {
        let mut tables = Vec::new();
        let mut said = String::new();
        for block in checks(deck, false, &Words::usual()) {
            match block {
                Block::Table { head, rows } => tables.push((head[0].clone(), rows)),
                Block::Words(words) => said = words,
                other => panic!("{other:?}"),
            }
        }
        (said, tables)
    }

    #[test]
    fn a_roll_under_game_shows_the_chances_of_scores() {
        let deck = with_rule(deck(), CheckRule::Under);
        let (said, tables) = describe(&deck);
        assert!(said.contains("or less"), "{said}");
        assert_eq!(3, tables.len());
        for (head, rows) in &tables {
            let score: u16 = head.strip_prefix("score ").unwrap().parse().unwrap();
            // Any of the rows may be taken, unless the last one is a critical failure.
            let succeeds = |card: &&Card, column: usize, level: usize| {
                let cells = &card.cause.column(column)[..level];
                cells[level - 1].number().is_some()
                    && cells.iter().any(|cell| cell.number().is_some_and(|it| it <= score))
            };
            for (level, row) in (1..).zip(rows) {
                for (column, said) in row[1..].iter().enumerate() {
                    let cards =
                        deck.cards().iter().filter(|card| succeeds(card, column, level)).count();
                    assert_eq!(&hundredths(&Chance::from_cards(cards as u32, 54)), said, "{head}");
                }
            }
        }
    }

    #[test]
    fn a_game_that_counts_shows_one_and_two_successes() {
        let deck = with_rule(deck(), CheckRule::Count);
        let (said, tables) = describe(&deck);
        assert!(said.contains("successes"), "{said}");
        let heads: Vec<&str> = tables.iter().map(|(head, _)| head.as_str()).collect();
        assert_eq!(["1 or more", "2 or more"], heads[..]);
        let rows = usize::from(deck.layout().cause.rows);
        assert_eq!([rows, rows - 1], [tables[0].1.len(), tables[1].1.len()]);
        for (count, (_, rows)) in (1..).zip(&tables) {
            for (level, row) in (count..).zip(rows) {
                for ((column, die), said) in
                    deck.layout().cause.columns.iter().enumerate().zip(&row[1..])
                {
                    let succeeds = |card: &&Card| {
                        let cells = &card.cause.column(column)[..level];
                        let shown = cells.iter().filter_map(|cell| cell.number());
                        cells[level - 1].number().is_some()
                            && shown.filter(|&it| it >= die.sides()).count() >= count
                    };
                    let cards = deck.cards().iter().filter(succeeds).count();
                    assert_eq!(
                        &hundredths(&Chance::from_cards(cards as u32, 54)),
                        said,
                        "{die} {level}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_game_that_reads_figures_shows_no_check_odds() {
        assert_eq!((String::new(), Vec::new()), describe(&with_rule(deck(), CheckRule::Figure)));
        assert_eq!(describe(&deck()), describe(&with_rule(deck(), CheckRule::Reach)));
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
