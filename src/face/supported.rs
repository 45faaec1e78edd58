//! Checks that a template contains only SVG that is drawn: the drawing library silently ignores everything
//! else, so it is refused with its place.
//!
//! The lists are those of usvg 0.49 without what our press files cannot hold (patterns, masks, filters, blend
//! modes). An editor's private data is allowed: elements and attributes of other namespaces, descriptions,
//! unused definitions, and properties at their initial values.

use std::collections::BTreeMap;
use std::sync::Arc;

use svgtypes::PathSegment;

use crate::diagnostic::{Problem, Problems, Source, quoted};

use super::document::{Element, Node};

/// Elements that draw.
const SHAPES: [&str; 7] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
/// Container elements.
const CONTAINERS: [&str; 7] = ["svg", "g", "a", "defs", "symbol", "marker", "clipPath"];
/// Descriptive elements.
const NOTES: [&str; 4] = ["title", "desc", "metadata", "view"];
/// Definitions that are not drawn; harmless if nothing refers to them.
const OTHER_DEFINITIONS: [&str; 13] = [
    "pattern",
    "mask",
    "filter",
    "meshgradient",
    "meshGradient",
    "hatch",
    "hatchPath",
    "solidcolor",
    "solidColor",
    "font",
    "font-face",
    "cursor",
    "color-profile",
];

/// Properties that are drawn, as attributes or in `style`; some only with certain values.
const DRAWN: [&str; 49] = [
    "alignment-baseline",
    "baseline-shift",
    "clip-path",
    "clip-rule",
    "color",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font",
    "font-family",
    "font-kerning",
    "font-optical-sizing",
    "font-size",
    "font-stretch",
    "font-style",
    "font-weight",
    "image-rendering",
    "isolation",
    "kerning",
    "letter-spacing",
    "marker",
    "marker-end",
    "marker-mid",
    "marker-start",
    "opacity",
    "overflow",
    "paint-order",
    "shape-rendering",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "text-decoration",
    "text-rendering",
    "transform",
    "transform-box",
    "transform-origin",
    "visibility",
    "word-spacing",
    "writing-mode",
];

/// Properties without effect in print: hints, properties of unused filters and colours, and of automatic line
/// breaking, which no SVG text here has.
const WITHOUT_EFFECT: [&str; 22] = [
    "block-progression",
    "color-interpolation-filters",
    "color-profile",
    "color-rendering",
    "cursor",
    "enable-background",
    "filter-blend-mode",
    "filter-gaussianBlur-deviation",
    "flood-color",
    "flood-opacity",
    "font-synthesis",
    "lighting-color",
    "line-height",
    "pointer-events",
    "shape-margin",
    "shape-padding",
    "solid-color",
    "solid-opacity",
    "text-align",
    "text-align-last",
    "text-indent",
    "user-select",
];

/// Values at which a property that is not drawn has no effect.
const NEUTRAL: [&str; 9] =
    ["normal", "auto", "none", "initial", "unset", "inherit", "0", "0px", "0%"];

/// Such values of single properties.
const INITIAL: [(&str, &str); 12] = [
    ("baseline-source", "auto"),
    ("clip", "rect(auto,auto,auto,auto)"),
    ("color-interpolation", "sRGB"),
    ("direction", "ltr"),
    ("hyphens", "manual"),
    ("mask-type", "luminance"),
    ("text-decoration-style", "solid"),
    ("text-orientation", "mixed"),
    ("unicode-bidi", "embed"),
    ("white-space", "nowrap"),
    ("glyph-orientation-vertical", "auto"),
    ("glyph-orientation-horizontal", "0deg"),
];

/// Attributes that are not properties.
const ATTRIBUTES: [&str; 63] = [
    "baseProfile",
    "class",
    "clipPathUnits",
    "contentScriptType",
    "contentStyleType",
    "crossorigin",
    "cx",
    "cy",
    "d",
    "decoding",
    "dx",
    "dy",
    "externalResourcesRequired",
    "focusable",
    "fr",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "href",
    "id",
    "lang",
    "lengthAdjust",
    "loading",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "media",
    "method",
    "offset",
    "orient",
    "points",
    "preserveAspectRatio",
    "r",
    "refX",
    "refY",
    "rel",
    "role",
    "rotate",
    "rx",
    "ry",
    "spacing",
    "spreadMethod",
    "startOffset",
    "style",
    "tabindex",
    "target",
    "textLength",
    "title",
    "type",
    "version",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "xmlns",
    "y",
    "y1",
    "y2",
    "zoomAndPan",
    "nonce",
];

/// Attributes that hold a length, or a list of lengths in a text.
const LENGTHS: [&str; 20] = [
    "cx",
    "cy",
    "dx",
    "dy",
    "fr",
    "fx",
    "fy",
    "height",
    "markerHeight",
    "markerWidth",
    "r",
    "refX",
    "refY",
    "rx",
    "ry",
    "width",
    "x1",
    "x2",
    "y1",
    "y2",
];

const REDRAWN: &str = "shapes drawn as they appear: paths, rectangles, circles, lines, texts, pictures, clips, \
    gradients, clones";
const SERVERS: &str = "a linear or radial gradient of this file, or a swatch colour";

/// Every part of a template that is not drawn, with its place.
pub(super) fn unsupported(root: &Element, source: &Arc<Source>) -> Problems {
    let mut definitions = BTreeMap::new();
    root.visit(&mut |element| {
        if let Some(id) = element.attribute("id") {
            definitions.entry(id).or_insert(element);
        }
    });
    let mut check = Check { source, definitions, problems: Problems::new() };
    check.element(root, "");
    check.problems
}

struct Check<'t> {
    source: &'t Arc<Source>,
    /// Elements by id; the first of duplicates.
    definitions: BTreeMap<&'t str, &'t Element>,
    problems: Problems,
}

impl<'t> Check<'t> {
    fn fault(&mut self, element: &Element, what: &str, accepted: &str) {
        let message = format!("{} {what}", element.described());
        let problem = Problem::coded("face.not-printable", message);
        self.problems.push(problem.at(self.source, element.span.clone()).accepts(accepted));
    }

    /// Checks an element whose parent has this name.
    fn element(&mut self, element: &'t Element, parent: &str) {
        let name = element.name.as_str();
        let is_hidden = element.property("display") == Some("none");
        if NOTES.contains(&name) || is_of_another_namespace(name) || is_hidden {
            return;
        }
        if OTHER_DEFINITIONS.contains(&name) {
            // Drawn only by reference; an element that refers to it is reported.
            return;
        }
        if name == "style" {
            if !is_empty_sheet(&element.text()) {
                let accepted = "the same properties as attributes of each element";
                self.fault(element, "is a style sheet, which is not read", accepted);
            }
            return;
        }
        let in_text = ["text", "tspan", "textPath"].contains(&parent);
        let is_in_place = match name {
            "svg" if parent.is_empty() => true,
            "stop" => parent.ends_with("Gradient"),
            "tspan" | "textPath" => in_text,
            "a" if in_text => true,
            _ if parent == "clipPath" => SHAPES.contains(&name) || ["text", "use"].contains(&name),
            _ if CONTAINERS.contains(&parent) => {
                let others = ["text", "use", "image", "linearGradient", "radialGradient"];
                SHAPES.contains(&name) || CONTAINERS.contains(&name) || others.contains(&name)
            }
            _ => false,
        };
        if !is_in_place {
            let accepted = match name {
                "flowRoot" => "Text > Convert to Text in Inkscape",
                _ if parent == "clipPath" => "shapes, texts and clones of them, without a group",
                "switch" => "what is to be shown, without <switch>",
                _ => REDRAWN,
            };
            let place = if parent.is_empty() { String::new() } else { format!(" in <{parent}>") };
            self.fault(element, &format!("is not drawn{place}"), accepted);
            return;
        }
        self.attributes(element);
        self.references(element, parent);
        // A link in a text is a span of the text.
        let own = if name == "a" && in_text { "tspan" } else { name };
        for child in element.elements() {
            self.element(child, own);
        }
    }

    fn attributes(&mut self, element: &'t Element) {
        let mut ignored = Vec::new();
        for (key, value) in &element.attributes {
            let (key, value) = (key.as_str(), value.trim());
            if is_of_another_namespace(key)
                || key.starts_with("data-")
                || key.starts_with("aria-")
                || ATTRIBUTES.contains(&key)
            {
                if !is_readable(element, key, value) {
                    ignored.push((key, value));
                }
            } else if !self.is_property_drawn(element, key, value) {
                ignored.push((key, value));
            }
        }
        for (property, value) in declarations(element) {
            if !self.is_property_drawn(element, property, value) {
                ignored.push((property, value));
            }
        }
        for (key, value) in ignored {
            let what = format!("has {key} {}, which is not drawn", quoted(value));
            self.fault(element, &what, accepted_of(key));
        }
    }

    /// Whether a property is drawn, or has no effect.
    fn is_property_drawn(&self, element: &Element, property: &str, value: &str) -> bool {
        let value = value.trim_end_matches("!important").trim();
        if ["var(", "calc(", "env(", "attr("].iter().any(|function| value.contains(function)) {
            return false;
        }
        if property.starts_with("-inkscape-")
            || property.starts_with("--")
            || WITHOUT_EFFECT.contains(&property)
        {
            return true;
        }
        if DRAWN.contains(&property) {
            return match property {
                "clip-path" => value == "none" || target(value).is_some(),
                "marker" | "marker-start" | "marker-mid" | "marker-end" => {
                    ["none", "inherit"].contains(&value) || target(value).is_some()
                }
                "font" => svgtypes::FontShorthand::from_str(value).is_ok(),
                "stroke-linejoin" => {
                    ["miter", "miter-clip", "round", "bevel", "inherit"].contains(&value)
                }
                "stroke-linecap" => ["butt", "round", "square", "inherit"].contains(&value),
                "text-decoration" => value.split_whitespace().all(|word| {
                    ["none", "underline", "overline", "line-through", "inherit", "solid"]
                        .contains(&word)
                }),
                "transform" => value == "none" || value.parse::<svgtypes::Transform>().is_ok(),
                "transform-box" => value == "view-box",
                "stroke-dasharray" => {
                    ["none", "inherit"].contains(&value)
                        || svgtypes::LengthListParser::from(value).all(|length| length.is_ok())
                }
                "stroke-width" | "stroke-dashoffset" | "letter-spacing" | "word-spacing" => {
                    ["normal", "inherit"].contains(&value) || is_length(value)
                }
                "opacity" | "fill-opacity" | "stroke-opacity" | "stop-opacity" => {
                    value == "inherit" || is_length(value)
                }
                _ => true,
            };
        }
        match property {
            "text-decoration-line" => {
                value == "none"
                    || element.property("text-decoration").is_some_and(|own| own.contains(value))
            }
            "text-decoration-color" => match element.property("text-decoration") {
                None | Some("none") => true,
                Some(_) => NEUTRAL.contains(&value) || element.property("fill") == Some(value),
            },
            // An editor re-flows such a text; in print its lines stay where the editor placed them.
            "shape-inside" | "inline-size" | "white-space"
                if element.name == "text" && has_placed_lines(element) =>
            {
                true
            }
            "white-space" if element.attribute("xml:space") == Some("preserve") => true,
            _ => NEUTRAL.contains(&value) || INITIAL.contains(&(property, value)),
        }
    }

    /// Checks the references of an element.
    fn references(&mut self, element: &'t Element, parent: &str) {
        let name = element.name.as_str();
        let href = element.attribute("href").or_else(|| element.attribute("xlink:href"));
        match (name, href) {
            ("use" | "textPath", None) => self.fault(element, "refers to nothing", "href=\"#id\""),
            ("use" | "textPath" | "linearGradient" | "radialGradient", Some(href)) => {
                let href = href.trim();
                let id = href.strip_prefix('#').unwrap_or_default();
                let accepted = match name {
                    "use" => "the id of a shape, group, text or picture of this file",
                    "textPath" => "the id of a path of this file",
                    _ => "the id of a gradient of this file",
                };
                let is_good = |target: &str| match name {
                    "use" if parent == "clipPath" => SHAPES.contains(&target) || target == "text",
                    "use" => {
                        SHAPES.contains(&target)
                            || ["svg", "g", "a", "symbol", "text", "image", "use"].contains(&target)
                    }
                    "textPath" => SHAPES.contains(&target),
                    _ => target.ends_with("Gradient") && target != "meshGradient",
                };
                self.reference(element, href, id, is_good, accepted);
            }
            _ => {}
        }
        let attributes = element.attributes.iter().map(|(key, value)| (key.as_str(), value.trim()));
        let properties: Vec<(&str, &str)> = attributes.chain(declarations(element)).collect();
        for (property, value) in properties {
            match property {
                "fill" | "stroke" if value.starts_with("url(") => {
                    let is_good = |name: &str| ["linearGradient", "radialGradient"].contains(&name);
                    let found = target(value).and_then(|id| self.definitions.get(id).copied());
                    if found.is_some_and(|found| is_good(&found.name) && !self.has_stops(found, 0))
                    {
                        let what = format!(
                            "refers to the gradient {}, which has no colours",
                            quoted(value)
                        );
                        self.fault(element, &what, SERVERS);
                        continue;
                    }
                    self.reference(
                        element,
                        value,
                        target(value).unwrap_or_default(),
                        is_good,
                        SERVERS,
                    );
                }
                "clip-path" | "marker" | "marker-start" | "marker-mid" | "marker-end"
                    if value.starts_with("url(") =>
                {
                    let wanted = if property == "clip-path" { "clipPath" } else { "marker" };
                    let id = target(value).unwrap_or_default();
                    let accepted = format!("the id of a <{wanted}> of this file");
                    self.reference(element, value, id, |name| name == wanted, &accepted);
                }
                _ => {}
            }
        }
    }

    fn reference(
        &mut self,
        element: &Element,
        written: &str,
        id: &str,
        is_good: impl Fn(&str) -> bool,
        accepted: &str,
    ) {
        match self.definitions.get(id).copied() {
            Some(target) if is_good(&target.name) => {}
            Some(target) => {
                let what = format!("refers to {}, which is not drawn here", target.described());
                self.fault(element, &what, accepted);
            }
            None => {
                let what = format!("refers to {}, which is not in the file", quoted(written));
                self.fault(element, &what, accepted);
            }
        }
    }

    /// Whether a gradient has colours, its own or those of a gradient it refers to.
    fn has_stops(&self, gradient: &Element, links: u8) -> bool {
        let href = gradient.attribute("href").or_else(|| gradient.attribute("xlink:href"));
        let next = href.and_then(|href| self.definitions.get(href.trim().strip_prefix('#')?));
        gradient.elements().any(|child| child.name == "stop")
            || next.is_some_and(|next| links < 32 && self.has_stops(next, links + 1))
    }
}

/// Whether an element or attribute is of a foreign namespace. `xlink:href` and `xml:space` are read.
fn is_of_another_namespace(name: &str) -> bool {
    name.split_once(':').is_some_and(|(prefix, _)| prefix != "svg")
}

/// Whether a style sheet has no rules.
fn is_empty_sheet(sheet: &str) -> bool {
    let mut rest = sheet.trim();
    while let Some(comment) = rest.strip_prefix("/*") {
        rest = comment.split_once("*/").map_or("", |(_, after)| after).trim_start();
    }
    rest.is_empty()
}

/// The id in `url(#id)`.
fn target(value: &str) -> Option<&str> {
    let inner = value.strip_prefix("url(")?.split(')').next()?.trim();
    inner.trim_matches(['"', '\'']).trim().strip_prefix('#')
}

/// The properties in the style of an element.
fn declarations(element: &Element) -> impl Iterator<Item = (&str, &str)> {
    let style = element.attribute("style").unwrap_or_default();
    let parts = style.split(';').filter_map(|part| part.split_once(':'));
    parts.map(|(key, value)| (key.trim(), value.trim()))
}

fn is_length(value: &str) -> bool {
    value.parse::<svgtypes::Length>().is_ok()
}

/// Whether the drawing library can parse an attribute that is not a property; it ignores others.
fn is_readable(element: &Element, key: &str, value: &str) -> bool {
    match key {
        "d" => {
            value == "none"
                || svgtypes::PathParser::from(value).all(|segment| segment.is_ok_and(is_near))
        }
        "points" => {
            let numbers: Result<Vec<f64>, _> = svgtypes::NumberListParser::from(value).collect();
            numbers.is_ok_and(|numbers| numbers.len() % 2 == 0)
        }
        "gradientTransform" => value.parse::<svgtypes::Transform>().is_ok(),
        "x" | "y" | "dx" | "dy" if ["text", "tspan"].contains(&element.name.as_str()) => {
            svgtypes::LengthListParser::from(value).all(|length| length.is_ok())
        }
        "x" | "y" => is_length(value),
        _ if LENGTHS.contains(&key) => value == "auto" || is_length(value),
        _ => true,
    }
}

/// Whether a segment stays within 1e9 units. Larger arcs expand into too many curves and take minutes.
fn is_near(segment: PathSegment) -> bool {
    let numbers = match segment {
        PathSegment::EllipticalArc { rx, ry, x, y, .. } => [rx, ry, x, y],
        PathSegment::MoveTo { x, y, .. }
        | PathSegment::LineTo { x, y, .. }
        | PathSegment::CurveTo { x, y, .. }
        | PathSegment::SmoothCurveTo { x, y, .. }
        | PathSegment::Quadratic { x, y, .. }
        | PathSegment::SmoothQuadratic { x, y, .. } => [x, y, 0.0, 0.0],
        PathSegment::HorizontalLineTo { x: length, .. }
        | PathSegment::VerticalLineTo { y: length, .. } => [length, 0.0, 0.0, 0.0],
        PathSegment::ClosePath { .. } => [0.0; 4],
    };
    numbers.into_iter().all(|number| number.abs() < 1e9)
}

/// Whether every piece of a text has a position.
fn has_placed_lines(text: &Element) -> bool {
    text.children.iter().all(|child| match child {
        Node::Text(text, _) => text.trim().is_empty(),
        Node::Element(line) => line.attribute("x").is_some() && line.attribute("y").is_some(),
    })
}

/// The accepted alternatives to an attribute or property that is not drawn.
fn accepted_of(key: &str) -> &'static str {
    match key {
        "clip-path" => "clip-path=\"url(#id)\" of a <clipPath>; in Inkscape Object > Clip > Set",
        "mask" | "mask-image" => "shapes drawn as they appear, or a clip",
        "filter" | "mix-blend-mode" => {
            "shapes drawn as they appear; a soft shadow as a picture with alpha"
        }
        "shape-inside" | "inline-size" => "Text > Unflow or Text > Convert to Text in Inkscape",
        _ if key.starts_with("font-variant")
            || key == "text-transform"
            || key == "font-feature-settings" =>
        {
            "letters written as they are to appear, a font that has them"
        }
        "vector-effect" => "a stroke as wide as it is to appear",
        "requiredFeatures" | "requiredExtensions" | "systemLanguage" => {
            "what is to be shown, without conditions"
        }
        "d" => "the commands and numbers of SVG, complete, each number below 1e9",
        "points" | "transform" | "gradientTransform" => "the numbers of SVG, complete",
        _ if key.starts_with("on") => "no scripts",
        _ => {
            "a value that changes nothing such as \"normal\" or \"none\", or shapes drawn as they appear"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> String {
        let source = Source::new("card.svg", format!("<svg xmlns=\"x\">\n{body}</svg>"));
        unsupported(&Element::read(&source).unwrap(), &source).to_string()
    }

    #[test]
    fn drawn_content_and_editor_data_pass() {
        for body in [
            "<g transform=\"rotate(9) scale(2,3)\"><path d=\"M0 0h9a1 1 0 01 2,2z\" fill-rule=\"evenodd\"/></g>",
            "<text x=\"1 2 3\" y=\"4\">a<tspan dx=\"1\" rotate=\"9\">b</tspan></text>",
            "<defs><path id=\"p\" d=\"M0,0 9,9\"/></defs><text><textPath href=\"#p\">a</textPath></text>",
            "<defs><linearGradient id=\"a\"><stop offset=\".5\" stop-color=\"#000\"/></linearGradient>\
             <radialGradient id=\"b\" xlink:href=\"#a\"/></defs><rect width=\"9\" height=\"9\" fill=\"url('#b')\"/>",
            "<clipPath id=\"c\"><rect width=\"9\" height=\"9\"/></clipPath><g style=\"clip-path:url(#c)\"/>",
            "<marker id=\"m\"><path d=\"M0 0\"/></marker><path d=\"M0 0\" style=\"marker-end:url(#m)\"/>",
            "<g id=\"g\"><circle r=\"3\"/></g><use href=\"#g\" x=\"9\"/>",
            "<sodipodi:namedview pagecolor=\"#ffffff\"><inkscape:grid/></sodipodi:namedview>",
            "<metadata><rdf:RDF><cc:Work/></rdf:RDF></metadata><title>t</title>",
            "<defs><pattern id=\"p\"/><filter id=\"f\"><feBlend/></filter><meshgradient id=\"m\"/>\
             <inkscape:path-effect effect=\"spiro\"/></defs>",
            "<g style=\"display:none\"><mesh/><rect filter=\"url(#f)\"/></g>",
            "<style/>",
            "<style> /* nothing */ </style>",
            "<text style=\"line-height:1.25;-inkscape-font-specification:'Plex';font-variant-ligatures:normal;\
             font-variant:normal;text-decoration:none;text-decoration-color:#000000;white-space:normal;\
             text-decoration-style:solid;text-transform:none;direction:ltr;mix-blend-mode:normal;isolation:auto;\
             vector-effect:none;font-feature-settings:normal;text-orientation:mixed;solid-color:#000000;\
             color-interpolation:sRGB;filter:none;mask:none;clip-path:none;marker:none;text-indent:0;\
             baseline-shift:baseline;inline-size:0;shape-padding:0\">a</text>",
            "<rect id=\"r\"/><text xml:space=\"preserve\" style=\"shape-inside:url(#r);white-space:pre\">\
             <tspan x=\"1\" y=\"2\">a</tspan></text>",
            "<path d=\"M0 0\" inkscape:original-d=\"M 0\" sodipodi:nodetypes=\"cc\" data-room=\"3\" aria-label=\"a\"/>",
        ] {
            assert_eq!("", found(body), "{body}");
        }
    }

    #[test]
    fn ignored_content_is_reported_with_its_place() {
        let gradient =
            "<defs><meshgradient id=\"m\"/><pattern id=\"p\"/><linearGradient id=\"bare\"/></defs>";
        for (body, what) in [
            (
                "<rect id=\"r\" fill=\"url(#m)\"/>",
                "refers to <meshgradient> \"m\", which is not drawn here",
            ),
            (
                "<rect style=\"stroke:url(#p)\"/>",
                "refers to <pattern> \"p\", which is not drawn here",
            ),
            ("<rect fill=\"url(#gone)\"/>", "refers to \"url(#gone)\", which is not in the file"),
            ("<rect fill=\"url(#gone) #000\"/>", "refers to \"url(#gone) #000\""),
            ("<rect fill=\"url(other.svg#g)\"/>", "which is not in the file"),
            (
                "<rect fill=\"url(#bare)\"/>",
                "refers to the gradient \"url(#bare)\", which has no colours",
            ),
            ("<linearGradient href=\"#gone\"/>", "refers to \"#gone\", which is not in the file"),
            ("<use href=\"#gone\"/>", "refers to \"#gone\", which is not in the file"),
            ("<use xlink:href=\"#m\"/>", "refers to <meshgradient> \"m\""),
            ("<use/>", "refers to nothing"),
            ("<text><textPath href=\"#gone\">a</textPath></text>", "refers to \"#gone\""),
            ("<g clip-path=\"url(#gone)\"/>", "refers to \"url(#gone)\""),
            (
                "<g style=\"clip-path:circle(1px)\"/>",
                "has clip-path \"circle(1px)\", which is not drawn",
            ),
            ("<g style=\"clip-path:inset(1px)\"/>", "has clip-path"),
            ("<g style=\"mask-image:linear-gradient(#000,#fff)\"/>", "has mask-image"),
            ("<g mask=\"url(#p)\"/>", "has mask \"url(#p)\", which is not drawn"),
            ("<g style=\"filter:blur(2px)\"/>", "has filter \"blur(2px)\""),
            ("<g style=\"mix-blend-mode:multiply\"/>", "has mix-blend-mode"),
            ("<path d=\"M0 0\" marker-mid=\"url(#gone)\"/>", "refers to \"url(#gone)\""),
            ("<text style=\"font-variant:small-caps\">a</text>", "has font-variant \"small-caps\""),
            ("<text font-variant-caps=\"small-caps\">a</text>", "has font-variant-caps"),
            ("<text style=\"text-transform:uppercase\">a</text>", "has text-transform"),
            ("<text style=\"text-decoration:underline wavy\">a</text>", "has text-decoration"),
            ("<text style=\"text-shadow:1px 1px #000\">a</text>", "has text-shadow"),
            ("<text style=\"shape-inside:url(#p)\">a</text>", "has shape-inside"),
            ("<text direction=\"rtl\">a</text>", "has direction \"rtl\""),
            ("<path d=\"M0 0\" vector-effect=\"non-scaling-stroke\"/>", "has vector-effect"),
            ("<path d=\"M0 0 L9 x\"/>", "has d \"M0 0 L9 x\""),
            ("<path d=\"M0 0A1 1 0 0 1 9 1e32\"/>", "complete, each number below 1e9"),
            ("<path d=\"M0 0A1e32 9 0 1 0 9 9\"/>", "each number below 1e9"),
            ("<path d=\"M0 0V1e9\"/>", "each number below 1e9"),
            ("<polygon points=\"0,0 9\"/>", "has points"),
            ("<g transform=\"turn(9)\"/>", "has transform \"turn(9)\""),
            ("<g style=\"transform:rotate(9deg)\"/>", "has transform \"rotate(9deg)\""),
            ("<rect width=\"wide\"/>", "has width \"wide\""),
            ("<rect style=\"width:9px\"/>", "has width \"9px\""),
            ("<path d=\"M0 0\" pathLength=\"9\" stroke-dasharray=\"1\"/>", "has pathLength"),
            ("<rect style=\"stroke-width:calc(1px + 2px)\"/>", "has stroke-width"),
            ("<g requiredExtensions=\"x\"/>", "has requiredExtensions"),
            (
                "<g onclick=\"a()\"/>",
                "has onclick \"a()\", which is not drawn; accepted: no scripts",
            ),
            (
                "<switch><g/></switch>",
                "<switch> is not drawn in <svg>; accepted: what is to be shown",
            ),
            ("<foreignObject/>", "<foreignObject> is not drawn"),
            ("<flowRoot/>", "accepted: Text > Convert to Text in Inkscape"),
            ("<mesh/>", "<mesh> is not drawn"),
            ("<script>a()</script>", "<script> is not drawn"),
            ("<animate/>", "<animate> is not drawn"),
            ("<svg:rect/>", "<svg:rect> is not drawn"),
            ("<clipPath id=\"c\"><g><rect/></g></clipPath>", "<g> is not drawn in <clipPath>"),
            ("<g id=\"g\"/><clipPath><use href=\"#g\"/></clipPath>", "refers to <g> \"g\""),
            ("<tspan>a</tspan>", "<tspan> is not drawn in <svg>"),
            ("<rect><circle r=\"1\"/></rect>", "<circle> is not drawn in <rect>"),
            ("<style>rect { fill: #000 }</style>", "<style> is a style sheet, which is not read"),
            ("<style>/* a */ @import 'a'</style>", "<style> is a style sheet"),
        ] {
            let body = format!("{gradient}\n{body}");
            let found = found(&body);
            assert!(found.starts_with("card.svg:3:"), "{body}: {found}");
            assert!(found.contains(what), "{body}: {found}");
        }
    }
}
