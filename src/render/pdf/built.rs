//! What a file is put together from.

use crate::geometry::Size;

use super::content;
use super::fonts;

/// What a file is put together from: streams of operators, the fonts they use, and what they share.
pub(super) struct Built {
    pub(super) streams: Vec<Stream>,
    pub(super) fonts: fonts::FontSet,
    pub(super) shared: content::Shared,
}

/// One stream of operators and what it refers to.
pub(super) struct Stream {
    pub(super) role: Role,
    pub(super) body: content::Body,
}

/// What becomes of a stream in the finished file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// A form: artwork many pictures have in common, or a picture.
    Form {
        /// Its bounding box.
        size: Size,
    },
    /// A form that is painted as one and then shows through.
    Group {
        /// Which of the file's groups.
        place: usize,
        /// Its bounding box.
        size: Size,
    },
    /// The content of the page of this index.
    Page(usize),
}
