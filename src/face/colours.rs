//! Checks that every colour of a template is a swatch, since swatches determine the inks.

use std::sync::Arc;

use crate::diagnostic::{Problem, Problems, Source};

use svgtypes::{Color, Paint};

use super::document::Element;
use super::{Palette, Rgb};

/// The paint properties.
pub(super) const PAINTS: [&str; 4] = ["fill", "stroke", "color", "stop-color"];

/// The colours of a template that are not swatches, each with its element.
pub(super) fn off_palette(root: &Element, source: &Arc<Source>, palette: &Palette) -> Problems {
    let mut problems = Problems::new();
    root.visit(&mut |element| {
        for (property, value) in properties(element) {
            if !PAINTS.contains(&property) {
                continue;
            }
            if let Some(what) = fault(value, palette) {
                let message = format!("{property} {value:?} of {} {what}", element.described());
                problems.push(
                    Problem::coded("face.off-palette", message)
                        .at(source, element.span.clone())
                        .accepts(format!("{}; or a new swatch in theme.toml", listed(palette))),
                );
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

/// The fault of a paint, if any. A swatch may be written in any equivalent CSS form: `#FFF`, `white`,
/// `rgb(255, 255, 255)`, `hsl(0, 0%, 100%)`.
fn fault(value: &str, palette: &Palette) -> Option<&'static str> {
    let value = value.trim_end_matches("!important").trim();
    match Paint::from_str(value) {
        // The colours of a gradient are checked in its stops; keywords refer to colours that are checked
        // elsewhere.
        Ok(Paint::FuncIRI(..) | Paint::None | Paint::Inherit | Paint::CurrentColor) => None,
        Ok(Paint::ContextFill | Paint::ContextStroke) => None,
        Ok(Paint::Color(Color { alpha: 0, .. })) => Some("is transparent; write \"none\" instead"),
        Ok(Paint::Color(Color { red, green, blue, .. })) => {
            let is_swatch = palette.swatch_of(Rgb(red, green, blue)).is_some();
            (!is_swatch).then_some("is not a swatch")
        }
        Err(_) => Some("is not a colour"),
    }
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
    fn a_colour_no_swatch_names_is_reported_with_its_element() {
        let (root, source) =
            read("<g/><path inkscape:label=\"frame\" style=\"fill:none;stroke: #123456\"/>");
        let problems = off_palette(&root, &source, &palette());
        assert_eq!(
            "card.svg:1:10: stroke \"#123456\" of <path> \"frame\" is not a swatch; \
             accepted: #000000 (black); or a new swatch in theme.toml",
            problems.to_string()
        );
    }

    #[test]
    fn a_swatch_is_the_same_however_its_colour_is_written() {
        for same in
            ["#000", "#000000", "black", "Black", "rgb(0,0,0)", "rgb(0%, 0%, 0%)", "hsl(9, 9%, 0%)"]
        {
            let (root, source) = read(&format!("<a fill=\"{same}\" style=\"stroke:{same}\"/>"));
            assert_eq!("", off_palette(&root, &source, &palette()).to_string(), "{same}");
        }
        for (other, what) in [
            ("white", "is not a swatch"),
            ("#010000", "is not a swatch"),
            ("blakc", "is not a colour"),
            ("#00", "is not a colour"),
            ("transparent", "is transparent; write \"none\" instead"),
        ] {
            let (root, source) = read(&format!("<b fill=\"{other}\"/>"));
            let problems = off_palette(&root, &source, &palette()).to_string();
            assert!(problems.contains(&format!("fill {other:?} of <b> {what}")), "{problems}");
            assert!(
                problems.ends_with("#000000 (black); or a new swatch in theme.toml"),
                "{problems}"
            );
        }
    }
}
