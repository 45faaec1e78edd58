//! PDF files, read with lopdf within limits.

mod corners;
mod load;
mod packed;
mod pdf;
mod unpack;
mod unread;
mod value;

pub(super) use corners::{Corners, alike, are_apart, around, extent, grown};
pub(super) use packed::Packed;
pub(super) use pdf::Pdf;
pub(super) use value::{
    array, as_dictionary, dictionary, fixed, get, name, number, resolve, shown, text,
};
