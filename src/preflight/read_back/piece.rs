//! What goes with a deck and shows none of its cards: the tuck box and the folded leaf.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A printed piece beside the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Piece {
    /// The tuck box.
    TuckBox,
    /// The leaf that goes into it.
    FoldedLeaf,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TuckBox => "tuck box",
            Self::FoldedLeaf => "folded leaf",
        })
    }
}
