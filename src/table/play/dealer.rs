//! The cards of questions at a table: drawn from the pile, or validated if given.

use std::collections::VecDeque;

use crate::deck::{CardNumber, CardNumbers};
use crate::diagnostic::Problem;
use crate::table::lookup::LookupError;
use crate::table::questions::cards::{CardRef, Chain};
use crate::table::questions::field::CardUse;
use crate::table::questions::source::CardSource;
use crate::table::session::{Mode, Resolution, Table, Turn};

/// Draws the cards of a question. A field contains the number of a card, `draw` for the next card,
/// or `last` for the card of the last question. A missing card is the next of the unassigned given
/// cards, or else `draw`; for a card that is read again it is `last`.
pub struct Dealer<'t> {
    turn: &'t mut Turn,
    /// The acting character, who may use a card of the hand.
    who: Option<&'t str>,
    /// Whether cards are only looked at: nothing is drawn, and any card may be named.
    looks: bool,
    /// The given cards without a field, in order.
    given: VecDeque<Chain>,
    /// Follow-up cards given with a card that was drawn.
    follow_ups: Vec<(CardNumber, Vec<CardRef>)>,
    /// The cards read, without follow-ups.
    pub cards: Vec<CardNumber>,
    /// Whether a card was used other than for showing it.
    pub used: bool,
    /// Whether the players have yet to draw a card and type its number.
    pub awaited: bool,
}

impl<'t> Dealer<'t> {
    /// Draws from the pile, or takes the given cards, from the pile or from the hand of `who`.
    pub fn new(turn: &'t mut Turn, given: Vec<Chain>, who: Option<&'t str>) -> Self {
        Self {
            turn,
            who,
            looks: false,
            given: given.into(),
            follow_ups: Vec::new(),
            cards: Vec::new(),
            used: false,
            awaited: false,
        }
    }

    /// Draws nothing: for a question about any card.
    pub fn looking(turn: &'t mut Turn, given: Vec<Chain>) -> Self {
        Self { looks: true, ..Self::new(turn, given, None) }
    }

    /// The cards that were read, after a check that all given cards were used.
    ///
    /// # Errors
    /// A problem that names an unused card.
    pub fn finish(self) -> Result<Vec<CardNumber>, Problem> {
        let left = self.given.iter().map(|chain| chain.card);
        let follow_ups = self.follow_ups.iter().flat_map(|(_, then)| then.iter().copied());
        match left.chain(follow_ups).next() {
            Some(card) => Err(not_read(card)),
            None => Ok(self.cards),
        }
    }

    /// The card of a field that is not a follow-up.
    fn main(&mut self, wanted: CardRef, card_use: CardUse) -> Result<CardNumber, Problem> {
        let reads_on = self.looks || matches!(card_use, CardUse::ReadOn | CardUse::Shown);
        self.used |= card_use != CardUse::Shown;
        let chain = match wanted {
            CardRef::Usual | CardRef::Draw => self.given.pop_front(),
            _ => None,
        };
        let card = match chain.as_ref().map_or(wanted, |chain| chain.card) {
            CardRef::Last => last(self.turn.table())?,
            CardRef::Usual if reads_on => last(self.turn.table())?,
            CardRef::Draw if self.looks => return Err(nothing_is_drawn()),
            CardRef::Draw | CardRef::Usual => {
                self.awaited |= self.turn.table().mode() == Mode::Physical;
                self.turn.draw(None)?
            }
            CardRef::Number(card) => {
                let last = self.turn.table().last();
                let read = last.is_some_and(|last| last.cards.contains(&card));
                // A card need not be drawn to be shown.
                let known = self.looks || card_use == CardUse::Shown || (reads_on && read);
                let holds = |who: &&str| self.turn.table().hand(who).contains(&card);
                match self.who.filter(|who| !known && holds(who)) {
                    Some(who) => self.turn.lay_down(who, card)?,
                    None if known => {}
                    None => _ = self.turn.draw(Some(card))?,
                }
                card
            }
        };
        if self.cards.contains(&card) {
            return Err(LookupError::DrawnTwice(card).into());
        }
        self.cards.push(card);
        self.follow_ups.extend(chain.map(|chain| (card, chain.then)));
        Ok(card)
    }

    fn follow_up(&mut self, wanted: CardRef) -> Result<CardNumber, Problem> {
        let wanted = match wanted {
            CardRef::Usual => match self.next_given() {
                Some(card) => card,
                None => CardRef::Draw,
            },
            named => named,
        };
        self.awaited |= wanted == CardRef::Draw && self.turn.table().mode() == Mode::Physical;
        match (wanted, self.looks) {
            (CardRef::Draw, true) => Err(nothing_is_drawn()),
            (CardRef::Draw, false) => Ok(self.turn.draw_follow_up(None)?),
            (named, true) => named.number(),
            (named, false) => Ok(self.turn.draw_follow_up(Some(named.number()?))?),
        }
    }
}

impl Dealer<'_> {
    /// The next given card: a follow-up of the card before, or a card of its own.
    fn next_given(&mut self) -> Option<CardRef> {
        let then = self.follow_ups.last_mut().map(|(_, then)| then).filter(|then| !then.is_empty());
        match then {
            Some(then) => Some(then.remove(0)),
            None => self.given.pop_front().map(|chain| chain.card),
        }
    }
}

impl CardSource for Dealer<'_> {
    fn card(&mut self, wanted: CardRef, card_use: CardUse) -> Result<CardNumber, Problem> {
        match card_use {
            CardUse::Drawn | CardUse::ReadOn | CardUse::Shown => self.main(wanted, card_use),
            CardUse::OfHit => match wanted {
                CardRef::Number(card) if self.cards.contains(&card) => Ok(card),
                wanted => self.main(wanted, CardUse::Drawn),
            },
            CardUse::FollowUp => self.follow_up(wanted),
            CardUse::Named => wanted.number(),
        }
    }

    fn follow_ups(&mut self, chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problem> {
        let of = self.follow_ups.iter_mut().find(|(card, _)| chain.contains(card));
        let then = of.map(|(_, then)| std::mem::take(then)).unwrap_or_default();
        then.into_iter().map(|card| self.follow_up(card)).collect()
    }

    fn wanted(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        let by_program = self.turn.table().mode() != Mode::Physical && !self.looks;
        let count = if by_program { count } else { count.min(self.given.len()) };
        let mut cards = Vec::new();
        for _ in 0..count {
            let given = self.given.pop_front().map(|chain| chain.card.number()).transpose()?;
            cards.push(match (self.looks, given) {
                (true, Some(card)) => card,
                (_, given) => self.turn.draw(given)?,
            });
        }
        Ok(cards)
    }

    fn unassigned(&self) -> usize {
        self.given.len()
    }

    fn deals(&self) -> bool {
        !self.looks || !self.given.is_empty()
    }
}

/// Supplies placeholders for cards that are not drawn yet, to find the target number, which does
/// not depend on them.
#[derive(Debug)]
pub struct Probe {
    /// The cards, including placeholders.
    cards: Vec<CardNumber>,
    numbers: CardNumbers,
    /// The number of cards that are not drawn yet.
    pub awaited: usize,
}

impl Probe {
    /// No card yet, of a deck with these numbers.
    pub fn new(numbers: CardNumbers) -> Self {
        Self { cards: Vec::new(), numbers, awaited: 0 }
    }
}

impl CardSource for Probe {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        let card = match wanted {
            CardRef::Number(card) => card,
            CardRef::Draw | CardRef::Last | CardRef::Usual => {
                self.awaited += 1;
                self.numbers
                    .iter()
                    .find(|card| !self.cards.contains(card))
                    .ok_or_else(nothing_before)?
            }
        };
        self.cards.push(card);
        Ok(card)
    }

    /// Cards that depend on other cards are unknown before those are drawn.
    fn needed(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        let free = self.numbers.iter().filter(|card| !self.cards.contains(card));
        let cards: Vec<CardNumber> = free.take(count).collect();
        self.cards.extend(&cards);
        Ok(cards)
    }

    fn deals(&self) -> bool {
        true
    }
}

/// Draws further cards for a question whose other cards are on the table: for the first field that
/// accepts some.
pub struct FollowUpDrawer<'t> {
    turn: &'t mut Turn,
    /// The first card of the chain to continue.
    of: Option<CardNumber>,
    /// The given cards, if the players draw.
    given: Vec<CardNumber>,
    /// Whether a field accepted cards.
    pub has_drawn: bool,
}

impl<'t> FollowUpDrawer<'t> {
    /// Continues the chain that begins with `of`, or the only card of the last question, or
    /// supplies other cards that the question needs.
    ///
    /// # Errors
    /// A problem if that question did not read `of`.
    pub fn new(
        turn: &'t mut Turn,
        last: &Resolution,
        of: Option<CardNumber>,
        given: Vec<CardNumber>,
    ) -> Result<Self, Problem> {
        let of = match (of, &last.cards[..]) {
            (Some(card), cards) if !cards.contains(&card) => {
                return Err(Problem::new(format!("the last question did not read card {card}"))
                    .accepts(listed(cards)));
            }
            (None, [card]) => Some(*card),
            (of, _) => of,
        };
        Ok(Self { turn, of, given, has_drawn: false })
    }

    /// Draws the given cards, or if the program draws, one or the number needed.
    fn draw(&mut self, wanted: Option<usize>) -> Result<Vec<CardNumber>, Problem> {
        self.has_drawn = true;
        let by_program = self.turn.table().mode() != Mode::Physical && self.given.is_empty();
        let count = match (by_program, wanted) {
            (true, wanted) => wanted.unwrap_or(1),
            (false, wanted) => self.given.len().clamp(1, wanted.unwrap_or(usize::MAX).max(1)),
        };
        let mut cards = Vec::new();
        for _ in 0..count {
            let next = (!self.given.is_empty()).then(|| self.given.remove(0));
            cards.push(self.turn.draw_follow_up(next)?);
        }
        Ok(cards)
    }

    /// Checks that a field was found for every card.
    ///
    /// # Errors
    /// A problem if one was not.
    pub fn finish(self, last: &Resolution) -> Result<(), Problem> {
        match (self.has_drawn, self.given.first(), &last.cards[..]) {
            (true, None, _) => Ok(()),
            (true, Some(card), _) => Err(not_read(CardRef::Number(*card))),
            (false, _, cards) if cards.len() > 1 && self.of.is_none() => {
                Err(which(cards, "of and its number"))
            }
            (false, ..) => {
                let name = &last.asked.name;
                Err(Problem::new(format!("the last question, {name}, takes no further card"))
                    .accepts(
                        "then after an exceptional result, or where an answer asks for a card",
                    ))
            }
        }
    }
}

impl CardSource for FollowUpDrawer<'_> {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        wanted.number()
    }

    fn follow_ups(&mut self, chain: &[CardNumber]) -> Result<Vec<CardNumber>, Problem> {
        match self.of.is_some_and(|of| chain.contains(&of)) && !self.has_drawn {
            true => self.draw(None),
            false => Ok(Vec::new()),
        }
    }

    fn wanted(&mut self, count: usize) -> Result<Vec<CardNumber>, Problem> {
        let is_left = !self.has_drawn || !self.given.is_empty();
        if is_left { self.draw(Some(count)) } else { Ok(Vec::new()) }
    }
}

/// A given card without a field.
fn not_read(card: CardRef) -> Problem {
    Problem::new(format!("the question does not use card {card}"))
        .accepts("only the cards that the question reads")
}

/// The card of the last question.
fn last(table: &Table) -> Result<CardNumber, Problem> {
    match table.last().map(|last| &last.cards[..]) {
        None | Some([]) => Err(nothing_before()),
        Some([card]) => Ok(*card),
        Some(cards) => Err(which(cards, "its number")),
    }
}

fn nothing_is_drawn() -> Problem {
    Problem::new("look draws no card").accepts("the card's number")
}

/// The problem of a line that needs a previous question.
pub fn nothing_before() -> Problem {
    Problem::new("no question was answered with a card of this table yet")
        .accepts("the card's number, or draw for a new card")
}

fn which(cards: &[CardNumber], accepted: &str) -> Problem {
    Problem::new(format!("the last question read several cards: {}", listed(cards)))
        .accepts(accepted)
}

fn listed(cards: &[CardNumber]) -> String {
    let cards: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
    cards.join(", ")
}
