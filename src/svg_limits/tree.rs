//! The elements with everything they refer to, each weighed as often as it would be drawn.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Range};

use usvg::roxmltree::{Document, Node};

use super::limits::{
    Excess, Limits, MOST_FAMILIES, MOST_LETTERS, MOST_LINKS, MOST_NESTING, MOST_PIECE_BYTES,
    MOST_SPANS, MOST_STYLE_STEPS, too_many_elements,
};
use super::markup::too_deep;
use super::numbers;
use super::style::{self, Declaration};
use crate::wording::grouped;

/// The namespace of SVG elements.
const SVG: &str = "http://www.w3.org/2000/svg";
/// The namespace of `href` in SVG 1.1.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Segments of an outline that are as much work as an element.
const SEGMENTS_PER_ELEMENT: u64 = 16;
/// Bytes of an embedded picture that are as much work as an element.
const BYTES_PER_ELEMENT: u64 = 16 << 10;
/// Laying out so many spans takes the time of an element times their number.
const SPANS_PER_ELEMENT: u64 = 25;

/// A parsed file against the limits.
pub(super) fn check(xml: &Document<'_>, limits: Limits) -> Result<(), Excess> {
    let mut ids: BTreeMap<&str, Vec<Node<'_, '_>>> = BTreeMap::new();
    let mut nodes = 0;
    for node in xml.descendants() {
        nodes += 1;
        if let Some(id) = node.attribute("id").filter(|_| is_svg(node)) {
            ids.entry(id).or_default().push(node);
        }
    }
    let known = vec![State::Unknown; nodes + 1];
    let mut scale = Scale { limits, ids, known, numbers: 0, elements: 0 };
    let mut weight = scale.weight(xml.root_element(), 1)?;
    let steps = scale.sheets(xml, &mut weight)?;
    let root = tag(xml.root_element());
    if steps > MOST_STYLE_STEPS {
        let message = format!(
            "applying the style sheets takes {} steps: rules times elements",
            grouped(steps)
        );
        let accepted = format!("at most {}", grouped(MOST_STYLE_STEPS));
        return Err(Excess::new(message, accepted, root));
    }
    within(xml.root_element(), &weight, limits)
}

/// Whether what an element draws is within the limits.
fn within(node: Node<'_, '_>, weight: &Weight, limits: Limits) -> Result<(), Excess> {
    if weight.drawn <= limits.drawn {
        return Ok(());
    }
    let message = format!(
        "{} would draw {} elements and letters, each as often as it is referred to",
        described(node),
        grouped(weight.drawn)
    );
    Err(Excess::new(message, format!("at most {}", grouped(limits.drawn)), tag(node)))
}

fn is_svg(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace() == Some(SVG)
}

/// What drawing an element takes, with all that is in it and all it refers to.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    /// Elements and letters.
    drawn: u64,
    /// Shapes that take over paint set on an element above.
    shapes: u64,
    /// Places of shapes where a marker may stand.
    vertices: u64,
    /// Elements to which style sheets are applied.
    styled: u64,
    /// Elements within elements.
    height: u32,
    /// References after references.
    links: u32,
}

impl AddAssign for Weight {
    fn add_assign(&mut self, other: Self) {
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.shapes = self.shapes.saturating_add(other.shapes);
        self.vertices = self.vertices.saturating_add(other.vertices);
        self.styled = self.styled.saturating_add(other.styled);
        self.height = self.height.max(other.height);
        self.links = self.links.max(other.links);
    }
}

/// How often what is referred to is drawn.
#[derive(Clone, Copy, PartialEq)]
enum Times {
    /// In the place of the element, which takes over its shapes.
    Used,
    Once,
    ForEachShape,
    ForEachVertex,
}

impl Times {
    fn of(property: &str) -> Self {
        match property {
            "fill" | "stroke" | "marker-start" | "marker-end" => Self::ForEachShape,
            "marker" | "marker-mid" => Self::ForEachVertex,
            _ => Self::Once,
        }
    }
}

/// A reference to an element of the file.
struct Link<'x> {
    id: &'x str,
    times: Times,
    span: Range<usize>,
}

/// How far the weighing of an element is.
#[derive(Clone, Copy)]
enum State {
    Unknown,
    Open,
    Known(Weight),
}

struct Scale<'x, 'i> {
    limits: Limits,
    /// Programs differ on which of several elements with one id is meant, so all are weighed.
    ids: BTreeMap<&'x str, Vec<Node<'x, 'i>>>,
    /// By the element's place in the file.
    known: Vec<State>,
    numbers: u64,
    elements: usize,
}

impl<'x, 'i> Scale<'x, 'i> {
    /// What an element takes that stands at this depth, references counted.
    fn weight(&mut self, node: Node<'x, 'i>, depth: u32) -> Result<Weight, Excess> {
        let place = node.id().get_usize();
        match self.known[place] {
            State::Known(weight) if depth + weight.height <= MOST_NESTING + 1 => return Ok(weight),
            State::Unknown if depth <= MOST_NESTING => self.known[place] = State::Open,
            State::Known(_) | State::Unknown => return Err(too_deep(tag(node))),
            State::Open => {
                let message = format!("{} refers back to itself", described(node));
                return Err(Excess::new(message, "references that come to an end", tag(node)));
            }
        }
        self.elements += 1;
        if self.elements > self.limits.elements {
            return Err(too_many_elements(self.limits, tag(node)));
        }
        let mut links = Vec::new();
        let mut weight = self.own(node, &mut links)?;
        for child in node.children().filter(Node::is_element) {
            weight += self.weight(child, depth + 1)?;
        }
        // What is used stands among the shapes that take over paint.
        links.sort_by_key(|link| link.times != Times::Used);
        for link in links {
            self.follow(&link, &mut weight, depth)?;
        }
        within(node, &weight, self.limits)?;
        weight.height += 1;
        self.known[place] = State::Known(weight);
        Ok(weight)
    }

    /// Adds what a reference brings.
    fn follow(&mut self, link: &Link<'x>, weight: &mut Weight, depth: u32) -> Result<(), Excess> {
        let targets = self.ids.get(link.id).cloned().unwrap_or_default();
        for target in targets {
            let mut brought = self.weight(target, depth + 1)?;
            brought.links += 1;
            if brought.links > MOST_LINKS {
                let message = format!("references follow each other more than {MOST_LINKS} times");
                return Err(Excess::new(message, "shorter chains", link.span.clone()));
            }
            let times = match link.times {
                Times::Used => {
                    *weight += brought;
                    continue;
                }
                Times::Once => 1,
                Times::ForEachShape => weight.shapes.max(1),
                Times::ForEachVertex => weight.vertices.max(1),
            };
            weight.drawn = weight.drawn.saturating_add(brought.drawn.saturating_mul(times));
            weight.height = weight.height.max(brought.height);
            weight.links = weight.links.max(brought.links);
        }
        Ok(())
    }

    /// What an element takes by itself; its references are put into `links`.
    fn own(&mut self, node: Node<'x, 'i>, links: &mut Vec<Link<'x>>) -> Result<Weight, Excess> {
        let name = node.tag_name().name();
        let (mut segments, mut embedded) = (0, 0);
        for attribute in node.attributes() {
            let (key, value, span) = (attribute.name(), attribute.value(), attribute.range());
            if key == "href" && [None, Some(XLINK)].contains(&attribute.namespace()) {
                let times = if name == "use" { Times::Used } else { Times::Once };
                let id = value.trim().strip_prefix('#').filter(|_| name != "a");
                links.extend(id.map(|id| Link { id, times, span }));
                embedded = value.len() as u64;
                continue;
            }
            if attribute.namespace().is_some() {
                continue;
            }
            if key == "style" {
                for declared in style::declarations(value) {
                    self.declared(&declared, &span, links)?;
                }
            } else {
                let count = self.declared(&Declaration { property: key, value }, &span, links)?;
                if key == "d" || key == "points" {
                    segments = count;
                }
            }
        }
        if !is_svg(node) {
            // An editor's notes, and styles in them.
            return Ok(Weight::default());
        }
        let mut weight = Weight { drawn: 1, styled: 1, ..Weight::default() };
        match name {
            "path" | "polygon" | "polyline" | "line" => {
                weight.drawn += segments / SEGMENTS_PER_ELEMENT;
                weight.vertices = segments.max(2);
                weight.shapes = 1;
            }
            "circle" | "ellipse" | "rect" => weight.shapes = 1,
            // Unpacked wherever it is shown.
            "image" => weight.drawn += embedded / BYTES_PER_ELEMENT,
            "text" => {
                weight.drawn += text(node)?;
                weight.shapes = 1;
            }
            "tspan" => weight.shapes = 1,
            _ => {}
        }
        Ok(weight)
    }

    /// Looks at a property: how many numbers it holds, and what it refers to.
    fn declared(
        &mut self,
        declared: &Declaration<'x>,
        span: &Range<usize>,
        links: &mut Vec<Link<'x>>,
    ) -> Result<u64, Excess> {
        let Declaration { property, value } = *declared;
        if value.contains("url(") {
            let times = Times::of(property);
            links.extend(targets(value).map(|id| Link { id, times, span: span.clone() }));
        }
        of_each_piece(property, value)
            .map_err(|(message, accepted)| Excess::new(message, accepted, span.clone()))?;
        if !numbers::is_measure(property) {
            return Ok(0);
        }
        let count = numbers::count(property, value).map_err(|number| {
            let message = format!("{property} holds the number {number:e}");
            Excess::new(message, "numbers from −1,000,000 to 1,000,000", span.clone())
        })?;
        self.numbers += count;
        if self.numbers > self.limits.numbers {
            let accepted = format!("at most {}", grouped(self.limits.numbers));
            return Err(Excess::new("the SVG has too many numbers", accepted, span.clone()));
        }
        Ok(count)
    }

    /// The style sheets, as if their paint were set on the root; gives the steps of applying them.
    fn sheets(&mut self, xml: &'x Document<'i>, whole: &mut Weight) -> Result<u64, Excess> {
        let mut steps = 0_u64;
        let depth = u64::from(whole.height);
        for node in xml.descendants().filter(|node| node.has_tag_name("style")) {
            let span = tag(node);
            for text in node.descendants().filter(Node::is_text).filter_map(|node| node.text()) {
                for rule in style::rules(text) {
                    steps = steps.saturating_add(rule.steps(depth).saturating_mul(whole.styled));
                    let mut links = Vec::new();
                    for declared in style::declarations(rule.declared) {
                        self.declared(&declared, &span, &mut links)?;
                    }
                    for mut link in links {
                        if link.times == Times::Once {
                            link.times = Times::ForEachShape;
                        }
                        self.follow(&link, whole, 1)?;
                    }
                }
            }
        }
        Ok(steps)
    }
}

/// What is too much of a property that every piece of a text keeps, and what would be accepted.
fn of_each_piece(property: &str, value: &str) -> Result<(), (String, String)> {
    if !["font", "font-family", "font-variation-settings", "stroke-dasharray"].contains(&property) {
        return Ok(());
    }
    if value.len() > MOST_PIECE_BYTES {
        let message = format!("{property} has {} bytes", grouped(value.len()));
        return Err((message, format!("at most {}", grouped(MOST_PIECE_BYTES))));
    }
    let families = value.split(',').count();
    if property != "stroke-dasharray" && families > MOST_FAMILIES {
        let message = format!("{property} lists {families} fonts");
        return Err((message, format!("at most {MOST_FAMILIES}")));
    }
    Ok(())
}

/// The ids in the `url(#…)` of a property.
fn targets(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let target = rest.split(')').next()?.trim().trim_matches(['"', '\'']).trim();
        target.strip_prefix('#')
    })
}

/// What laying out a text takes beyond its elements.
fn text(node: Node<'_, '_>) -> Result<u64, Excess> {
    let (mut letters, mut spans) = (0, 0);
    for below in node.descendants().skip(1) {
        match below.text().filter(|_| below.is_text()) {
            Some(text) => letters += text.chars().count() as u64,
            None => spans += u64::from(below.is_element()),
        }
    }
    for (count, most, what) in [(spans, MOST_SPANS, "spans"), (letters, MOST_LETTERS, "letters")] {
        if count > most {
            let message = format!("{} has {} {what}", described(node), grouped(count));
            return Err(Excess::new(message, format!("at most {}", grouped(most)), tag(node)));
        }
    }
    Ok(letters + spans * spans / SPANS_PER_ELEMENT)
}

fn described(node: Node<'_, '_>) -> String {
    let name = node.tag_name().name();
    match node.attribute("id") {
        Some(id) => format!("<{name}> {id:?}"),
        None => format!("<{name}>"),
    }
}

/// Where an element begins.
fn tag(node: Node<'_, '_>) -> Range<usize> {
    let start = node.range().start;
    start..start
}
