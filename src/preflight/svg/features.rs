//! Rules against interactive features, and against features that programs draw differently or ignore.

use usvg::{BlendMode, Group, Node as Drawn};

use super::read::{Rule, Svg, href, properties, style_sheet};
use crate::preflight::report::{Fault, RuleVerdict};
use crate::preflight::rule::Criteria;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "svg.scripts", requirement: "no scripts, no event handlers", check: scripts },
    Rule { name: "svg.animation", requirement: "no animation", check: animation },
    Rule {
        name: "svg.foreign-content",
        requirement: "no web pages, videos or sounds inside the picture",
        check: foreign_content,
    },
    Rule {
        name: "svg.elements",
        requirement: "only elements that every program draws",
        check: elements,
    },
    Rule {
        name: "svg.style-sheets",
        requirement: "no conditional rules or fonts in style sheets, which many programs ignore",
        check: style_sheets,
    },
    Rule {
        name: "svg.effects",
        requirement: "no filters, masks, blend modes or fixed strokes: programs rasterize or ignore them",
        check: effects,
    },
];

/// The elements of SVG 1.1 that draw, group or describe, without those covered by other rules.
const KNOWN: [&str; 36] = [
    "a",
    "circle",
    "clipPath",
    "cursor",
    "defs",
    "desc",
    "ellipse",
    "g",
    "image",
    "line",
    "linearGradient",
    "marker",
    "metadata",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
    "view",
    "mask",
    "filter",
    "color-profile",
    "script",
    "foreignObject",
    "mpath",
];

const MOVING: [&str; 6] =
    ["animate", "animateColor", "animateMotion", "animateTransform", "discard", "set"];

const FOREIGN: [&str; 6] = ["audio", "canvas", "foreignObject", "iframe", "source", "video"];

fn scripts(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let mut faults = Vec::new();
    for node in svg.elements() {
        let mut tell =
            |what: String| faults.push(Fault::whole(format!("{} {what}", svg.place(node))));
        if node.tag_name().name() == "script" {
            tell("is a script".to_owned());
        }
        let names = properties(node).map(|property| property.name());
        for name in names.filter(|name| name.starts_with("on")) {
            tell(format!("has the event handler {name}"));
        }
        if href(node).is_some_and(|target| target.to_ascii_lowercase().starts_with("javascript:")) {
            tell("calls a script".to_owned());
        }
    }
    RuleVerdict::from_faults(faults)
}

fn animation(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let mut faults = Vec::new();
    for node in svg.elements() {
        let style = style_sheet(node).or_else(|| node.attribute("style").map(str::to_owned));
        let style = style.unwrap_or_default();
        let moves = ["@keyframes", "animation:", "animation-name:", "transition:"];
        if MOVING.contains(&node.tag_name().name()) || moves.iter().any(|word| style.contains(word))
        {
            faults.push(Fault::whole(format!("{} moves the picture", svg.place(node))));
        }
    }
    RuleVerdict::from_faults(faults)
}

/// Elements of other namespaces count where they would be drawn; metadata of editors does not.
fn foreign_content(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    const DRAWN_ELSEWHERE: [&str; 2] =
        ["http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"];
    let mut faults = Vec::new();
    for node in svg.xml.descendants().filter(|node| node.is_element()) {
        let elsewhere = |node: &usvg::roxmltree::Node<'_, '_>| {
            node.tag_name().namespace().is_some_and(|own| DRAWN_ELSEWHERE.contains(&own))
        };
        let own = FOREIGN.contains(&node.tag_name().name());
        // The content of a foreign object is reported with it.
        let outermost = !node
            .ancestors()
            .skip(1)
            .any(|above| elsewhere(&above) || FOREIGN.contains(&above.tag_name().name()));
        if (own || elsewhere(&node)) && outermost {
            faults.push(Fault::whole(format!("{} is not a picture", svg.place(node))));
        }
    }
    RuleVerdict::from_faults(faults)
}

fn elements(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let unknown = svg.elements().filter(|node| {
        let name = node.tag_name().name();
        let reported_elsewhere = MOVING.contains(&name) || FOREIGN.contains(&name);
        !KNOWN.contains(&name) && !name.starts_with("fe") && !reported_elsewhere
    });
    let describe = |node| format!("{} is ignored by many programs", svg.place(node));
    RuleVerdict::from_faults(unknown.map(|node| Fault::whole(describe(node))))
}

fn style_sheets(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    const OTHER_RULES: [&str; 3] = ["charset", "import", "keyframes"];
    let mut faults = Vec::new();
    for node in svg.elements() {
        let sheet = style_sheet(node).unwrap_or_default();
        for rest in sheet.split('@').skip(1) {
            let ends = |c: char| !c.is_ascii_alphabetic() && c != '-';
            let name = rest.split(ends).next().unwrap_or_default();
            if !name.is_empty() && !OTHER_RULES.contains(&name) {
                faults.push(Fault::whole(format!("{} has a rule @{name}", svg.place(node))));
            }
        }
    }
    RuleVerdict::from_faults(faults)
}

fn effects(svg: &Svg<'_>, _: &Criteria<'_>) -> RuleVerdict {
    let mut faults = Vec::new();
    effects_in(svg.tree.root(), "", &mut faults);
    for node in svg.elements() {
        let style = node.attribute("style").unwrap_or_default();
        if node.attribute("vector-effect").is_some_and(|effect| effect != "none")
            || style.contains("non-scaling-stroke")
        {
            let place = svg.place(node);
            faults.push(Fault::whole(format!("{place} has a stroke that does not scale")));
        }
    }
    RuleVerdict::from_faults(faults)
}

fn effects_in(group: &Group, within: &str, faults: &mut Vec<Fault>) {
    let id = if group.id().is_empty() { within } else { group.id() };
    let found = [
        (!group.filters().is_empty(), "a filter"),
        (group.mask().is_some(), "a mask"),
        (group.blend_mode() != BlendMode::Normal, "a blend mode"),
    ];
    for (_, what) in found.into_iter().filter(|(there, _)| *there) {
        let place = match id {
            "" => "an unnamed element".to_owned(),
            id => format!("element {id:?}"),
        };
        faults.push(Fault::whole(format!("{place} has {what}")));
    }
    for node in group.children() {
        if let Drawn::Group(group) = node {
            effects_in(group, id, faults);
        }
    }
}
