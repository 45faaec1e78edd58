//! Sheets: several cards on a page, front and back, with everything needed to cut them.

mod cutter;
mod definition;
mod file;
mod free_space;
mod furniture;
mod impose;
mod labels;
mod packing;
mod pen;
mod pictures;
mod unique;
mod vector;

pub use definition::{
    Caption, CropMarks, CutterMarks, Edge, GuideStyle, MarkPattern, PageOrder, RegistrationMark,
    Ruler, Sheet, Sides,
};
pub use furniture::{Furniture, furniture, inks};
pub use impose::{Arrangement, CardOrder, Collation, Flip, SheetPage, Side, Slot, impose};
pub use labels::Labels;
pub use packing::Packing;
pub use vector::{Artwork, furniture_svg, page_svg};

pub(super) use furniture::ruler;
pub(super) use pen::{AlongEdge, BLACK, FAMILY, line, outline};
pub(super) use vector::{alone, matrix};
