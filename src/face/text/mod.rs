//! Texts: their properties, line breaks, and how they are made to fit.
//!
//! A line that is too long is set smaller, then in narrower letters ([`shrink`]); a value is then set on
//! several lines ([`several_lines`]). Paragraphs are set into a room ([`flow`]), whose height panels share ([`panels`]). Lines are broken and
//! measured in [`lines`], with the font from [`lettering`].

pub(super) mod flow;
pub(super) mod lettering;
pub(super) mod lines;
pub(super) mod panels;
pub(super) mod several_lines;
pub(super) mod shrink;

/// The smallest width factor of a letter.
pub(super) const NARROWEST: f64 = 0.8;

/// How texts beside the grids are made to fit; each step includes the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// Set smaller, down to the smallest legible size.
    Smaller,
    /// Also in narrower letters.
    Narrower,
    /// Also on several lines.
    Broken,
}

impl Press {
    pub(super) const ALL: [Self; 3] = [Self::Smaller, Self::Narrower, Self::Broken];
}
