//! Movement paces.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// A movement pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// On hands and knees.
    Crawl,
    /// Upright.
    Walk,
    /// Fast.
    Run,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crawl => "crawl",
            Self::Walk => "walk",
            Self::Run => "run",
        })
    }
}
