//! The letters an SVG shows: its live text, and the outlines that look like letters.

use usvg::{Group, Node, Paint, Tree};

use crate::face::lines;
use crate::preflight::outlines::{self, Letters};
use crate::preflight::page::{Mark, Page};

/// A letter with what it is painted with, if that is one colour.
pub(super) struct Painted {
    pub mark: Mark,
    pub colour: Option<usvg::Color>,
}

/// The one page of an SVG with its letters: those that are outlines, and those that are text.
pub(super) fn page(outlined: &[Painted], tree: &Tree) -> Page {
    let outlined = outlined.iter().map(|painted| painted.mark.clone());
    let live = lines(tree).into_iter().flat_map(|line| line.glyphs);
    Page { number: None, marks: outlined.chain(live.map(Mark::glyph)).collect() }
}

/// What looks like a letter among the shapes, of the bundled fonts or of `own`, in painting order.
pub(super) fn outlined(tree: &Tree, own: &Letters) -> Vec<Painted> {
    let mut found = Vec::new();
    collect(tree.root(), own, &mut found);
    found
}

fn collect(group: &Group, own: &Letters, found: &mut Vec<Painted>) {
    if group.opacity().get() == 0.0 {
        return;
    }
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, own, found),
            Node::Path(path) if path.is_visible() => {
                let Some(fill) = path.fill().filter(|fill| fill.opacity().get() > 0.0) else {
                    continue;
                };
                let colour = match fill.paint() {
                    Paint::Color(colour) => Some(*colour),
                    _ => None,
                };
                let letters = outlines::letters(path.data(), path.abs_transform(), own);
                let marks = letters.into_iter().map(|letter| letter.mark);
                found.extend(marks.map(|mark| Painted { mark, colour }));
            }
            Node::Path(_) | Node::Text(_) | Node::Image(_) => {}
        }
    }
}
