//! Tables of checks over target number, level and die.

use crate::dice::{CheckDice, DiceKind, Die};
use crate::table::lookup::{DeckView, LookupError, Pool, TargetNumber};

use super::{Chance, CheckOdds, Goal, Manner, OddsLine, OddsRow, OddsTable, OddsTables, Pile};

/// The fixed value of a table of checks. The deck's chance includes follow-up cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckTable {
    /// One die: a row for each target number, a column for each level.
    Die(Die),
    /// One level: a row for each target number, a column for each die.
    Level(u8),
    /// One target number: a row for each level, a column for each die.
    TargetNumber(TargetNumber),
}

/// Tables of the checks that a deck has, each chance next to that of true dice. Without `targets`,
/// those of [`usual_targets`]. A level is the check before the manner adds a row.
///
/// # Errors
/// As [`Pool::new`] for a die or level that the deck does not have.
pub fn check_tables<'d>(
    deck: impl Into<DeckView<'d>>,
    pile: Pile,
    tables: &[CheckTable],
    targets: &[TargetNumber],
    manner: Manner,
) -> Result<OddsTables, LookupError> {
    let deck = deck.into();
    let asked = Asked { deck, pile, targets, manner };
    let tables: Result<Vec<OddsTable>, LookupError> = tables
        .iter()
        .map(|table| match *table {
            CheckTable::Die(die) => asked.by_level(die),
            CheckTable::Level(level) => asked.by_die(level),
            CheckTable::TargetNumber(tn) => asked.by_level_and_die(tn),
        })
        .collect();
    Ok(OddsTables::several(pile.len(), tables?))
}

/// The default target numbers: to reach a number, from 2, which is nearly certain, to twice the
/// sides of an open-ended die, which needs follow-up cards; to stay below, all numbers of the die.
///
/// # Errors
/// As [`Pool::new`] for a die that the deck does not have.
pub fn usual_targets<'d>(
    deck: impl Into<DeckView<'d>>,
    die: Die,
    goal: Goal,
) -> Result<Vec<TargetNumber>, LookupError> {
    let deck = deck.into();
    let sides = i64::from(die.sides());
    let numbers = match (goal, Pool::new(deck, CheckDice { level: 1, die })?.kind()) {
        (Goal::AtLeast, DiceKind::OpenEnded) => 2..=2 * sides,
        (Goal::AtLeast, DiceKind::Closed) => 2..=sides,
        (Goal::AtMost, _) => 1..=sides,
    };
    Ok(numbers.map(TargetNumber::clamped).collect())
}

/// The arguments of all tables.
struct Asked<'a> {
    deck: DeckView<'a>,
    pile: Pile,
    targets: &'a [TargetNumber],
    manner: Manner,
}

impl Asked<'_> {
    fn odds(&self, dice: CheckDice, targets: &[TargetNumber]) -> Result<CheckOdds, LookupError> {
        Ok(CheckOdds::read(self.manner.read(self.deck, dice)?, self.pile, targets))
    }

    /// The levels for which the deck has enough rows.
    fn levels(&self) -> impl Iterator<Item = u8> {
        1..=self.deck.layout().cause.rows.saturating_sub(self.manner.more_rows())
    }

    fn by_level(&self, die: Die) -> Result<OddsTable, LookupError> {
        let targets = match self.targets {
            [] => usual_targets(self.deck, die, self.manner.goal)?,
            targets => targets.to_vec(),
        };
        let columns: Result<Vec<CheckOdds>, _> =
            self.levels().map(|level| self.odds(CheckDice { level, die }, &targets)).collect();
        // A die that the deck does not have is an error even if no level is left.
        Pool::new(self.deck, CheckDice { level: 1, die })?;
        Ok(self.table(format!("checks with {die}"), &columns?))
    }

    fn by_die(&self, level: u8) -> Result<OddsTable, LookupError> {
        let dice = &self.deck.layout().cause.columns;
        let largest = dice.iter().copied().max_by_key(|die| die.sides());
        let targets = match largest {
            Some(die) if self.targets.is_empty() => {
                usual_targets(self.deck, die, self.manner.goal)?
            }
            _ => self.targets.to_vec(),
        };
        let columns: Result<Vec<CheckOdds>, _> =
            dice.iter().map(|&die| self.odds(CheckDice { level, die }, &targets)).collect();
        Ok(self.table(format!("checks at level {level}"), &columns?))
    }

    /// One row for each target number, two columns for each check.
    fn table(&self, subject: String, checks: &[CheckOdds]) -> OddsTable {
        let columns =
            checks.iter().flat_map(|check| [check.subject(), "dice".to_owned()]).collect();
        let lines = checks.first().map_or(0, |check| check.lines.len());
        let rows = (0..lines)
            .map(|place| OddsRow {
                label: checks[0].lines[place].tn.to_string(),
                chances: checks.iter().flat_map(|check| pair(&check.lines[place])).collect(),
            })
            .collect();
        OddsTable { subject, head: self.manner.goal.head().to_owned(), columns, rows }
    }

    fn by_level_and_die(&self, tn: TargetNumber) -> Result<OddsTable, LookupError> {
        let dice = &self.deck.layout().cause.columns;
        let mut rows = Vec::new();
        for level in self.levels() {
            let mut chances = Vec::new();
            for &die in dice {
                let check = self.odds(CheckDice { level, die }, &[tn])?;
                chances.extend(check.lines.iter().flat_map(pair));
            }
            rows.push(OddsRow { label: level.to_string(), chances });
        }
        Ok(OddsTable {
            subject: format!("checks{} {} {tn}", self.manner.says(), self.manner.goal.against()),
            head: "level".to_owned(),
            columns: dice.iter().flat_map(|die| [die.to_string(), "dice".to_owned()]).collect(),
            rows,
        })
    }
}

fn pair(line: &OddsLine) -> [Option<Chance>; 2] {
    [Some(line.with_follow_ups.clone()), line.true_dice.clone()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::dice::Pick;
    use crate::table::lookup::samples::deck;
    use crate::table::odds::{Edge, PoolReading};

    #[test]
    fn the_three_tables_agree_with_the_single_check() {
        let deck = deck();
        let pile = Pile::whole(CardNumbers::POKER);
        let tn = TargetNumber::clamped(7);
        let die = Die::new(10).unwrap();
        let pool = Pool::new(&deck, CheckDice { level: 3, die }).unwrap();
        let single = CheckOdds::new(pool, &pile, &[tn], None);
        let expected = pair(&single.lines[0]).to_vec();
        let at = |table, row: &str, column: &str| {
            let tables = check_tables(&deck, pile, &[table], &[], Manner::default()).unwrap();
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
        let ask = |table| {
            check_tables(&deck, Pile::whole(CardNumbers::POKER), &[table], &[], Manner::default())
                .unwrap_err()
        };
        assert!(matches!(ask(CheckTable::Level(6)), LookupError::Level { .. }));
        let d7 = Die::new(7).unwrap();
        assert!(matches!(ask(CheckTable::Die(d7)), LookupError::Column { .. }));
    }

    #[test]
    fn a_table_reads_every_check_in_the_manner_asked_for() {
        let deck = deck();
        let d8 = Die::new(8).unwrap();
        let pile = Pile::whole(CardNumbers::POKER);
        let tn = TargetNumber::clamped(3);
        let edge = Some(Edge::Disadvantage);
        for (manner, level, row, pick) in [
            (Manner { pick: Some(Pick::Lowest), ..Manner::default() }, 2, "2", Pick::Lowest),
            (Manner { goal: Goal::AtMost, ..Manner::default() }, 3, "3", Pick::Lowest),
            (Manner { edge, ..Manner::default() }, 3, "2", Pick::Lowest),
            (Manner { goal: Goal::AtMost, edge, ..Manner::default() }, 4, "3", Pick::Highest),
        ] {
            let pool = Pool::new(&deck, CheckDice { level, die: d8 }).unwrap();
            let reading = PoolReading { pool, pick, goal: manner.goal };
            let single = CheckOdds::read(reading, pile, &[tn]);
            let tables =
                check_tables(&deck, pile, &[CheckTable::TargetNumber(tn)], &[], manner).unwrap();
            let table = &tables.tables[0];
            let place = table.columns.iter().position(|name| name == "d8").unwrap();
            let row = table.rows.iter().find(|line| line.label == row).unwrap();
            assert_eq!(pair(&single.lines[0]), row.chances[place..place + 2]);
            let rows = usize::from(5 - manner.more_rows());
            assert_eq!(rows, table.rows.len());
        }
    }
}
