//! The ink measurement of a picture.

/// The ink measurement of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::preflight::pdf) enum Measured {
    /// The inks of the pixel with the most, 0 to 1; `None` if the colour is set elsewhere.
    Most(Option<[f64; 4]>),
    /// An upper bound, and why the exact inks are not known.
    AtMost([f64; 4], String),
    /// The press converts the colours.
    Converted,
    /// Unknown, for this reason.
    Unknown(String),
    /// Unknown because the pixels are incomplete, unreadable or inconsistent with the declaration.
    Damaged(String),
}

/// The pixels of a picture are damaged, for this reason.
pub(super) fn damaged<T>(why: impl Into<String>) -> Result<T, Measured> {
    Err(Measured::Damaged(why.into()))
}
