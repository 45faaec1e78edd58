//! Print output.

pub mod length;
pub mod pdf;
pub mod scene;

#[cfg(test)]
mod testing;
