//! Sheets: several cards on a page, front and back, with everything needed to cut them.

mod definition;
mod furniture;
mod impose;
mod unique;
mod vector;

pub use definition::{Caption, CropMarks, Edge, PageOrder, RegistrationMark, Ruler, Sheet, Sides};
pub use furniture::{Furniture, Labels, furniture, inks};
pub use impose::{Flip, SheetPage, Side, Slot, impose};
pub use vector::{Artwork, furniture_svg, page_svg};
