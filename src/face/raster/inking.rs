//! The inks of a picture: given by the picture, or separated from its colours.

use std::sync::OnceLock;

use super::decode::Pixels;
use super::separation::{InkPixels, Separation};

/// The inks of a colour picture.
#[derive(Debug)]
pub(in crate::face) struct Inking {
    /// Screen colours, separated when a press file is made.
    colours: Option<(Separation, Vec<[u8; 3]>)>,
    inks: OnceLock<InkPixels>,
}

impl PartialEq for Inking {
    fn eq(&self, other: &Self) -> bool {
        self.inks() == other.inks()
    }
}

impl Inking {
    /// Inks that the picture itself contains.
    pub(super) fn own(inks: InkPixels) -> Self {
        Self { colours: None, inks: inks.into() }
    }

    /// Inks by `separation`, if it takes screen colours.
    pub(super) fn separated(separation: &Separation, pixels: &Pixels) -> Option<Self> {
        separation.takes_screen_colours.then(|| Self {
            colours: Some((separation.clone(), pixels.colours.clone())),
            inks: OnceLock::new(),
        })
    }

    pub(super) fn inks(&self) -> &InkPixels {
        self.inks.get_or_init(|| match &self.colours {
            Some((separation, colours)) => separation.inks_of(colours),
            None => InkPixels::new(Vec::new()),
        })
    }
}
