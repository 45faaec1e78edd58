//! Tables of chances.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;
use crate::wording::counted;

use super::Chance;

/// Tables with a common pile: of `odds` with `--count`, `--bands` or `--against`, and of its
/// subcommands.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct OddsTables {
    /// The cards in the pile.
    pub cards: u32,
    /// The tables.
    pub tables: Vec<OddsTable>,
    /// The chance of a critical failure; none if the question is not a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critical_failure: Option<Chance>,
    /// A sentence that names the dice that were assumed; none if the deck file states them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// Notes on the chances, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct OddsTable {
    /// The subject, such as `effect (3)6`.
    pub subject: String,
    /// The heading of the row labels, such as `at least`.
    pub head: String,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<OddsRow>,
}

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct OddsRow {
    /// The label, such as `12`.
    pub label: String,
    /// One chance for each column; none if dice are not defined.
    pub chances: Vec<Option<Chance>>,
}

impl OddsTables {
    /// A single table.
    pub(super) fn one(cards: u32, table: OddsTable) -> Self {
        Self::several(cards, vec![table])
    }

    /// Several tables.
    pub(super) fn several(cards: u32, tables: Vec<OddsTable>) -> Self {
        Self { cards, tables, critical_failure: None, assumed: None, notes: Vec::new() }
    }

    /// All chances as fractions, one line for each row.
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
    /// The table in aligned columns, one line a string. The cells are percentages.
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
