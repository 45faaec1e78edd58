//! A bound face as something to draw: its tree for the printers, and its SVG with outlines in the
//! place of letters, which looks the same on a machine that has none of the fonts.

use std::collections::{BTreeMap, BTreeSet};

use usvg::layout::{PositionedGlyph, Span};
use usvg::{Node as Drawn, Paint, Transform, Tree};

use crate::diagnostic::{Problem, Problems, Source};

use super::document::{Element, Node};
use super::outline::{self, number};
use super::picture;

/// How letters stand in an SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lettering {
    /// As outlines, each kept once and used wherever the letter stands: looks the same everywhere,
    /// and every text still says in `aria-label` what is written there.
    #[default]
    Outlined,
    /// As text that names its font: can be edited, and needs the fonts to be installed.
    Live,
}

/// A complete SVG with its picture tree.
#[derive(Debug)]
pub struct Drawing {
    /// Every text has an id of its own, by which it is found in the tree.
    root: Element,
    /// The ids that are only there for this.
    lent: BTreeSet<String>,
    tree: Tree,
}

/// What a text keeps when it becomes a group of outlines; the rest is about fonts or paint, which
/// the tree has worked out.
const KEPT: [&str; 9] = [
    "inkscape:label",
    "transform",
    "data-field",
    "opacity",
    "clip-path",
    "mask",
    "filter",
    "mix-blend-mode",
    "display",
];

/// What has no meaning where there is no text. The size stays: lengths may be given in ems.
const ABOUT_FONTS: [&str; 5] =
    ["font-family", "font-weight", "font-style", "font-stretch", "text-anchor"];

impl Drawing {
    /// Parses an SVG with the bundled fonts.
    ///
    /// # Errors
    /// Those of [`picture`](super::picture()).
    pub fn read(svg: &str) -> Result<Self, Problems> {
        let mut root = Element::read(&Source::new("the SVG", svg))?;
        let mut taken = BTreeSet::new();
        root.visit(&mut |element| taken.extend(element.attribute("id").map(str::to_owned)));
        let (mut seen, mut lent) = (BTreeSet::new(), BTreeSet::new());
        name_texts(&mut root, &taken, &mut seen, &mut lent);
        let tree = picture(&root.to_svg())?;
        Ok(Self { root, lent, tree })
    }

    /// The picture tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Which value of a card each text shows: ids of texts and names such as `cause.d10.2`.
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

    /// The SVG with outlines instead of letters. Each outline stands once in `<defs>`; a text
    /// becomes a group that keeps its `data-field` and says in `aria-label` what it reads.
    ///
    /// # Errors
    /// Letters painted with anything but a flat colour.
    pub fn outlined(&self) -> Result<String, Problems> {
        let mut texts = BTreeMap::new();
        collect(self.tree.root(), &mut texts);
        let mut outliner = Outliner {
            drawing: self,
            texts,
            glyphs: BTreeMap::new(),
            problems: Problems::new(),
            above: Vec::new(),
        };
        let mut root = outliner.element(&self.root);
        let glyphs = std::mem::take(&mut outliner.glyphs)
            .into_values()
            .map(|(id, data)| child("path", &[("id", id), ("d", data)]));
        let defs = Element { children: glyphs.collect(), ..element("defs", &[]) };
        root.children.insert(0, Node::Element(defs));
        if root.attribute("xmlns:xlink").is_none() {
            root.set("xmlns:xlink", "http://www.w3.org/1999/xlink".to_owned());
        }
        outliner.problems.into_result(root.to_svg())
    }
}

/// Gives every text an id that no other element has.
fn name_texts(
    element: &mut Element,
    taken: &BTreeSet<String>,
    seen: &mut BTreeSet<String>,
    lent: &mut BTreeSet<String>,
) {
    if element.name == "text" {
        let own = element.attribute("id").is_some_and(|id| seen.insert(id.to_owned()));
        if !own {
            let free = |id: &String| !taken.contains(id) && !lent.contains(id);
            let mut ids = (lent.len() + 1..).map(|count| format!("text-{count}"));
            let id = ids.find(free).expect("numbers do not run out");
            lent.insert(id.clone());
            element.set("id", id);
        }
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            name_texts(child, taken, seen, lent);
        }
    }
}

/// The texts of a tree by id.
fn collect<'t>(group: &'t usvg::Group, texts: &mut BTreeMap<&'t str, &'t usvg::Text>) {
    for node in group.children() {
        match node {
            Drawn::Group(group) => collect(group, texts),
            Drawn::Text(text) => {
                texts.entry(text.id()).or_insert(text);
            }
            _ => {}
        }
    }
}

/// Turns texts into outlines.
struct Outliner<'d> {
    drawing: &'d Drawing,
    texts: BTreeMap<&'d str, &'d usvg::Text>,
    /// Id and path data by font (its place among the bundled ones) and glyph.
    glyphs: BTreeMap<(usize, u32), (String, String)>,
    problems: Problems,
    /// The elements that hold the one at hand.
    above: Vec<&'d Element>,
}

impl<'d> Outliner<'d> {
    fn element(&mut self, from: &'d Element) -> Element {
        if from.name == "text" {
            return self.text(from);
        }
        let about_fonts = |key: &str| ABOUT_FONTS.contains(&key);
        let mut attributes = from.attributes.clone();
        attributes.retain(|(key, _)| !about_fonts(key));
        self.above.push(from);
        let children = from
            .children
            .iter()
            .map(|child| match child {
                Node::Element(child) => Node::Element(self.element(child)),
                Node::Text(..) => child.clone(),
            })
            .collect();
        self.above.pop();
        Element { name: from.name.clone(), attributes, children, span: from.span.clone() }
    }

    fn text(&mut self, from: &'d Element) -> Element {
        let mut group = element("g", &[]);
        let id = from.attribute("id").unwrap_or_default();
        if !self.drawing.lent.contains(id) {
            group.set("id", id.to_owned());
        }
        let kept = from.attributes.iter().filter(|(key, _)| KEPT.contains(&key.as_str()));
        group.attributes.extend(kept.cloned());
        let style: Vec<&str> = from
            .attribute("style")
            .unwrap_or_default()
            .split(';')
            .filter(|part| part.split_once(':').is_some_and(|(key, _)| KEPT.contains(&key.trim())))
            .collect();
        if !style.is_empty() {
            group.set("style", style.join(";"));
        }
        group.set("role", "img".to_owned());
        group.set("aria-label", written(from).trim().to_owned());
        let Some(text) = self.texts.get(id).copied() else { return group };
        // What the text itself set is gone; what is set above it must not come through.
        for (property, plain) in
            [("stroke", "none"), ("fill-opacity", "1"), ("fill-rule", "nonzero")]
        {
            if self.above.iter().any(|element| mentions(element, property)) {
                group.set(property, plain.to_owned());
            }
        }
        let mut spans: Vec<Element> = Vec::new();
        for span in text.layouted().iter().filter(|span| span.visible) {
            spans.extend(self.span(span, &group));
        }
        // One span, as almost always, needs no group of its own.
        if let [span] = &mut spans[..]
            && span.attribute("transform").is_none()
        {
            group.attributes.append(&mut span.attributes);
            group.children.append(&mut span.children);
        } else {
            group.children.extend(spans.into_iter().map(Node::Element));
        }
        group
    }

    /// The glyphs and lines of a span in a group with their paint.
    fn span(&mut self, span: &Span, text: &Element) -> Option<Element> {
        let mut refuse = |what: &str| {
            let label = text.attribute("aria-label").unwrap_or_default();
            let message = format!("the text {label:?} has {what}, which cannot be outlined");
            self.problems.push(Problem::new(message).accepts("flat colours"));
        };
        if span.stroke.is_some() {
            refuse("a stroke");
        }
        let fill = span.fill.as_ref()?;
        let Paint::Color(colour) = fill.paint() else {
            refuse("a gradient or pattern");
            return None;
        };
        let paint = format!("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
        let mut group = element("g", &[("fill", paint)]);
        if fill.opacity() != usvg::Opacity::ONE {
            group.set("fill-opacity", number(fill.opacity().get(), 4));
        }
        let line = |line: &Option<usvg::Path>| {
            let data = outline::of_path(line.as_ref()?.data());
            Some(child("path", &[("d", data)]))
        };
        group.children.extend(line(&span.overline));
        group.children.extend(line(&span.underline));
        for run in runs(&span.positioned_glyphs) {
            group.children.extend(self.run(run));
        }
        group.children.extend(line(&span.line_through));
        (!group.children.is_empty()).then_some(group)
    }

    /// Glyphs of one size on one line: one of them bears its own place, several share it.
    fn run(&mut self, glyphs: &[PositionedGlyph]) -> Option<Node> {
        let first = glyphs[0].transform();
        let mut uses = Vec::new();
        for glyph in glyphs {
            let Some(id) = self.glyph(glyph) else { continue };
            let mut used = element("use", &[("xlink:href", format!("#{id}"))]);
            let along = (glyph.transform().tx - first.tx) / first.sx;
            if along != 0.0 {
                used.set("x", number(along, 1));
            }
            uses.push(used);
        }
        let place = match is_upright(first) {
            true => format!(
                "translate({} {}) scale({})",
                number(first.tx, 4),
                number(first.ty, 4),
                number(first.sx, 8)
            ),
            false => {
                let Transform { sx, ky, kx, sy, tx, ty } = first;
                let turn = [sx, ky, kx, sy].map(|part| number(part, 8)).join(" ");
                format!("matrix({turn} {} {})", number(tx, 4), number(ty, 4))
            }
        };
        if let [used] = &mut uses[..]
            && used.attribute("x").is_none()
        {
            used.set("transform", place);
            return uses.pop().map(Node::Element);
        }
        let children: Vec<Node> = uses.into_iter().map(Node::Element).collect();
        let group = Element { children, ..element("g", &[("transform", place)]) };
        (!group.children.is_empty()).then_some(Node::Element(group))
    }

    /// The id of a glyph's outline, or `None` for a space.
    fn glyph(&mut self, glyph: &PositionedGlyph) -> Option<String> {
        let fonts = self.drawing.tree.fontdb();
        let font = fonts.faces().position(|face| face.id == glyph.font)?;
        let (id, data) = self.glyphs.entry((font, glyph.id.0)).or_insert_with(|| {
            let data = outline::glyph(fonts, glyph.font, skrifa::GlyphId::new(glyph.id.0));
            (format!("glyph-{font}-{}", glyph.id.0), data.unwrap_or_default())
        });
        if data.is_empty() {
            self.glyphs.remove(&(font, glyph.id.0));
            return None;
        }
        Some(id.clone())
    }
}

/// The glyphs in runs that share size and baseline.
fn runs(glyphs: &[PositionedGlyph]) -> impl Iterator<Item = &[PositionedGlyph]> {
    glyphs.chunk_by(|one, next| {
        let (one, next) = (one.transform(), next.transform());
        is_upright(one) && is_upright(next) && one.sx == next.sx && one.ty == next.ty
    })
}

/// Whether letters stand upright and undistorted.
fn is_upright(transform: Transform) -> bool {
    transform.kx == 0.0 && transform.ky == 0.0 && transform.sx == transform.sy
}

fn mentions(element: &Element, property: &str) -> bool {
    let style = element.attribute("style").unwrap_or_default();
    element.attribute(property).is_some()
        || style
            .split(';')
            .any(|part| part.split_once(':').is_some_and(|(key, _)| key.trim() == property))
}

/// The words of an element, joined.
fn written(element: &Element) -> String {
    element
        .children
        .iter()
        .map(|child| match child {
            Node::Text(text, _) => text.clone(),
            Node::Element(child) => written(child),
        })
        .collect()
}

fn element(name: &str, attributes: &[(&str, String)]) -> Element {
    let attributes =
        attributes.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    Element { name: name.to_owned(), attributes, children: Vec::new(), span: 0..0 }
}

fn child(name: &str, attributes: &[(&str, String)]) -> Node {
    Node::Element(element(name, attributes))
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
        let tree = picture(svg).unwrap_or_else(|problems| panic!("{problems}"));
        let mut pixmap = resvg::tiny_skia::Pixmap::new(400, 180).unwrap();
        let scale = 400.0 / tree.size().width();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
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
    fn a_text_still_says_what_it_reads_and_which_field_it_is() {
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
        ] {
            let (live, outlined) = (pixels(&svg(body)), pixels(&outlined(body)));
            assert!(live.iter().any(|&part| part > 0), "{body}");
            let worst = live.iter().zip(&outlined).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(worst < Some(24), "{body}: {worst:?}");
        }
    }

    #[test]
    fn paint_that_outlines_cannot_take_over_is_told() {
        let body = "<text y=\"5\" stroke=\"#000000\">34</text>";
        let problems = Drawing::read(&svg(body)).unwrap().outlined().unwrap_err();
        assert!(problems.to_string().starts_with("the text \"34\" has a stroke"), "{problems}");
    }

    #[test]
    fn ids_that_come_twice_do_not_mix_texts_up() {
        let svg = outlined("<text id=\"a\" y=\"5\">1</text><text id=\"a\" y=\"5\">22</text>");
        assert_eq!(3, svg.matches("<use").count(), "{svg}");
    }
}
