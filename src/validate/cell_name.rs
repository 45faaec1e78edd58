//! Names of grid cells in tables.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// A cell of one of the two grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CellName {
    /// The grid.
    pub grid: GridName,
    /// The column's sides.
    pub sides: u16,
    /// The row, from 1.
    pub row: u8,
}

/// One of the two grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GridName {
    /// Checks.
    Cause,
    /// Magnitudes.
    Effect,
}

impl fmt::Display for CellName {
    /// `d10 row 2` in the cause grid, `(2)10` in the effect grid.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.grid {
            GridName::Cause => write!(f, "d{} row {}", self.sides, self.row),
            GridName::Effect => write!(f, "({}){}", self.row, self.sides),
        }
    }
}
