//! How checks are read: `--lowest`, `--under 55`, `--advantage`.

use clap::Args;

use crate::cli::argument::{Get, Parsed};
use crate::diagnostic::Problems;
use crate::dice::Pick;
use crate::lookup::TargetNumber;
use crate::odds::{Edge, Goal, Manner};

/// What was typed.
#[derive(Debug, Args)]
pub struct MannerArgs {
    /// The lowest row counts, not the highest
    #[arg(long, conflicts_with_all = ["highest", "advantage", "disadvantage"])]
    lowest: bool,
    /// The highest row counts, also with --under, where the lowest does otherwise
    #[arg(long, conflicts_with_all = ["advantage", "disadvantage"])]
    highest: bool,
    /// One more row is read, and the row that serves best counts
    #[arg(long, visible_alias = "bonus-row", conflicts_with = "disadvantage")]
    advantage: bool,
    /// One more row is read, and the row that serves least counts
    #[arg(long, visible_alias = "penalty-row")]
    disadvantage: bool,
    /// Roll-under: numbers to stay at or below; alone, all of the die
    #[arg(
        long,
        value_name = "NUMBER,…",
        value_delimiter = ',',
        num_args = 0..=1,
        allow_negative_numbers = true,
        conflicts_with = "tn"
    )]
    under: Option<Vec<Parsed<TargetNumber>>>,
}

impl MannerArgs {
    /// How checks are read.
    pub fn manner(&self) -> Manner {
        Manner {
            goal: if self.under.is_some() { Goal::AtMost } else { Goal::AtLeast },
            pick: match (self.lowest, self.highest) {
                (true, _) => Some(Pick::Lowest),
                (_, true) => Some(Pick::Highest),
                _ => None,
            },
            edge: match (self.advantage, self.disadvantage) {
                (true, _) => Some(Edge::Advantage),
                (_, true) => Some(Edge::Disadvantage),
                _ => None,
            },
        }
    }

    /// The numbers of roll-under, or else these target numbers.
    pub fn numbers(&self, tn: &Vec<Parsed<TargetNumber>>) -> Result<Vec<TargetNumber>, Problems> {
        self.under.as_ref().unwrap_or(tn).get()
    }

    /// Whether numbers to stay below were named.
    pub fn names_numbers(&self) -> bool {
        self.under.as_ref().is_some_and(|numbers| !numbers.is_empty())
    }

    /// Whether it is not a check of the highest row that has to reach a number.
    pub fn pick_or_goal(&self) -> bool {
        self.lowest || self.disadvantage || self.under.is_some()
    }

    /// Whether one row was picked out of all.
    pub fn picks_a_row(&self) -> bool {
        self.lowest || self.highest || self.disadvantage
    }
}
