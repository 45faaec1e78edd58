//! The companion: one page for the phone that shows the cards and answers for them, with nothing to
//! install and no network.
//!
//! [`Engine`] answers the requests of the page. It is the library itself, compiled for WebAssembly by the
//! package in `companion/` and committed as `src/companion/engine.wasm.gz`.

#[cfg(feature = "print")]
mod colours;
mod engine;
#[cfg(feature = "print")]
mod faces;
mod forms;
#[cfg(feature = "print")]
mod page;
mod request;
mod state;

pub use engine::{Engine, Texts};
#[cfg(feature = "print")]
pub use page::{Companion, MOST_BYTES};
