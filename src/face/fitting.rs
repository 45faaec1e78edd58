//! The faces of a deck, checked for faults.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problems;

use super::check::{FrontFaults, unbindable};
use super::selection::Selection;
use super::{Extra, Face, Faces, Theme};

impl<'a> Faces<'a> {
    /// Makes all cards of a deck and their backs and checks them.
    ///
    /// # Errors
    /// What [`check`](super::check()) finds in the templates, on the cards and the backs.
    pub fn fitting(theme: &'a Theme, deck: &'a Deck) -> Result<Self, Problems> {
        Self::fitting_on(theme, deck, &deck.numbers().iter().collect::<Vec<_>>())
    }

    /// As [`fitting`](Self::fitting) for a print run of these cards only.
    ///
    /// # Errors
    /// As [`fitting_selected`](Self::fitting_selected).
    pub fn fitting_on(
        theme: &'a Theme,
        deck: &'a Deck,
        cards: &[CardNumber],
    ) -> Result<Self, Problems> {
        Self::fitting_selected(theme, deck, Selection::from_cards(cards))
    }

    /// As [`fitting`](Self::fitting) for a selection of faces: other cards are not made, and faults that only
    /// they have are not reported.
    ///
    /// # Errors
    /// What [`check`](super::check()) finds in the templates and on these faces.
    pub fn fitting_selected(
        theme: &'a Theme,
        deck: &'a Deck,
        selection: Selection<'_>,
    ) -> Result<Self, Problems> {
        let checked = Self::fitting_while(theme, deck, selection, &|| true)?;
        Ok(checked.expect("who never stops has checked all"))
    }

    /// As [`fitting_selected`](Self::fitting_selected), or `None` if `goes_on`, which is called before each
    /// card, returned false.
    ///
    /// # Errors
    /// As [`fitting_selected`](Self::fitting_selected).
    pub fn fitting_while(
        theme: &'a Theme,
        deck: &'a Deck,
        selection: Selection<'_>,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Self>, Problems> {
        let faces = Self::bound(theme, deck, selection.extras)?;
        let problems = faces.guarded(|| {
            let front = |&card: &CardNumber| faces.front_faults(card, faces.card(card));
            let given_up = AtomicBool::new(false);
            let fronts: Option<Vec<FrontFaults>> = selection
                .cards
                .par_iter()
                .map(|card| {
                    let goes_on = !given_up.load(Ordering::Relaxed) && goes_on();
                    given_up.fetch_or(!goes_on, Ordering::Relaxed);
                    goes_on.then(|| front(card))
                })
                .collect();
            Ok(fronts.map(|fronts| faces.faults(fronts, selection)))
        })?;
        match problems {
            Some(problems) => problems.into_result(Some(faces)),
            None => Ok(None),
        }
    }

    /// As [`fitting_selected`](Self::fitting_selected) without keeping the fronts, which take 45 MB together:
    /// each is passed to `see` when it has no faults, and then dropped. The results are in the order of the
    /// selection.
    ///
    /// # Errors
    /// As [`fitting_selected`](Self::fitting_selected).
    pub fn fitting_seen<T: Send>(
        theme: &'a Theme,
        deck: &'a Deck,
        selection: Selection<'_>,
        see: impl Fn(&Face) -> T + Sync,
    ) -> Result<(Self, Vec<T>), Problems> {
        let faces = Self::bound(theme, deck, selection.extras)?;
        let seen = faces.guarded(|| {
            let front = |&card: &CardNumber| {
                let face = faces.lent_card(card);
                let faults = faces.front_faults(card, &face);
                let seen = faults.is_good().then(|| see(&face));
                (faults, seen)
            };
            let (faults, seen): (Vec<FrontFaults>, Vec<Option<T>>) =
                selection.cards.par_iter().map(front).unzip();
            faces.faults(faults, selection).into_result(seen)
        })?;
        Ok((faces, seen.into_iter().flatten().collect()))
    }

    /// The faces of templates that bind without faults.
    fn bound(theme: &'a Theme, deck: &'a Deck, extras: &[Extra]) -> Result<Self, Problems> {
        Self::new(theme, deck).map_err(|problems| unbindable(theme, deck, extras, problems))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::face::testing::{deck, theme};

    #[test]
    fn fronts_are_shown_in_the_order_of_the_deck_and_not_kept() {
        let (deck, theme) = (deck(), Theme::built_in("ink-saver").unwrap());
        let cards: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
        let (mut faces, seen) =
            Faces::fitting_seen(&theme, &deck, Selection::from_cards(&cards), |face| {
                face.drawing().unwrap().live()
            })
            .unwrap();
        assert!(CardNumbers::POKER.iter().all(|number| faces.take_card(number).is_none()));
        let kept = Faces::fitting(&theme, &deck).unwrap();
        let expected =
            CardNumbers::POKER.iter().map(|number| kept.card(number).drawing().unwrap().live());
        assert_eq!(expected.collect::<Vec<_>>(), seen);
    }

    #[test]
    fn what_is_wrong_is_the_same_whether_fronts_are_kept_or_shown() {
        let deck = deck();
        for front in [
            "<text x=\"1\" y=\"20\">{{number}}</text>",
            "<text id=\"is suit.name clubs\" x=\"9\" y=\"9\">龍</text>",
            "<text x=\"9\" y=\"9\">{{cause.d10.9}}</text>",
        ] {
            let theme = theme(front);
            let kept = Faces::fitting(&theme, &deck).unwrap_err().to_string();
            let cards: Vec<CardNumber> = CardNumbers::POKER.iter().collect();
            let all = Selection::from_cards(&cards);
            let shown = Faces::fitting_seen(&theme, &deck, all, |_| ()).unwrap_err().to_string();
            assert_eq!(kept, shown);
        }
    }
}
