//! The places of the named parts of a face.

use std::collections::{BTreeMap, BTreeSet};

use usvg::{Group, Node, Tree};

use super::Drawing;
use crate::diagnostic::Problems;
use crate::face::document::{self, Element};
use crate::face::picture;
use crate::geometry::MM_PER_PIXEL;

impl Drawing {
    /// The texts with a field and the labelled objects of the face: field or label, and the sides left, top,
    /// right, bottom in millimetres from its upper left corner. Layers and undrawn elements are omitted.
    /// Parses the face once more.
    pub fn places(&self) -> Vec<(String, [f64; 4])> {
        places_of(self.root().clone(), |root| picture::parse_tree(root, self.fonts()))
    }
}

/// As [`places`](Drawing::places) for the root of a face.
pub(in crate::face) fn places_of(
    mut root: Element,
    parse: impl Fn(&Element) -> Result<Tree, Problems>,
) -> Vec<(String, [f64; 4])> {
    let (mut taken, mut names) = (BTreeSet::new(), BTreeMap::new());
    root.visit(&mut |element| taken.extend(element.attribute("id").map(str::to_owned)));
    name(&mut root, &taken, &mut names);
    let Ok(tree) = parse(&root) else { return Vec::new() };
    let mut places = Vec::new();
    collect(tree.root(), &names, &mut places);
    places
}

/// Gives an id to every named element and records the name.
fn name(element: &mut Element, taken: &BTreeSet<String>, names: &mut BTreeMap<String, String>) {
    let is_layer = element.attribute("inkscape:groupmode").is_some();
    let field = element.attribute("data-field").map(str::to_owned);
    let label = element.label().filter(|_| !is_layer).map(|label| label.into_owned());
    if let Some(name) = field.or(label) {
        let id = match element.attribute("id") {
            Some(id) => id.to_owned(),
            None => {
                let mut ids = (names.len()..).map(|count| format!("part-{count}"));
                let id = ids.find(|id| !taken.contains(id)).unwrap_or_default();
                element.set("id", id.clone());
                id
            }
        };
        names.insert(id, name);
    }
    for child in &mut element.children {
        if let document::Node::Element(child) = child {
            self::name(child, taken, names);
        }
    }
}

fn collect(group: &Group, names: &BTreeMap<String, String>, places: &mut Vec<(String, [f64; 4])>) {
    for node in group.children() {
        let bounds = match node {
            Node::Text(text) => text.flattened().abs_bounding_box(),
            _ => node.abs_stroke_bounding_box(),
        };
        let sides = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        if let Some(name) = names.get(node.id()) {
            places.push((name.clone(), sides.map(|side| f64::from(side) * MM_PER_PIXEL)));
        }
        if let Node::Group(group) = node {
            collect(group, names, places);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_reported_by_field_and_label_where_they_stand() {
        let drawing = Drawing::read(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"9mm\" \
             xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" viewBox=\"0 0 20 9\" \
             font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\">\
             <g inkscape:groupmode=\"layer\" inkscape:label=\"marks\">\
             <g inkscape:label=\"star\"><rect x=\"2\" y=\"3\" width=\"4\" height=\"5\"/></g></g>\
             <text data-field=\"number\" x=\"10\" y=\"6\">34</text></svg>",
        );
        let places = drawing.unwrap().places();
        let [(star, sides), (number, _)] = &places[..] else { panic!("{places:?}") };
        assert_eq!(("star", "number"), (star.as_str(), number.as_str()));
        let near = sides.iter().zip([2.0, 3.0, 6.0, 8.0]).all(|(a, b)| (a - b).abs() < 1e-3);
        assert!(near, "{sides:?}");
    }
}
