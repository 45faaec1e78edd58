//! What is in a new file.

use super::Aside;
use crate::deck::Digest;

/// What is in a new file.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// What was put aside.
    Aside(&'a Aside),
}

impl Content<'_> {
    pub(super) fn digest(self) -> Digest {
        match self {
            Self::Bytes(bytes) => Digest::of(bytes),
            Self::Aside(aside) => aside.digest,
        }
    }
}
