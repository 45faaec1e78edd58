//! Seeing what is printed: every page is drawn and laid beside the faces that ought to be there.
//!
//! Reading text says what a file means to show. This says what it does show: a figure that is hidden,
//! white, covered or squeezed, a frame, plate or hand that is missing, a page that breaks off. The
//! face that ought to be there is drawn in the same way, at the same place, to the part of a pixel:
//! inks, fonts and smoothed edges are the same in both, and what is left is what differs. Of a PDF
//! both are drawn by an interpreter that knows nothing of our writer.

mod aside;
mod behind;
mod canvas;
mod clip;
mod compare;
mod cut_marks;
mod device;
mod differences;
mod edges;
mod images;
mod kept;
mod laid;
mod layouts;
mod looking;
mod looks;
mod page_fit;
mod papers;
mod patterns;
mod pdf;
mod pixels;
mod placed;
mod placing;
mod recoloured;
mod recorded;
mod report;
mod shapes;
mod thumbnail;
mod undrawn;
mod view;

pub(super) use behind::differences as differences_behind;
pub(super) use compare::{Compare, document, picture, vector};
pub(super) use laid::{Edge, Imposition};
pub(super) use layouts::Layouts;
pub(super) use looks::ReferenceFaces;
pub use pdf::page_picture;
pub(super) use placed::{FaceId, PlacedPage};
pub(super) use placing::Placer;
pub use report::{SeenDifference, SeenFaces};
pub(super) use view::{FoundPage, SeenFile};
