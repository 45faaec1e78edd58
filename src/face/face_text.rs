//! A face as its SVG text, which takes a tenth of the memory of its picture tree.

use std::sync::Arc;

use usvg::Tree;

use crate::diagnostic::{Problems, Source};

use super::document::Element;
use super::drawing::places_of;
use super::value::EmbeddedPng;
use super::{Drawing, Fonts, picture};

/// A face that was parsed once and can be parsed again.
#[derive(Debug)]
pub(crate) struct FaceText {
    svg: String,
    /// The pictures that the text links to.
    pictures: Vec<Arc<EmbeddedPng>>,
    fonts: Fonts,
}

impl FaceText {
    /// Writes the text of a face.
    pub(crate) fn from_drawing(drawing: &Drawing) -> Self {
        let (mut svg, pictures) = drawing.root().to_linked_svg();
        svg.shrink_to_fit();
        Self { svg, pictures, fonts: drawing.fonts().clone() }
    }

    /// Parses its picture tree again. Limits were checked the first time.
    ///
    /// # Errors
    /// Only those of the first time.
    pub(crate) fn tree(&self) -> Result<Tree, Problems> {
        picture::again(&self.svg, &self.pictures, &self.fonts)
    }

    /// As [`Drawing::places`].
    pub(crate) fn places(&self) -> Vec<(String, [f64; 4])> {
        let root = Element::read(&Source::new("the face", self.svg.as_str()));
        let parsed = |root: &Element| picture::again(&root.to_svg(), &self.pictures, &self.fonts);
        root.map(|root| places_of(root, parsed)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::testing::{deck, number};
    use crate::face::{Faces, Theme, lines};

    #[test]
    fn a_face_parsed_from_its_text_is_the_face() {
        let deck = deck();
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            let faces = Faces::new(&theme, &deck).unwrap();
            for face in [faces.card(number(0)), faces.card(number(34)), faces.back()] {
                let drawing = face.drawing().unwrap();
                let text = FaceText::from_drawing(drawing);
                let tree = text.tree().unwrap();
                assert_eq!(format!("{:?}", drawing.tree().root()), format!("{:?}", tree.root()));
                assert_eq!(lines(drawing.tree()).len(), lines(&tree).len());
                assert_eq!(drawing.places(), text.places(), "{name}");
            }
        }
    }
}
