//! Printed pieces of a deck that are not cards: the tuck box and the folded leaf.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A printed piece other than the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Piece {
    /// The tuck box.
    TuckBox,
    /// The leaf that goes into the tuck box.
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
