//! Why a stream cannot be had unpacked.

use crate::preflight::limits::LimitExceeded;

/// Why a stream cannot be had unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight::pdf) enum Packed {
    /// It goes past a limit.
    LimitExceeded(LimitExceeded),
    /// Its filters do not fit what is in it, or are not known here.
    Broken(String),
}

impl Packed {
    /// A stream that does not fit its filter, and why.
    pub(super) fn cannot(why: &str) -> Self {
        Self::Broken(format!("a stream cannot be unpacked: {why}"))
    }
}

impl From<LimitExceeded> for Packed {
    fn from(past: LimitExceeded) -> Self {
        Self::LimitExceeded(past)
    }
}
