//! The place of a back among those of its theme.

use serde::{Deserialize, Serialize};

/// Which of a theme's backs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BackPlace(usize);

impl BackPlace {
    /// The back of every card that no table names, and of extra cards. In a theme without `back.svg`
    /// that of the first table.
    pub const FIRST: Self = Self(0);

    /// The back at a place among those of its theme, from 0.
    pub(super) fn of_index(index: usize) -> Self {
        Self(index)
    }

    /// Its place among the backs of its theme, from 0.
    pub fn index(self) -> usize {
        self.0
    }

    /// So many, in their order.
    pub(super) fn all(count: usize) -> impl Iterator<Item = Self> {
        (0..count).map(Self)
    }
}
