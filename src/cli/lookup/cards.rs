//! The cards of a question while it is answered: taken from where they come from, and put down with
//! their numbers.

use crate::cli::argument::{Argument, Get, Parsed, all, each, told};
use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::lookup::{Answer, Draw};

use super::setting::Setting;
use super::source::{CardSource, CardUse};
use super::written::{CardRef, Chain, Together, one};

/// What a question is answered with: the table it is asked at, and the cards. Every card that was
/// named in another way is put down with its number, so that a question that was answered can be
/// asked again.
pub struct Context<'d, 'c> {
    /// Deck, house rules, weapons, who acts.
    pub setting: &'d Setting,
    cards: &'c mut dyn CardSource,
}

impl<'d, 'c> Context<'d, 'c> {
    /// For questions at this setting, with cards from this source.
    pub fn new(setting: &'d Setting, cards: &'c mut dyn CardSource) -> Self {
        Self { setting, cards }
    }

    /// The same cards at another setting.
    pub fn at<'s>(&mut self, setting: &'s Setting) -> Context<'s, '_> {
        Context { setting, cards: &mut *self.cards }
    }

    fn take(&mut self, wanted: CardRef, to: CardUse) -> Result<CardNumber, Problems> {
        told(self.cards.card(wanted, to).and_then(|card| self.setting.confirm(card)))
    }

    /// The card in a place.
    pub fn card(
        &mut self,
        place: &mut Parsed<CardRef>,
        to: CardUse,
    ) -> Result<CardNumber, Problems> {
        let card = self.take(*place.as_ref()?, to)?;
        place.set(CardRef::Number(card));
        Ok(card)
    }

    /// The card in a place that may be empty.
    pub fn card_if(
        &mut self,
        place: &mut Option<Parsed<CardRef>>,
        to: CardUse,
    ) -> Result<Option<CardNumber>, Problems> {
        place.as_mut().map(|place| self.card(place, to)).transpose()
    }

    /// The cards in several places.
    pub fn cards(
        &mut self,
        places: &mut Vec<Parsed<Together>>,
        to: CardUse,
    ) -> Result<Vec<CardNumber>, Problems> {
        let wanted = places.get()?.into_iter().flat_map(|cards| cards.0);
        let cards = each(wanted.map(|card| self.take(card, to)))?;
        *places = cards.iter().copied().map(one).collect();
        Ok(cards)
    }

    /// The discard pile: the cards named, or else those of the session.
    pub fn discard_pile(
        &mut self,
        places: &mut Vec<Parsed<Together>>,
    ) -> Result<Vec<CardNumber>, Problems> {
        if places.is_empty() {
            return Ok(self.setting.discarded.clone());
        }
        self.cards(places, CardUse::Named)
    }

    /// The follow-up cards of the chain that begins with `first`.
    pub fn follow_ups(
        &mut self,
        first: &[CardNumber],
        places: &mut Vec<Parsed<Together>>,
    ) -> Result<Vec<CardNumber>, Problems> {
        let mut cards = self.cards(places, CardUse::FollowUp)?;
        for card in told(self.cards.follow_ups(first))? {
            told(self.setting.confirm(card))?;
            places.push(one(card));
            cards.push(card);
        }
        Ok(cards)
    }

    /// Cards that the rules want now that the others are known: so many, or fewer where the players
    /// have yet to draw them.
    pub fn wanted(&mut self, count: usize) -> Result<Vec<CardNumber>, Problems> {
        let cards = if count == 0 { Vec::new() } else { told(self.cards.wanted(count))? };
        self.confirmed(cards)
    }

    /// The same of cards without which the others say nothing yet.
    fn needed(&mut self, count: usize) -> Result<Vec<CardNumber>, Problems> {
        let cards = if count == 0 { Vec::new() } else { told(self.cards.needed(count))? };
        self.confirmed(cards)
    }

    fn confirmed(&self, cards: Vec<CardNumber>) -> Result<Vec<CardNumber>, Problems> {
        each(cards.into_iter().map(|card| told(self.setting.confirm(card))))
    }

    /// The answer to a question with these cards, and with those that it then wants.
    pub fn complete<A: Answer, E: Into<Problem>>(
        &mut self,
        cards: &mut Vec<CardNumber>,
        mut ask: impl FnMut(&[CardNumber]) -> Result<A, E>,
    ) -> Result<A, Problems> {
        loop {
            let answer = told(ask(cards))?;
            let further = self.wanted(answer.wanted())?;
            if further.is_empty() {
                return Ok(answer);
            }
            cards.extend(further);
        }
    }

    /// The places of a list that was left out, so many.
    pub fn make_room<K: Argument>(&self, places: &mut Vec<Parsed<K>>, count: usize) {
        let left_out = places.iter().all(|place| place.text().is_empty());
        if left_out && self.cards.deals() {
            *places = (0..count).map(|_| Parsed::read("", "card")).collect();
        }
    }

    /// How many cards were told without a place for each.
    pub fn told(&self) -> usize {
        self.cards.told()
    }

    /// The place of a card that the question needs, where it was left out and can be had.
    pub fn place_of<'p, K: Argument>(
        &self,
        place: &'p mut Option<Parsed<K>>,
    ) -> Option<&'p mut Parsed<K>> {
        if place.is_none() && self.cards.deals() {
            *place = Some(Parsed::read("", "card"));
        }
        place.as_mut()
    }

    /// A card with its follow-ups, some of which may stand in the word of the card: those are put
    /// with the others.
    pub fn draw(
        &mut self,
        place: &mut Parsed<Chain>,
        then: &mut Vec<Parsed<Together>>,
    ) -> Result<Draw, Problems> {
        let card = self.first(place, then);
        let first = card.as_ref().map_or(&[][..], std::slice::from_ref);
        let follow_ups = self.follow_ups(first, then);
        let (card, follow_ups) = all((card, follow_ups))?;
        told(Draw::new(card, follow_ups))
    }

    /// The first card of a chain; the others of the word go before those in `then`.
    pub fn first(
        &mut self,
        place: &mut Parsed<Chain>,
        then: &mut Vec<Parsed<Together>>,
    ) -> Result<CardNumber, Problems> {
        let chain = place.as_ref()?.clone();
        let card = self.take(chain.card, CardUse::Drawn)?;
        then.splice(0..0, chain.then.into_iter().map(|card| Parsed::of(Together(vec![card]))));
        place.set(Chain { card: CardRef::Number(card), then: Vec::new() });
        Ok(card)
    }

    /// A card with its follow-ups in one word.
    pub fn chain(&mut self, place: &mut Parsed<Chain>) -> Result<Draw, Problems> {
        let mut chain = place.as_ref()?.clone();
        let draw = self.draw_of(&mut chain)?;
        place.set(chain);
        Ok(draw)
    }

    /// A chain that is part of a word.
    pub fn draw_of(&mut self, chain: &mut Chain) -> Result<Draw, Problems> {
        let card = self.take(chain.card, CardUse::Drawn)?;
        let mut then = vec![Parsed::of(Together(chain.then.clone()))];
        let follow_ups = self.follow_ups(&[card], &mut then)?;
        let draw = told(Draw::new(card, follow_ups))?;
        *chain = Chain::from(&draw);
        Ok(draw)
    }

    /// Cards that damage is read on: the first may be that of the question itself. What the damage
    /// wants besides is asked for when it is known.
    pub fn of_hit(&mut self, place: &mut Parsed<Chain>) -> Result<Draw, Problems> {
        self.named(place, CardUse::OfHit)
    }

    /// The cards of a word and no others.
    fn named(&mut self, place: &mut Parsed<Chain>, to: CardUse) -> Result<Draw, Problems> {
        let chain = place.as_ref()?.clone();
        let card = self.take(chain.card, to)?;
        let mut then = vec![Parsed::of(Together(chain.then))];
        let then = self.cards(&mut then, CardUse::FollowUp)?;
        let draw = told(Draw::new(card, then))?;
        place.set(Chain::from(&draw));
        Ok(draw)
    }

    /// That a word such as `2D` has its cards, where nothing deals them; `example` is one that has.
    ///
    /// # Errors
    /// A problem that shows how both are written.
    pub fn has_cards(&self, word: &str, cards: &str, example: &str) -> Result<(), Problem> {
        if cards.is_empty() && self.cards.wants_all_typed() {
            let message = format!("{word} has no cards");
            return Err(Problem::coded("lookup.card-missing", message).accepts(example));
        }
        Ok(())
    }

    /// The cards of a word where so many are read, and more while it `goes_on`: they are drawn where
    /// the word was left out.
    pub fn chained_of(
        &mut self,
        place: &mut Parsed<Chain>,
        count: usize,
        goes_on: impl Fn(&[CardNumber]) -> bool,
    ) -> Result<Vec<CardNumber>, Problems> {
        if place.text().is_empty() && self.cards.deals() {
            let then = vec![CardRef::Usual; count.saturating_sub(1)];
            place.set(Chain { card: CardRef::Usual, then });
        }
        let draw = self.named(place, CardUse::Drawn)?;
        let mut cards: Vec<CardNumber> = draw.cards().copied().collect();
        if goes_on(&cards) {
            let further = self.follow_ups(&[draw.card()], &mut Vec::new())?;
            cards.extend(further);
            let then = cards[1..].iter().copied().map(CardRef::Number).collect();
            place.set(Chain { card: CardRef::Number(draw.card()), then });
        }
        Ok(cards)
    }

    /// The cards of a word with those that are needed besides, now that these are known: so many as
    /// `needed` says, until it says none or the players have yet to draw them.
    pub fn and_needed(
        &mut self,
        place: &mut Parsed<Chain>,
        mut cards: Vec<CardNumber>,
        needed: impl Fn(&[CardNumber]) -> Result<usize, Problems>,
    ) -> Result<Vec<CardNumber>, Problems> {
        loop {
            let further = self.needed(needed(&cards)?)?;
            if further.is_empty() {
                break;
            }
            cards.extend(further);
        }
        if let [first, then @ ..] = &cards[..] {
            let then = then.iter().copied().map(CardRef::Number).collect();
            place.set(Chain { card: CardRef::Number(*first), then });
        }
        Ok(cards)
    }

    /// Cards that lie on the table together, in one word that may be part of a longer one.
    pub fn together(&mut self, cards: &mut [CardRef]) -> Result<Vec<CardNumber>, Problems> {
        each(cards.iter_mut().map(|place| {
            let card = self.take(*place, CardUse::Drawn)?;
            *place = CardRef::Number(card);
            Ok(card)
        }))
    }
}
