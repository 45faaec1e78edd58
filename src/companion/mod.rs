//! The companion: one web page for phones that shows the cards and answers questions, without installation or
//! network.
//!
//! [`Engine`] answers the requests of the page. It is this library, compiled for WebAssembly by the package
//! in `companion/` and committed as `src/companion/engine.wasm.gz`.

#[cfg(feature = "print")]
mod colours;
mod engine;
#[cfg(feature = "print")]
mod faces;
mod forms;
#[cfg(feature = "print")]
mod page;

pub use engine::{Engine, Texts};
#[cfg(feature = "print")]
pub use page::{Companion, MOST_BYTES};
#[cfg(feature = "print")]
pub(crate) use page::{engine_module, forms_script};
