//! A job: everything that is to be made of a deck, as named files.

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

/// What is to be made of a deck.
///
/// ```
/// use actiondeck::render::sheet::Sheet;
/// use actiondeck::{Deck, Job, Theme, render};
///
/// let (deck, theme) = (Deck::built_in(), Theme::built_in("west")?);
/// let job = Job::new(&deck, &theme)
///     .with_sheets(vec![Sheet::built_in("a4-3x3")?])
///     .with_cards(render::only("3,10")?)
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
    /// How its cards look.
    pub theme: &'a Theme,
    /// The cards to be printed, in this order.
    pub cards: Vec<CardNumber>,
    /// How often each of them lies on the sheets of a PDF: deck after deck.
    pub copies: usize,
    /// Fronts beside the 54, which follow the cards on the sheets.
    pub extras: Vec<ExtraFront>,
    /// Whether backs are made too.
    pub backs: bool,
    /// One SVG a card, and one a page of every sheet that has a paper.
    pub svg: bool,
    /// How letters stand in them.
    pub lettering: Lettering,
    /// One PNG a card at this resolution.
    pub png: Option<Dpi>,
    /// The pixels of these PNGs, a window round the middle of the card; without, the whole card
    /// with its bleed.
    pub pixels: Option<Pixels>,
    /// One PDF a sheet.
    pub pdf: bool,
    /// How letters stand in them.
    pub pdf_lettering: Lettering,
    /// The most ink of all four together, in percent, where black overprints what is below it in a PDF.
    pub ink_limit_percent: f64,
    /// Who asks for a resolution of pictures, as in `MB Print asks`, and for how many dots per inch: coarser
    /// pictures are refused.
    pub image_dpi: Option<(String, f64)>,
    /// The sheets the cards are laid on.
    pub sheets: Vec<Sheet>,
    /// How cards and pages are arranged, and how the duplex printer turns the paper.
    pub arrangement: Arrangement,
    /// The printer whose misplaced backs are to be put right.
    pub printer: Option<Printer>,
    /// The date the PDFs state.
    pub date: Timestamp,
    /// What pictures and PDFs are called.
    pub names: Names,
}

impl<'a> Job<'a> {
    /// All cards of the deck in every form: SVG, PNG at print resolution, and PDF of the sheets,
    /// of which there are none yet.
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

    /// How many fronts there are: cards and extra cards.
    fn fronts(&self) -> usize {
        self.cards.len() + self.extras.len()
    }
}
