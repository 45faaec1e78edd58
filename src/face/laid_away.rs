//! A face laid away until it is drawn again: parsed, it takes twenty times the memory of its text.

use std::sync::Arc;

use usvg::Tree;

use crate::diagnostic::Problems;

use super::value::Enclosed;
use super::{Drawing, Fonts, picture};

/// The SVG of a face with its letters as text, and the pictures in it, which it shares with other faces.
#[derive(Debug)]
pub(crate) struct LaidAway {
    svg: Box<str>,
    pictures: Vec<Arc<Enclosed>>,
    fonts: Fonts,
}

impl LaidAway {
    /// Lays a face away.
    pub(crate) fn of(drawing: &Drawing) -> Self {
        let (svg, pictures) = drawing.root().to_linked_svg();
        Self { svg: svg.into(), pictures, fonts: drawing.fonts().clone() }
    }

    /// Its picture tree, parsed from the same text as before.
    ///
    /// # Errors
    /// Those of [`parse_svg`](super::parse_svg), of which a face that was drawn before has none.
    pub(crate) fn tree(&self) -> Result<Tree, Problems> {
        picture::face(&self.svg, &self.pictures, &self.fonts)
    }

    /// [`Drawing::places`] of the face.
    pub(crate) fn places(&self) -> Vec<(String, [f64; 4])> {
        let drawing = Drawing::again(&self.svg, &self.pictures, &self.fonts);
        drawing.map(|drawing| drawing.places()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::face::testing::{deck, number};
    use crate::face::{Extra, Faces, Theme};

    /// What a picture draws, pixel by pixel.
    fn pixels(tree: &Tree) -> Vec<u8> {
        let size = tree.size().to_int_size();
        let mut pixmap = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).unwrap();
        resvg::render(tree, usvg::Transform::identity(), &mut pixmap.as_mut());
        pixmap.take()
    }

    #[test]
    fn a_face_that_was_laid_away_is_drawn_and_named_as_before() {
        let deck = deck();
        for theme in ["future-imperfect", "west"] {
            let theme = Theme::built_in(theme).unwrap();
            let faces = Faces::new(&theme, &deck).unwrap();
            let shown = [faces.card(number(34)), faces.back(), faces.extra(Extra::ALL[0]).unwrap()];
            for drawing in shown.map(|face| face.drawing().unwrap()) {
                let laid_away = LaidAway::of(drawing);
                let tree = laid_away.tree().unwrap();
                assert!(pixels(drawing.tree()) == pixels(&tree));
                assert_eq!(
                    crate::face::lines(drawing.tree()).len(),
                    crate::face::lines(&tree).len()
                );
                assert_eq!(drawing.places(), laid_away.places());
            }
            assert!(!LaidAway::of(shown[0].drawing().unwrap()).places().is_empty());
        }
    }
}
