//! A validation as people and programs read it: terminal text, JSON, CSV and a page with plots.

mod csv;
mod html;
mod json;
mod terminal;

pub use csv::csv;
pub use html::html;
pub use json::json;
pub use terminal::terminal;
