//! What a PDF is to hold: pictures, and the pages they stand on.

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
    /// What the file says about itself.
    pub metadata: Metadata,
    /// Which standard it keeps.
    pub conformance: Conformance,
    /// How it should be printed at home; a press is told nothing.
    pub view: Option<View>,
    /// The pictures the pages show. Each is stored once, however often it is shown.
    pub pictures: Vec<Picture<'a>>,
    /// The pages in order.
    pub pages: Vec<Page<'a>>,
}

/// How a print dialogue should start: always at full size and on the paper of the page.
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

/// A picture and the part of it that may be seen.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The picture.
    pub scene: &'a Scene,
    /// The window onto it, in the picture's own millimetres: nothing outside is painted.
    pub window: Rect,
}

/// One page. Its boxes are in millimetres from its upper left corner.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page<'a> {
    /// Width and height of the sheet of paper.
    pub size: Size,
    /// What remains after cutting.
    pub trim: Rect,
    /// How far printing goes beyond the trim.
    pub bleed: Rect,
    /// The pictures on it.
    pub placements: Vec<Placement>,
    /// Marks and captions over them; a picture of the size of the page.
    pub furniture: Option<&'a Scene>,
    /// Whether the furniture leaves what is below it on the other plates.
    pub is_furniture_overprinting: bool,
    /// What all of it is mapped by, to undo a printer's error.
    pub correction: Option<Affine>,
    /// Which faces stand where on it.
    pub record: Option<PlacementRecord>,
}

impl<'a> Page<'a> {
    /// An empty page that is all trim.
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

    /// Cut to `trim`, printed as far as `bleed`.
    #[must_use]
    pub fn with_boxes(mut self, trim: Rect, bleed: Rect) -> Self {
        (self.trim, self.bleed) = (trim, bleed);
        self
    }

    /// With these pictures.
    #[must_use]
    pub fn with_placements(mut self, placements: Vec<Placement>) -> Self {
        self.placements = placements;
        self
    }

    /// With these marks and captions over its pictures.
    #[must_use]
    pub fn with_furniture(mut self, furniture: Option<&'a Scene>) -> Self {
        self.furniture = furniture;
        self
    }

    /// With lines over its pictures that leave them whole on their plates.
    #[must_use]
    pub fn with_overprinting_furniture(mut self, furniture: &'a Scene) -> Self {
        (self.furniture, self.is_furniture_overprinting) = (Some(furniture), true);
        self
    }

    /// With all of it mapped so.
    #[must_use]
    pub fn with_correction(mut self, correction: Option<Affine>) -> Self {
        self.correction = correction;
        self
    }
}

/// A picture's place on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Which of [`Document::pictures`].
    pub picture: usize,
    /// The upper left corner of its window on the page, after the turn.
    pub corner: Point,
    /// How it stands there.
    pub turn: Turn,
    /// What of the page it may cover, where that is less than its window.
    pub within: Option<Rect>,
}
