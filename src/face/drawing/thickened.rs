//! Thickens the lines of a face that is drawn smaller than a card, so that they print.

use crate::face::document::{Element, Node};
use crate::geometry::{Affine, decimal, min_scale};

/// Makes every line at least this thick, in millimetres of the card. Lines in scaled elements, such as the
/// heads of narrow columns, are measured after scaling.
pub(super) fn thickened(root: &mut Element, least_mm: f64) {
    let from_above = Line { scale: 1.0, width: None };
    thicken(root, from_above, least_mm);
}

/// Line properties inherited from ancestors.
#[derive(Clone, Copy)]
struct Line {
    /// Millimetres of the card in one unit of the element.
    scale: f64,
    /// The inherited line width.
    width: Option<f64>,
}

fn thicken(element: &mut Element, above: Line, least_mm: f64) {
    let scale = above.scale * element.attribute("transform").map_or(1.0, least_scale);
    let named = element.attribute("stroke-width");
    // A width with a unit, such as one in percent, stays unchanged.
    let own = named.map(|width| width.parse::<f64>().ok());
    let is_smaller = scale < above.scale;
    let width = own.unwrap_or(above.width);
    let is_thin = |width: &f64| *width > 0.0 && width * scale < least_mm;
    let thin = width.filter(is_thin).filter(|_| named.is_some() || is_smaller);
    if thin.is_some() && scale > 0.0 {
        element.set("stroke-width", decimal(least_mm / scale));
    }
    let below = Line { scale, width: if thin.is_some() { Some(least_mm / scale) } else { width } };
    for child in &mut element.children {
        if let Node::Element(child) = child {
            thicken(child, below, least_mm);
        }
    }
}

/// The smallest factor by which a transform scales lengths in any direction.
fn least_scale(transform: &str) -> f64 {
    let part = |part: &str| {
        let (name, numbers) = part.split_once('(')?;
        let numbers = numbers.split([',', ' ']).filter_map(|number| number.parse().ok());
        let numbers: Vec<f64> = numbers.collect();
        match (name.trim_matches([',', ' ']), &numbers[..]) {
            ("scale", &[both]) => Some(both.abs()),
            ("scale", &[across, down]) => Some(across.abs().min(down.abs())),
            ("matrix", &[a, b, c, d, e, f]) => Some(min_scale(&Affine::new([a, b, c, d, e, f]))),
            _ => None,
        }
    };
    transform.split(')').filter_map(part).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn drawn(body: &str) -> String {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{body}</svg>");
        let mut root = Element::read(&Source::new("card.svg", svg)).unwrap();
        thickened(&mut root, 0.12);
        root.to_svg()
    }

    #[test]
    fn lines_are_thickened_on_the_scale_they_are_drawn_on() {
        for (drawn_as, expected) in [
            ("<path stroke-width=\"0.1\"/>", "stroke-width=\"0.12\""),
            ("<path stroke-width=\"0.15\"/>", "stroke-width=\"0.15\""),
            ("<path stroke-width=\"0\"/>", "stroke-width=\"0\""),
            ("<path stroke-width=\"10%\"/>", "stroke-width=\"10%\""),
            // 0.15 at half the size.
            ("<path transform=\"translate(9 9) scale(.5)\" stroke-width=\"0.15\"/>", "\"0.24\""),
            ("<g transform=\"scale(1, 0.5)\"><path stroke-width=\"0.15\"/></g>", "\"0.24\""),
            ("<path transform=\"matrix(0 .5 -.5 0 3 3)\" stroke-width=\"0.15\"/>", "\"0.24\""),
            ("<path transform=\"rotate(45)\" stroke-width=\"0.15\"/>", "stroke-width=\"0.15\""),
            // The width is the group's, the scale the path's.
            ("<g stroke-width=\"0.15\"><path transform=\"scale(.5)\"/></g>", "\"0.24\""),
            ("<g stroke-width=\"0.3\"><path transform=\"scale(.5)\"/></g>", "scale(.5)\"/>"),
        ] {
            let found = drawn(drawn_as);
            assert!(found.contains(expected), "{drawn_as}: {found}");
        }
    }
}
