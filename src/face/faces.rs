//! The faces of a deck in a theme, each bound and parsed once.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems, Source};
use crate::isolate;

use super::back_place::BackPlace;
use super::backs::Backs;
use super::bind::Binder;
use super::document::Element;
use super::{Drawing, Extra, Fonts, Palette, Pictures, Theme};

/// A face ready to draw, or why it cannot be drawn.
#[derive(Debug)]
pub struct Face {
    drawing: Result<Drawing, Problems>,
    /// The template it was made from; `None` for a face that the program draws itself.
    template: Option<Arc<Source>>,
}

impl Face {
    fn from_element(bound: Element, theme: &Theme, template: &Arc<Source>) -> Self {
        let template = Some(Arc::clone(template));
        Self { drawing: Drawing::new(bound, theme.fonts()), template }
    }

    /// Parses a face that is not made from a template, in the fonts of a theme.
    pub fn read_in(svg: &str, fonts: &Fonts) -> Self {
        Self { drawing: Drawing::read_in(svg, fonts), template: None }
    }

    /// The drawing of the face.
    ///
    /// # Errors
    /// Those of [`parse_svg`](super::parse_svg).
    pub fn drawing(&self) -> Result<&Drawing, Problems> {
        self.drawing.as_ref().map_err(Clone::clone)
    }

    /// The template it was made from, if any.
    pub(crate) fn template(&self) -> Option<&Arc<Source>> {
        self.template.as_ref()
    }
}

/// The inks of a face.
#[derive(Clone, Copy, Debug)]
pub struct FaceInks<'a> {
    /// Its swatches.
    pub palette: &'a Palette,
    /// Its pictures with inks of their own, if any.
    pub pictures: Option<&'a Pictures>,
}

impl<'a> From<&'a Palette> for FaceInks<'a> {
    fn from(palette: &'a Palette) -> Self {
        Self { palette, pictures: None }
    }
}

/// The faces of a deck: cards, backs and extra cards. Each is made on first use, or all together by
/// [`make`](Self::make). A clone shares those already made.
#[derive(Clone, Debug)]
pub struct Faces<'a> {
    theme: &'a Theme,
    binder: Arc<Binder<'a>>,
    /// By card number.
    cards: Vec<OnceLock<Arc<Face>>>,
    /// By index.
    backs: Vec<OnceLock<Arc<Face>>>,
    extras: Vec<(Extra, OnceLock<Arc<Face>>)>,
}

impl<'a> Faces<'a> {
    /// Reads the templates of `theme` for `deck`; makes no face yet.
    ///
    /// # Errors
    /// As [`Binder::new`].
    pub fn new(theme: &'a Theme, deck: &'a Deck) -> Result<Self, Problems> {
        let binder = Arc::new(Binder::new(theme, deck)?);
        let cards = deck.cards().iter().map(|_| OnceLock::new()).collect();
        let backs = theme.back_templates().iter().map(|_| OnceLock::new()).collect();
        let extras = theme.extras().map(|extra| (extra, OnceLock::new())).collect();
        Ok(Self { theme, binder, cards, backs, extras })
    }

    /// Makes all faces in parallel.
    pub fn make(&self) {
        self.binder.deck().cards().par_iter().for_each(|card| {
            self.card(card.number);
        });
        self.backs().for_each(drop);
        self.theme.extras().for_each(|extra| {
            self.extra(extra);
        });
    }

    /// The theme of the faces.
    pub fn theme(&self) -> &'a Theme {
        self.theme
    }

    /// The deck of the faces.
    pub fn deck(&self) -> &'a Deck {
        self.binder.deck()
    }

    /// The inks of the faces: the swatches of the theme and the inks of its pictures.
    pub fn inks(&self) -> FaceInks<'_> {
        FaceInks { palette: self.theme.palette(), pictures: Some(self.binder.pictures()) }
    }

    /// The front of a card.
    pub fn card(&self, number: CardNumber) -> &Face {
        self.cards[self.deck().numbers().index(number)].get_or_init(|| self.made(number).into())
    }

    /// The back; the one of [`BackPlace::FIRST`] if there are several.
    pub fn back(&self) -> &Face {
        self.back_at(BackPlace::FIRST)
    }

    /// One of the theme's backs.
    pub fn back_at(&self, place: BackPlace) -> &Face {
        self.backs[place.index()].get_or_init(|| self.made_back(place).into())
    }

    /// The back of a card.
    pub fn back_of(&self, number: CardNumber) -> &Face {
        self.back_at(self.binder.backs().behind(number))
    }

    /// All backs of the theme in order, each with its index.
    pub fn backs(&self) -> impl Iterator<Item = (BackPlace, &Face)> {
        BackPlace::all(self.backs.len()).map(|place| (place, self.back_at(place)))
    }

    /// The back of each card.
    pub fn behind(&self) -> &Backs {
        self.binder.backs()
    }

    fn made_back(&self, place: BackPlace) -> Face {
        let template = &self.theme.back_templates()[place.index()].source;
        Face::from_element(self.binder.bound_back(place), self.theme, template)
    }

    /// An extra card, if the theme has it and its template is without faults.
    pub fn extra(&self, extra: Extra) -> Option<&Face> {
        let (_, place) = self.extras.iter().find(|(own, _)| *own == extra)?;
        if let Some(face) = place.get() {
            return Some(face);
        }
        let bound = self.binder.bound_extra(extra)?;
        let template = self.theme.extra(extra)?;
        Some(place.get_or_init(|| Face::from_element(bound, self.theme, template).into()))
    }

    /// The faults that prevent an extra card.
    pub(crate) fn extra_faults(&self, extra: Extra) -> Option<&Problems> {
        self.binder.extra_faults(extra)
    }

    /// The front of a card; made without keeping it if it does not exist yet.
    pub(crate) fn lent_card(&self, number: CardNumber) -> Arc<Face> {
        let kept = self.cards[self.deck().numbers().index(number)].get().cloned();
        kept.unwrap_or_else(|| self.made(number).into())
    }

    /// Removes and returns the front of a card, to free memory; it is made again on next use.
    pub(crate) fn take_card(&mut self, number: CardNumber) -> Option<Arc<Face>> {
        let index = self.deck().numbers().index(number);
        self.cards[index].take()
    }

    /// Makes a front without keeping it.
    pub(crate) fn made(&self, number: CardNumber) -> Face {
        let bound = self.binder.bound_card(self.deck().card(number));
        Face::from_element(bound, self.theme, self.theme.card())
    }

    /// Runs work that draws faces, with panics of the drawing library contained.
    ///
    /// # Errors
    /// Those of the work, or a panic of the drawing library.
    pub(crate) fn guarded<T: Send>(
        &self,
        work: impl FnOnce() -> Result<T, Problems> + Send,
    ) -> Result<T, Problems> {
        isolate::run(work).unwrap_or_else(|panic| {
            let name = self.theme.name();
            let message = format!("a face of the theme {name} cannot be drawn: {panic}");
            Err(Problem::coded("face.undrawable", message).into())
        })
    }

    /// The templates.
    pub(super) fn binder(&self) -> &Binder<'a> {
        &self.binder
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::face::testing::{deck, number};

    #[test]
    fn a_face_equals_its_bound_svg_read_again() {
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let (faces, binder) =
            (Faces::new(&theme, &deck).unwrap(), Binder::new(&theme, &deck).unwrap());
        let live = |face: &Face| face.drawing().unwrap().live();
        let outlined = |face: &Face| face.drawing().unwrap().outlined().unwrap();
        let read = |svg: &str| Drawing::read(svg).unwrap().outlined().unwrap();
        for card in [0, 34, 53].map(|card| deck.card(number(card))) {
            assert_eq!(binder.card(card), live(faces.card(card.number)));
            assert_eq!(read(&binder.card(card)), outlined(faces.card(card.number)));
        }
        assert_eq!(binder.back(), live(faces.back()));
        assert_eq!(read(&binder.back()), outlined(faces.back()));
        for extra in theme.extras() {
            let face = faces.extra(extra).unwrap();
            assert_eq!(binder.extra(extra).unwrap(), live(face));
            assert_eq!(read(&live(face)), outlined(face));
        }
    }

    #[test]
    fn a_face_is_made_once() {
        let (deck, theme) = (deck(), Theme::built_in("west").unwrap());
        let faces = Faces::fitting(&theme, &deck).unwrap();
        let fronts = |faces: &Faces<'_>| -> Vec<*const Face> {
            CardNumbers::POKER.iter().map(|card| std::ptr::from_ref(faces.card(card))).collect()
        };
        let before = fronts(&faces);
        faces.accessibility().unwrap();
        let after = fronts(&faces.clone());
        assert_eq!(before, after);
    }
}
