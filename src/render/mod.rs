//! Print output: from a deck and a theme to files for screens, home printers and print houses.
//!
//! A [`Job`] says what to make and returns the files; nothing here writes to disk. Each face is bound and
//! parsed once: [`png`] rasterizes it, [`scene`] converts its shapes and glyphs to exact inks, [`sheet`] lays
//! cards on paper and [`pdf`] writes press files.

pub mod calibration;
mod card_table;
mod contact;
pub mod drawn;
mod explained;
mod job;
mod leaf;
mod own_products;
pub mod pdf;
pub mod placement;
pub mod png;
mod press_file;
mod printable;
mod printer;
pub mod scene;
mod screen;
pub mod sheet;
mod tuck_box;
mod turn;
pub mod vendor;

#[cfg(test)]
mod testing;

pub use crate::face::only;
pub use contact::contact_sheet;
pub use explained::{explained, explained_png, telling_card};
pub use job::{ExtraFront, Job, NamedFile, Names, Progress};
pub use leaf::{Leaf, SMALLEST_LEAF};
pub use own_products::own_product_faults;
pub use png::Pixels;
pub use printable::{FileKind, unprintable};
pub(crate) use printer::BACKS_MOVED;
pub use printer::Printer;
pub use screen::{SCREEN_WIDTH, Screen, ScreenPicture};
pub use tuck_box::{CARD_STOCK_UM, SMALLEST_BOX_PAPER, TuckBox};
pub use turn::Turn;
