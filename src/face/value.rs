//! Attribute values: text, or a picture shared by all faces of a template.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::raster::{Inking, data_uri};

/// A PNG file embedded in the SVG. A picture takes megabytes and is on every card, so it is stored once and
/// written out only when a file is made.
#[derive(Debug)]
pub(super) struct EmbeddedPng {
    png: Arc<Vec<u8>>,
    uri: String,
    /// Its inks, if its colours do not determine them.
    inks: Option<Inking>,
    /// Its inks as screen pictures, made on first use.
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

    /// Its inks, if its colours do not determine them.
    pub(super) fn inks(&self) -> Option<&Inking> {
        self.inks.as_ref()
    }

    /// Its inks as screen pictures, made once.
    pub(super) fn ink_layers(
        &self,
        make: impl FnOnce() -> Option<[Arc<Self>; 2]>,
    ) -> Option<[Arc<Self>; 2]> {
        self.ink_layers.get_or_init(make).clone()
    }

    /// The bytes of the file.
    pub(super) fn png(&self) -> &Arc<Vec<u8>> {
        &self.png
    }
}

/// An attribute value, which reads as the text in the file.
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
