//! Exports: the deck as other programs and machines take it: virtual tables, an order, cutters.
//!
//! An [`Export`] says what to make and returns the files, those of each [`Target`] in a folder of its
//! name; nothing here writes to disk. Names of pictures carry a digest of what is in them, so that no
//! table shows an older picture from its cache.

pub(crate) mod archive;
mod cgs;
mod cut;
mod foundry;
mod images;
mod name;
mod order;
mod pcio;
mod pictures;
mod room;
mod target;
#[cfg(test)]
mod testing;
mod ttpg;
mod tts;
mod values;
mod vtt;

use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::face::Theme;
use crate::geometry::Mm;
use crate::guard;
use crate::render::NamedFile;
use crate::render::sheet::Sheet;

pub use pictures::{Grid, GridError};
pub use target::{Target, TargetError};

use crate::output::slug;
use pictures::Pictures;
use values::Values;

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

    /// Makes the files of all targets. They are the same for the same export, on any number of
    /// threads.
    ///
    /// # Errors
    /// Everything wrong with the theme for this deck, a text that leaves its place among it.
    pub fn files(&self, targets: &[Target]) -> Result<Vec<NamedFile>, Problems> {
        guard::run(|| self.made(targets)).unwrap_or_else(|gave_up| {
            let message = format!("the theme {} cannot be drawn: {gave_up}", self.theme.name());
            Err(Problem::coded("face.undrawable", message).into())
        })
    }

    fn made(&self, targets: &[Target]) -> Result<Vec<NamedFile>, Problems> {
        let sources = Sources {
            export: self,
            slug: slug(self.deck.name()),
            values: Values::of(self.deck),
            pictures: Pictures::new(self.deck, self.theme, self.card_width_px),
        };
        let mut files = Vec::new();
        for target in Target::ALL.into_iter().filter(|target| targets.contains(target)) {
            let made = match target {
                Target::Images => images::files(&sources)?,
                Target::TabletopSimulator => tts::files(&sources)?,
                Target::Foundry => foundry::files(&sources)?,
                Target::PlayingCards => pcio::files(&sources)?,
                Target::VirtualTabletop => vtt::files(&sources)?,
                Target::CardGameSimulator => cgs::files(&sources)?,
                Target::TabletopPlayground => ttpg::files(&sources)?,
                Target::Order => order::files(self)?,
                Target::Dxf => cut::dxf_files(self)?,
                Target::SvgCut => cut::svg_files(self)?,
            };
            let below = |file: NamedFile| NamedFile {
                path: format!("{}/{}", target.name(), file.path),
                ..file
            };
            files.extend(made.into_iter().map(below));
        }
        Ok(files)
    }
}

/// What every target is made from.
struct Sources<'a> {
    export: &'a Export<'a>,
    /// The deck's name as a part of file names.
    slug: String,
    /// By card number.
    values: Vec<Values>,
    pictures: Pictures<'a>,
}

impl Sources<'_> {
    /// The deck and its edition, as they are told to people.
    fn about(&self) -> String {
        let deck = self.export.deck;
        format!("{}, edition {}, {} cards", deck.name(), deck.edition(), deck.cards().len())
    }
}

/// JSON as a file: readable, ends in a newline.
fn json_file(path: String, value: &serde_json::Value) -> Result<NamedFile, Problems> {
    let text = serde_json::to_string_pretty(value).map_err(|error| {
        Problem::coded("export.not-written", format!("{path} cannot be written: {error}"))
    })?;
    Ok(NamedFile { path, bytes: format!("{text}\n").into_bytes() })
}
