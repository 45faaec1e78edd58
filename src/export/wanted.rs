//! What is to be exported of a deck, and in which sizes.

use crate::deck::Deck;
use crate::face::Theme;
use crate::geometry::Mm;
use crate::render::sheet::Sheet;

use super::pictures::Grid;

/// What is to be exported of a deck.
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
    /// How its cards look.
    pub theme: &'a Theme,
    /// The width of each card's picture in pixels; less on a sheet that would not hold as many.
    pub card_width_px: u32,
    /// How many cards lie on a sheet of pictures.
    pub grid: Grid,
    /// Where the pictures for Tabletop Simulator will be found; without it, by their names alone.
    pub base_url: Option<String>,
    /// The sheets whose cards are cut by a machine.
    pub sheets: Vec<Sheet>,
    /// The corners of cut cards.
    pub corner_radius: Mm,
}

impl<'a> Export<'a> {
    /// The width of a card's picture: at the shape of a poker card 700 × 980 pixels, both divisible
    /// by the 70 pixels of a square at Roll20, and a sheet of 5 × 4 cards stays within what Tabletop
    /// Simulator shows.
    pub const USUAL_CARD_WIDTH_PX: u32 = 700;

    /// The corners playing cards have.
    pub const USUAL_CORNER_RADIUS: Mm = Mm(3.0);

    /// An export in the usual sizes, without a sheet to be cut.
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

    /// With pictures of this width in pixels, at least 1.
    #[must_use]
    pub fn with_card_width_px(self, card_width_px: u32) -> Self {
        Self { card_width_px: card_width_px.max(1), ..self }
    }

    /// With so many cards on a sheet of pictures.
    #[must_use]
    pub fn with_grid(self, grid: Grid) -> Self {
        Self { grid, ..self }
    }

    /// With pictures that Tabletop Simulator loads from this address.
    #[must_use]
    pub fn with_base_url(self, base_url: Option<String>) -> Self {
        Self { base_url, ..self }
    }

    /// With the cut lines of these sheets.
    #[must_use]
    pub fn with_sheets(self, sheets: Vec<Sheet>) -> Self {
        Self { sheets, ..self }
    }

    /// With corners of this radius, 0 for sharp ones.
    #[must_use]
    pub fn with_corner_radius(self, corner_radius: Mm) -> Self {
        Self { corner_radius, ..self }
    }
}
