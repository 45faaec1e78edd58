//! The cards as the page shows them: drawn in the theme, each cell in its place.

use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problems;
use crate::face::{Binder, Drawing, Format, Theme};
use crate::isolate;

/// As many faces as a deck has cards.
const MOST_FACES: usize = crate::deck::DECK_SIZE;

/// Finished faces, by a digest of all that is drawn on them: the card bound to the template, before it
/// is drawn. So a face is drawn anew when something on it changed, and for no other reason.
#[derive(Debug, Default)]
pub(super) struct DrawnFaces(Mutex<Vec<([u8; 32], Arc<DrawnFace>)>>);

/// A drawn face.
#[derive(Debug)]
pub(super) struct DrawnFace {
    /// The picture, its letters as outlines.
    pub svg: Arc<[u8]>,
    /// Names of what is on it, with the sides left, top, right, bottom in millimetres.
    pub(super) places: Vec<(String, [f64; 4])>,
    pub(super) format: Format,
}

impl DrawnFaces {
    /// The front of a card.
    ///
    /// # Errors
    /// The faults of the theme, or that it cannot be drawn.
    pub fn draw(
        &self,
        theme: &Theme,
        deck: &Deck,
        card: CardNumber,
    ) -> Result<Arc<DrawnFace>, Problems> {
        let bound = Binder::new(theme, deck)?.card(deck.card(card));
        let digest =
            Sha256::new().chain_update(theme.fonts().digest()).chain_update(bound.as_bytes());
        let digest: [u8; 32] = digest.finalize().into();
        let known = |kept: &Vec<([u8; 32], Arc<DrawnFace>)>| {
            kept.iter().position(|(own, _)| *own == digest)
        };
        if let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner)
            && let Some(place) = known(&kept)
        {
            // What was asked for last stays longest.
            let face = kept.remove(place);
            kept.push(face.clone());
            return Ok(face.1);
        }
        let drawn = isolate::run(|| -> Result<DrawnFace, Problems> {
            let drawing = Drawing::read_in(&bound, theme.fonts())?;
            let svg = drawing.outlined()?.into_bytes().into();
            Ok(DrawnFace { svg, places: drawing.places(), format: theme.format() })
        });
        let drawn = drawn.unwrap_or_else(|panic| {
            let message = format!("card {card} cannot be drawn: {panic}");
            Err(crate::diagnostic::Problem::coded("face.undrawable", message).into())
        })?;
        let drawn = Arc::new(drawn);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known(&kept).is_none() {
            kept.push((digest, Arc::clone(&drawn)));
        }
        if kept.len() > MOST_FACES {
            kept.remove(0);
        }
        Ok(drawn)
    }

    /// How many are kept.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::figures::MadeDeck;
    use super::*;
    use crate::spec::preset;
    use crate::studio::figures::Stage;

    pub(in crate::studio) fn made() -> MadeDeck {
        let spec = preset("future-imperfect").unwrap().spec().unwrap();
        let theme = Theme::built_in("future-imperfect").map(Arc::new);
        MadeDeck::new(Stage::Settled, 1, spec.into(), Deck::built_in(), theme)
    }

    #[test]
    fn a_face_is_drawn_again_only_when_something_on_it_changed() {
        let made = made();
        let theme = made.theme.as_ref().unwrap();
        let (faces, card) = (DrawnFaces::default(), CardNumber::new(7).unwrap());
        let first = faces.draw(theme, &made.deck, card).unwrap();
        assert!(Arc::ptr_eq(&first, &faces.draw(theme, &made.deck.clone(), card).unwrap()));
        let other = Theme::built_in("ink-saver").unwrap();
        assert!(!Arc::ptr_eq(&first, &faces.draw(&other, &made.deck, card).unwrap()));
        assert_eq!(2, faces.count());
    }
}
