//! Range bands.

use std::fmt;

use serde::Serialize;

/// The distance band of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// Arm's length.
    PointBlank,
    /// Near.
    Short,
    /// Farther.
    Medium,
    /// Far.
    Long,
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PointBlank => "point blank",
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Long => "long",
        })
    }
}
