//! Pictures and print files made from bound faces.

pub mod png;
