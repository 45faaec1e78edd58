//! Texts and the room they have: how they are set, where their lines are broken, and what is done so that they fit.
//!
//! A line that is too long is set smaller, then in narrower letters ([`shrink`]), a value then on several lines
//! ([`several_lines`]). Paragraphs are set into a room ([`flow`]). Lines are broken and measured in one place
//! ([`lines`]), in the font that [`lettering`] finds.

pub(super) mod flow;
pub(super) mod lettering;
pub(super) mod lines;
pub(super) mod several_lines;
pub(super) mod shrink;

/// The least width of a letter that is set narrower than it is drawn.
pub(super) const NARROWEST: f64 = 0.8;

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
