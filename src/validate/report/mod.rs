//! A validation as people and programs read it: terminal text and JSON.

mod json;
mod terminal;

pub use json::json;
pub use terminal::terminal;
