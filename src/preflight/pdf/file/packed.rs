//! Errors of unpacking a stream.

use crate::preflight::limits::LimitExceeded;

/// Why a stream cannot be unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight::pdf) enum Packed {
    /// It exceeds a limit.
    LimitExceeded(LimitExceeded),
    /// Its data do not match its filters, or a filter is not supported.
    Broken(String),
}

impl Packed {
    /// A stream whose data do not match its filter, with the reason.
    pub(super) fn cannot(why: &str) -> Self {
        Self::Broken(format!("a stream cannot be unpacked: {why}"))
    }
}

impl From<LimitExceeded> for Packed {
    fn from(past: LimitExceeded) -> Self {
        Self::LimitExceeded(past)
    }
}
