//! A bound face ready to draw: its picture tree for the printers, and its SVG with outlines for letters,
//! which looks the same without the fonts.

mod outliner;
mod places;
mod thickened;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use usvg::Tree;

use crate::diagnostic::{Problems, Source};

use super::document::{Element, Node};
use super::{Fonts, picture, script};
use outliner::Glyphs;
pub(super) use places::places_of;
use thickened::thickened;

/// How an SVG stores letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lettering {
    /// As outlines, each stored once: looks the same everywhere, and `aria-label` still holds each text.
    #[default]
    Outlined,
    /// As text that names its font: editable, but the fonts must be installed.
    Live,
}

/// A complete SVG with its picture tree.
#[derive(Debug)]
pub struct Drawing {
    /// The elements. Every text has a unique id, which leads to it in the tree.
    root: Element,
    /// The ids that were added for this, each with the one it replaces.
    lent: BTreeMap<String, Option<String>>,
    tree: Tree,
    fonts: Fonts,
    /// Outlines of letters that were outlined before.
    glyphs: Glyphs,
}

impl Drawing {
    /// Parses an SVG with the fonts of the program.
    ///
    /// # Errors
    /// Those of [`parse_svg`](super::parse_svg).
    pub fn read(svg: &str) -> Result<Self, Problems> {
        Self::read_in(svg, &Fonts::bundled())
    }

    /// As [`read`](Self::read) in the fonts of a theme.
    ///
    /// # Errors
    /// Those of [`parse_svg`](super::parse_svg).
    pub fn read_in(svg: &str, fonts: &Fonts) -> Result<Self, Problems> {
        Self::new(Element::read(&Source::new("the SVG", svg))?, fonts)
    }

    /// Parses a page of faces whose letters are already outlines: only other texts are parsed. The faces'
    /// outlines are then stored once on the page.
    ///
    /// # Errors
    /// Those of [`parse_svg`](super::parse_svg), except for its limits: a page holds many faces.
    pub(crate) fn from_page(svg: &str, fonts: &Fonts) -> Result<Self, Problems> {
        let mut root = Element::read(&Source::new("the page", svg))?;
        script::set(&mut root, fonts);
        let glyphs = Glyphs::taken_out_of(&mut root);
        let written = |root: &Element| {
            let empty = || Element { children: Vec::new(), ..root.clone() };
            picture::page(&with_texts(root).unwrap_or_else(empty), fonts)
        };
        Ok(Self { glyphs, ..Self::with(root, fonts, written)? })
    }

    /// Parses an element as if it had been written and read again.
    pub(super) fn new(mut root: Element, fonts: &Fonts) -> Result<Self, Problems> {
        root.join_texts();
        script::set(&mut root, fonts);
        Self::with(root, fonts, |root| picture::parse_tree(root, fonts))
    }

    fn with(
        mut root: Element,
        fonts: &Fonts,
        parse: impl Fn(&Element) -> Result<Tree, Problems>,
    ) -> Result<Self, Problems> {
        let mut taken = BTreeSet::new();
        root.visit(&mut |element| taken.extend(element.attribute("id").map(str::to_owned)));
        let (mut seen, mut lent) = (BTreeSet::new(), BTreeMap::new());
        name_texts(&mut root, &taken, &mut seen, &mut lent);
        let tree = parse(&root)?;
        Ok(Self { root, lent, tree, fonts: fonts.clone(), glyphs: Glyphs::default() })
    }

    /// The picture tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The fonts it is drawn with.
    pub(crate) fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// Its texts in painting order.
    pub(crate) fn texts(&self) -> Vec<&usvg::Text> {
        picture::texts(&self.tree)
    }

    /// Its elements, every text with an id of its own.
    pub(super) fn root(&self) -> &Element {
        &self.root
    }

    /// The value of a card that each text shows: text ids to names such as `cause.d10.2`.
    pub fn fields(&self) -> BTreeMap<&str, &str> {
        let mut fields = BTreeMap::new();
        self.root.visit(&mut |element| {
            if let (Some(id), Some(field)) =
                (element.attribute("id"), element.attribute("data-field"))
            {
                fields.insert(id, field);
            }
        });
        fields
    }

    /// The complete SVG with letters as text.
    pub fn live(&self) -> String {
        self.root.written(&mut |key, value| match self.lent.get(&**value) {
            Some(own) if key == "id" => own.as_deref().map(Cow::Borrowed),
            _ => Some(Cow::Borrowed(value)),
        })
    }

    /// The complete SVG with letters as text, for drawing it smaller: no line is thinner than this many
    /// millimetres of the card.
    pub(crate) fn live_with_lines_of(&self, least_mm: f64) -> String {
        let mut root = self.root.clone();
        thickened(&mut root, least_mm);
        root.written(&mut |_, value| Some(Cow::Borrowed(value)))
    }

    /// The SVG with outlines for letters. Each outline is stored once in `<defs>`; a text becomes a group
    /// that keeps its `data-field` and holds its words in `aria-label`.
    ///
    /// # Errors
    /// Letters painted with anything but a flat colour.
    pub fn outlined(&self) -> Result<String, Problems> {
        outliner::write(self)
    }
}

/// An element reduced to what holds texts.
pub(super) fn with_texts(element: &Element) -> Option<Element> {
    if element.name == "text" {
        return Some(element.clone());
    }
    let children: Vec<Node> =
        element.elements().filter_map(with_texts).map(Node::Element).collect();
    (!children.is_empty()).then(|| Element {
        name: element.name.clone(),
        attributes: element.attributes.clone(),
        children,
        span: element.span.clone(),
    })
}

/// Gives every text a unique id.
fn name_texts(
    element: &mut Element,
    taken: &BTreeSet<String>,
    seen: &mut BTreeSet<String>,
    lent: &mut BTreeMap<String, Option<String>>,
) {
    if element.name == "text" {
        let own = element.attribute("id").is_some_and(|id| seen.insert(id.to_owned()));
        if !own {
            let free = |id: &String| !taken.contains(id) && !lent.contains_key(id);
            let mut ids = (lent.len() + 1..).map(|count| format!("text-{count}"));
            let id = ids.find(free).expect("numbers do not run out");
            lent.insert(id.clone(), element.attribute("id").map(str::to_owned));
            element.set("id", id);
        }
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            name_texts(child, taken, seen, lent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(body: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20mm\" height=\"9mm\" \
             viewBox=\"0 0 20 9\" font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\">\
             {body}</svg>"
        )
    }

    fn outlined(body: &str) -> String {
        let drawing = Drawing::read(&svg(body)).unwrap_or_else(|problems| panic!("{problems}"));
        drawing.outlined().unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn pixels(svg: &str) -> Vec<u8> {
        let tree = picture::parse_svg(svg).unwrap_or_else(|problems| panic!("{problems}"));
        let mut pixmap = resvg::tiny_skia::Pixmap::new(400, 180).unwrap();
        let scale = 400.0 / tree.size().width();
        resvg::render(&tree, usvg::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap.data().to_vec()
    }

    #[test]
    fn an_outline_stands_once_however_often_it_is_used() {
        let svg = outlined("<text x=\"1\" y=\"5\">1212</text><text x=\"9\" y=\"5\">2</text>");
        assert_eq!(2, svg.matches("<path").count(), "{svg}");
        assert_eq!(5, svg.matches("<use").count(), "{svg}");
        assert!(!svg.contains("<text") && !svg.contains("font-family"), "{svg}");
    }

    #[test]
    fn an_outlined_text_keeps_its_words_and_field() {
        let svg = outlined("<text id=\"n\" data-field=\"number\" y=\"5\">3<tspan>4</tspan></text>");
        assert!(svg.contains("<g id=\"n\" data-field=\"number\" role=\"img\" aria-label=\"34\""));
        assert!(outlined("<text data-field=\"failure\" y=\"5\"/>").contains("aria-label=\"\"/>"));
    }

    #[test]
    fn outlines_look_as_the_letters_did() {
        for body in [
            "<text x=\"1\" y=\"5\" font-size=\"4\">CF 34</text>",
            "<text x=\"10\" y=\"5\" text-anchor=\"middle\" fill=\"#c00000\">a<tspan \
             fill=\"#000080\" font-weight=\"700\" dy=\"2\">bc</tspan></text>",
            "<g stroke=\"#00ff00\" fill=\"#ff0000\" fill-opacity=\"0.2\" fill-rule=\"evenodd\">\
             <text x=\"3\" y=\"5\" stroke=\"none\" fill-opacity=\"1\">80</text></g>",
            "<text transform=\"rotate(20 5 5) scale(2 1)\" x=\"4\" y=\"4\" opacity=\"0.5\" \
             text-decoration=\"underline\">tilted</text>",
            "<text style=\"font-size:3px;fill:#123456;opacity:0.4\" x=\"2\" y=\"4\" rotate=\"10\">\
             Ag</text>",
            "<defs><text id=\"a\" y=\"5\" font-size=\"4\">34</text></defs><use href=\"#a\" x=\"9\"/>",
        ] {
            let (live, outlined) = (pixels(&svg(body)), pixels(&outlined(body)));
            assert!(live.iter().any(|&part| part > 0), "{body}");
            let worst = live.iter().zip(&outlined).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(worst < Some(24), "{body}: {worst:?}");
        }
    }

    #[test]
    fn paint_that_outlines_cannot_take_over_is_reported() {
        let body = "<text y=\"5\" stroke=\"#000000\">34</text>";
        let problems = Drawing::read(&svg(body)).unwrap().outlined().unwrap_err();
        assert!(problems.to_string().starts_with("the text \"34\" has a stroke"), "{problems}");
    }

    #[test]
    fn duplicate_ids_do_not_mix_up_texts() {
        let svg = outlined("<text id=\"a\" y=\"5\">1</text><text id=\"a\" y=\"5\">22</text>");
        assert_eq!(3, svg.matches("<use").count(), "{svg}");
    }

    #[test]
    fn live_letters_are_written_as_read_without_added_ids() {
        let body = "<text>1</text><text id=\"a\" y=\"5\">2</text><text id=\"a\" y=\"5\">3</text>\
                    <rect id=\"text-1\"/>";
        let written = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", svg(body));
        assert_eq!(written, Drawing::read(&svg(body)).unwrap().live());
    }

    #[test]
    fn a_page_of_outlined_faces_equals_an_outlined_page() {
        let faces = ["<text x=\"1\" y=\"5\">12</text>", "<text y=\"3\">2<tspan>3</tspan></text>"];
        let page = |faces: [String; 2]| {
            let body = faces.map(|face| face.split_once("?>").map_or(face.clone(), |f| f.1.into()));
            svg(&format!("{}<text x=\"4\" y=\"8\">14</text>", body.concat()))
        };
        let live = page(faces.map(|face| svg(face) + "\n"));
        let prefixed = |at: usize| {
            let face = outlined(faces[at]);
            face.replace("\"glyph-", &format!("\"c{at}-glyph-"))
                .replace("#glyph-", &format!("#c{at}-glyph-"))
        };
        let page = page([0, 1].map(|at| prefixed(at).replacen("?>\n", "?>", 1)));
        let of_page = Drawing::from_page(&page, &Fonts::bundled()).unwrap().outlined().unwrap();
        assert_eq!(Drawing::read(&live).unwrap().outlined().unwrap(), of_page);
        assert_eq!(4, of_page.matches("<path id=\"glyph-").count(), "{of_page}");
    }
}
