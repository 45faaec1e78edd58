//! Limits of SVG files: bytes, nodes and nesting depth.
//!
//! A deep tree overflows the stack and an exponential one exhausts memory; neither is a panic that
//! [`isolate`](crate::isolate) can catch. Print files are also read in a process with limits of its own;
//! there a budget gives the better message. Time is not limited here.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{AddAssign, Range};

use usvg::roxmltree::{self, Document, Node, ParsingOptions};

use crate::input::limits::TEMPLATE_FILE;
use crate::wording::grouped;

/// The namespace of `href` in SVG 1.1.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The limits of one kind of SVG, in bytes, nodes and levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Bytes of the file, embedded pictures included.
    bytes: usize,
    /// Elements, texts and comments. The target of a reference counts at each use.
    nodes: u32,
    /// Nesting levels. The target of a reference counts at the level where it is used.
    depth: u32,
}

impl Budget {
    /// Of a template, and of a face rendered from it: all of the deck are in memory at once.
    pub(crate) const TEMPLATE: Self =
        Self { bytes: TEMPLATE_FILE.most, nodes: 20_000, depth: MAX_DEPTH };
    /// Of an SVG print file. Base64 makes embedded pictures a third larger.
    pub(crate) const PRINT_FILE: Self =
        Self { bytes: 100_000_000, nodes: 500_000, depth: MAX_DEPTH };
    /// Of an SVG file embedded in a print file as a picture.
    pub(crate) const EMBEDDED: Self = Self { bytes: 1_000_000, nodes: 5_000, depth: MAX_DEPTH };
}

/// Nesting levels of any SVG. Drawing programs write less than a tenth of it; the renderer is recursive.
pub(crate) const MAX_DEPTH: u32 = 200;

/// The limit that a file exceeds, and where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Excess {
    /// The limit and the value found.
    pub(crate) message: String,
    /// The value that would be accepted.
    pub(crate) accepted: String,
    /// The place in the file; empty, at its start, for the whole file.
    pub(crate) span: Range<usize>,
}

/// Why an SVG cannot be read.
#[derive(Debug)]
pub(crate) enum SvgError {
    /// It exceeds its budget.
    Excess(Excess),
    /// It is not well-formed XML.
    IllFormed(roxmltree::Error),
}

impl fmt::Display for SvgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Excess(Excess { message, accepted, .. }) => {
                write!(f, "{message}; accepted: {accepted}")
            }
            Self::IllFormed(error) => write!(f, "the XML is ill-formed: {error}"),
        }
    }
}

/// Parses an SVG within its budget.
///
/// # Errors
/// The first limit exceeded, or a syntax error.
pub(crate) fn read_svg(text: &str, budget: Budget) -> Result<Document<'_>, SvgError> {
    let megabytes = |bytes: usize| bytes / 1_000_000;
    if text.len() > budget.bytes {
        let message = format!("the SVG has {} MB", megabytes(text.len()));
        let accepted = format!("at most {} MB", megabytes(budget.bytes));
        return Err(SvgError::Excess(Excess { message, accepted, span: 0..0 }));
    }
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: budget.nodes, ..ParsingOptions::default() };
    let xml = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => SvgError::Excess(Excess {
            message: "the SVG has too many elements".to_owned(),
            accepted: budget.accepted_nodes(),
            span: 0..0,
        }),
        error => SvgError::IllFormed(error),
    })?;
    Walk::new(&xml, budget).node(xml.root_element(), 1).map_err(SvgError::Excess)?;
    Ok(xml)
}

impl Budget {
    fn accepted_nodes(self) -> String {
        format!("at most {} elements, texts and comments", grouped(self.nodes))
    }
}

/// The cost of drawing a node, with its children and everything it references.
#[derive(Clone, Copy, Default)]
struct Weight {
    nodes: u64,
    /// Shapes, each of which is drawn with the paint of an element above.
    shapes: u64,
    /// Places for the markers of an element above.
    vertices: u64,
    /// Elements within elements.
    height: u32,
}

impl AddAssign for Weight {
    fn add_assign(&mut self, other: Self) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.shapes = self.shapes.saturating_add(other.shapes);
        self.vertices = self.vertices.saturating_add(other.vertices);
        self.height = self.height.max(other.height);
    }
}

/// Computes the weight of each element once, with references expanded.
struct Walk<'x, 'i> {
    budget: Budget,
    /// If several elements share an id, renderers differ on which is used; all are counted.
    ids: BTreeMap<&'x str, Vec<Node<'x, 'i>>>,
    /// By node id. `None` while the node is being weighed: a reference to it is then a loop.
    weights: BTreeMap<u32, Option<Weight>>,
}

impl<'x, 'i> Walk<'x, 'i> {
    fn new(xml: &'x Document<'i>, budget: Budget) -> Self {
        let mut ids: BTreeMap<&str, Vec<Node<'_, '_>>> = BTreeMap::new();
        for node in xml.descendants() {
            if let Some(id) = node.attribute("id") {
                ids.entry(id).or_default().push(node);
            }
        }
        Self { budget, ids, weights: BTreeMap::new() }
    }

    /// The weight of a node at this depth. Recursion ends at the largest depth.
    fn node(&mut self, node: Node<'x, 'i>, depth: u32) -> Result<Weight, Excess> {
        if !node.is_element() {
            return Ok(Weight { nodes: 1, ..Weight::default() });
        }
        let known = self.weights.get(&node.id().get()).copied();
        if let Some(None) = known {
            let message = format!("{} refers back to itself", described(node));
            return Err(excess(node, message, "references that come to an end"));
        }
        let height = known.flatten().map_or(1, |weight| weight.height);
        if depth + height > self.budget.depth + 1 {
            let message = format!("elements nest deeper than {}", self.budget.depth);
            return Err(excess(node, message, "fewer groups within groups"));
        }
        if let Some(Some(weight)) = known {
            return Ok(weight);
        }
        self.weights.insert(node.id().get(), None);
        let mut weight = own_weight(node);
        for child in node.children() {
            weight += self.node(child, depth + 1)?;
        }
        for (property, id) in references(node) {
            for target in self.ids.get(id).cloned().unwrap_or_default() {
                let target = self.node(target, depth + 1)?;
                weight.add_reference(property, target);
            }
        }
        if weight.nodes > u64::from(self.budget.nodes) {
            let message = format!(
                "{} would draw {} elements and texts, each as often as it is referred to",
                described(node),
                grouped(weight.nodes)
            );
            return Err(excess(node, message, &self.budget.accepted_nodes()));
        }
        weight.height += 1;
        self.weights.insert(node.id().get(), Some(weight));
        Ok(weight)
    }
}

impl Weight {
    /// Adds the targets of an element's `href` or property.
    fn add_reference(&mut self, property: &str, target: Self) {
        let times = match property {
            // The target replaces the reference, so its shapes take paint and markers too.
            "href" => return *self += target,
            "fill" | "stroke" | "marker-start" | "marker-end" => self.shapes.max(1),
            "marker" | "marker-mid" => self.vertices.max(1),
            _ => 1,
        };
        self.nodes = self.nodes.saturating_add(target.nodes.saturating_mul(times));
        self.height = self.height.max(target.height);
    }
}

/// The weight of an element without its children.
fn own_weight(node: Node<'_, '_>) -> Weight {
    let outline = node.attribute("d").or_else(|| node.attribute("points")).unwrap_or_default();
    // Each vertex has at least one number; a number with a decimal point counts twice.
    let numbers = outline.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let is_shape = matches!(
        node.tag_name().name(),
        "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" | "text" | "tspan"
    );
    let shapes = u64::from(is_shape);
    Weight { nodes: 1, shapes, vertices: 2 * shapes + numbers.count() as u64, height: 0 }
}

/// The ids that an element references, with the names of the properties; `href` first.
fn references<'x>(node: Node<'x, '_>) -> Vec<(&'x str, &'x str)> {
    let hrefs = [node.attribute("href"), node.attribute((XLINK, "href"))].into_iter().flatten();
    // The link of an `<a>` is followed by a click and not drawn.
    let hrefs = hrefs.filter(|_| node.tag_name().name() != "a");
    let mut references: Vec<_> =
        hrefs.filter_map(|target| Some(("href", target.trim().strip_prefix('#')?))).collect();
    for attribute in node.attributes().filter(|attribute| attribute.value().contains("url(")) {
        let declarations: Vec<(&str, &str)> = match attribute.name() {
            "style" => {
                attribute.value().split(';').filter_map(|part| part.split_once(':')).collect()
            }
            property => vec![(property, attribute.value())],
        };
        for (property, value) in declarations {
            references.extend(value.split("url(").skip(1).filter_map(|rest| {
                let target = rest.split(')').next()?.trim().trim_matches(['"', '\'']).trim();
                Some((property.trim(), target.strip_prefix('#')?))
            }));
        }
    }
    references
}

fn described(node: Node<'_, '_>) -> String {
    let name = node.tag_name().name();
    match node.attribute("id") {
        Some(id) => format!("<{name}> {id:?}"),
        None => format!("<{name}>"),
    }
}

fn excess(node: Node<'_, '_>, message: String, accepted: &str) -> Excess {
    let start = node.range().start;
    Excess { message, accepted: accepted.to_owned(), span: start..start }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns why an SVG with this body is refused, or an empty text.
    fn refusal(budget: Budget, body: &str) -> String {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\">{body}</svg>"
        );
        read_svg(&svg, budget).map_or_else(|error| error.to_string(), |_| String::new())
    }

    fn template(body: &str) -> String {
        refusal(Budget::TEMPLATE, body)
    }

    /// Elements each of which refers to the next one.
    fn chain(element: &str, link: &str, length: usize) -> String {
        let element = |at: usize| {
            let link = link.replace("#n", &format!("#e{}", at + 1));
            format!("<{element} id=\"e{at}\"><path {link} d=\"M0 0H9\"/></{element}>")
        };
        (0..length).map(element).collect()
    }

    const TOO_DEEP: &str = "elements nest deeper than 200";
    const TOO_OFTEN: &str = "each as often as it is referred to; accepted: at most 20,000 elements";

    #[test]
    fn bytes_nodes_and_depth_have_a_limit() {
        let comment = format!("<!--{}-->", "x".repeat(1_000_000));
        assert_eq!("the SVG has 1 MB; accepted: at most 1 MB", refusal(Budget::EMBEDDED, &comment));
        assert_eq!("", template(&comment));
        assert_eq!("", template(&"<g/>".repeat(19_000)));
        let nodes = template(&"<g/> ".repeat(19_000));
        let expected = "the SVG has too many elements; accepted: at most 20,000 elements, texts";
        assert!(nodes.starts_with(expected), "{nodes}");
        let nested = |depth| "<g>".repeat(depth) + &"</g>".repeat(depth);
        assert_eq!("", template(&nested(199)));
        assert!(template(&nested(200)).starts_with(TOO_DEEP));
        assert!(refusal(Budget::PRINT_FILE, &nested(100_000)).starts_with(TOO_DEEP));
    }

    #[test]
    fn references_nest_where_they_are_drawn() {
        for (element, link) in [
            ("marker", "marker-start=\"url(#n)\""),
            ("pattern", "fill=\"url(#n)\""),
            ("pattern", "style=\"stroke: url('#n')\""),
            ("mask", "mask=\"url(#n)\""),
            ("clipPath", "clip-path=\"url( #n )\""),
            ("filter", "filter=\"url(#n)\""),
        ] {
            assert_eq!("", template(&chain(element, link, 5)), "{element}");
            assert!(!template(&chain(element, link, 100)).is_empty(), "{element}");
        }
        let within = |depth: usize, inner: &str| {
            format!("{}{inner}{}", "<g>".repeat(depth), "</g>".repeat(depth))
        };
        let used = |depth| format!("<g id=\"a\">{}</g>", within(depth, "<rect/>"));
        let used_below = |depth| used(depth) + &within(100, "<use href=\"#a\"/>");
        assert_eq!("", template(&used_below(90)));
        assert!(template(&used_below(100)).starts_with(TOO_DEEP));
        // The same if the reference precedes its target.
        let before = format!("{}{}", within(150, "<use href=\"#a\"/>"), used(60));
        assert!(template(&before).starts_with(TOO_DEEP));
    }

    #[test]
    fn reference_loops_are_refused_and_page_links_ignored() {
        for body in [
            "<use id=\"a\" href=\"#a\"/>",
            "<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use xlink:href=\"#a\"/></g>",
            "<clipPath id=\"a\"><path clip-path=\"url(#a)\"/></clipPath>",
            "<pattern id=\"a\"><rect style=\"fill:url(#a)\"/></pattern>",
            "<linearGradient id=\"a\" href=\"#a\"/>",
        ] {
            let refusal = template(body);
            assert!(refusal.contains("refers back to itself"), "{body}: {refusal}");
        }
        assert_eq!("", template("<g id=\"top\"><a href=\"#top\"><rect/></a></g>"));
    }

    #[test]
    fn references_count_as_often_as_they_are_drawn() {
        let doubled = |levels: usize| {
            let level = |at| {
                let uses = format!("<use href=\"#e{}\"/>", at + 1).repeat(2);
                format!("<g id=\"e{at}\">{uses}</g>")
            };
            (0..levels).map(level).collect::<String>() + &format!("<rect id=\"e{levels}\"/>")
        };
        assert_eq!("", template(&doubled(9)));
        assert!(template(&doubled(30)).contains(TOO_OFTEN));
        assert!(template(&doubled(90)).contains(TOO_OFTEN));
        // If two elements have one id, either may be drawn.
        let same_id = "<g id=\"a\"><rect/></g>".repeat(400) + &"<use href=\"#a\"/>".repeat(400);
        assert!(template(&same_id).contains(TOO_OFTEN));
    }

    #[test]
    fn paint_counts_for_each_shape_and_a_marker_for_each_vertex() {
        let marker = format!("<marker id=\"m\">{}</marker>", "<rect/>".repeat(100));
        let path = format!("<path d=\"M0 0{}\"/>", "H1".repeat(500));
        let drawn = |body: &str| template(&format!("{marker}{body}"));
        assert_eq!("", drawn(&path));
        for heavy in [
            path.replace("<path", "<path marker-mid=\"url(#m)\""),
            format!("<g style=\"marker:url(#m)\"><g>{path}</g></g>"),
            format!("<g fill=\"url(#m)\">{}</g>", "<rect/>".repeat(300)),
            format!(
                "<g marker-mid=\"url(#m)\"><use href=\"#p\"/></g>{}",
                path.replace("<path", "<path id=\"p\"")
            ),
        ] {
            assert!(drawn(&heavy).contains(TOO_OFTEN), "{}", &heavy[..60]);
        }
    }

    #[test]
    fn every_budget_is_a_row_of_the_docs() {
        let docs = include_str!("../docs/limits.md");
        for (what, Budget { bytes, nodes, depth }) in [
            ("a template, and a face made of it", Budget::TEMPLATE),
            ("an SVG print file", Budget::PRINT_FILE),
            ("an SVG file embedded in a print file", Budget::EMBEDDED),
        ] {
            let (megabytes, nodes) = (bytes / 1_000_000, grouped(nodes));
            let row = format!("| {what} | {megabytes} MB | {nodes} | {depth} |");
            assert!(docs.contains(&row), "docs/limits.md has no row {row}");
        }
    }

    #[test]
    fn ill_formed_text_is_an_error() {
        for text in ["", "<svg", "<svg></g>", "text"] {
            let error = read_svg(text, Budget::TEMPLATE);
            assert!(matches!(error, Err(SvgError::IllFormed(_))), "{text}");
        }
    }
}
