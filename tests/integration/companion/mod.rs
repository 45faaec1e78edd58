//! The companion page: its engine against the library, the page in a browser.

mod browser;
mod engine;
pub mod page;
