//! Every colour of a template must be a swatch, or no one could say which ink prints it.

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};

use super::document::Element;
use super::{Palette, Rgb, raster};

/// The properties that paint.
const PAINTS: [&str; 4] = ["fill", "stroke", "color", "stop-color"];

/// The colours of a template that no swatch has, each with its element.
pub(super) fn off_palette(root: &Element, source: &Arc<Source>, palette: &Palette) -> Problems {
    let mut problems = Problems::new();
    root.visit(&mut |element| {
        for (property, value) in properties(element) {
            if PAINTS.contains(&property) && !is_on(value, palette) {
                let message =
                    format!("{property} {value:?} of {} is not a swatch", element.described());
                problems.push(
                    Problem::coded("face.off-palette", message)
                        .at(source, element.span.clone())
                        .accepts(listed(palette)),
                );
            }
        }
    });
    problems
}

const FLAT: &str = "solid swatch colours, gradients between them, clips";

/// What no press file carries and what takes a drawing program for ever, each with its element:
/// patterns, masks, filters and blend modes. They are refused for pictures too, so that a theme that
/// draws can also be printed.
pub(super) fn effects(root: &Element, source: &Arc<Source>) -> Problems {
    let mut problems = Problems::new();
    root.visit(&mut |element| {
        let mut fault = |what: String| {
            let message = format!("{} {what}", element.described());
            problems.push(
                Problem::coded("face.not-printable", message)
                    .at(source, element.span.clone())
                    .accepts(FLAT),
            );
        };
        if element.name == "pattern" {
            fault("cannot be printed".to_owned());
        }
        if element.name == "style" {
            let sheet = element.text();
            for property in EFFECTS.into_iter().filter(|property| sheet.contains(property)) {
                fault(format!("sets {property}"));
            }
        }
        for (property, value) in properties(element) {
            let value = value.trim();
            if EFFECTS.contains(&property) && !["none", "normal"].contains(&value) {
                fault(format!("has {property} {value:?}"));
            }
        }
    });
    problems
}

const EFFECTS: [&str; 3] = ["filter", "mask", "mix-blend-mode"];

/// What a press without transparency (PDF/X-1a) cannot take, each with its element: opacity,
/// pictures in colour, style sheets.
pub(super) fn not_flat(root: &Element, source: &Arc<Source>) -> Problems {
    let mut problems = Problems::new();
    root.visit(&mut |element| {
        let mut fault = |what: String, accepted: &str| {
            let message = format!("{} {what}", element.described());
            problems.push(
                Problem::coded("face.not-printable", message)
                    .at(source, element.span.clone())
                    .accepts(accepted),
            );
        };
        if ["style", "foreignObject", "flowRoot"].contains(&element.name.as_str()) {
            fault("cannot be printed".to_owned(), FLAT);
        }
        if let Some(what) = raster::beyond_ink(element) {
            let message = format!("is a picture {what}, which PDF/X-1a has none of");
            fault(message, raster::PRINTABLE);
        }
        for (property, value) in properties(element) {
            let value = value.trim();
            let whole = || value.parse().is_ok_and(|number: f64| number == 1.0);
            let bad = match property {
                "opacity" | "fill-opacity" | "stroke-opacity" => !whole(),
                _ => false,
            };
            if bad {
                fault(format!("has {property} {value:?}"), FLAT);
            }
        }
    });
    problems
}

/// The presentation properties of an element: its attributes and the parts of its `style`.
fn properties(element: &Element) -> impl Iterator<Item = (&str, &str)> {
    let style = element.attribute("style").unwrap_or_default();
    let styled = style.split(';').filter_map(|part| part.split_once(':'));
    let attributes = element.attributes.iter().map(|(key, value)| (key.as_str(), &**value));
    attributes.chain(styled.map(|(key, value)| (key.trim(), value.trim())))
}

fn is_on(value: &str, palette: &Palette) -> bool {
    let value = value.trim();
    // A reference is judged where it leads: the colours of a gradient stand in its stops.
    if value == "none" || value == "inherit" || value.starts_with("url(") {
        return true;
    }
    value.parse::<Rgb>().is_ok_and(|rgb| palette.swatch_of(rgb).is_some())
}

fn listed(palette: &Palette) -> String {
    let swatches: Vec<String> =
        palette.iter().map(|swatch| format!("{} ({})", swatch.rgb, swatch.id)).collect();
    swatches.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::{Cmyk, Ink, Swatch};

    fn read(body: &str) -> (Element, Arc<Source>) {
        let source = Source::new("card.svg", format!("<svg>{body}</svg>"));
        (Element::read(&source).unwrap(), source)
    }

    fn palette() -> Palette {
        let ink = Ink::Process(Cmyk::new([0.0, 0.0, 0.0, 100.0]).unwrap());
        Palette::new(vec![Swatch { id: "black".into(), rgb: Rgb(0, 0, 0), ink }]).unwrap()
    }

    #[test]
    fn a_colour_no_swatch_names_is_told_with_its_element() {
        let (root, source) =
            read("<g/><path inkscape:label=\"frame\" style=\"fill:none;stroke: #123456\"/>");
        let problems = off_palette(&root, &source, &palette());
        assert_eq!(
            "card.svg:1:10: stroke \"#123456\" of <path> \"frame\" is not a swatch; \
             accepted: #000000 (black)",
            problems.to_string()
        );
    }

    #[test]
    fn swatches_in_any_spelling_pass_and_names_of_colours_do_not() {
        let (root, source) = read("<a fill=\"#000\"/><b fill=\"none\"/><c stroke=\"#000000\"/>");
        assert!(off_palette(&root, &source, &palette()).is_empty());
        let (root, source) = read("<a fill=\"black\"/><b color=\"red\"/>");
        assert_eq!(2, off_palette(&root, &source, &palette()).len());
    }

    #[test]
    fn what_flat_inks_cannot_print_is_named() {
        let (root, source) = read(
            "<image/><a opacity=\".5\"/><a style=\"fill-opacity:0.9\"/><style/><pattern/>\
             <a mask=\"url(#c)\"/><a style=\"filter:url(#f)\"/>",
        );
        assert_eq!(4, not_flat(&root, &source).len());
        assert_eq!(3, effects(&root, &source).len());
        let (root, source) = read("<image inkscape:label=\"ink black on paper\"/>");
        assert!(not_flat(&root, &source).is_empty());
        let (root, source) = read(
            "<a opacity=\"1\" style=\"fill:#000;mix-blend-mode:normal\"/><a fill=\"url(#g)\" \
             clip-path=\"url(#c)\"/>",
        );
        assert!(not_flat(&root, &source).is_empty() && effects(&root, &source).is_empty());
    }
}
