//! A PDF as a file: its objects, its streams, its pages, all within limits.

mod corners;
mod decrypt;
mod document;
mod filters;
mod lexer;
mod load;
mod packed;
mod pdf;
mod predictor;
mod reader;
mod unpack;
mod value;
mod xref;

pub(super) use corners::{Corners, alike, are_apart, around, extent, grown};
pub(super) use document::Document;
pub(super) use lexer::{Lexer, is_space};
pub(super) use packed::Packed;
pub(super) use pdf::Pdf;
pub(super) use value::{array, as_dictionary, dictionary, fixed, get, name, number, shown, text};
