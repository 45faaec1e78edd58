//! What streams are written with.

use super::super::fonts::FontSet;
use super::resources::Shared;

/// Writes streams; keeps what they name and share.
pub(in crate::render::pdf) struct Writer<'a> {
    pub(super) fonts: &'a FontSet,
    pub(super) shared: Shared,
}
