//! The places of a face's elements in its template.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use usvg::Tree;

use crate::diagnostic::{Problem, Problems, Source};

use super::document::{Element, Node};
use super::{Face, picture};

/// The places of a face's elements by id.
pub(crate) struct Places {
    template: Option<Arc<Source>>,
    by_id: BTreeMap<String, (Range<usize>, String)>,
}

impl Places {
    fn new(root: &Element, template: Option<&Arc<Source>>) -> Self {
        let mut by_id = BTreeMap::new();
        root.visit(&mut |element| {
            if let Some(id) = element.attribute("id") {
                let place = || (element.span.clone(), element.described());
                by_id.entry(id.to_owned()).or_insert_with(place);
            }
        });
        Self { template: template.cloned(), by_id }
    }

    /// The name of an element in messages.
    pub(crate) fn described(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(|(_, described)| described.as_str())
    }

    /// The problem with the place of an element.
    pub(crate) fn at(&self, id: &str, problem: Problem) -> Problem {
        match (&self.template, self.by_id.get(id)) {
            (Some(template), Some((span, _))) => problem.at(template, span.clone()),
            _ => problem,
        }
    }
}

impl Face {
    /// The places of the elements that have ids; empty if the face cannot be drawn.
    pub(crate) fn places(&self) -> Places {
        let by_id = BTreeMap::new();
        let unknown = || Places { template: self.template().cloned(), by_id };
        self.drawing().map_or_else(|_| unknown(), |it| Places::new(it.root(), self.template()))
    }

    /// Draws the face again with an id on every element, so that a fault of an element without an id has a
    /// place too. Messages still do not show these ids.
    ///
    /// # Errors
    /// Those of [`drawing`](Self::drawing).
    pub(crate) fn with_ids(&self) -> Result<(Tree, Places), Problems> {
        let drawing = self.drawing()?;
        let mut root = drawing.root().clone();
        let mut places = Places::new(&root, self.template());
        let mut taken: BTreeSet<String> = places.by_id.keys().cloned().collect();
        give_ids(&mut root, &mut places, &mut taken);
        Ok((picture::page(&root, drawing.fonts())?, places))
    }
}

/// Gives an id to every element that has none.
fn give_ids(element: &mut Element, places: &mut Places, taken: &mut BTreeSet<String>) {
    if element.attribute("id").is_none() {
        let id = (taken.len()..).map(|count| format!("element-{count}"));
        let id = id.into_iter().find(|id| !taken.contains(id)).expect("numbers do not run out");
        taken.insert(id.clone());
        places.by_id.insert(id.clone(), (element.span.clone(), element.described()));
        element.set("id", id);
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            give_ids(child, places, taken);
        }
    }
}
