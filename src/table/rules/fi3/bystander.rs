//! Missed shots that hit bystanders (dice edition, "Unintended Targets"): a d6 for each bystander, read
//! in the figure of a card.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView, LookupError, each_once};
use crate::wording::counted;

use super::super::{StrayShots, UnintendedAnswer, unintended_target};

/// Missed shots and the bystanders near their path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bystanders {
    /// The number of people within a metre of the path, two for weapons with Suppression, the
    /// nearest to the shooter first.
    pub bystanders: u8,
    /// The number of shots that missed.
    pub missed: u16,
    /// Whether they are automatic or area fire, which hits on 1 and 2 instead of 1.
    pub spray: bool,
    /// A card for each bystander that each shot passes, in order.
    pub cards: Vec<CardNumber>,
}

/// One shot passing one bystander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PassingShot {
    /// The shot, from 1.
    pub shot: u16,
    /// The bystander, from 1.
    pub bystander: u8,
    /// The reading of the card.
    pub target: UnintendedAnswer,
}

/// The bystanders hit.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BystandersAnswer {
    /// Every card read.
    pub passings: Vec<PassingShot>,
    /// Whether a shot still needs a card.
    pub open: bool,
}

impl Bystanders {
    /// Reads the cards: each shot passes the bystanders in order until it hits one.
    ///
    /// # Errors
    /// [`LookupError::CardCount`] for more cards than the shots need, [`LookupError::DrawnTwice`].
    pub fn answer<'d>(
        &self,
        deck: impl Into<DeckView<'d>>,
    ) -> Result<BystandersAnswer, LookupError> {
        let deck = deck.into();
        each_once(&self.cards)?;
        let missed = if self.spray { 2 } else { 1 };
        let strays = StrayShots { missed, scatter_increments: None, in_contact: false };
        let (mut shot, mut bystander) = (1, 1);
        let mut passings = Vec::with_capacity(self.cards.len());
        let under_way = |shot: u16| shot <= self.missed && self.bystanders > 0;
        for &card in &self.cards {
            if !under_way(shot) {
                let what = "the missed shots";
                return Err(LookupError::card_count(what, passings.len(), self.cards.len()));
            }
            let target = unintended_target(deck, card, strays);
            passings.push(PassingShot { shot, bystander, target });
            if target.hit || bystander == self.bystanders {
                (shot, bystander) = (shot.saturating_add(1), 1);
            } else {
                bystander += 1;
            }
        }
        Ok(BystandersAnswer { passings, open: under_way(shot) })
    }
}

impl BystandersAnswer {
    /// The bystanders hit, shot by shot.
    pub fn hit(&self) -> Vec<u8> {
        self.passings.iter().filter(|p| p.target.hit).map(|p| p.bystander).collect()
    }
}

impl Answer for BystandersAnswer {
    const KIND: &'static str = "fi3-stray";

    fn verdict(&self) -> Option<String> {
        let hit = self.hit().len();
        let none = if self.open { "nobody is hit so far" } else { "nobody is hit" };
        Some(if hit == 0 { none.to_owned() } else { counted(hit, "bystander") + " hit" })
    }

    fn wanted(&self) -> usize {
        usize::from(self.open)
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .passings
            .iter()
            .map(|passing| {
                let end = if passing.target.hit { "hit" } else { "missed" };
                format!(
                    "shot {}, card {}: figure {}: bystander {} {end}",
                    passing.shot, passing.target.card, passing.target.figure, passing.bystander
                )
            })
            .collect();
        lines.push(
            if self.open { "draw another card" } else { "all shots have gone their way" }
                .to_owned(),
        );
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::deck::Deck;
    use crate::table::lookup::samples::deck;

    /// A card with this figure, the n-th of them.
    fn figure(deck: &Deck, figure: u8, nth: usize) -> CardNumber {
        CardNumbers::POKER
            .iter()
            .filter(|&card| deck.card(card).unintended == figure)
            .nth(nth)
            .unwrap()
    }

    #[test]
    fn a_bullet_goes_on_until_it_hits_a_bystander() {
        let deck = deck();
        let ask = |spray, missed, cards: &[(u8, usize)]| {
            let cards = cards.iter().map(|&(number, nth)| figure(&deck, number, nth)).collect();
            Bystanders { bystanders: 2, missed, spray, cards }.answer(&deck)
        };
        let first = ask(false, 1, &[(1, 0)]).unwrap();
        assert_eq!((first.hit(), first.open), (vec![1], false));
        let second = ask(false, 1, &[(2, 0), (1, 0)]).unwrap();
        assert_eq!((second.hit(), second.open), (vec![2], false));
        assert!(ask(false, 1, &[(2, 0)]).unwrap().open);
        assert_eq!(ask(true, 1, &[(2, 0)]).unwrap().hit(), [1]);
        assert!(ask(false, 1, &[(2, 0), (2, 1), (2, 2)]).is_err());
        let spray = ask(true, 2, &[(3, 0), (2, 0), (1, 0)]).unwrap();
        assert_eq!((spray.hit(), spray.open), (vec![2, 1], false));
    }
}
