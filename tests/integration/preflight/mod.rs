//! Preflight and read-back: files with one defect each, and printed figures compared with the deck.

mod bombs;
mod crashers;
mod folders;
mod json;
mod own_files;
mod pdf;
mod pictures;
mod placement;
mod read_back;
mod rims;
mod seen;
mod svg;
