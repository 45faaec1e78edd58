//! The companion: one page for the phone that shows the cards and answers for them, with nothing to
//! install and no network.
//!
//! [`Engine`] answers its questions. It is the library itself, compiled for WebAssembly by the
//! package in `companion/`, and lies in the repository as `src/companion/engine.wasm.gz`.

mod arguments;
mod asking;
mod attack;
mod checks;
#[cfg(feature = "print")]
mod colours;
mod engine;
#[cfg(feature = "print")]
mod faces;
mod line;
#[cfg(feature = "print")]
mod page;
mod question;
mod reader;
mod readings;
mod request;
mod setting;
mod table;

pub use engine::{Engine, Texts};
#[cfg(feature = "print")]
pub use page::{Companion, MOST_BYTES};
