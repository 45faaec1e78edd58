//! Tables of checks over target number, level and die.

use crate::deck::Deck;
use crate::dice::{CheckDice, Die};
use crate::lookup::{LookupError, Pool, TargetNumber};

use super::{Chance, CheckOdds, OddsLine, OddsRow, OddsTable, OddsTables, Pile};

/// What is held fast in a table of checks. The deck's chance counts follow-up cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckTable {
    /// One die: a row for each target number, a column for each level.
    Die(Die),
    /// One level: a row for each target number, a column for each die.
    Level(u8),
    /// One target number: a row for each level, a column for each die.
    TargetNumber(TargetNumber),
}

/// Tables of the checks that a deck has, each chance beside that of true dice. Without `targets`,
/// those of [`usual_targets`].
///
/// # Errors
/// As [`Pool::new`] for a die or level that the deck lacks.
pub fn check_tables(
    deck: &Deck,
    pile: Pile,
    tables: &[CheckTable],
    targets: &[TargetNumber],
) -> Result<OddsTables, LookupError> {
    let tables: Result<Vec<OddsTable>, LookupError> = tables
        .iter()
        .map(|table| match *table {
            CheckTable::Die(die) => by_level(deck, pile, die, targets),
            CheckTable::Level(level) => by_die(deck, pile, level, targets),
            CheckTable::TargetNumber(tn) => by_level_and_die(deck, pile, tn),
        })
        .collect();
    Ok(OddsTables { cards: pile.len(), tables: tables?, assumed: None })
}

/// The target numbers that are asked for when none is named: from 2, a near certainty, to twice
/// the sides of the die, which only follow-up cards reach.
pub fn usual_targets(die: Die) -> Vec<TargetNumber> {
    (2..=2 * i64::from(die.sides())).map(TargetNumber::clamped).collect()
}

fn odds(
    deck: &Deck,
    pile: Pile,
    dice: CheckDice,
    targets: &[TargetNumber],
) -> Result<CheckOdds, LookupError> {
    Ok(CheckOdds::new(Pool::new(deck, dice)?, &pile, targets, None))
}

fn by_level(
    deck: &Deck,
    pile: Pile,
    die: Die,
    targets: &[TargetNumber],
) -> Result<OddsTable, LookupError> {
    let targets = if targets.is_empty() { usual_targets(die) } else { targets.to_vec() };
    let levels = (1..=deck.layout().cause.rows).map(|level| CheckDice { level, die });
    let columns: Result<Vec<CheckOdds>, _> =
        levels.map(|dice| odds(deck, pile, dice, &targets)).collect();
    Ok(table(format!("checks with {die}"), &columns?))
}

fn by_die(
    deck: &Deck,
    pile: Pile,
    level: u8,
    targets: &[TargetNumber],
) -> Result<OddsTable, LookupError> {
    let dice = &deck.layout().cause.columns;
    let largest = dice.iter().copied().max_by_key(|die| die.sides());
    let targets = match largest {
        Some(die) if targets.is_empty() => usual_targets(die),
        _ => targets.to_vec(),
    };
    let columns: Result<Vec<CheckOdds>, _> =
        dice.iter().map(|&die| odds(deck, pile, CheckDice { level, die }, &targets)).collect();
    Ok(table(format!("checks at level {level}"), &columns?))
}

/// A row for each target number, two columns for each check.
fn table(subject: String, checks: &[CheckOdds]) -> OddsTable {
    let columns =
        checks.iter().flat_map(|check| [check.dice.to_string(), "dice".to_owned()]).collect();
    let lines = checks.first().map_or(0, |check| check.lines.len());
    let rows = (0..lines)
        .map(|place| OddsRow {
            label: checks[0].lines[place].tn.to_string(),
            chances: checks.iter().flat_map(|check| pair(&check.lines[place])).collect(),
        })
        .collect();
    OddsTable { subject, head: "TN".to_owned(), columns, rows }
}

fn by_level_and_die(deck: &Deck, pile: Pile, tn: TargetNumber) -> Result<OddsTable, LookupError> {
    let dice = &deck.layout().cause.columns;
    let mut rows = Vec::new();
    for level in 1..=deck.layout().cause.rows {
        let mut chances = Vec::new();
        for &die in dice {
            let check = odds(deck, pile, CheckDice { level, die }, &[tn])?;
            chances.extend(check.lines.iter().flat_map(pair));
        }
        rows.push(OddsRow { label: level.to_string(), chances });
    }
    Ok(OddsTable {
        subject: format!("checks against TN {tn}"),
        head: "level".to_owned(),
        columns: dice.iter().flat_map(|die| [die.to_string(), "dice".to_owned()]).collect(),
        rows,
    })
}

fn pair(line: &OddsLine) -> [Option<Chance>; 2] {
    [Some(line.with_follow_ups.clone()), line.true_dice.clone()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples::deck;

    #[test]
    fn the_three_tables_agree_with_each_other_and_with_the_single_check() {
        let deck = deck();
        let pile = Pile::whole();
        let tn = TargetNumber::clamped(7);
        let die = Die::new(10).unwrap();
        let single = odds(&deck, pile, CheckDice { level: 3, die }, &[tn]).unwrap();
        let expected = pair(&single.lines[0]).to_vec();
        let at = |table, row: &str, column: &str| {
            let tables = check_tables(&deck, pile, &[table], &[]).unwrap();
            let table = &tables.tables[0];
            let place = table.columns.iter().position(|name| name == column).unwrap();
            let row = table.rows.iter().find(|line| line.label == row).unwrap();
            row.chances[place..place + 2].to_vec()
        };
        assert_eq!(expected, at(CheckTable::Die(die), "7", "3d10"));
        assert_eq!(expected, at(CheckTable::Level(3), "7", "3d10"));
        assert_eq!(expected, at(CheckTable::TargetNumber(tn), "3", "d10"));
    }

    #[test]
    fn a_die_or_level_that_the_deck_lacks_is_refused() {
        let deck = deck();
        let ask = |table| check_tables(&deck, Pile::whole(), &[table], &[]).unwrap_err();
        assert!(matches!(ask(CheckTable::Level(6)), LookupError::Level { .. }));
        let d7 = Die::new(7).unwrap();
        assert!(matches!(ask(CheckTable::Die(d7)), LookupError::Column { .. }));
    }
}
