//! The text of a check's answer: the cells of each total, and the rows that may be continued.

use crate::deck::{CardNumber, CauseCell};
use crate::dice::{CheckDice, Die};
use crate::wording::counted;

use super::super::{Answer, TargetNumber};
use super::{CheckAnswer, Choice};

impl Choice {
    /// The cells that are summed in a column of `die`, those after the first on the cards `then`:
    /// `row 2 of d10 shows 10, exceptional; card 11 adds 11, exceptional`. Row 0 is the step of the
    /// hit location.
    pub(crate) fn path(&self, die: Die, then: &[CardNumber]) -> String {
        let mut cells =
            self.cells.iter().zip(&self.exceptional).map(|(&cell, &exceptional)| {
                (cell, if exceptional { ", exceptional" } else { "" })
            });
        let (first, mark) = cells.next().unwrap_or((CauseCell::CriticalFailure, ""));
        let mut path = match self.row {
            0 => format!("the hit step shows {first}{mark}"),
            row => format!("row {row} of {die} shows {first}{mark}"),
        };
        for (card, (cell, mark)) in then.iter().zip(cells) {
            let added = match cell {
                CauseCell::CriticalFailure => "shows CF, which adds nothing".to_owned(),
                CauseCell::Number(number) => format!("adds {number}"),
            };
            path.push_str(&format!("; card {card} {added}{mark}"));
        }
        path
    }
}

impl CheckAnswer {
    /// `30 against TN 13, success, 4 bumps`
    fn result(&self, choice: &Choice) -> String {
        let (Some(target), Some(judgement)) = (self.target, choice.judgement) else {
            return choice.total.to_string();
        };
        let verdict = if judgement.success { "success" } else { "failure" };
        let bumps = match judgement.bumps {
            0 => String::new(),
            bumps => format!(", {}", counted(bumps as usize, "bump")),
        };
        format!("{} against TN {}, {verdict}{bumps}", choice.total, target.tn)
    }
}

impl Answer for CheckAnswer {
    const KIND: &'static str = "check";

    /// `success, 2 bumps`; without a target number, only `critical failure`.
    fn verdict(&self) -> Option<String> {
        if self.critical_failure {
            return Some("critical failure".to_owned());
        }
        let bumps = self.bumps() as usize;
        Some(match self.success()? {
            false => "failure".to_owned(),
            true if bumps == 0 => "success".to_owned(),
            true => format!("success, {}", counted(bumps, "bump")),
        })
    }

    fn account(&self) -> Option<String> {
        self.target.map(|target| format!("TN {}", target.tn))
    }

    fn check(&self) -> Option<(CheckDice, TargetNumber)> {
        self.target.map(|target| (self.dice, target.tn))
    }

    fn is_open(&self) -> bool {
        self.choices.iter().any(|choice| choice.open)
    }

    fn explanation(&self) -> Vec<String> {
        let card = self.draw.card();
        let mut shown: Vec<String> = Vec::new();
        for reading in &self.readings {
            let star = if reading.exceptional { "*" } else { "" };
            shown.push(format!("{}{star}", reading.value));
        }
        let mut lines = vec![format!("card {card}, {}: {}", self.dice, shown.join(", "))];
        let Some(best) = self.best() else {
            lines.push(format!(
                "row {} of {} is CF, the exact cell of {}: critical failure",
                self.dice.level, self.dice.die, self.dice
            ));
            return lines;
        };
        let path = best.path(self.dice.die, self.draw.then());
        lines.push(format!("{path}: {}", self.result(best)));
        if self.choices.len() > 1 {
            let others: Vec<String> =
                self.readings.iter().filter_map(|reading| self.row_choices(reading.row)).collect();
            lines.push(format!("to choose from: {}", others.join("; ")));
        }
        let open: Vec<u8> =
            self.choices.iter().filter(|choice| choice.open).map(|choice| choice.row).collect();
        lines.extend(match going_on(&open) {
            None if self.draw.then().is_empty() => None,
            None => Some("the chain has ended: no further card".to_owned()),
            open => open,
        });
        lines
    }
}

/// `row 2 may go on: draw another card`; none if no row is open.
fn going_on(rows: &[u8]) -> Option<String> {
    let rows: Vec<String> = rows.iter().map(u8::to_string).collect();
    Some(match &rows[..] {
        [] => return None,
        [row] => format!("row {row} may go on: draw another card"),
        [before @ .., last] => {
            format!("rows {} and {last} may go on: draw another card", before.join(", "))
        }
    })
}

impl CheckAnswer {
    /// `row 2: 10, 21 or 30`
    fn row_choices(&self, row: u8) -> Option<String> {
        let mut totals: Vec<String> = self
            .choices
            .iter()
            .filter(|choice| choice.row == row)
            .map(|choice| choice.total.to_string())
            .collect();
        // A CF adds 0.
        totals.dedup();
        let (last, before) = totals.split_last()?;
        Some(match before {
            [] => format!("row {row}: {last}"),
            before => format!("row {row}: {} or {last}", before.join(", ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::going_on;

    #[test]
    fn the_rows_that_may_go_on_are_listed_as_in_a_sentence() {
        assert_eq!(None, going_on(&[]));
        assert_eq!("row 2 may go on: draw another card", going_on(&[2]).unwrap());
        assert_eq!("rows 1, 2 and 4 may go on: draw another card", going_on(&[1, 2, 4]).unwrap());
    }
}
