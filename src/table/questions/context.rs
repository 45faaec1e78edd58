//! The context of answering a question: takes cards from their source and records their numbers.

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::dice::{CheckDice, EffectDice};
use crate::table::lookup::{Answer, DeckView, Draw, EffectCell, PartsRead, Pool};
use crate::table::rules::Attempt;

use super::args::{Arg, List, Opt};
use super::cards::{CardList, CardRef, Chain, chain_text, texts};
use super::field::{CardUse, Field};
use super::problems::{each, listed};
use super::setting::Setting;
use super::source::CardSource;

/// The setting and the cards for answering a question. The number of every drawn card is recorded
/// for its field, so that an answered question can be repeated.
pub struct Context<'d, 'c> {
    /// Deck, house rules, weapons, acting character.
    pub setting: &'d Setting,
    deck: DeckView<'d>,
    source: &'c mut dyn CardSource,
    noted: Vec<(&'static Field, Vec<String>)>,
}

impl<'d, 'c> Context<'d, 'c> {
    /// The context of a question in this setting, with cards from this source. The parts of the
    /// cards that are read are recorded in `reads`.
    pub fn new(setting: &'d Setting, reads: &'d PartsRead, source: &'c mut dyn CardSource) -> Self {
        let deck = DeckView::recording(&setting.deck, reads);
        Self { setting, deck, source, noted: Vec::new() }
    }

    /// The deck as a view that records the parts read.
    pub const fn deck(&self) -> DeckView<'d> {
        self.deck
    }

    /// A cell of the effect grid of the deck.
    ///
    /// # Errors
    /// A problem if the deck does not have it.
    pub fn effect_cell(&self, dice: EffectDice) -> Result<EffectCell<'d>, Problems> {
        listed(EffectCell::new(self.deck, dice))
    }

    /// The texts of the fields whose cards were drawn.
    pub fn into_noted(self) -> Vec<(&'static Field, Vec<String>)> {
        self.noted
    }

    /// Records the texts of a field with the numbers of its cards.
    pub fn note(&mut self, field: &'static Field, texts: Vec<String>) {
        match self.noted.iter_mut().find(|(known, _)| known.name == field.name) {
            Some((_, noted)) => *noted = texts,
            None => self.noted.push((field, texts)),
        }
    }

    /// The cells of a check on the deck.
    ///
    /// # Errors
    /// A problem if the deck does not have them.
    pub fn pool(&self, dice: CheckDice) -> Result<Pool<'d>, Problems> {
        listed(Pool::new(self.deck(), dice))
    }

    /// Takes a card from the source and checks that it shows what the deck says.
    fn take(&mut self, wanted: CardRef, card_use: CardUse) -> Result<CardNumber, Problems> {
        listed(self.source.card(wanted, card_use).and_then(|card| self.setting.confirm(card)))
    }

    /// The card of a field.
    pub fn card(&mut self, arg: &Arg<CardRef>) -> Result<CardNumber, Problems> {
        let card = self.take(arg.get(), arg.field().card_use)?;
        self.note(arg.field(), texts(&[card]));
        Ok(card)
    }

    /// The card of an optional field.
    pub fn card_if(&mut self, arg: &Opt<CardRef>) -> Result<Option<CardNumber>, Problems> {
        let Some(wanted) = arg.get() else { return Ok(None) };
        let card = self.take(wanted, arg.field().card_use)?;
        self.note(arg.field(), texts(&[card]));
        Ok(Some(card))
    }

    /// The cards of a list.
    pub fn cards(&mut self, list: &List<CardList>) -> Result<Vec<CardNumber>, Problems> {
        let wanted: Vec<CardRef> = list.get().into_iter().flat_map(|cards| cards.0).collect();
        self.take_list(list.field(), wanted)
    }

    /// The cards of a list; if it is left out and the source draws cards, `count` of them.
    pub fn cards_or(
        &mut self,
        list: &List<CardList>,
        count: usize,
    ) -> Result<Vec<CardNumber>, Problems> {
        match list.is_empty() && self.source.deals() {
            true => self.take_list(list.field(), vec![CardRef::Usual; count]),
            false => self.cards(list),
        }
    }

    fn take_list(
        &mut self,
        field: &'static Field,
        wanted: Vec<CardRef>,
    ) -> Result<Vec<CardNumber>, Problems> {
        let cards = each(wanted.into_iter().map(|card| self.take(card, field.card_use)))?;
        if !cards.is_empty() {
            self.note(field, texts(&cards));
        }
        Ok(cards)
    }

    /// The discard pile: the given cards, or else those of the session.
    pub fn discard_pile(&mut self, list: &List<CardList>) -> Result<Vec<CardNumber>, Problems> {
        match list.get().is_empty() {
            true => Ok(self.setting.discarded.clone()),
            false => self.cards(list),
        }
    }

    /// Further follow-up cards of the chain that begins with these cards.
    ///
    /// # Errors
    /// A problem if they cannot be drawn.
    pub fn follow_ups(&mut self, chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problems> {
        let cards = listed(self.source.follow_ups(chain))?;
        self.confirmed(cards)
    }

    /// Cards that the rules require after the others are known: `count`, or fewer if the players
    /// have yet to draw them.
    pub fn wanted(&mut self, count: usize) -> Result<Vec<CardNumber>, Problems> {
        let cards = if count == 0 { Vec::new() } else { listed(self.source.wanted(count))? };
        self.confirmed(cards)
    }

    /// As [`wanted`](Self::wanted), for cards without which the others cannot be used.
    fn needed(&mut self, count: usize) -> Result<Vec<CardNumber>, Problems> {
        let cards = if count == 0 { Vec::new() } else { listed(self.source.needed(count))? };
        self.confirmed(cards)
    }

    fn confirmed(&self, cards: Vec<CardNumber>) -> Result<Vec<CardNumber>, Problems> {
        each(cards.into_iter().map(|card| listed(self.setting.confirm(card))))
    }

    /// The answer to a question with these cards and those that it then requires.
    pub fn complete<A: Answer, E: Into<Problem>>(
        &mut self,
        cards: &mut Vec<CardNumber>,
        mut ask: impl FnMut(&[CardNumber]) -> Result<A, E>,
    ) -> Result<A, Problems> {
        loop {
            let answer = listed(ask(cards))?;
            let further = self.wanted(answer.wanted())?;
            if further.is_empty() {
                return Ok(answer);
            }
            cards.extend(further);
        }
    }

    /// The number of given cards without a field.
    pub fn unassigned(&self) -> usize {
        self.source.unassigned()
    }

    /// Whether missing cards are drawn.
    pub fn deals(&self) -> bool {
        self.source.deals()
    }

    /// The pool and the cards of a check.
    ///
    /// # Errors
    /// The problems of the cards.
    pub fn attempt(
        &mut self,
        card: &Arg<Chain>,
        then: &List<CardList>,
        dice: CheckDice,
    ) -> Result<Attempt<'d>, Problems> {
        let draw = self.draw(card, then)?;
        Ok(Attempt::new(self.pool(dice)?, draw))
    }

    /// A card with its follow-up cards, some of which may be part of the card's word.
    pub fn draw(&mut self, card: &Arg<Chain>, then: &List<CardList>) -> Result<Draw, Problems> {
        let (card, mut follow_ups) = self.first(card, then)?;
        follow_ups.extend(self.follow_ups(&[card])?);
        if !follow_ups.is_empty() {
            self.note(then.field(), texts(&follow_ups));
        }
        listed(Draw::new(card, follow_ups))
    }

    /// The first card of a chain, and the given follow-up cards, those in its word first.
    pub fn first(
        &mut self,
        card: &Arg<Chain>,
        then: &List<CardList>,
    ) -> Result<(CardNumber, Vec<CardNumber>), Problems> {
        let chain = card.get();
        let first = self.take(chain.card, card.field().card_use)?;
        self.note(card.field(), texts(&[first]));
        let given = then.get().into_iter().flat_map(|cards| cards.0);
        let wanted: Vec<CardRef> = chain.then.into_iter().chain(given).collect();
        let then = each(wanted.into_iter().map(|card| self.take(card, CardUse::FollowUp)))?;
        Ok((first, then))
    }

    /// A card with its follow-up cards in one word.
    pub fn chain(&mut self, arg: &Arg<Chain>) -> Result<Draw, Problems> {
        let draw = self.draw_chain(&arg.get())?;
        self.note_chain(arg.field(), &draw);
        Ok(draw)
    }

    /// As [`chain`](Self::chain), for an optional field.
    pub fn chain_if(&mut self, arg: &Opt<Chain>) -> Result<Option<Draw>, Problems> {
        let Some(chain) = arg.get() else { return Ok(None) };
        let draw = self.draw_chain(&chain)?;
        self.note_chain(arg.field(), &draw);
        Ok(Some(draw))
    }

    /// The chains of a list; if it is left out and the source draws cards, `count` of them.
    pub fn chains(&mut self, list: &List<Chain>, count: usize) -> Result<Vec<Draw>, Problems> {
        let left_out = Chain { card: CardRef::Usual, then: Vec::new() };
        let chains = match list.is_empty() && self.source.deals() {
            true => vec![left_out; count],
            false => list.get(),
        };
        let draws = each(chains.iter().map(|chain| self.draw_chain(chain)))?;
        let texts = draws.iter().map(|draw| chain_text(&cards_of(draw))).collect();
        self.note(list.field(), texts);
        Ok(draws)
    }

    fn note_chain(&mut self, field: &'static Field, draw: &Draw) {
        self.note(field, vec![chain_text(&cards_of(draw))]);
    }

    /// A card with its follow-up cards that are part of a longer word.
    pub fn draw_chain(&mut self, chain: &Chain) -> Result<Draw, Problems> {
        let card = self.take(chain.card, CardUse::Drawn)?;
        let given = chain.then.iter().copied();
        let mut then = each(given.map(|card| self.take(card, CardUse::FollowUp)))?;
        then.extend(self.follow_ups(&[card])?);
        listed(Draw::new(card, then))
    }

    /// The cards of a chain without further ones, with this use.
    pub fn draw_given(&mut self, chain: &Chain, card_use: CardUse) -> Result<Draw, Problems> {
        let card = self.take(chain.card, card_use)?;
        let given = chain.then.iter().copied();
        let then = each(given.map(|card| self.take(card, CardUse::FollowUp)))?;
        listed(Draw::new(card, then))
    }

    /// A single card that is part of a longer word.
    pub fn draw_card(&mut self, card: CardRef) -> Result<CardNumber, Problems> {
        self.take(card, CardUse::Drawn)
    }

    /// Checks that a word such as `2D` includes its cards if nothing is drawn; `example` is a valid
    /// word.
    ///
    /// # Errors
    /// A problem with an example.
    pub fn check_has_cards(
        &self,
        word: &str,
        is_left_out: bool,
        example: &str,
    ) -> Result<(), Problem> {
        if is_left_out && self.source.is_closed() {
            let message = format!("{word} has no cards");
            return Err(Problem::coded("lookup.card-missing", message).accepts(example));
        }
        Ok(())
    }

    /// The cards of a word for which `count` are read, and more while it `goes_on`. They are drawn
    /// if the word is left out.
    pub fn chained(
        &mut self,
        chain: &Chain,
        count: usize,
        goes_on: impl Fn(&[CardNumber]) -> bool,
    ) -> Result<Vec<CardNumber>, Problems> {
        let chain = match chain.is_left_out() && self.source.deals() {
            true => {
                let then = vec![CardRef::Usual; count.saturating_sub(1)];
                &Chain { card: CardRef::Usual, then }
            }
            false => chain,
        };
        let draw = self.draw_given(chain, CardUse::Drawn)?;
        let mut cards = cards_of(&draw);
        if goes_on(&cards) {
            cards.extend(self.follow_ups(&[draw.card()])?);
        }
        Ok(cards)
    }

    /// These cards plus the further ones that `needed` requires for them, until it returns 0 or the
    /// players have yet to draw.
    pub fn and_needed(
        &mut self,
        mut cards: Vec<CardNumber>,
        needed: impl Fn(&[CardNumber]) -> Result<usize, Problems>,
    ) -> Result<Vec<CardNumber>, Problems> {
        loop {
            let further = self.needed(needed(&cards)?)?;
            if further.is_empty() {
                return Ok(cards);
            }
            cards.extend(further);
        }
    }

    /// Cards that are part of a longer word.
    pub fn together(&mut self, wanted: &[CardRef]) -> Result<Vec<CardNumber>, Problems> {
        each(wanted.iter().map(|card| self.take(*card, CardUse::Drawn)))
    }
}

/// The card of a draw and its follow-up cards.
pub fn cards_of(draw: &Draw) -> Vec<CardNumber> {
    draw.cards().copied().collect()
}
