//! Errors of reading a PDF.

use lopdf::{DecompressError, Error};

use crate::preflight::limits::{LimitExceeded, PDF_STREAM_BYTES};

/// Why a PDF cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight::pdf) enum Unread {
    /// It exceeds a limit.
    LimitExceeded(LimitExceeded),
    /// It is damaged or not a PDF.
    Broken(String),
}

impl Unread {
    pub(super) fn broken(reason: impl ToString) -> Self {
        Self::Broken(reason.to_string())
    }
}

impl From<LimitExceeded> for Unread {
    fn from(past: LimitExceeded) -> Self {
        Self::LimitExceeded(past)
    }
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        match error {
            Error::Decompress(DecompressError::MemoryLimitExceeded { .. }) => {
                PDF_STREAM_BYTES.past().into()
            }
            Error::Xref(_) => {
                Self::broken("it does not say at its end where its cross-reference table is")
            }
            Error::Parse(error) => Self::broken(error),
            other => Self::broken(other),
        }
    }
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LimitExceeded(past) => past.fmt(f),
            Self::Broken(reason) => write!(f, "the PDF is broken: {reason}"),
        }
    }
}
