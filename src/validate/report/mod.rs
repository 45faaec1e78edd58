//! A validation as people and programs read it: terminal text, JSON, CSV and a page with plots.

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
