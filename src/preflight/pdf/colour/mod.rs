//! What colours have of the four process inks, in whatever colour space they are given.

mod calculator;
mod function;
mod space;

pub(super) use function::Function;
pub(super) use space::{Inks, Space};
