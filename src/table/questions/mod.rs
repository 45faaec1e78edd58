//! Questions about drawn cards: each is a type with a table of its fields.

pub mod args;
mod card_game;
pub mod cards;
pub mod context;
pub mod d6;
pub mod every_game;
pub mod fi3;
pub mod field;
pub mod games;
pub mod ladder;
pub mod odds;
pub mod prelude;
pub mod problems;
pub mod question;
pub mod reader;
pub mod rounds;
#[cfg(test)]
pub(crate) mod samples;
pub mod setting;
pub mod source;
pub mod targets;
pub mod types;
pub mod values;
pub mod west;
