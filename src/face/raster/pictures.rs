//! Which inks print the pictures of a theme whose colours do not say so themselves.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use sha2::{Digest as _, Sha256};

use crate::face::document::Element;
use crate::face::value::{Enclosed, Value};

use super::decode::Pixels;
use super::separation::{InkPixels, Separation};

/// What prints a picture in colour.
#[derive(Debug)]
pub(in crate::face) struct Inking {
    /// Of colours of a screen that are separated when a press file is made.
    colours: Option<(Separation, Vec<[u8; 3]>)>,
    inks: OnceLock<InkPixels>,
    is_seen_through: bool,
}

impl PartialEq for Inking {
    fn eq(&self, other: &Self) -> bool {
        self.inks() == other.inks()
    }
}

impl Inking {
    /// Inks that the picture itself names.
    pub(super) fn own(inks: InkPixels) -> Self {
        Self { colours: None, inks: inks.into(), is_seen_through: false }
    }

    /// Those that `separation` chooses, if it does.
    pub(super) fn separated(separation: &Separation, pixels: &Pixels) -> Option<Self> {
        separation.takes_screen_colours.then(|| Self {
            colours: Some((separation.clone(), pixels.colours.clone())),
            inks: OnceLock::new(),
            is_seen_through: pixels.alpha.is_some(),
        })
    }

    /// Whether anything lets what lies below show through.
    pub(super) fn is_seen_through(&self) -> bool {
        self.is_seen_through
    }

    fn inks(&self) -> &InkPixels {
        self.inks.get_or_init(|| match &self.colours {
            Some((separation, colours)) => separation.inks_of(colours),
            None => InkPixels::new(Vec::new()),
        })
    }
}

/// The pictures of a theme's faces that are printed in inks of their own, by their PNG files.
#[derive(Clone, Debug, Default)]
pub struct Pictures(BTreeMap<[u8; 32], Arc<Enclosed>>);

impl Pictures {
    /// Of these templates.
    pub(in crate::face) fn of<'e>(roots: impl Iterator<Item = &'e Element>) -> Self {
        let mut pictures = BTreeMap::new();
        for root in roots {
            root.visit(&mut |element| {
                for (_, value) in &element.attributes {
                    if let Value::Picture(picture) = value
                        && picture.inks().is_some()
                    {
                        let digest = Sha256::digest(picture.png().as_slice()).into();
                        pictures.insert(digest, Arc::clone(picture));
                    }
                }
            });
        }
        Self(pictures)
    }

    /// The inks of each pixel of the picture whose PNG file has this SHA-256.
    pub fn inks(&self, digest: &[u8; 32]) -> Option<InkPixels> {
        Some(self.0.get(digest)?.inks()?.inks().clone())
    }
}
