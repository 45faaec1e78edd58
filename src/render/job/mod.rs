//! A job: what to make of a deck, returned as named files.

mod behind;
mod builder;
mod check;
mod document;
mod faces;
mod files;
mod kept;
mod named_file;
mod run;
mod steps;

use crate::deck::{CardNumber, Deck};
use crate::face::{Lettering, Theme};

use super::pdf::Timestamp;
use super::png::{Dpi, Pixels};
use super::printer::Printer;
use super::scene::OVERPRINT_INK_PERCENT;
use super::sheet::{Arrangement, Sheet};

pub use faces::ExtraFront;
pub use files::Names;
pub use named_file::NamedFile;
pub use steps::Progress;

/// What to make of a deck.
///
/// ```
/// use actiondeck::render::sheet::Sheet;
/// use actiondeck::{Deck, Job, Theme, render};
///
/// let (deck, theme) = (Deck::built_in(), Theme::built_in("west")?);
/// let job = Job::new(&deck, &theme)
///     .with_sheets(vec![Sheet::built_in("a4-3x3")?])
///     .with_cards(render::only("3,10", deck.numbers())?)
///     .with_svg(false)
///     .with_png(None);
/// assert_eq!(["sheets/a4-3x3.pdf"], *job.paths()?);
/// # Ok::<(), actiondeck::Problems>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Job<'a> {
    /// The deck.
    pub deck: &'a Deck,
    /// The theme of its cards.
    pub theme: &'a Theme,
    /// The printed cards, in order.
    pub cards: Vec<CardNumber>,
    /// The number of copies of each card on the sheets of a PDF: deck after deck.
    pub copies: usize,
    /// Extra fronts, which follow the cards on the sheets.
    pub extras: Vec<ExtraFront>,
    /// Whether backs are made.
    pub backs: bool,
    /// Whether to make an SVG for each card and for each page of sheets with a paper.
    pub svg: bool,
    /// How letters are stored in them.
    pub lettering: Lettering,
    /// The resolution of PNGs, one for each card; `None` for no PNGs.
    pub png: Option<Dpi>,
    /// The size of PNGs in pixels, a window around the middle of the card; by default the whole card with its
    /// bleed.
    pub pixels: Option<Pixels>,
    /// Whether to make a PDF for each sheet.
    pub pdf: bool,
    /// How letters are stored in them.
    pub pdf_lettering: Lettering,
    /// The ink limit, all four together in percent, up to which black overprints in a PDF.
    pub ink_limit_percent: f64,
    /// The least resolution of pictures and its source, such as `MB Print asks` and 300 dots per inch:
    /// coarser pictures are refused.
    pub image_dpi: Option<(String, f64)>,
    /// The sheets the cards are laid on.
    pub sheets: Vec<Sheet>,
    /// How cards and pages are arranged, and how the duplex printer turns the paper.
    pub arrangement: Arrangement,
    /// The printer whose misregistration is corrected.
    pub printer: Option<Printer>,
    /// The date of the PDFs.
    pub date: Timestamp,
    /// The names of pictures and PDFs.
    pub names: Names,
}

impl<'a> Job<'a> {
    /// A job for all cards of the deck in every form: SVG, PNG at print resolution, and PDF of the sheets,
    /// initially none.
    pub fn new(deck: &'a Deck, theme: &'a Theme) -> Self {
        Self {
            deck,
            theme,
            cards: deck.cards().iter().map(|card| card.number).collect(),
            copies: 1,
            extras: Vec::new(),
            backs: true,
            svg: true,
            lettering: Lettering::default(),
            png: Some(Dpi::PRINT),
            pixels: None,
            pdf: true,
            pdf_lettering: Lettering::Live,
            ink_limit_percent: OVERPRINT_INK_PERCENT,
            image_dpi: None,
            sheets: Vec::new(),
            arrangement: Arrangement::default(),
            printer: None,
            date: Timestamp::FIXED,
            names: Names::default(),
        }
    }

    /// The number of fronts: cards and extra cards.
    pub(in crate::render) fn fronts(&self) -> usize {
        self.cards.len() + self.extras.len()
    }
}
