//! The content of a product's template.

use std::collections::BTreeMap;

use crate::geometry::{Mm, Rect};

/// Texts, rectangles, pictures and lists by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    texts: BTreeMap<&'static str, String>,
    places: BTreeMap<&'static str, Rect>,
    lists: BTreeMap<&'static str, Vec<Content>>,
    pictures: BTreeMap<&'static str, Picture>,
}

/// A face or another picture.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// A complete SVG.
    pub svg: String,
    /// The visible part, in the units of the picture.
    pub window: Rect,
    /// The corner radius of that part, in the same units.
    pub corner: Mm,
}

impl Content {
    /// Adds a text, a colour, a font or path data. An empty one counts as absent.
    pub fn text(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.texts.insert(name, text.into());
        self
    }

    /// Adds the rectangle of a region, relative to the region around it.
    pub fn place(mut self, name: &'static str, place: Rect) -> Self {
        self.places.insert(name, place);
        self
    }

    /// The rectangle of a region.
    pub fn placed(&self, name: &str) -> Option<Rect> {
        self.places.get(name).copied()
    }

    /// Adds the entries of a prototype. Each may give its rectangle under [`SLOT`].
    pub fn list(mut self, name: &'static str, entries: Vec<Self>) -> Self {
        self.lists.insert(name, entries);
        self
    }

    /// Adds a picture.
    pub fn picture(mut self, name: &'static str, picture: Picture) -> Self {
        self.pictures.insert(name, picture);
        self
    }
}

/// The name of an entry's rectangle.
pub(crate) const SLOT: &str = "slot";

/// Content and its enclosing content, in which names are looked up next.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    content: &'a Content,
    above: Option<&'a Scope<'a>>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(content: &'a Content) -> Self {
        Self { content, above: None }
    }

    pub(super) fn within(&'a self, content: &'a Content) -> Self {
        Self { content, above: Some(self) }
    }

    fn find<T>(&self, get: &impl Fn(&'a Content) -> Option<T>) -> Option<T> {
        get(self.content).or_else(|| self.above?.find(get))
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.find(&|content| content.texts.get(name).map(String::as_str))
    }

    pub(super) fn place(&self, name: &str) -> Option<Rect> {
        self.find(&|content| content.places.get(name).copied())
    }

    pub(super) fn list(&self, name: &str) -> Option<&'a [Content]> {
        self.find(&|content| content.lists.get(name).map(Vec::as_slice))
    }

    pub(super) fn picture(&self, name: &str) -> Option<&'a Picture> {
        self.find(&|content| content.pictures.get(name))
    }

    /// Whether a name has content; `None` if the name is unknown.
    pub(super) fn has(&self, name: &str) -> Option<bool> {
        let text = self.text(name).map(|text| !text.is_empty());
        let list = || self.list(name).map(|list| !list.is_empty());
        text.or_else(list).or_else(|| self.picture(name).map(|_| true))
    }

    /// The names of one kind, for messages.
    fn names<T>(
        &self,
        of: &impl Fn(&'a Content) -> &'a BTreeMap<&'static str, T>,
    ) -> Vec<&'static str>
    where
        T: 'a,
    {
        let mut names: Vec<&'static str> = of(self.content).keys().copied().collect();
        names.extend(self.above.map(|above| above.names(of)).unwrap_or_default());
        names
    }

    pub(super) fn text_names(&self) -> String {
        self.names(&|content| &content.texts).join(", ")
    }

    pub(super) fn place_names(&self) -> String {
        self.names(&|content| &content.places).join(", ")
    }

    pub(super) fn list_names(&self) -> String {
        self.names(&|content| &content.lists).join(", ")
    }

    pub(super) fn picture_names(&self) -> String {
        self.names(&|content| &content.pictures).join(", ")
    }
}
