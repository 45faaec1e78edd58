//! The reading of checks, `--lowest`, `--under 55`, `--advantage`, and questions about other
//! numbers.

use crate::dice::Pick;
use crate::table::lookup::TargetNumber;
use crate::table::odds::{Ask, Bands, Edge, Goal, Manner};
use crate::table::questions::prelude::*;

fields! {
    /// The reading of checks.
    pub struct MannerFields {
        /// The lowest row counts, not the highest
        lowest: Flag = excludes(&["highest", "advantage", "disadvantage"]),
        /// The highest row counts, also with --under, where the lowest does otherwise
        highest: Flag = excludes(&["advantage", "disadvantage"]),
        /// One more row is read, and the row that serves best counts
        advantage: Flag = also(&["bonus-row"]).excludes(&["disadvantage"]),
        /// One more row is read, and the row that serves least counts
        disadvantage: Flag = also(&["penalty-row"]),
        /// Roll-under: numbers to stay at or below; alone, all of the die
        under: List<TargetNumber> = value("NUMBER,…").or_bare().excludes(&["tn"]),
    }
}

impl MannerFields {
    /// The reading.
    pub fn get(&self) -> Manner {
        Manner {
            goal: if self.under.is_given() { Goal::AtMost } else { Goal::AtLeast },
            pick: match (self.lowest.get(), self.highest.get()) {
                (true, _) => Some(Pick::Lowest),
                (_, true) => Some(Pick::Highest),
                _ => None,
            },
            edge: match (self.advantage.get(), self.disadvantage.get()) {
                (true, _) => Some(Edge::Advantage),
                (_, true) => Some(Edge::Disadvantage),
                _ => None,
            },
        }
    }

    /// The numbers of roll-under, or else these target numbers.
    pub fn numbers(&self, tn: &List<TargetNumber>) -> Vec<TargetNumber> {
        if self.under.is_given() { self.under.get() } else { tn.get() }
    }

    /// Whether it differs from a check of the highest row that must reach a number.
    pub fn pick_or_goal(&self) -> bool {
        self.lowest.get() || self.disadvantage.get() || self.under.is_given()
    }

    /// Whether one row is selected.
    pub fn picks_a_row(&self) -> bool {
        self.lowest.get() || self.highest.get() || self.disadvantage.get()
    }
}

fields! {
    /// A question about a number.
    pub struct AskFields {
        /// Numbers to reach; when left out, every number that some card shows
        at_least: List<Number<i32, -9999, 99_999>> =
            value("NUMBER,…").also(&["tn"]).excludes(&["under", "bands"]),
        /// Roll-under: numbers to stay at or below
        under: List<Number<i32, -9999, 99_999>> = value("NUMBER,…").excludes(&["bands"]),
        /// Results in bands.
        bands: BandFields,
    }
}

impl AskFields {
    /// The question; none if no part of it is given.
    pub fn get(&self) -> Result<Option<Ask>, Problems> {
        Ok(match (self.bands.get()?, self.at_least.is_empty(), self.under.is_empty()) {
            (Some((bands, modifiers)), ..) => Some(Ask::Bands(bands, modifiers)),
            (None, false, _) => Some(Ask::AtLeast(self.at_least.get())),
            (None, true, false) => Some(Ask::AtMost(self.under.get())),
            (None, true, true) => None,
        })
    }
}

fields! {
    /// Results in bands.
    pub struct BandFields {
        /// First numbers of the bands, such as 7,10 for 6 or less, 7 to 9, 10 or more
        bands: List<Number<i32, -9999, 9999>> = value("NUMBER,…"),
        /// Modifiers to the result before comparison with bands or opponent; several make a table
        modifier: List<Number<i32, -999, 999>> = value("NUMBER,…"),
    }
}

impl BandFields {
    /// Whether there are bands.
    pub fn has_bands(&self) -> bool {
        !self.bands.is_empty()
    }

    /// The modifiers.
    pub fn modifiers(&self) -> Vec<i32> {
        self.modifier.get()
    }

    /// The bands and the modifiers; none without bands.
    pub fn get(&self) -> Result<Option<(Bands, Vec<i32>)>, Problems> {
        match Bands::new(self.bands.get()) {
            Some(bands) => Ok(Some((bands, self.modifiers()))),
            None if self.modifier.is_empty() => Ok(None),
            None => refuse("a modifier without bands", "--bands or --against too"),
        }
    }
}
