//! What is asked of a number: `--at-least 12`, `--under 7`, `--bands 7,10 --modifier 0,1,2`.

use clap::Args;

use crate::cli::argument::{Get, Number, all, refuse};
use crate::diagnostic::Problems;
use crate::odds::{Ask, Bands};

/// What was typed.
#[derive(Debug, Args)]
pub struct AskArgs {
    /// Numbers to reach; when left out, every number that some card shows
    #[arg(
        long,
        visible_alias = "tn",
        value_name = "NUMBER,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with_all = ["under", "bands"]
    )]
    at_least: Vec<Number<i32, -9999, 99_999>>,
    /// Roll-under: numbers to stay at or below
    #[arg(
        long,
        value_name = "NUMBER,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "bands"
    )]
    under: Vec<Number<i32, -9999, 99_999>>,
    #[command(flatten)]
    bands: BandArgs,
}

impl AskArgs {
    /// The question; none if nothing was typed.
    pub fn ask(&self) -> Result<Option<Ask>, Problems> {
        let (at_least, under, bands) =
            all((self.at_least.get(), self.under.get(), self.bands.get()))?;
        Ok(match (bands, at_least.is_empty(), under.is_empty()) {
            (Some((bands, modifiers)), ..) => Some(Ask::Bands(bands, modifiers)),
            (None, false, _) => Some(Ask::AtLeast(at_least)),
            (None, true, false) => Some(Ask::AtMost(under)),
            (None, true, true) => None,
        })
    }
}

/// Results in bands.
#[derive(Debug, Args)]
pub struct BandArgs {
    /// Where bands of results begin, as 7,10 for 6 or less, 7 to 9, 10 or more
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    bands: Vec<Number<i32, -9999, 9999>>,
    /// Modifiers to the result, before it is held against the bands or the opponent; several make a
    /// table
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    modifier: Vec<Number<i32, -999, 999>>,
}

impl BandArgs {
    /// Whether bands were typed.
    pub fn has_bands(&self) -> bool {
        !self.bands.is_empty()
    }

    /// The modifiers.
    pub fn modifiers(&self) -> Result<Vec<i32>, Problems> {
        self.modifier.get()
    }

    /// The bands and the modifiers; none without bands.
    pub fn get(&self) -> Result<Option<(Bands, Vec<i32>)>, Problems> {
        let (edges, modifiers) = all((self.bands.get(), self.modifiers()))?;
        match Bands::new(edges) {
            Some(bands) => Ok(Some((bands, modifiers))),
            None if modifiers.is_empty() => Ok(None),
            None => refuse("a modifier without bands", "--bands or --against too"),
        }
    }
}
