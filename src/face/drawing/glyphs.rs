//! Glyph outlines in an SVG, each once in `<defs>`.

use std::collections::BTreeMap;

use crate::face::document::{Element, Node};

/// Outlines by font (its index among the bundled ones) and glyph.
#[derive(Clone, Debug, Default)]
pub(super) struct Glyphs(BTreeMap<(usize, u32), String>);

/// The prefix of outline ids.
const ID: &str = "glyph-";

/// The id of an outline.
fn id((font, glyph): (usize, u32)) -> String {
    format!("{ID}{font}-{glyph}")
}

impl Glyphs {
    /// The id of an outline, created from `data` on first use. `None` if the glyph is empty, such as a space.
    pub(super) fn id_of(
        &mut self,
        key: (usize, u32),
        data: impl FnOnce() -> String,
    ) -> Option<String> {
        let data = self.0.entry(key).or_insert_with(data);
        (!data.is_empty()).then(|| id(key))
    }

    /// The outlines as the children of `<defs>`.
    pub(super) fn into_paths(self) -> impl Iterator<Item = Element> {
        self.0.into_iter().filter(|(_, data)| !data.is_empty()).map(|(key, data)| Element {
            name: "path".to_owned(),
            attributes: vec![("id".to_owned(), id(key).into()), ("d".to_owned(), data.into())],
            children: Vec::new(),
            span: 0..0,
        })
    }

    /// Moves the outlines out of the faces of a page, whose ids have the prefix of their face.
    pub(super) fn taken_out_of(page: &mut Element) -> Self {
        let (mut glyphs, mut ids) = (Self::default(), BTreeMap::new());
        glyphs.take_from(page, &mut ids);
        refer(page, &ids);
        glyphs
    }

    fn take_from(&mut self, element: &mut Element, ids: &mut BTreeMap<String, String>) {
        let before = element.children.len();
        element.children.retain_mut(|child| {
            let Node::Element(child) = child else { return true };
            let Some(outlines) = outlines(child) else {
                self.take_from(child, ids);
                return true;
            };
            for (key, prefixed, data) in outlines {
                ids.insert(format!("#{prefixed}"), format!("#{}", id(key)));
                self.0.entry(key).or_insert(data);
            }
            false
        });
        if element.children.len() < before {
            // Declared on the page.
            element.attributes.retain(|(key, _)| key != "xmlns:xlink");
        }
    }
}

/// An outline in a face: font and glyph, its id, its path.
type HeldOutline = ((usize, u32), String, String);

/// The outlines of a face, if this element holds them.
fn outlines(element: &Element) -> Option<Vec<HeldOutline>> {
    let outline = |path: &Element| {
        let own = path.attribute("id").filter(|_| path.name == "path")?;
        let (_, key) = own.rsplit_once(ID)?;
        let (font, glyph) = key.split_once('-')?;
        let key = (font.parse().ok()?, glyph.parse().ok()?);
        Some((key, own.to_owned(), path.attribute("d")?.to_owned()))
    };
    let is_list = element.name == "defs" && element.attributes.is_empty();
    is_list.then(|| element.elements().map(outline).collect()).flatten()
}

/// Makes every use of an outline refer to the one of the page.
fn refer(element: &mut Element, ids: &BTreeMap<String, String>) {
    if element.name == "use" {
        for (_, value) in &mut element.attributes {
            if let Some(id) = ids.get(&**value) {
                *value = id.clone().into();
            }
        }
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            refer(child, ids);
        }
    }
}
