//! Conversion of colours in any PDF colour space to the four process inks.

mod calculator;
mod function;
mod space;

pub(super) use function::Function;
pub(super) use space::{Inks, Space};
