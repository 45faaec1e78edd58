//! The content of a PDF to write: pictures, and the pages that show them.

use crate::geometry::{Affine, Point, Rect, Size};
use crate::render::Turn;
use crate::render::placement::PlacementRecord;
use crate::render::scene::Scene;
use crate::render::sheet::Flip;

use super::condition::Conformance;
use super::metadata::Metadata;

/// A PDF to be written.
#[derive(Debug)]
pub struct Document<'a> {
    /// Title, date and other information.
    pub metadata: Metadata,
    /// The standard of the file.
    pub conformance: Conformance,
    /// The print settings at home; `None` for a press file.
    pub view: Option<View>,
    /// The pictures of the pages. Each is stored once.
    pub pictures: Vec<Picture<'a>>,
    /// The pages in order.
    pub pages: Vec<Page<'a>>,
}

/// The initial settings of a print dialogue: always at full size and on the paper of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// One side of the paper.
    OneSided,
    /// Both sides, turned on the long edge.
    LongEdge,
    /// Both sides, turned on the short edge.
    ShortEdge,
}

impl View {
    /// Both sides, turned on this edge.
    pub(in crate::render) fn turned_on(flip: Flip) -> Self {
        match flip {
            Flip::LongEdge => Self::LongEdge,
            Flip::ShortEdge => Self::ShortEdge,
        }
    }
}

/// A picture and its visible part.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The picture.
    pub scene: &'a Scene,
    /// The visible part, in the picture's own millimetres: nothing outside is painted.
    pub window: Rect,
}

/// One page. Its boxes are in millimetres from its upper left corner.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page<'a> {
    /// Width and height of the sheet of paper.
    pub size: Size,
    /// The area that remains after cutting.
    pub trim: Rect,
    /// The area that is printed, trim included.
    pub bleed: Rect,
    /// The pictures on it.
    pub placements: Vec<Placement>,
    /// Marks and captions over them; a picture of the size of the page.
    pub furniture: Option<&'a Scene>,
    /// Whether the furniture overprints other plates.
    pub is_furniture_overprinting: bool,
    /// The map of the whole page that corrects a printer's error.
    pub correction: Option<Affine>,
    /// The faces on it and their places.
    pub record: Option<PlacementRecord>,
}

impl<'a> Page<'a> {
    /// An empty page whose trim is the whole page.
    pub fn new(size: Size) -> Self {
        let (trim, bleed) = (Rect::at_origin(size), Rect::at_origin(size));
        Self {
            size,
            trim,
            bleed,
            placements: Vec::new(),
            furniture: None,
            is_furniture_overprinting: false,
            correction: None,
            record: None,
        }
    }

    /// Sets the trim and bleed boxes.
    #[must_use]
    pub fn with_boxes(mut self, trim: Rect, bleed: Rect) -> Self {
        (self.trim, self.bleed) = (trim, bleed);
        self
    }

    /// Sets the pictures.
    #[must_use]
    pub fn with_placements(mut self, placements: Vec<Placement>) -> Self {
        self.placements = placements;
        self
    }

    /// Sets marks and captions over the pictures.
    #[must_use]
    pub fn with_furniture(mut self, furniture: Option<&'a Scene>) -> Self {
        self.furniture = furniture;
        self
    }

    /// Sets lines over the pictures that overprint them.
    #[must_use]
    pub fn with_overprinting_furniture(mut self, furniture: &'a Scene) -> Self {
        (self.furniture, self.is_furniture_overprinting) = (Some(furniture), true);
        self
    }

    /// Sets the record of what is where on it.
    #[must_use]
    pub fn with_record(mut self, record: Option<PlacementRecord>) -> Self {
        self.record = record;
        self
    }

    /// Sets the map of the whole page.
    #[must_use]
    pub fn with_correction(mut self, correction: Option<Affine>) -> Self {
        self.correction = correction;
        self
    }
}

/// A picture's place on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// The index in [`Document::pictures`].
    pub picture: usize,
    /// The upper left corner of its window on the page, after the turn.
    pub corner: Point,
    /// The turn of the picture.
    pub turn: Turn,
    /// The part of the page that it may cover, if less than its window.
    pub within: Option<Rect>,
}
