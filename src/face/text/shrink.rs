//! `data-room="12.5"`: the width of a line in millimetres. A longer line is set smaller, down to the smallest
//! legible size, and then in narrower letters.

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::geometry::rounded;

use super::super::document::{Element, Node};
use super::super::layout::{WidestText, all_of, anchor_of, widest};
use super::super::values::Values;
use super::NARROWEST;
use super::lettering::Lettering;

/// The attribute of a text.
pub(in crate::face) const ATTRIBUTE: &str = "data-room";

/// Fits every line with a width, by the same factor on every card of the deck, and removes the attribute.
///
/// # Errors
/// Rooms that are not widths (`template.layout`), and lines that do not fit at any size (`face.no-room`).
pub(in crate::face) fn set(
    root: &mut Element,
    source: &Arc<Source>,
    values: &Values<'_>,
) -> Problems {
    let mut problems = Problems::new();
    // At the drawn size, as for a flow.
    visit(root, &Lettering::in_fonts(values.fonts), values, &mut |element, problem| {
        problems.push(problem.at(source, element.span.clone()));
    });
    problems
}

fn visit(
    element: &mut Element,
    above: &Lettering,
    values: &Values<'_>,
    fault: &mut impl FnMut(&Element, Problem),
) {
    let lettering = above.within(element);
    if let Some(room) = element.attribute(ATTRIBUTE).map(str::to_owned) {
        element.attributes.retain(|(key, _)| key != ATTRIBUTE);
        match room.trim().parse::<f64>() {
            Ok(room) if room > 0.0 && element.name == "text" => {
                if let Err(problem) = fitted(element, &lettering, room, values) {
                    fault(element, problem);
                }
            }
            _ => {
                let message = format!("{ATTRIBUTE} {} is not a width for a text", quoted(&room));
                let problem = Problem::coded("template.layout", message);
                fault(element, problem.accepts("millimetres such as 12.5, on a <text>"));
            }
        }
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            visit(child, &lettering, values, fault);
        }
    }
}

fn fitted(
    text: &mut Element,
    lettering: &Lettering,
    room_mm: f64,
    values: &Values<'_>,
) -> Result<(), Problem> {
    let Some(longest) = widest(text, lettering, &[], values) else { return Ok(()) };
    let drawn = text.clone();
    fit_line(text, lettering, room_mm, longest, &|| all_of(&drawn, lettering, &[], values))
}

/// Fits a text into a room by its longest content, `longest`. If it does not fit at any size, the message
/// names the longest of `others` that does.
///
/// # Errors
/// A text that does not fit at any size (`face.no-room`).
pub(in crate::face) fn fit_line(
    text: &mut Element,
    lettering: &Lettering,
    room_mm: f64,
    longest: WidestText,
    others: &dyn Fn() -> Vec<WidestText>,
) -> Result<(), Problem> {
    let (words, width) = (longest.words, longest.width_mm);
    if width <= room_mm {
        return Ok(());
    }
    let scale = (room_mm / width).max(lettering.least_mm / lettering.size_mm).min(1.0);
    let narrow = (room_mm / (width * scale)).min(1.0);
    if narrow < NARROWEST {
        let card = longest.card.map_or(String::new(), |card| format!(" on card {card}"));
        let message = format!(
            "{}{card} is {:.1} mm long at the smallest size that can be read; there is room for \
             {room_mm:.1} mm",
            quoted(&words),
            width * scale * NARROWEST
        );
        let fits = |shown: &WidestText| shown.width_mm * scale * NARROWEST <= room_mm;
        let others = others().into_iter().filter(fits);
        let others = others.map(|shown| (shown.words.chars().count(), shown.words));
        let most = words.chars().count() as f64 * narrow / NARROWEST;
        let accepted = match others.max() {
            Some((_, word)) => format!("no longer than {}, the longest that fits", quoted(&word)),
            None => format!("a text of about {:.0} letters", most.floor()),
        };
        return Err(Problem::coded("face.no-room", message).accepts(accepted));
    }
    text.set_property("font-size", rounded(lettering.size_mm * scale, 4));
    if narrow < 1.0 {
        narrowed(text, narrow);
    }
    Ok(())
}

/// Applies a width factor to a text about its anchor.
pub(in crate::face) fn narrowed(text: &mut Element, narrow: f64) {
    let [x, _] = anchor_of(text);
    let own = text.attribute("transform").map(|own| format!("{own} ")).unwrap_or_default();
    let shift = rounded(x * (1.0 - narrow), 4);
    let narrow = rounded(narrow, 4);
    text.set("transform", format!("{own}translate({shift} 0) scale({narrow} 1)"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::Theme;
    use crate::face::testing::deck;

    fn squeezed(size: f64, room: &str, words: &str) -> Result<String, String> {
        let svg = format!(
            "<svg font-family=\"IBM Plex Sans Condensed\" font-weight=\"500\"><text x=\"10\" \
             font-size=\"{size}\" data-room=\"{room}\">{words}</text></svg>"
        );
        let source = Source::new("card.svg", svg);
        let mut root = Element::read(&source).unwrap();
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let problems = set(&mut root, &source, &theme.values(&deck, "E"));
        let svg = root.to_svg();
        assert!(!svg.contains(ATTRIBUTE), "{svg}");
        if problems.is_empty() { Ok(svg) } else { Err(problems.to_string()) }
    }

    #[test]
    fn a_line_shrinks_then_narrows_and_is_then_refused() {
        let whole = squeezed(3.0, "30", "Durchschlag").unwrap();
        assert!(whole.contains("font-size=\"3\"") && !whole.contains("transform"), "{whole}");
        let smaller = squeezed(3.0, "12", "Durchschlag").unwrap();
        assert!(smaller.contains("font-size=\"2.") && !smaller.contains("transform"), "{smaller}");
        let narrower = squeezed(3.0, "9.5", "Durchschlag").unwrap();
        assert!(
            narrower.contains("font-size=\"2.12") && narrower.contains("scale(0."),
            "{narrower}"
        );
        let reported = squeezed(3.0, "5", "Durchschlag").unwrap_err();
        assert!(
            reported.contains("there is room for 5.0 mm; accepted: a text of about 6 letters"),
            "{reported}"
        );
        let reported = squeezed(3.0, "wide", "Durchschlag").unwrap_err();
        assert!(reported.contains("data-room \"wide\" is not a width"), "{reported}");
    }

    #[test]
    fn all_cards_use_the_size_of_the_longest() {
        let one = squeezed(4.0, "9", "{{suit.name}}").unwrap();
        assert!(one.contains("{{suit.name}}") && one.contains("font-size=\"2."), "{one}");
    }
}
