//! The place of a back among those of its theme.

use serde::{Deserialize, Serialize};

/// The index of a back among those of its theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BackPlace(usize);

impl BackPlace {
    /// The back of every card that no table names, and of extra cards. In a theme without `back.svg`, the
    /// back of the first table.
    pub const FIRST: Self = Self(0);

    /// The back at an index among those of its theme.
    pub(super) fn from_index(index: usize) -> Self {
        Self(index)
    }

    /// Its index among the backs of its theme.
    pub fn index(self) -> usize {
        self.0
    }

    /// The first `count` backs, in order.
    pub(super) fn all(count: usize) -> impl Iterator<Item = Self> {
        (0..count).map(Self)
    }
}
