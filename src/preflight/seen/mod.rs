//! Visual comparison: every page is drawn and compared with the expected faces.
//!
//! Texts show what a file is meant to print. The drawing shows what it prints: text that is hidden, white, covered or
//! squeezed, missing frames, plates or hands, truncated pages. The expected face is drawn by the same code at the same
//! subpixel position, so inks, fonts and antialiasing are equal and only real differences remain. A PDF is drawn by an
//! interpreter that shares no code with this program's writer.

mod barcode;
mod behind;
mod canvas;
mod compare;
mod cut_marks;
mod device;
mod differences;
mod edges;
mod face_cache;
mod imposition;
mod layouts;
mod page_comparison;
mod page_fit;
mod patterns;
mod pdf;
mod pixels;
mod pixmap_pool;
mod placed;
mod placing;
mod reference_faces;
mod report;
mod shapes;
mod thumbnail;
mod undrawn;
mod view;

pub(super) use behind::differences as differences_behind;
pub(super) use compare::{Compare, document, picture, vector};
pub(super) use imposition::{Edge, Imposition};
pub(super) use layouts::Layouts;
pub use pdf::page_picture;
pub(super) use placed::{FaceId, PlacedPage};
pub(super) use placing::Placer;
pub(super) use reference_faces::ReferenceFaces;
pub use report::{SeenDifference, SeenFaces};
pub(super) use view::{FoundPage, SeenFile};
