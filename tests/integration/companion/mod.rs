//! The companion page: its engine compared with the library, and the page in a browser.

mod browser;
mod engine;
pub mod page;
