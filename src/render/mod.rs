//! Print output.

pub mod length;
pub mod scene;

#[cfg(test)]
mod testing;
