//! `part scatter`: what a template draws for a part of the card that a deck may leave out.

use std::sync::Arc;

use crate::deck::{Layout, Part};
use crate::diagnostic::{Problem, Problems, Source};

use super::document::{Element, Node};

/// Takes from a template what belongs to parts that the cards do not show.
///
/// # Errors
/// Every label that begins with `part` and names none.
pub(super) fn take_away(
    root: &mut Element,
    source: &Arc<Source>,
    layout: &Layout,
) -> Result<(), Problems> {
    let mut problems = Problems::new();
    walk(root, source, layout, &mut problems);
    problems.into_result(())
}

fn walk(element: &mut Element, source: &Arc<Source>, layout: &Layout, problems: &mut Problems) {
    element.children.retain_mut(|child| {
        let Node::Element(child) = child else { return true };
        let label = child.label().unwrap_or_default();
        let mut words = label.split_whitespace();
        if words.next() == Some("part") {
            match (words.next().and_then(Part::named), words.next()) {
                (Some(part), None) if layout.has(part) => {}
                (Some(_), None) => return false,
                _ => {
                    let message = format!("label {label:?} names no part of a card");
                    let problem = Problem::coded("template.layout", message);
                    let accepted = format!("part and one of {}", Part::NAMES.join(", "));
                    problems.push(problem.at(source, child.span.clone()).accepts(accepted));
                }
            }
        }
        walk(child, source, layout, problems);
        true
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;

    #[test]
    fn only_what_the_cards_show_stays_and_a_slip_in_a_name_is_told() {
        let source = Source::new(
            "card.svg",
            "<svg>\n<g id=\"part_scatter\"/>\n<g><g id=\"part_rank\"/></g><g id=\"rank\"/></svg>",
        );
        let mut layout = Deck::built_in().layout().clone();
        let left = |layout: &Layout| {
            let mut root = Element::read(&source).unwrap();
            take_away(&mut root, &source, layout).unwrap();
            let mut left = Vec::new();
            root.visit(&mut |element| left.extend(element.label().map(|label| label.to_string())));
            left
        };
        assert_eq!(["part scatter", "part rank", "rank"], left(&layout)[..]);
        layout.left_out.extend([Part::Rank, Part::Scatter]);
        assert_eq!(["rank"], left(&layout)[..]);
        let source = Source::new("card.svg", "<svg>\n<g id=\"part_of_frame\"/></svg>");
        let mut root = Element::read(&source).unwrap();
        let told = take_away(&mut root, &source, &layout).unwrap_err().to_string();
        assert!(told.starts_with("card.svg:2:1: label \"part of frame\" names no part"), "{told}");
    }
}
