//! The pictures of the cards as they are cut: one a file, or many on a sheet.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::OnceLock;

use png::Compression;
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Fault, Problem, Problems, fault, quoted};
use crate::face::{BackPlace, Face, Faces, Format, Theme};
use crate::render::{Pixels, png as picture};

use super::name::fingerprint;

/// The largest side in pixels of a card sheet that Tabletop Simulator is sure to show.
const SHEET_SIDE_PX: u32 = 4096;

/// Columns and rows of cards on a sheet of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u32,
    rows: u32,
}

impl Grid {
    /// The most columns and rows that Tabletop Simulator accepts.
    pub const MOST: [u32; 2] = [10, 7];

    /// A grid of `columns` by `rows`, or `None` if either is 0 or above [`MOST`](Self::MOST).
    pub fn new(columns: u32, rows: u32) -> Option<Self> {
        let [most_columns, most_rows] = Self::MOST;
        let fits = (1..=most_columns).contains(&columns) && (1..=most_rows).contains(&rows);
        fits.then_some(Self { columns, rows })
    }

    /// The number of columns.
    pub fn columns(self) -> u32 {
        self.columns
    }

    /// The number of rows.
    pub fn rows(self) -> u32 {
        self.rows
    }

    fn each(self) -> usize {
        (self.columns * self.rows) as usize
    }
}

impl Default for Grid {
    /// Five columns by four rows: three sheets a deck, on which every figure can be read.
    fn default() -> Self {
        Self { columns: 5, rows: 4 }
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// A text that does not describe a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridError {
    original: String,
}

impl Fault for GridError {
    fn problem(&self) -> Problem {
        let [columns, rows] = Grid::MOST;
        let message = format!("{} is not a grid of cards", quoted(&self.original));
        let accepted = format!("columns x rows from 1x1 to {columns}x{rows}, such as 5x4");
        Problem::coded("export.grid", message).accepts(accepted)
    }
}

fault!(GridError);

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let grid = text.split_once('x').and_then(|(columns, rows)| {
            Self::new(columns.trim().parse().ok()?, rows.trim().parse().ok()?)
        });
        grid.ok_or_else(|| GridError { original: text.to_owned() })
    }
}

/// A picture file.
#[derive(Debug)]
pub(super) struct Picture {
    /// With a digest of the content: `card-34-0a1b2c3d.png`.
    pub name: String,
    /// The PNG.
    pub png: Vec<u8>,
}

impl Picture {
    fn new(stem: &str, png: Vec<u8>) -> Self {
        Self { name: format!("{stem}-{}.png", fingerprint(&png)), png }
    }
}

/// The back of all cards, if there is only one.
pub(super) fn only_one<'p>(behind: &[&'p Picture]) -> Option<&'p Picture> {
    let (first, rest) = behind.split_first()?;
    rest.iter().all(|other| other.name == first.name).then_some(*first)
}

/// A sheet of cards, by rows from the upper left.
#[derive(Debug)]
pub(super) struct Sheet {
    pub picture: Picture,
    /// The numbers of its cards. Every sheet has the full grid, for programs that take one grid for all
    /// sheets; unused places of the last sheet are white.
    pub cards: Range<usize>,
}

/// The pictures of a deck, drawn on first use.
pub(super) struct Pictures<'a> {
    deck: &'a Deck,
    theme: &'a Theme,
    card_width_px: u32,
    faces: OnceLock<Result<Faces<'a>, Problems>>,
    cards: OnceLock<Result<Vec<Picture>, Problems>>,
    backs: OnceLock<Result<Backs, Problems>>,
}

/// The pictures of the backs.
#[derive(Debug)]
struct Backs {
    /// The backs that are in use, in the theme's order.
    pictures: Vec<Picture>,
    /// The index of each card's back, by card number.
    of_card: Vec<usize>,
}

impl<'a> Pictures<'a> {
    pub(super) fn new(deck: &'a Deck, theme: &'a Theme, card_width_px: u32) -> Self {
        let (faces, cards, backs) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { deck, theme, card_width_px, faces, cards, backs }
    }

    /// The faces, checked as for print. Call it before starting threads: it uses threads itself.
    fn faces(&self) -> Result<&Faces<'a>, Problems> {
        let made = self.faces.get_or_init(|| Faces::fitting(self.theme, self.deck));
        made.as_ref().map_err(Clone::clone)
    }

    /// The size of the cut card.
    pub(super) fn format(&self) -> Format {
        self.theme.format()
    }

    /// One picture for each card, by card number.
    pub(super) fn cards(&self) -> Result<&[Picture], Problems> {
        let faces = self.faces()?;
        let made = self.cards.get_or_init(|| {
            let numbers: Vec<CardNumber> = faces.deck().numbers().iter().collect();
            let made = numbers.par_iter().map(|&number| {
                let stem = format!("card-{}", faces.deck().numbers().padded(number));
                let card = number.to_string();
                self.picture(&stem, faces.card(number), Some(("Card", &card)))
            });
            made.collect::<Vec<_>>().into_iter().collect()
        });
        made.as_ref().map(Vec::as_slice).map_err(Clone::clone)
    }

    /// The common back of all cards.
    ///
    /// # Errors
    /// If the deck has several backs, since the program takes one.
    pub(super) fn back(&self, whose: &str) -> Result<&Picture, Problems> {
        match self.backs()? {
            [back] => Ok(back),
            backs => {
                let message = format!(
                    "{whose} takes one back for all cards, the theme {} has {}",
                    self.theme.name(),
                    backs.len()
                );
                let accepted =
                    "a theme with one back, or the target images, tts, foundry, pcio or vtt";
                Err(Problem::coded("export.several-backs", message).accepts(accepted).into())
            }
        }
    }

    /// The backs that are in use, in the theme's order.
    pub(super) fn backs(&self) -> Result<&[Picture], Problems> {
        self.made_backs().map(|backs| backs.pictures.as_slice())
    }

    /// The back of each card, by card number.
    pub(super) fn back_of_cards(&self) -> Result<Vec<&Picture>, Problems> {
        let backs = self.made_backs()?;
        Ok(backs.of_card.iter().map(|&back| &backs.pictures[back]).collect())
    }

    fn made_backs(&self) -> Result<&Backs, Problems> {
        let faces = self.faces()?;
        let made = self.backs.get_or_init(|| {
            let of_card: Vec<BackPlace> =
                faces.deck().numbers().iter().map(|card| faces.behind().behind(card)).collect();
            let mut places = of_card.clone();
            places.sort_unstable();
            places.dedup();
            let picture =
                |&place| self.picture(self.theme.back_name(place), faces.back_at(place), None);
            let pictures = places.iter().map(picture).collect::<Result<_, Problems>>()?;
            let own = |place: &BackPlace| places.binary_search(place).unwrap_or_default();
            Ok(Backs { pictures, of_card: of_card.iter().map(own).collect() })
        });
        made.as_ref().map_err(Clone::clone)
    }

    /// All cards on sheets of this grid.
    pub(super) fn sheets(&self, grid: Grid) -> Result<Vec<Sheet>, Problems> {
        let (faces, cards) = (self.faces()?, self.deck.cards().len());
        let first: Vec<usize> = (0..cards).step_by(grid.each()).collect();
        let made = first
            .par_iter()
            .map(|&first| self.sheet(faces, grid, first..cards.min(first + grid.each())));
        made.collect::<Vec<_>>().into_iter().collect()
    }

    fn picture(
        &self,
        stem: &str,
        face: &Face,
        note: Option<(&str, &str)>,
    ) -> Result<Picture, Problems> {
        let size = card_pixels(self.format(), self.card_width_px);
        let pixels = picture::cut(face.drawing()?.tree(), self.format(), size);
        Ok(Picture::new(stem, self.encoded(&pixels, note)?))
    }

    fn encoded(&self, pixels: &Pixmap, note: Option<(&str, &str)>) -> Result<Vec<u8>, Problems> {
        let edition = self.deck.edition().to_string();
        let mut notes = vec![("Title", self.deck.name()), ("Edition", &edition)];
        notes.extend(note);
        picture::write(pixels, None, Compression::Fast, &notes)
    }

    fn sheet(&self, faces: &Faces<'_>, grid: Grid, cards: Range<usize>) -> Result<Sheet, Problems> {
        let [width, height] = sheet_card_pixels(self.format(), self.card_width_px, grid);
        let mut sheet = Pixmap::new(width * grid.columns, height * grid.rows)
            .expect("a sheet has cards, and none is past the most pixels");
        sheet.fill(resvg::tiny_skia::Color::WHITE);
        let numbers: Vec<CardNumber> = faces.deck().numbers().iter().collect();
        for (place, &number) in (0u32..).zip(&numbers[cards.clone()]) {
            let tree = faces.card(number).drawing()?.tree();
            let pixels = picture::cut(tree, self.format(), [width, height]);
            let corner = [place % grid.columns * width, place / grid.columns * height];
            let [x, y] = corner.map(|pixels| pixels as i32);
            let (paint, upright) = (PixmapPaint::default(), Transform::identity());
            sheet.draw_pixmap(x, y, pixels.as_ref(), &paint, upright, None);
        }
        let all = faces.deck().numbers();
        let padded = |place: usize| all.padded(all.at(place));
        let picture = Picture::new(
            &format!("cards-{}-{}", padded(cards.start), padded(cards.end - 1)),
            self.encoded(&sheet, None)?,
        );
        Ok(Sheet { picture, cards })
    }
}

/// Width and height of a card's picture in pixels, from its width.
fn card_pixels(format: Format, width: u32) -> Pixels {
    let height = f64::from(width) * format.trim_height_mm() / format.trim_width_mm();
    [width, (height.round() as u32).max(1)]
}

/// Width and height of a card on a full sheet that stays within [`SHEET_SIDE_PX`].
fn sheet_card_pixels(format: Format, width: u32, grid: Grid) -> Pixels {
    let fits = |&[_, height]: &Pixels| height * grid.rows <= SHEET_SIDE_PX;
    let widest = width.min(SHEET_SIDE_PX / grid.columns);
    let sizes = (1..=widest).rev().map(|width| card_pixels(format, width));
    sizes.into_iter().find(fits).unwrap_or([1, 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_sheet_holds_cards_of_the_default_size() {
        let size = sheet_card_pixels(Format::POKER, 700, Grid::default());
        assert_eq!([700, 980], size);
    }

    #[test]
    fn no_sheet_exceeds_the_size_limit_of_tabletop_simulator() {
        for [trim_width, trim_height] in [[63.5, 88.9], [300.0, 20.0], [20.0, 300.0]] {
            let format = Format::new(trim_width, trim_height, 0.0, 0.0).unwrap();
            for (columns, rows) in [(1, 1), (5, 4), (10, 7), (2, 7)] {
                let grid = Grid::new(columns, rows).unwrap();
                let [width, height] = sheet_card_pixels(format, 5000, grid);
                assert!(width * columns <= 4096 && height * rows <= 4096, "{grid} {width}");
                let [_, taller] = card_pixels(format, width + 1);
                let full = (width + 1) * columns > 4096 || taller * rows > 4096;
                assert!(full, "{grid} could hold more than {width} x {height}");
            }
        }
    }

    #[test]
    fn invalid_grids_are_reported_with_the_accepted_form() {
        assert_eq!(Ok(Grid { columns: 10, rows: 7 }), "10x7".parse());
        for text in ["", "5", "0x4", "11x1", "1x8", "5x4x2", "-1x2", "ax2"] {
            let problem = text.parse::<Grid>().unwrap_err().problem().to_string();
            assert!(problem.contains("1x1 to 10x7"), "{problem}");
        }
    }
}
