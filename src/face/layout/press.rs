//! What is done to texts so that they fit.

/// What is done to texts beside the grids so that they fit: each only where the one before does not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// Set smaller, down to what can be read.
    Smaller,
    /// And then in narrower letters.
    Narrower,
    /// And then on several lines.
    Broken,
}

impl Press {
    pub(super) const ALL: [Self; 3] = [Self::Smaller, Self::Narrower, Self::Broken];
}

/// The least width of a letter that is set narrower than it is drawn.
pub(in crate::face) const NARROWEST: f64 = 0.8;
