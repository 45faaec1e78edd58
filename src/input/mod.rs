//! Files that people wrote: how large they may be, and how they are read.

pub mod file;
pub mod limits;
pub(crate) mod toml;
