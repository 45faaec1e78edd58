//! The result of a roll and its text.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CauseCell};
use crate::table::lookup::{Answer, Draw};

use super::super::super::{CheckReading, TnEntry};
use super::super::TraitDice;
use super::{BonusChip, DieChoice, DieReading, Training};

/// The die added by a red or blue chip.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BonusAnswer {
    /// The chip.
    pub chip: BonusChip,
    /// Its cards.
    pub draw: Draw,
    /// The row read.
    pub row: u8,
    /// The cells that are summed.
    pub cells: Vec<CauseCell>,
    /// Their sum.
    pub total: u32,
}

/// The result of a roll.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct RollAnswer {
    /// The dice.
    pub dice: TraitDice,
    /// The follow-up cards.
    pub then: Vec<CardNumber>,
    /// One cell for each die.
    pub readings: Vec<DieReading>,
    /// Whether the roll is bust, so that its total does not count.
    pub bust: bool,
    /// All totals that can be chosen; none when bust.
    pub choices: Vec<DieChoice>,
    /// Index in `choices` of the highest total: of equal ones that of the first cell, and in its
    /// chain that of the last card.
    pub best: Option<usize>,
    /// The die added by a red or blue chip.
    pub bonus: Option<BonusAnswer>,
    /// The character's training in the skill.
    pub training: Training,
    /// Wounds and other penalties.
    pub penalties: Vec<TnEntry>,
    /// The highest die plus and minus all modifiers; none when bust.
    pub total: Option<i64>,
}

impl RollAnswer {
    /// The choice that counts.
    pub fn best(&self) -> Option<&DieChoice> {
        self.choices.get(self.best?)
    }

    /// `7, 10*, 3, 7, 2; 4`: a semicolon separates cards, a star marks exceptional results.
    fn shown(&self) -> (String, String) {
        let (mut cards, mut cells) = (Vec::new(), String::new());
        for reading in &self.readings {
            let new = cards.last() != Some(&reading.card);
            if !cells.is_empty() {
                cells.push_str(if new { "; " } else { ", " });
            }
            if new {
                cards.push(reading.card);
            }
            cells.push_str(&reading.value.to_string());
            cells.push_str(if reading.exceptional { "*" } else { "" });
        }
        let names: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
        let plural = if names.len() == 1 { "card" } else { "cards" };
        (format!("{plural} {}", names.join(", ")), cells)
    }

    /// The modifiers between the highest die and the total; none if there are none.
    fn changes(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.dice.bonus > 0 {
            parts.push(format!("+ {} above the norm", self.dice.bonus));
        }
        if self.training == Training::Untrained {
            parts.push("halved without the skill".to_owned());
        }
        parts.extend(self.penalties.iter().map(TnEntry::taken_off));
        (!parts.is_empty()).then(|| format!("{}: {}", parts.join(", "), self.total.unwrap_or(0)))
    }
}

impl CheckReading for RollAnswer {
    const CRITICAL_FAILURE: &'static str = "bust";

    fn total(&self) -> Option<i64> {
        self.total
    }
}

impl Answer for RollAnswer {
    const KIND: &'static str = "fi3-roll";

    /// Without a task number, the only possible verdict is bust.
    fn verdict(&self) -> Option<String> {
        self.bust.then(|| "bust".to_owned())
    }

    fn is_open(&self) -> bool {
        self.choices.iter().any(|choice| choice.choice.open)
    }

    fn explanation(&self) -> Vec<String> {
        let (cards, cells) = self.shown();
        let chips = self.readings.iter().filter(|reading| reading.chip).count();
        let bought = match chips {
            0 => String::new(),
            1 => ", 1 die for a white chip".to_owned(),
            chips => format!(", {chips} dice for white chips"),
        };
        let mut lines = vec![format!("{cards}, {}{bought}: {cells}", self.dice)];
        if self.bust {
            lines.push("the exact cell is CF: bust".to_owned());
            return lines;
        }
        let die = self.dice.dice.die;
        if let Some(best) = self.best() {
            let path = best.choice.path(die, &self.then);
            lines.push(format!("card {}, {path}: {}", best.card, best.choice.total));
        }
        if let Some(bonus) = &self.bonus {
            let chip = if bonus.chip == BonusChip::Red { "red" } else { "blue" };
            let cells: Vec<String> = bonus.cells.iter().map(CauseCell::to_string).collect();
            let card = bonus.draw.card();
            lines.push(format!(
                "{chip} chip, row {} of {die} on card {card}: adds {}",
                bonus.row,
                cells.join(" + ")
            ));
        }
        lines.extend(self.changes());
        let open: Vec<String> = self
            .choices
            .iter()
            .filter(|choice| choice.choice.open)
            .map(|DieChoice { card, choice }| match choice.row {
                0 => format!("the hit step of card {card}"),
                row => format!("row {row} of card {card}"),
            })
            .collect();
        match &open[..] {
            [] if self.then.is_empty() => {}
            [] => lines.push("the chain has ended: no further card".to_owned()),
            open => lines.push(format!("{} may go on: draw another card", open.join(" and "))),
        }
        lines
    }
}
