//! All themes use the same drawings of dice, clock and figures, in their own sizes and inks.

use std::fs;
use std::path::Path;

use actiondeck::face::{Theme, parse_svg};
use usvg::roxmltree::{Document, Node};
use usvg::tiny_skia_path::{PathSegment, Point};

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// Tolerance of points in a drawing of size 1, for rounding to micrometres.
const SLACK: f32 = 0.003;

/// A label without the words for alignment.
fn label<'n>(node: Node<'n, '_>) -> &'n str {
    let label = node.attribute((INKSCAPE, "label")).unwrap_or_default();
    ["left ", "stretch "]
        .iter()
        .fold(label, |label, word| label.strip_prefix(word).unwrap_or(label))
}

/// The points of an outline, moved to the origin and scaled uniformly to size 1.
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
fn every_theme_uses_the_shared_drawings() {
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
            // A figure may have several variants with one name.
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

/// The inked pixels of a drawing that fills a square of `side` pixels.
fn inked(svg: &str, side: u32) -> Vec<bool> {
    let tree = parse_svg(svg).unwrap();
    let bounds = tree.root().abs_stroke_bounding_box();
    let scale = (side as f32 / bounds.width()).min(side as f32 / bounds.height());
    let mut drawn = resvg::tiny_skia::Pixmap::new(side, side).unwrap();
    let place = usvg::Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        side as f32 / 2.0 - scale * (bounds.left() + bounds.width() / 2.0),
        side as f32 / 2.0 - scale * (bounds.top() + bounds.height() / 2.0),
    );
    resvg::render(&tree, place, &mut drawn.as_mut());
    // White does not count as ink.
    let is_ink = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        u16::from(pixel.alpha()) - u16::from(pixel.red()) > 127
    };
    drawn.pixels().iter().map(is_ink).collect()
}

#[test]
fn every_icon_of_a_text_is_the_shared_drawing_of_its_name() {
    const NAMES: [(&str, &str); 20] = [
        ("die d4", "d4"),
        ("die d6", "d6"),
        ("die d8", "d8"),
        ("die d10", "d10"),
        ("die d12", "d12"),
        ("die d20", "d20"),
        ("die d100", "d100"),
        ("die other", "die"),
        ("clock", "clock"),
        ("unintended target", "unintended"),
        ("unintended target in a hat", "unintended-hat"),
        ("failure", "failure"),
        ("burst", "burst"),
        ("penetration", "penetration"),
        ("bumps", "bumps"),
        ("clubs", "clubs"),
        ("spades", "spades"),
        ("diamonds", "diamonds"),
        ("hearts", "hearts"),
        ("red joker", "joker"),
    ];
    let elements = fs::read_to_string("templates/elements.svg").unwrap();
    let document = Document::parse(&elements).unwrap();
    let groups: Vec<_> =
        document.root_element().children().filter(|node| node.tag_name().name() == "g").collect();
    assert_eq!(NAMES.len(), groups.len());
    let page = |body: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"{INKSCAPE}\" \
             width=\"200mm\" height=\"200mm\" viewBox=\"0 0 200 200\">{body}</svg>"
        )
    };
    const SIDE: u32 = 120;
    let drawings: Vec<Vec<bool>> =
        groups.iter().map(|group| inked(&page(&elements[group.range()]), SIDE)).collect();
    for (at, (group, (shared, name))) in groups.iter().zip(NAMES).enumerate() {
        assert_eq!(shared, label(*group));
        let letter = inked(
            &page(&format!(
                "<text x=\"50\" y=\"150\" font-size=\"60\" font-family=\"Rye\" \
                 font-weight=\"400\">:{name}:</text>"
            )),
            SIDE,
        );
        // Icons among letters have thicker lines, for small text.
        let near = |pixels: &[bool], at: usize, reach: i64| {
            let (x, y) = (at as i64 % i64::from(SIDE), at as i64 / i64::from(SIDE));
            (-reach..=reach).any(|dx| {
                (-reach..=reach).any(|dy| {
                    let (x, y) = (x + dx, y + dy);
                    let inside =
                        (0..i64::from(SIDE)).contains(&x) && (0..i64::from(SIDE)).contains(&y);
                    inside && pixels[(y * i64::from(SIDE) + x) as usize]
                })
            })
        };
        let missed = |drawn: &[bool], shown: &[bool]| {
            let ink: Vec<usize> = (0..drawn.len()).filter(|at| drawn[*at]).collect();
            let missed = ink.iter().filter(|at| !near(shown, **at, 5)).count();
            missed as f64 / ink.len().max(1) as f64
        };
        let apart = |drawing: &[bool]| missed(drawing, &letter).max(missed(&letter, drawing));
        assert!(apart(&drawings[at]) < 0.01, "{name}: {}", apart(&drawings[at]));
        let nearest = (0..drawings.len())
            .min_by(|one, other| apart(&drawings[*one]).total_cmp(&apart(&drawings[*other])));
        assert_eq!(Some(at), nearest, "{name}");
    }
}
