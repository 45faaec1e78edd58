//! What to export of a deck, and in which sizes.

use crate::deck::Deck;
use crate::face::Theme;
use crate::geometry::Mm;
use crate::render::sheet::Sheet;

use super::pictures::Grid;

/// What to export of a deck.
///
/// ```
/// use actiondeck::export::{Export, Target};
/// use actiondeck::{Deck, Theme};
///
/// let (deck, theme) = (Deck::built_in(), Theme::built_in("west")?);
/// let files = Export::new(&deck, &theme).with_card_width_px(40).files(&[Target::VirtualTabletop])?;
/// assert_eq!("vtt/future-imperfect.vtt", files[0].path);
/// # Ok::<(), actiondeck::Problems>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Export<'a> {
    /// The deck.
    pub deck: &'a Deck,
    /// The theme of the cards.
    pub theme: &'a Theme,
    /// The width of each card's picture in pixels; smaller on sheets that would exceed the size limit.
    pub card_width_px: u32,
    /// The grid of cards on a sheet of pictures.
    pub grid: Grid,
    /// The base URL of the pictures for Tabletop Simulator; without it, files are named alone.
    pub base_url: Option<String>,
    /// The sheets to make cut files for.
    pub sheets: Vec<Sheet>,
    /// The corner radius of the cards.
    pub corner_radius: Mm,
}

impl<'a> Export<'a> {
    /// The default width of a card's picture. A poker card is then 700 × 980 pixels: both are multiples of
    /// the 70 pixels of a square at Roll20, and a sheet of 5 × 4 cards stays within what Tabletop Simulator
    /// shows.
    pub const USUAL_CARD_WIDTH_PX: u32 = 700;

    /// The usual corner radius of playing cards.
    pub const USUAL_CORNER_RADIUS: Mm = Mm(3.0);

    /// An export in the usual sizes, without cut files.
    pub fn new(deck: &'a Deck, theme: &'a Theme) -> Self {
        Self {
            deck,
            theme,
            card_width_px: Self::USUAL_CARD_WIDTH_PX,
            grid: Grid::default(),
            base_url: None,
            sheets: Vec::new(),
            corner_radius: Self::USUAL_CORNER_RADIUS,
        }
    }

    /// Sets the width of card pictures in pixels, at least 1.
    #[must_use]
    pub fn with_card_width_px(self, card_width_px: u32) -> Self {
        Self { card_width_px: card_width_px.max(1), ..self }
    }

    /// Sets the grid of a sheet of pictures.
    #[must_use]
    pub fn with_grid(self, grid: Grid) -> Self {
        Self { grid, ..self }
    }

    /// Sets the base URL of the pictures for Tabletop Simulator.
    #[must_use]
    pub fn with_base_url(self, base_url: Option<String>) -> Self {
        Self { base_url, ..self }
    }

    /// Adds cut files for these sheets.
    #[must_use]
    pub fn with_sheets(self, sheets: Vec<Sheet>) -> Self {
        Self { sheets, ..self }
    }

    /// Sets the corner radius; 0 for square corners.
    #[must_use]
    pub fn with_corner_radius(self, corner_radius: Mm) -> Self {
        Self { corner_radius, ..self }
    }
}
