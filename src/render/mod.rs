//! Print output.

pub mod length;
pub mod pdf;
pub mod png;
pub mod scene;
pub mod sheet;

#[cfg(test)]
mod testing;
