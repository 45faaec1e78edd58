//! The companion page: its engine against the library, the page in a browser.

mod browser;
mod engine;
mod page;
