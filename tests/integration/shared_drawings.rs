//! The themes draw the same dice, clock and figures, each in its own size and inks.

use std::fs;
use std::path::Path;

use actiondeck::face::{Theme, parse_svg};
use usvg::roxmltree::{Document, Node};
use usvg::tiny_skia_path::{PathSegment, Point};

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// How far a place may stray in a drawing of size 1: what rounding to micrometres costs.
const SLACK: f32 = 0.003;

/// A label without the words that say how the object is held in its place.
fn label<'n>(node: Node<'n, '_>) -> &'n str {
    let label = node.attribute((INKSCAPE, "label")).unwrap_or_default();
    ["left ", "stretch "]
        .iter()
        .fold(label, |label, word| label.strip_prefix(word).unwrap_or(label))
}

/// The places of an outline, moved and scaled evenly to begin at 0 and be of size 1.
fn shape(outline: &str) -> Vec<[f32; 2]> {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200mm\" height=\"200mm\" \
         viewBox=\"0 0 200 200\"><path stroke=\"#000000\" d=\"{outline}\"/></svg>"
    );
    let tree = parse_svg(&svg).unwrap();
    let path = only_path(tree.root());
    let points = path.data().segments().flat_map(|segment| match segment {
        PathSegment::MoveTo(to) | PathSegment::LineTo(to) => vec![to],
        PathSegment::QuadTo(handle, to) => vec![handle, to],
        PathSegment::CubicTo(first, second, to) => vec![first, second, to],
        PathSegment::Close => Vec::new(),
    });
    let points: Vec<Point> = points.collect();
    let bounds = path.data().bounds();
    let size = bounds.width().max(bounds.height());
    points.iter().map(|to| [(to.x - bounds.x()) / size, (to.y - bounds.y()) / size]).collect()
}

fn only_path(group: &usvg::Group) -> &usvg::Path {
    match group.children() {
        [usvg::Node::Path(path)] => path,
        [usvg::Node::Group(group)] => only_path(group),
        other => panic!("{} things are drawn", other.len()),
    }
}

fn alike(one: &[[f32; 2]], other: &[[f32; 2]]) -> bool {
    one.len() == other.len()
        && one.iter().flatten().zip(other.iter().flatten()).all(|(a, b)| (a - b).abs() < SLACK)
}

/// Every outline of a card with this label; for a die those within its groups.
fn outlines(card: &Document<'_>, group: &str, name: &str) -> Vec<Vec<[f32; 2]>> {
    let is_within = |node: &Node<'_, '_>| {
        !group.starts_with("die ") || node.ancestors().any(|above| label(above) == group)
    };
    let named = card.descendants().filter(|node| {
        let label = label(*node);
        (label == name || label == format!("is suit.name {name}")) && is_within(node)
    });
    named.filter_map(|node| node.attribute("d")).map(shape).collect()
}

#[test]
fn every_theme_draws_dice_clock_figures_and_suits_as_the_shared_set_does() {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let shared = fs::read_to_string(templates.join("elements.svg")).unwrap();
    let shared = Document::parse(&shared).unwrap();
    let groups: Vec<Node<'_, '_>> =
        shared.root_element().children().filter(|node| node.has_tag_name("g")).collect();
    assert_eq!(20, groups.len());
    for theme in Theme::built_in_names() {
        let card =
            fs::read_to_string(templates.join("themes").join(theme).join("card.svg")).unwrap();
        let card = Document::parse(&card).unwrap();
        for drawing in shared.descendants().filter(|node| node.has_tag_name("path")) {
            let group = label(drawing.parent().unwrap());
            let name = label(drawing).trim_start_matches("is suit.name ");
            let drawn = outlines(&card, group, name);
            assert!(!drawn.is_empty(), "{theme} has no {group}, {name}");
            // A figure may have variants: all of a name together are the choice.
            let variants: Vec<Vec<[f32; 2]>> = shared
                .descendants()
                .filter(|other| {
                    label(*other) == label(drawing)
                        && (!group.starts_with("die ") || other.parent() == drawing.parent())
                })
                .filter_map(|other| other.attribute("d"))
                .map(shape)
                .collect();
            for one in &drawn {
                let known = variants.iter().any(|variant| alike(variant, one));
                assert!(known, "{theme} draws {group}, {name} in a shape of its own");
            }
        }
    }
}
