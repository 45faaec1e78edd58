//! The cards of a question: how a player names them, what a question does with them, where they come
//! from.

use std::any::TypeId;
use std::fmt;
use std::str::FromStr;

use clap::Arg;

use crate::cli::argument::{Argument, Get, Parsed, all, each, told};
use crate::deck::{CardNumber, ValueError};
use crate::diagnostic::{Problem, Problems};
use crate::lookup::{Answer, Draw};

use super::setting::Setting;

/// A card as a player names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRef {
    /// The card of this number.
    Number(CardNumber),
    /// `draw`: the next card of the pile.
    Draw,
    /// `last`: the card of the last question.
    Last,
    /// Left out: whatever the question usually takes.
    Usual,
}

impl CardRef {
    /// The card, where it is named by its number and nothing is drawn.
    ///
    /// # Errors
    /// A problem that says what would be a number.
    pub fn number(self) -> Result<CardNumber, Problem> {
        match self {
            Self::Number(card) => Ok(card),
            Self::Usual => Err(Problem::coded("lookup.card-missing", "a card is missing")
                .accepts("its number, 0 to 53")),
            word => CardNumber::read(&word.to_string(), "card"),
        }
    }
}

impl FromStr for CardRef {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        Ok(match text {
            "" => Self::Usual,
            "draw" => Self::Draw,
            "last" => Self::Last,
            number => Self::Number(number.parse()?),
        })
    }
}

impl fmt::Display for CardRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(card) => card.fmt(f),
            Self::Draw => f.write_str("draw"),
            Self::Last => f.write_str("last"),
            Self::Usual => Ok(()),
        }
    }
}

/// The cards of a word, joined by `+` or `,`.
fn joined(text: &str) -> impl Iterator<Item = Result<CardRef, ValueError>> {
    text.split(['+', ',']).map(|card| card.trim().parse())
}

/// Cards in one word: `34+11`, a card with its follow-ups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The card.
    pub card: CardRef,
    /// Its follow-up cards in the order drawn.
    pub then: Vec<CardRef>,
}

impl FromStr for Chain {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let mut cards = joined(text);
        let card = cards.next().unwrap_or(Ok(CardRef::Usual))?;
        Ok(Self { card, then: cards.collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.card.fmt(f)?;
        self.then.iter().try_for_each(|card| write!(f, "+{card}"))
    }
}

impl From<&Draw> for Chain {
    fn from(draw: &Draw) -> Self {
        let then = draw.then().iter().map(|card| CardRef::Number(*card)).collect();
        Self { card: CardRef::Number(draw.card()), then }
    }
}

/// Cards in one word: `34,10`, which lie on the table together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together(pub Vec<CardRef>);

impl FromStr for Together {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        joined(text).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.0.iter().enumerate() {
            write!(f, "{}{card}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// What a question does with the card in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardUse {
    /// A card drawn for the question.
    Drawn,
    /// A card that was drawn for something else and is read again, such as for where a hit lands
    /// (seed 004: location, penetration, damage, failure and the rest are read on the card of the
    /// attack).
    ReadOn,
    /// A card of this question that is read once more for its damage, or a new one.
    OfHit,
    /// One more card for an exceptional result.
    FollowUp,
    /// A card that is looked at.
    Shown,
    /// A card that lies on the table already: of the discard pile, or of a hand drawn before.
    Named,
}

/// Where cards come from: the deck as typed, or the pile of a session.
pub trait CardSource {
    /// The card for a place.
    ///
    /// # Errors
    /// A problem when it cannot be had, or not be named.
    fn card(&mut self, wanted: CardRef, to: CardUse) -> Result<CardNumber, Problem>;

    /// Follow-up cards for the chain that begins with these cards, beside those that were named.
    ///
    /// # Errors
    /// A problem when they cannot be had.
    fn follow_ups(&mut self, _chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// Cards that the rules want now that the others are known, such as one for the place of each
    /// wound: so many, or fewer where the players have yet to draw them.
    ///
    /// # Errors
    /// A problem when they cannot be had.
    fn wanted(&mut self, _count: usize) -> Result<Vec<CardNumber>, Problem> {
        Ok(Vec::new())
    }

    /// The same of cards without which the others say nothing yet, such as that after the 20 of a d20.
    ///
    /// # Errors
    /// A problem when they cannot be had.
    fn needed(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        self.wanted(count)
    }

    /// How many cards were told without a place for each.
    fn told(&self) -> usize {
        0
    }

    /// Whether cards that were left out come from here.
    fn deals(&self) -> bool {
        false
    }

    /// Whether every card has to be typed, for nobody draws or waits.
    fn wants_all_typed(&self) -> bool {
        false
    }
}

/// The deck as typed: every card has its number.
#[derive(Debug)]
pub struct AsTyped;

impl CardSource for AsTyped {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        wanted.number()
    }

    fn wants_all_typed(&self) -> bool {
        true
    }
}

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
        let cards = told(self.cards.wanted(count))?;
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
            let further = match answer.wanted() {
                0 => Vec::new(),
                count => self.wanted(count)?,
            };
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
            let further = match needed(&cards)? {
                0 => Vec::new(),
                count => told(self.cards.needed(count))?,
            };
            for &card in &further {
                told(self.setting.confirm(card))?;
            }
            let [first, then @ ..] = &cards[..] else { return Ok(cards) };
            if further.is_empty() {
                let then = then.iter().copied().map(CardRef::Number).collect();
                place.set(Chain { card: CardRef::Number(*first), then });
                return Ok(cards);
            }
            cards.extend(further);
        }
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

/// A card as a list of its own.
pub fn one(card: CardNumber) -> Parsed<Together> {
    Parsed::of(Together(vec![CardRef::Number(card)]))
}

/// Whether an argument is a place for cards and nothing else: its type says so.
pub fn is_card(argument: &Arg) -> bool {
    is_one_of(
        argument,
        &[
            TypeId::of::<Parsed<CardRef>>(),
            TypeId::of::<Parsed<Chain>>(),
            TypeId::of::<Parsed<Together>>(),
        ],
    )
}

/// Whether the values of an argument are of one of these types.
pub fn is_one_of(argument: &Arg, types: &[TypeId]) -> bool {
    let own = argument.get_value_parser().type_id();
    types.iter().any(|wanted| own == *wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_named_by_its_number_or_by_a_word() {
        assert_eq!(Ok(CardRef::Last), "last".parse());
        assert_eq!("draw+11+draw", "draw+11 + draw".parse::<Chain>().unwrap().to_string());
        assert_eq!("34,draw", "34, draw".parse::<Together>().unwrap().to_string());
        assert_eq!("34+11+10".parse::<Chain>(), "34,11,10".parse());
        assert_eq!("34+11+10".parse::<Together>(), "34,11, 10".parse());
        for text in ["54", "-1", "next", "34+11"] {
            assert!(text.parse::<CardRef>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn where_nothing_is_drawn_every_card_needs_its_number() {
        for word in [CardRef::Draw, CardRef::Last] {
            let problem = AsTyped.card(word, CardUse::Drawn).unwrap_err();
            let expected = format!("card \"{word}\" does not exist; accepted: 0 to 53");
            assert_eq!(expected, problem.to_string());
        }
        let problem = AsTyped.card(CardRef::Usual, CardUse::Drawn).unwrap_err();
        assert_eq!("a card is missing; accepted: its number, 0 to 53", problem.to_string());
    }
}
