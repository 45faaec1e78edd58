//! A table that is played line by line: questions with cards of the pile, wounds, hands, rounds,
//! and a log with undo. `docs/play.md` describes its use.

mod able;
mod asking;
pub mod commands;
mod dealer;
pub mod game;
mod hands;
mod participants;
mod people;
pub mod reply;
mod run;
mod situation;
mod targets;
#[cfg(any(test, fuzzing))]
mod tests;

pub use asking::BeforeDraw;
pub use game::{Game, Outcome, PlayError};
pub use participants::is_of_target;
pub use reply::Reply;
#[cfg(any(test, fuzzing))]
pub use tests::play_lines;
