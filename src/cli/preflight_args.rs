//! The arguments of `preflight`, and the reference with which files are compared.

use std::path::PathBuf;

use crate::deck::Deck;
use crate::diagnostic::Problems;
use crate::face::Theme;
use crate::preflight::{Expectation, PrintedDeck};
use crate::project::{read_sheet, read_theme, read_vendor};
use crate::render::vendor::Vendor;
use clap::Args;

use super::Failure;
use super::theme_choice::{ThemeArgs, USUAL_THEME, coded, sized};

/// The arguments of `actiondeck preflight`.
#[derive(Debug, Args)]
pub struct PreflightArgs {
    /// Files to check (PDF, SVG or PNG), or folders, with the folders in them
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Compare with this deck: every printed figure is read back from the text of a PDF or SVG and the note
    /// in a PNG of what was drawn, and every face is drawn and compared with the expected face
    #[arg(long)]
    pub deck: Option<PathBuf>,
    #[command(flatten)]
    pub theme: ThemeArgs,
    /// The address that the codes on the cards open, for --deck
    #[arg(long, value_name = "ADDRESS", requires = "deck")]
    pub code: Option<String>,
    /// The size they were printed in, if it is not the theme's
    #[arg(long, value_name = "SIZE", requires = "deck")]
    pub size: Option<String>,
    /// The cards that should be there, such as 3,10,34-36, if not the whole deck was printed
    #[arg(long, value_name = "CARDS", requires = "deck")]
    pub only: Option<String>,
    /// How often each card should be on the sheets
    #[arg(long, value_name = "COUNT", requires = "deck", default_value = "1",
        value_parser = clap::value_parser!(u8).range(1..=MOST_COPIES))]
    pub copies: u8,
    /// Do not draw pages whose text can be read: drawing takes longest
    #[arg(long)]
    pub quick: bool,
    /// Write a picture of each difference into this folder: expected at the left, found at the right
    #[arg(long, value_name = "DIR", requires = "deck", conflicts_with = "quick")]
    pub pictures: Option<PathBuf>,
    /// Check against this vendor's requirements: drivethrucards, thegamecrafter, makeplayingcards,
    /// printerstudio, mbprint, printplaygames, press-x4, home, or a TOML file
    #[arg(long, value_name = "VENDOR")]
    pub vendor: Option<String>,
    /// The sheet of the files, if they have lost the record of which face is where: a built-in sheet or a
    /// TOML file; by default all built-in sheets are tried
    #[arg(long, value_name = "SHEET", requires = "deck")]
    pub sheet: Option<String>,
    /// Processor time that a file may take, and a second more for each of its pages; a file that takes
    /// longer is not checked, which is a fault
    #[arg(long, value_name = "SECONDS", default_value = "20",
        value_parser = clap::value_parser!(u64).range(1..=MOST_SECONDS))]
    pub time_limit: u64,
    /// Write the findings as JSON
    #[arg(long)]
    pub json: bool,
}

/// The largest value of `--copies`.
pub const MOST_COPIES: i64 = 100;

/// One day.
const MOST_SECONDS: u64 = 86_400;

/// The reference with which files are compared.
pub struct Reference {
    pub deck: Option<Deck>,
    /// In the size that was printed.
    pub theme: Theme,
    /// In its own size.
    pub unsized_theme: Option<Theme>,
    vendor: Option<Vendor>,
    pub expectation: Expectation,
}

impl PreflightArgs {
    /// Reads theme and vendor for this deck.
    ///
    /// # Errors
    /// The faults of theme, vendor, size or address.
    pub fn reference(&self, deck: Option<Deck>) -> Result<Reference, Failure> {
        let theme = match &deck {
            Some(deck) => self.theme.read(deck, self.deck.as_deref()),
            None => read_theme(self.theme.name().unwrap_or(USUAL_THEME)),
        };
        let unsized_theme = theme.as_ref().ok().cloned();
        let vendor = self.vendor.as_deref().map(read_vendor).transpose()?;
        let theme = self.cut(theme, vendor.as_ref())?;
        let mut expectation = vendor.as_ref().map(Expectation::for_vendor).unwrap_or_default();
        if deck.is_some() {
            // The requirements may depend on the theme of the files.
            expectation = expectation.with_card(theme.format());
        }
        if let Some(sheet) = &self.sheet {
            expectation = expectation.with_sheets(vec![read_sheet(sheet)?]);
        }
        if !self.quick {
            expectation = expectation.with_drawing();
        }
        Ok(Reference { deck, theme, unsized_theme, vendor, expectation })
    }

    /// A theme with the given size and code, or as the vendor requires it.
    fn cut(
        &self,
        theme: Result<Theme, Problems>,
        vendor: Option<&Vendor>,
    ) -> Result<Theme, Problems> {
        let theme = coded(sized(theme, self.size.as_deref()), self.code.as_deref())?;
        match (vendor, &self.size) {
            (Some(vendor), None) => vendor.fitted(&theme),
            (Some(vendor), Some(_)) => vendor.inset(&theme),
            (None, _) => Ok(theme),
        }
    }

    /// A theme in the same size and with the same code as that of the reference.
    ///
    /// # Errors
    /// Its faults, or that it does not have this size.
    pub fn cut_as(
        &self,
        reference: &Reference,
        theme: Result<Theme, Problems>,
    ) -> Result<Theme, Problems> {
        self.cut(theme, reference.vendor.as_ref())
    }
}

impl Reference {
    /// The expected print of the deck in the theme, if there is a deck.
    ///
    /// # Errors
    /// If the theme does not bind or cannot be drawn.
    pub fn printed(&self) -> Result<Option<PrintedDeck>, Problems> {
        self.deck.as_ref().map(|deck| PrintedDeck::new(deck, &self.theme)).transpose()
    }
}
