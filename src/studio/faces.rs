//! The faces of cards for the page: drawn in the theme, with the position of each cell.

use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problems;
use crate::face::{Binder, Drawing, Format, Theme};
use crate::isolate;

/// The cache holds as many faces as the largest deck has cards.
const MOST_FACES: usize = crate::deck::CardNumbers::MOST;

/// A cache of drawn faces, by a digest of the card bound to the template, before drawing. So a face is drawn
/// again only if something on it changed.
#[derive(Debug, Default)]
pub(super) struct DrawnFaces(Mutex<Vec<([u8; 32], Arc<DrawnFace>)>>);

/// A drawn face.
#[derive(Debug)]
pub(super) struct DrawnFace {
    /// The picture, with text as outlines.
    pub svg: Arc<[u8]>,
    /// Names of its items, with the sides left, top, right, bottom in millimetres.
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
            // Least recently used faces are dropped first.
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

    /// The number of cached faces.
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
