//! The inks of pictures that their screen colours do not determine.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::face::document::Element;
use crate::face::value::{EmbeddedPng, Value};

use super::separation::InkPixels;

/// The pictures of a theme's faces with inks of their own, by the digests of their PNG files.
#[derive(Clone, Debug, Default)]
pub struct Pictures(BTreeMap<[u8; 32], Arc<EmbeddedPng>>);

impl Pictures {
    /// Collects the pictures of these templates.
    pub(in crate::face) fn from_roots<'e>(roots: impl Iterator<Item = &'e Element>) -> Self {
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
