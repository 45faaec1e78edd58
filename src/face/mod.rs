//! The face: what a card looks like. A [`Theme`] (template, back, swatches) and a card of a deck
//! are bound into one complete SVG, the single source of every picture.

mod format;
mod palette;
mod theme;
mod theme_file;

pub use format::{Format, FormatError};
pub use palette::{Cmyk, Ink, Palette, PaletteError, Rgb, RgbError, Swatch};
pub use theme::Theme;
