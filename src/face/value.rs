//! The value of an attribute: words, or a picture that all faces of a template share.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::raster::{Inking, data_uri};

/// A PNG file that stands in the SVG itself. A picture takes megabytes and is on every card, so it is
/// kept once and only written out where a file is made.
#[derive(Debug)]
pub(super) struct EmbeddedPng {
    png: Arc<Vec<u8>>,
    uri: String,
    /// What prints it, where that is not said by its colours.
    inks: Option<Inking>,
    /// Its inks as pictures for a screen, made when they are first asked for.
    ink_layers: OnceLock<Option<[Arc<Self>; 2]>>,
}

impl PartialEq for EmbeddedPng {
    fn eq(&self, other: &Self) -> bool {
        self.png == other.png && self.inks == other.inks
    }
}

impl EmbeddedPng {
    pub(super) fn new(png: Vec<u8>, inks: Option<Inking>) -> Self {
        Self { uri: data_uri(&png), png: Arc::new(png), inks, ink_layers: OnceLock::new() }
    }

    /// What prints it, where that is not said by its colours.
    pub(super) fn inks(&self) -> Option<&Inking> {
        self.inks.as_ref()
    }

    /// Its inks as pictures for a screen; they are made once.
    pub(super) fn ink_layers(
        &self,
        make: impl FnOnce() -> Option<[Arc<Self>; 2]>,
    ) -> Option<[Arc<Self>; 2]> {
        self.ink_layers.get_or_init(make).clone()
    }

    /// The file.
    pub(super) fn png(&self) -> &Arc<Vec<u8>> {
        &self.png
    }
}

/// Reads as the text that stands in the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Text(String),
    Picture(Arc<EmbeddedPng>),
}

impl Deref for Value {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Picture(picture) => &picture.uri,
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
