//! Replaces letters by outlines, each stored once.

use std::collections::BTreeMap;

use usvg::layout::{PositionedGlyph, Span};
use usvg::{Node as Drawn, Paint, Transform, Tree};

use super::{Drawing, with_texts};
use crate::diagnostic::{Problem, Problems};
use crate::face::document::{Element, Node};
use crate::face::outline::number;
use crate::face::{outline, picture, spoken};

/// The attributes that a text keeps when it becomes a group of outlines; the others are about fonts or paint,
/// which the tree has resolved.
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

/// Attributes without meaning outside text. The font size stays, since lengths may be given in ems.
const ABOUT_FONTS: [&str; 5] =
    ["font-family", "font-weight", "font-style", "font-stretch", "text-anchor"];

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

/// Writes the SVG of a drawing with outlines for letters.
///
/// # Errors
/// Letters whose paint outlines cannot reproduce.
pub(super) fn write(drawing: &Drawing) -> Result<String, Problems> {
    let cloned = defs_tree(drawing);
    let mut texts = BTreeMap::new();
    for tree in [Some(&drawing.tree), cloned.as_ref()].into_iter().flatten() {
        collect(tree.root(), &mut texts);
    }
    let glyphs = drawing.glyphs.clone();
    Outliner { drawing, texts, glyphs, problems: Problems::new(), above: Vec::new() }.svg()
}

/// The tree of texts that are drawn only by `<use>`: the drawing's tree does not have them by id.
fn defs_tree(drawing: &Drawing) -> Option<Tree> {
    fn with_drawn_defs(element: &Element, is_any: &mut bool) -> Element {
        let is_hidden = ["defs", "symbol"].contains(&element.name.as_str());
        *is_any |= is_hidden;
        let children = element.elements().map(|child| with_drawn_defs(child, is_any));
        let children = children.map(Node::Element).collect();
        let name = if is_hidden { "g".to_owned() } else { element.name.clone() };
        match element.name.as_str() {
            "text" => element.clone(),
            _ => Element { name, children, ..element.clone_without_children() },
        }
    }
    let mut is_any = false;
    let drawn = with_drawn_defs(&with_texts(&drawing.root)?, &mut is_any);
    is_any.then(|| picture::parse_tree(&drawn, &drawing.fonts).ok()).flatten()
}

/// Replaces texts by outlines.
struct Outliner<'d> {
    drawing: &'d Drawing,
    texts: BTreeMap<&'d str, &'d usvg::Text>,
    glyphs: Glyphs,
    problems: Problems,
    /// The ancestors of the current element.
    above: Vec<&'d Element>,
}

impl<'d> Outliner<'d> {
    /// The drawing with outlines, or every letter whose paint they cannot reproduce.
    fn svg(mut self) -> Result<String, Problems> {
        let mut root = self.element(&self.drawing.root);
        let glyphs = self.glyphs.into_paths().map(Node::Element);
        let defs = Element { children: glyphs.collect(), ..element("defs", &[]) };
        root.children.insert(0, Node::Element(defs));
        if root.attribute("xmlns:xlink").is_none() {
            root.set("xmlns:xlink", "http://www.w3.org/1999/xlink".to_owned());
        }
        self.problems.into_result(root.to_svg())
    }

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
        if !self.drawing.lent.contains_key(id) {
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
        group.set("aria-label", spoken(from.text().trim()).into_owned());
        let Some(text) = self.texts.get(id).copied() else { return group };
        // Attributes of the text are gone; inherited ones must not apply instead.
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
        // A single span, the usual case, needs no group of its own.
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
            self.problems
                .push(Problem::coded("face.not-printable", message).accepts("flat colours"));
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
            let data = outline::path_data(line.as_ref()?.data());
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

    /// Glyphs of one size on one line: a single glyph has its own position, several share one.
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
        let outline = || outline::glyph(fonts, glyph.font, skrifa::GlyphId::new(glyph.id.0));
        self.glyphs.id_of((font, glyph.id.0), || outline().unwrap_or_default())
    }
}

/// Groups the glyphs in runs of equal size and baseline.
fn runs(glyphs: &[PositionedGlyph]) -> impl Iterator<Item = &[PositionedGlyph]> {
    glyphs.chunk_by(|one, next| {
        let (one, next) = (one.transform(), next.transform());
        is_upright(one) && is_upright(next) && one.sx == next.sx && one.ty == next.ty
    })
}

/// Whether letters are upright and undistorted.
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

fn element(name: &str, attributes: &[(&str, String)]) -> Element {
    let attributes =
        attributes.iter().map(|(key, value)| ((*key).to_owned(), value.clone().into())).collect();
    Element { name: name.to_owned(), attributes, children: Vec::new(), span: 0..0 }
}

fn child(name: &str, attributes: &[(&str, String)]) -> Node {
    Node::Element(element(name, attributes))
}

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
