//! The face: what a card looks like. A [`Theme`] (template, back, swatches) and a card of a deck
//! are bound into one complete SVG, the single source of every picture.

mod bind;
mod check;
mod colours;
mod document;
pub mod fonts;
mod format;
mod label;
mod name;
mod palette;
mod picture;
mod placeholder;
#[cfg(test)]
mod testing;
mod theme;
mod theme_file;

pub use bind::{Binder, bind_back, bind_card};
pub use check::check;
pub use format::{Format, FormatError};
pub use palette::{Cmyk, Ink, Palette, PaletteError, Rgb, RgbError, Swatch};
pub use picture::picture;
pub use theme::Theme;
