//! Faces: binds a [`Theme`] (templates and swatches) and a card of a deck into one complete SVG, the single
//! source of every picture.
//!
//! ```
//! use actiondeck::face::{Format, Theme};
//!
//! let theme = Theme::built_in("future-imperfect")?;
//! assert_eq!(theme.format(), Format::POKER);
//! assert!(theme.palette().max_ink_sum() <= 240.0);
//! # Ok::<(), actiondeck::diagnostic::Problems>(())
//! ```
//!
//! [`Faces`] are bound and parsed once for all outputs. [`check`] lists the faults of a template,
//! [`accessibility`] measures legibility, and [`render`](crate::render) prints. Below them, [`Binder`] reads
//! the templates for a deck and binds cards, [`parse_svg_in`] parses the result with the theme's fonts, and
//! [`Drawing`] also writes it with outlines for letters.
//! `templates/README.md` is the designers' guide to placeholders and labels.

mod accessibility;
mod back_place;
mod back_tables;
mod backs;
mod bind;
mod card_list;
mod cell_look;
mod check;
mod coarse;
mod code;
mod colours;
mod companion_address;
mod curves;
mod direction;
mod document;
mod drawable;
mod drawing;
mod drawn_for;
mod example;
mod extra;
mod face_text;
mod faces;
mod fit;
mod fitting;
mod floors;
mod font_file;
pub mod fonts;
mod format;
mod heads;
mod icons;
mod label;
mod layout;
mod located;
mod misfit;
mod name;
mod nested;
mod outline;
mod own_elements;
mod own_fonts;
mod palette;
mod part_label;
mod picture;
mod placed_glyph;
mod placeholder;
mod press_colour;
mod product;
mod profile;
mod ramp;
mod raster;
mod recolour;
mod script;
mod selection;
mod shortfall;
mod size;
mod stand_in;
mod supported;
mod template;
#[cfg(test)]
mod testing;
mod text;
mod theme;
mod theme_file;
mod value;
mod values;
mod vision;
mod words;

pub use accessibility::{Accessibility, FaceMeasures, Measure, accessibility};
pub use back_place::BackPlace;
pub use backs::Backs;
pub use bind::{Binder, bind_back, bind_card};
pub use card_list::only;
pub use check::check;
pub use companion_address::{CompanionAddress, CompanionAddressError};
pub(crate) use direction::is_direction;
pub use drawing::{Drawing, Lettering};
pub(crate) use example::{check_die, success};
pub use extra::Extra;
pub(crate) use face_text::FaceText;
pub use faces::{Face, FaceInks, Faces};
pub use fonts::Fonts;
pub use format::{Format, FormatError};
pub(crate) use icons::spoken;
pub(crate) use nested::prefixed;
pub use palette::{Cmyk, Ink, Palette, PaletteError, Rgb, RgbError, Swatch};
pub(crate) use picture::{affine, face_of, lacking, parse_page};
pub use picture::{parse_svg, parse_svg_in};
pub use placed_glyph::{Line, PlacedGlyph, lines};
pub(crate) use press_colour::black_over;
pub use product::Product;
pub(crate) use product::{
    CALIBRATION, CONTACT, Content, PROOF, Picture, SCREEN, SLOT, built_in_page,
};
pub(crate) use profile::PROFILE as PRESS_PROFILE;
pub use ramp::Ramp;
pub use raster::{InkPixels, Pictures};
pub(crate) use raster::{data_uri, dots_per_inch};
pub use recolour::{Recolour, recoloured};
pub use selection::Selection;
pub use shortfall::shortfalls;
pub use size::{CardSize, CardSizeError};
pub use theme::Theme;
/// The library of the trees that [`parse_svg`] and [`Drawing::tree`] return and [`lines`] and
/// [`scene::import`](crate::render::scene::import) take.
pub use usvg;
pub(crate) use vision::contrast_of as contrast;
pub use words::Words;
