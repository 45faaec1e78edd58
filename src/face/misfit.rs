//! What does not fit on a face: texts that leave their place, and letters that files cannot hold.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};

use super::document::{Element, Node};
use super::{Face, Fonts, Theme, picture};

/// How far a text may exceed its place, in millimetres: ink is measured, and round letters overshoot a
/// little.
const OVERSHOOT_MM: f32 = 0.1;

/// The accepted changes to a text that leaves its place.
const WHAT_FITS: &str =
    "a shorter text, a smaller font-size, or data-room on the <text>, which fits it to a width";

/// Finds what does not fit on a face, whose boxes are in `bound`.
pub(super) fn find(
    face: &Face,
    bound: &Element,
    theme: &Theme,
    source: &Arc<Source>,
) -> Vec<Problem> {
    let drawing = match face.drawing() {
        Ok(drawing) => drawing,
        Err(problems) => return problems.iter().cloned().collect(),
    };
    let boxes = match boxes(bound) {
        Ok(boxes) => boxes,
        Err(problems) => return problems.iter().cloned().collect(),
    };
    let tree = drawing.tree();
    let format = theme.format();
    let scale = tree.size().width() / format.full_width_mm() as f32;
    let bleed = format.bleed_mm() as f32;
    let fields = drawing.fields();
    let mut spans = BTreeMap::new();
    // Texts that are the same on every card have no id and are identified by their words.
    let mut by_words = BTreeMap::new();
    drawing.root().visit(&mut |element| {
        if let Some(id) = element.attribute("id") {
            spans.insert(id, element.span.clone());
        } else if element.name == "text" {
            by_words.entry(words_in(element)).or_insert_with(|| element.span.clone());
        }
    });
    let mut problems = Vec::new();
    let mut tell = |id: &str, words: &str, mut problem: Problem| {
        if let Some(span) = spans.get(id).or_else(|| by_words.get(words)) {
            problem = problem.at(source, span.clone());
        }
        problems.push(problem);
    };
    let mm = |rect: usvg::Rect| {
        [rect.left(), rect.top(), rect.right(), rect.bottom()].map(|pixel| pixel / scale - bleed)
    };
    let safe = format.safe_mm() as f32;
    let right = format.trim_width_mm() as f32 - safe;
    let bottom = format.trim_height_mm() as f32 - safe;
    let zone = [safe, safe, right, bottom];
    for text in picture::texts(tree) {
        let (id, rect) = (text.id(), text.flattened().abs_bounding_box());
        let words: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
        let words = without_space(&words);
        let field = fields.get(id).copied();
        let named = field.map_or_else(|| format!("the text {}", quoted(&words)), str::to_owned);
        if let Some(what) = unprintable_letters(text) {
            let message = format!("{named} has {what}");
            let problem = Problem::coded("face.letters", message);
            tell(
                id,
                &words,
                problem.accepts("letters filled with one colour, or the text as paths"),
            );
        }
        let own = format!("box {}", field.unwrap_or_default());
        // A back has its texts twice, each with a box: the nearest counts.
        let own =
            boxes.iter().filter(|(id, _)| *id == own).map(|(_, place)| over(mm(rect), mm(*place)));
        let (over, place) = match own.reduce(f32::min) {
            Some(over) => (over, "its box"),
            None => (over(mm(rect), zone), "the safe zone"),
        };
        if over > OVERSHOOT_MM {
            let message = format!("{named} leaves {place} by {over:.1} mm");
            let problem = Problem::coded("face.leaves-its-place", message);
            tell(id, &words, problem.accepts(WHAT_FITS));
        }
    }
    problems
}

/// Why the letters of a text cannot be stored as text or outlines of one colour, if so.
fn unprintable_letters(text: &usvg::Text) -> Option<&'static str> {
    text.layouted().iter().filter(|span| span.visible).find_map(|span| {
        let fill = span.fill.as_ref().map(usvg::Fill::paint);
        match fill {
            _ if span.stroke.is_some() => Some("a stroke around its letters"),
            None | Some(usvg::Paint::Color(_)) => None,
            Some(_) => Some("letters in a gradient"),
        }
    })
}

/// How far a rectangle exceeds a place; both as left, top, right, bottom.
fn over(rect: [f32; 4], place: [f32; 4]) -> f32 {
    let out = [place[0] - rect[0], place[1] - rect[1], rect[2] - place[2], rect[3] - place[3]];
    out.into_iter().fold(0.0, f32::max)
}

/// The words of a text in a template.
fn words_in(element: &Element) -> String {
    fn collect(element: &Element, words: &mut String) {
        for child in &element.children {
            match child {
                Node::Element(inner) => collect(inner, words),
                Node::Text(text, ..) => words.push_str(text),
            }
        }
    }
    let mut words = String::new();
    collect(element, &mut words);
    without_space(&words)
}

/// Words separated by single spaces, as they are drawn.
fn without_space(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The boxes of a face by id, with their extents in pixels.
fn boxes(bound: &Element) -> Result<Vec<(String, usvg::Rect)>, Problems> {
    fn collect(group: &usvg::Group, boxes: &mut Vec<(String, usvg::Rect)>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => collect(group, boxes),
                usvg::Node::Path(path) if is_box(path.id()) => {
                    boxes.push((path.id().to_owned(), path.abs_bounding_box()));
                }
                _ => {}
            }
        }
    }
    let mut boxes = Vec::new();
    if let Some(alone) = only_boxes(bound) {
        collect(picture::page(&alone, &Fonts::bundled())?.root(), &mut boxes);
    }
    Ok(boxes)
}

fn is_box(id: &str) -> bool {
    id.starts_with("box ")
}

/// An element reduced to boxes and the groups around them.
fn only_boxes(element: &Element) -> Option<Element> {
    let children: Vec<Node> =
        element.elements().filter_map(only_boxes).map(Node::Element).collect();
    let is_kept = !children.is_empty() || element.attribute("id").is_some_and(is_box);
    is_kept.then(|| Element {
        name: element.name.clone(),
        attributes: element.attributes.clone(),
        children,
        span: element.span.clone(),
    })
}
