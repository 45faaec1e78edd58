//! What a drawn card means: lookups, the rules of each game, exact odds and the session at a table.

pub mod grammar;
pub mod lookup;
pub mod odds;
pub mod play;
pub mod questions;
pub mod rules;
pub mod session;
mod usual;

pub use usual::{UsualCheck, reads_elements_first, usual_check};
