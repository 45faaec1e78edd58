//! Text properties and the width of texts.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use usvg::fontdb::ID;

use super::super::document::Element;
use super::super::floors::LEAST_TEXT_MM;
use super::super::fonts::Fonts;
use crate::geometry::{MM_PER_PIXEL, rounded};

/// The alignment of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::face) enum Anchor {
    Start,
    Middle,
    End,
}

/// Inherited text properties.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::face) struct Lettering {
    family: Option<String>,
    weight: Option<String>,
    style: Option<String>,
    pub(in crate::face) anchor: Anchor,
    /// The font size in the template's units.
    pub(in crate::face) size_mm: f64,
    /// The smallest legible size, in the template's units.
    pub(in crate::face) least_mm: f64,
    fonts: Fonts,
}

impl Lettering {
    /// The defaults of SVG.
    pub(in crate::face) fn in_fonts(fonts: &Fonts) -> Self {
        Self {
            fonts: fonts.clone(),
            family: None,
            weight: None,
            style: None,
            anchor: Anchor::Start,
            size_mm: 12.0,
            least_mm: LEAST_TEXT_MM,
        }
    }

    /// The defaults for a template that is printed at this scale.
    pub(in crate::face) fn printed_at(scale: f64, fonts: &Fonts) -> Self {
        Self { least_mm: LEAST_TEXT_MM / scale.min(1.0), ..Self::in_fonts(fonts) }
    }

    /// The properties inside an element.
    pub(in crate::face) fn within(&self, element: &Element) -> Self {
        let own = |key: &str, above: &Option<String>| {
            element.property(key).map(str::to_owned).or_else(|| above.clone())
        };
        let anchor = match element.property("text-anchor") {
            Some("start") => Anchor::Start,
            Some("middle") => Anchor::Middle,
            Some("end") => Anchor::End,
            _ => self.anchor,
        };
        Self {
            family: own("font-family", &self.family),
            weight: own("font-weight", &self.weight),
            style: own("font-style", &self.style),
            anchor,
            size_mm: element.property("font-size").and_then(length).unwrap_or(self.size_mm),
            least_mm: self.least_mm,
            fonts: self.fonts.clone(),
        }
    }

    /// The length of a line of text, in the template's units; 0 if the font is missing, which is reported
    /// when the text is drawn.
    pub(in crate::face) fn width_mm(&self, text: &str) -> f64 {
        self.fonts.advance(self.face(), self.size_mm, text)
    }

    /// Sets these properties and this size on the text itself.
    pub(in crate::face) fn put_on(&self, text: &mut Element, size_mm: f64) {
        let anchor = match self.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let size = rounded(size_mm, 4);
        let own = [&self.family, &self.weight, &self.style].map(|own| own.as_deref());
        let keys = ["font-family", "font-weight", "font-style"];
        let set = keys.into_iter().zip(own).filter_map(|(key, own)| Some((key, own?)));
        let set = set.chain([("text-anchor", anchor), ("font-size", &*size)]);
        let mut style = text.attribute("style").map(|own| own.trim_end_matches(';').to_owned());
        for (key, value) in set {
            text.set(key, value.to_owned());
            // A style overrides attributes.
            if let Some(style) = &mut style {
                let unit = if key == "font-size" { "px" } else { "" };
                style.push_str(&format!(";{key}:{value}{unit}"));
            }
        }
        if let Some(style) = style {
            text.set("style", style);
        }
    }

    /// The height of the lowest digit.
    pub(in crate::face) fn digit_height_mm(&self) -> f64 {
        let read = |data: &[u8], index| {
            let font = FontRef::from_index(data, index).ok()?;
            let (size, place) = (Size::new(self.size_mm as f32), LocationRef::default());
            let (charmap, metrics) = (font.charmap(), font.glyph_metrics(size, place));
            let bounds = |digit| metrics.bounds(charmap.map(digit)?);
            let heights = ('0'..='9').filter_map(bounds).map(|b| f64::from(b.y_max - b.y_min));
            heights.reduce(f64::min)
        };
        let height = |id| self.fonts.database().with_face_data(id, read)?;
        self.face().and_then(height).unwrap_or(0.0)
    }

    /// The font, or the nearest available one.
    pub(in crate::face) fn face(&self) -> Option<ID> {
        let [family, weight, style] =
            [&self.family, &self.weight, &self.style].map(|p| p.as_deref());
        self.fonts.asked(family, weight, style)
    }
}

/// A length in the template's units, converted from any unit.
fn length(text: &str) -> Option<f64> {
    let units = [("px", 1.0), ("pt", 4.0 / 3.0), ("mm", 1.0 / MM_PER_PIXEL)];
    let unit = units.into_iter().find(|(unit, _)| text.ends_with(unit));
    let (unit, factor) = unit.unwrap_or(("", 1.0));
    text.strip_suffix(unit)?.trim().parse().ok().map(|length: f64| length * factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn lettering(attributes: &str) -> Lettering {
        let source = Source::new("card.svg", format!("<svg {attributes}/>"));
        Lettering::in_fonts(&Fonts::bundled()).within(&Element::read(&source).unwrap())
    }

    const PLEX: &str = "font-family=\"IBM Plex Sans Condensed\" font-weight=\"700\"";

    #[test]
    fn digits_of_plex_have_one_width_and_a_height_of_seven_tenths() {
        let set = lettering(&format!("{PLEX} font-size=\"10\""));
        assert!((set.width_mm("11") - set.width_mm("48")).abs() < 1e-6);
        assert!((6.9..7.0).contains(&set.digit_height_mm()), "{}", set.digit_height_mm());
        assert!(set.width_mm("100") > 1.49 * set.width_mm("10"));
    }

    #[test]
    fn a_style_goes_before_an_attribute_and_units_are_read() {
        let set = lettering("font-size=\"3\" style=\"font-size:4.5px; text-anchor:end\"");
        assert_eq!((4.5, Anchor::End), (set.size_mm, set.anchor));
        assert_eq!(4.0, lettering("font-size=\"3pt\"").size_mm);
    }
}
