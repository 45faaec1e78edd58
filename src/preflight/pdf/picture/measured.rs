//! What is known of the inks of a picture, or why nothing is.

/// What is known of the inks of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::preflight::pdf) enum Measured {
    /// Those of the pixel with the most, 0 to 1; none if what paints it is set elsewhere.
    Most(Option<[f64; 4]>),
    /// No pixel can have more than these; which it has is not known, and why.
    AtMost([f64; 4], String),
    /// The press chooses them.
    Converted,
    /// Nothing, and why.
    Unknown(String),
    /// Nothing, for the pixels are not all there, cannot be read or are others than it says.
    Damaged(String),
}

/// Why the pixels of a picture are not known.
pub(super) fn damaged<T>(why: impl Into<String>) -> Result<T, Measured> {
    Err(Measured::Damaged(why.into()))
}
