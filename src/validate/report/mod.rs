//! Reports of a validation: terminal text, JSON, CSV and an HTML page with plots.

mod csv;
#[cfg(feature = "print")]
mod html;
mod json;
mod terminal;

pub use csv::csv;
#[cfg(feature = "print")]
pub use html::html;
pub use json::json;
pub use terminal::{terminal, verdict};
