//! Chances laid out in rows and columns.

use serde::Serialize;

use crate::table::lookup::Answer;
use crate::wording::counted;

use super::Chance;

/// Tables that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsTables {
    /// The cards in the pile.
    pub cards: u32,
    /// The tables.
    pub tables: Vec<OddsTable>,
    /// The chance of a critical failure; none where the question is no check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critical_failure: Option<Chance>,
    /// What had to be assumed of the dice the deck stands for; none where its file says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// How the chances have to be understood, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsTable {
    /// What is asked, such as `effect (3)6`.
    pub subject: String,
    /// What the rows are, such as `at least`.
    pub head: String,
    /// What the columns are.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<OddsRow>,
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OddsRow {
    /// What it is about, such as `12`.
    pub label: String,
    /// A chance for each column; none where there is nothing to compare with.
    pub chances: Vec<Option<Chance>>,
}

impl OddsTables {
    /// One table alone.
    pub(super) fn one(cards: u32, table: OddsTable) -> Self {
        Self::several(cards, vec![table])
    }

    /// Several tables.
    pub(super) fn several(cards: u32, tables: Vec<OddsTable>) -> Self {
        Self { cards, tables, critical_failure: None, assumed: None, notes: Vec::new() }
    }

    /// Every chance as a fraction, one line for each row.
    pub fn fractions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for table in &self.tables {
            for row in &table.rows {
                let chances: Vec<String> = table
                    .columns
                    .iter()
                    .zip(&row.chances)
                    .map(|(column, chance)| {
                        let chance = chance.as_ref().map_or_else(|| "–".into(), Chance::fraction);
                        format!("{column} {chance}")
                    })
                    .collect();
                lines.push(format!("{} {}: {}", table.head, row.label, chances.join(", ")));
            }
        }
        lines
    }
}

impl OddsTable {
    /// The table in columns, a line a string. The cells are percent.
    fn lines(&self) -> Vec<String> {
        let wide = |texts: &mut dyn Iterator<Item = &str>| {
            texts.map(|text| text.chars().count()).max().unwrap_or(0)
        };
        let labels = self.rows.iter().map(|row| row.label.as_str());
        let label_width = wide(&mut labels.chain([self.head.as_str()]));
        let cells: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let shown = |chance: &Option<Chance>| {
                    let percent = chance.as_ref().map(Chance::to_string);
                    percent.map_or_else(|| "–".to_owned(), |text| text.replace(" %", ""))
                };
                row.chances.iter().map(shown).collect()
            })
            .collect();
        let widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(place, column)| {
                let column_cells = cells.iter().map(|row| row[place].as_str());
                wide(&mut column_cells.chain([column.as_str()]))
            })
            .collect();
        let line = |label: &str, cells: &[String]| {
            let cells: String = cells
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| format!("  {cell:>width$}"))
                .collect();
            format!("{label:>label_width$}{cells}")
        };
        let mut lines = vec![line(&self.head, &self.columns)];
        lines.extend(self.rows.iter().zip(&cells).map(|(row, cells)| line(&row.label, cells)));
        lines
    }
}

impl Answer for OddsTables {
    const KIND: &'static str = "odds-table";

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for table in &self.tables {
            lines.push(format!(
                "{}, {} in the pile, in percent",
                table.subject,
                counted(self.cards as usize, "card")
            ));
            lines.extend(table.lines());
        }
        let failure = self.critical_failure.as_ref();
        lines.extend(failure.map(|chance| format!("critical failure: {chance}")));
        lines.extend(self.assumed.clone());
        lines.extend(self.notes.iter().cloned());
        lines
    }
}
