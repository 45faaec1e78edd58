//! What a template of a product is filled with.

use std::collections::BTreeMap;

use crate::geometry::{Mm, Rect};

/// Texts, places, pictures and lists by their names.
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
    /// The part that is shown, in the units of the picture.
    pub window: Rect,
    /// The radius of the corners of that part, in the same units.
    pub corner: Mm,
}

impl Content {
    /// Adds a text, a colour, a font or the data of a path. An empty one is absent.
    pub fn text(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.texts.insert(name, text.into());
        self
    }

    /// Adds the place of a region, from the corner of the region about it.
    pub fn place(mut self, name: &'static str, place: Rect) -> Self {
        self.places.insert(name, place);
        self
    }

    /// Adds what a prototype is repeated for. Each entry may say its place under [`SLOT`].
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

/// The name of the place of an entry.
pub(crate) const SLOT: &str = "slot";

/// Content, and that about it, in which names are looked up that the inner one does not have.
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

    /// Whether something of this name is there; `None` of a name that is not known.
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
