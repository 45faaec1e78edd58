//! Checks the values and counts of cause cells, and that effect rows rise.

use crate::deck::{CardNumber, CauseCell, Deck, Field};
use crate::dice::{Die, share};
use crate::spec::{CauseColumn, Spec};
use crate::wording::counted;

use super::fault::cards_text;
use super::{Fault, Rule};

/// The cells of one row and column, card by card.
struct Cells {
    die: Die,
    row: u8,
    /// Whether the die is an ordinary one.
    closed: bool,
    cells: Vec<(CardNumber, CauseCell)>,
}

/// Checks values, exceptional cells and critical failures of every cause cell.
pub(super) fn cause(deck: &Deck, spec: Option<&Spec>, faults: &mut Vec<Fault>) {
    for (column, &die) in deck.layout().cause.columns.iter().enumerate() {
        let asked =
            spec.and_then(|spec| spec.cause.columns.iter().find(|column| column.die == die));
        for row in 1..=deck.layout().cause.rows {
            let cells = deck
                .cards()
                .iter()
                .filter_map(|card| Some((card.number, card.cause.get(column, row)?)))
                .collect();
            let closed = deck.layout().closed.contains(&die);
            Cells { die, row, closed, cells }.check(asked, faults);
        }
    }
}

impl Cells {
    fn check(&self, asked: Option<&CauseColumn>, faults: &mut Vec<Fault>) {
        let strangers = self.strangers(asked, faults);
        // A wrong value also changes the counts; only the value is reported.
        if strangers {
            return;
        }
        if let Some(asked) = asked
            && let Some(&critical) = asked.critical.get(usize::from(self.row) - 1)
            && !self.critical(usize::from(critical), faults)
        {
            return;
        }
        if self.exceptional_count(asked, faults)
            && let Some(asked) = asked
        {
            self.exceptional_values(asked.above(self.row), faults);
        }
    }

    fn field(&self) -> Field {
        Field::Cause { die: self.die, row: self.row }
    }

    /// The cards whose cell meets the condition.
    fn cards(&self, meets: impl Fn(CauseCell) -> bool) -> Vec<u8> {
        self.cells.iter().filter(|(_, cell)| meets(*cell)).map(|(card, _)| card.get()).collect()
    }

    /// Reports values that a cell of the column cannot have. Without a spec a value of an open-ended column
    /// may be up to three times the die, the limit in specs.
    fn strangers(&self, asked: Option<&CauseColumn>, faults: &mut Vec<Fault>) -> bool {
        let sides = self.die.sides();
        let known = |value: u16| match asked {
            Some(column) => value <= sides || column.above(self.row).contains(&value),
            None => value <= if self.closed { sides } else { 3 * sides },
        };
        let before = faults.len();
        for &(card, cell) in &self.cells {
            if let Some(value) = cell.number().filter(|&value| !known(value)) {
                let mut accepted = vec![format!("1 to {sides}")];
                if let Some(column) = asked {
                    let mut above = column.above(self.row).to_vec();
                    above.dedup();
                    accepted.extend(above.iter().map(u16::to_string));
                }
                let accepted = accepted.join(", ");
                let message = format!("{value} is not a value of this column; it shows {accepted}");
                faults.push(Fault::on_card(Rule::CauseValue, card, &self.field(), message));
            }
        }
        faults.len() > before
    }

    /// Checks the number of critical failures.
    fn critical(&self, asked: usize, faults: &mut Vec<Fault>) -> bool {
        let found = self.cards(|cell| cell == CauseCell::CriticalFailure);
        if found.len() != asked {
            let message = format!(
                "{}, on {}; the spec asks for {asked}",
                counted(found.len(), "critical failure"),
                cards_text(&found),
            );
            faults.push(Fault::on_field(Rule::CriticalCount, &self.field(), message));
        }
        found.len() == asked
    }

    /// Checks the number of exceptional cells: that of the spec, or one in N cards rounded down or up.
    fn exceptional_count(&self, asked: Option<&CauseColumn>, faults: &mut Vec<Fault>) -> bool {
        let sides = self.die.sides();
        let right = match asked {
            Some(column) => column.exceptional_cells(self.row, self.cells.len()),
            None => share::one_in(sides.into(), self.cells.len()),
        };
        let found = self.cards(|cell| cell.is_highest(sides));
        if right.contains(&found.len()) {
            return true;
        }
        let asked = if right.start() == right.end() {
            right.start().to_string()
        } else {
            format!("{} or {}", right.start(), right.end())
        };
        let message = format!(
            "{} of {sides} or more, on {}; one in {sides} of {} cards is {asked}",
            counted(found.len(), "cell"),
            cards_text(&found),
            self.cells.len(),
        );
        faults.push(Fault::on_field(Rule::ExceptionalCount, &self.field(), message));
        false
    }

    fn exceptional_values(&self, asked: &[u16], faults: &mut Vec<Fault>) {
        let sides = self.die.sides();
        let mut found: Vec<(u16, u8)> = self
            .cells
            .iter()
            .map(|(card, cell)| (cell.value(), card.get()))
            .filter(|(value, _)| *value > sides)
            .collect();
        found.sort_unstable();
        if found.iter().map(|(value, _)| value).ne(asked) {
            let cards: Vec<u8> = found.iter().map(|(_, card)| *card).collect();
            let found: Vec<u16> = found.iter().map(|(value, _)| *value).collect();
            let message = format!(
                "the values above {sides} are {found:?}, on {}; the spec asks for {asked:?}",
                cards_text(&cards),
            );
            faults.push(Fault::on_field(Rule::ExceptionalValues, &self.field(), message));
        }
    }
}

/// Checks that every effect cell is larger than the one above it.
pub(super) fn effect(deck: &Deck, faults: &mut Vec<Fault>) {
    for card in deck.cards() {
        for (column, &die) in deck.layout().effect.columns.iter().enumerate() {
            for (row, pair) in (2..).zip(card.effect.column(column).windows(2)) {
                if pair[1] <= pair[0] {
                    let message = format!("{} does not rise over {} above it", pair[1], pair[0]);
                    let field = Field::Effect { die, row };
                    faults.push(Fault::on_card(Rule::EffectRising, card.number, &field, message));
                }
            }
        }
    }
}
