//! The cards of a session's questions: drawn from the pile where none are named, checked where they
//! are.

use crate::cli::lookup::cards::{CardRef, CardSource, CardUse};
use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::lookup::LookupError;
use crate::session::{Mode, Resolution, Table, Turn};

/// Deals the cards of a question. In the place of a card stands its number, `draw` for the next
/// card, or `last` for the card of the last question. Left out it means `draw`, but `last` for a
/// card that is read on.
pub struct Dealer<'t> {
    turn: &'t mut Turn,
    /// Nothing may be drawn, and any card be named.
    looks: bool,
    /// The cards read, without follow-ups.
    pub cards: Vec<CardNumber>,
    /// Whether a card was used for more than to be shown.
    pub used: bool,
    /// Whether a card has to be drawn by the players and its number told.
    pub awaited: bool,
}

impl<'t> Dealer<'t> {
    /// Deals from the pile.
    pub fn new(turn: &'t mut Turn) -> Self {
        Self { turn, looks: false, cards: Vec::new(), used: false, awaited: false }
    }

    /// Deals nothing: for who wants to know what a card would say.
    pub fn looking(turn: &'t mut Turn) -> Self {
        Self { looks: true, ..Self::new(turn) }
    }

    /// A card that is no follow-up.
    fn main(&mut self, wanted: CardRef, to: CardUse) -> Result<CardNumber, Problem> {
        let reads_on = self.looks || matches!(to, CardUse::ReadOn | CardUse::Shown);
        self.used |= to != CardUse::Shown;
        let card = match wanted {
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
                // To see what is printed on a card, nobody has to draw it.
                let known = self.looks || to == CardUse::Shown || (reads_on && read);
                if known { card } else { self.turn.draw(Some(card))? }
            }
        };
        if self.cards.contains(&card) {
            return Err(LookupError::DrawnTwice(card).into());
        }
        self.cards.push(card);
        Ok(card)
    }

    fn follow_up(&mut self, wanted: CardRef) -> Result<CardNumber, Problem> {
        match (wanted, self.looks) {
            (CardRef::Draw, true) => Err(nothing_is_drawn()),
            (CardRef::Draw, false) => Ok(self.turn.draw_follow_up(None)?),
            (named, true) => named.number(),
            (named, false) => Ok(self.turn.draw_follow_up(Some(named.number()?))?),
        }
    }
}

impl CardSource for Dealer<'_> {
    fn card(&mut self, wanted: CardRef, to: CardUse) -> Result<CardNumber, Problem> {
        match to {
            CardUse::Drawn | CardUse::ReadOn | CardUse::Shown => self.main(wanted, to),
            CardUse::OfHit => match wanted {
                CardRef::Number(card) if self.cards.contains(&card) => Ok(card),
                wanted => self.main(wanted, CardUse::Drawn),
            },
            CardUse::FollowUp => self.follow_up(wanted),
            CardUse::Named => wanted.number(),
        }
    }
}

/// Deals cards that nobody drew, for who wants to know the target number: it does not depend on them.
#[derive(Debug, Default)]
pub struct Probe {
    /// The cards dealt, or named.
    pub cards: Vec<CardNumber>,
}

impl CardSource for Probe {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        let card = match wanted {
            CardRef::Number(card) => card,
            CardRef::Draw | CardRef::Last | CardRef::Usual => CardNumber::all()
                .find(|card| !self.cards.contains(card))
                .ok_or_else(nothing_before)?,
        };
        self.cards.push(card);
        Ok(card)
    }
}

/// Deals one more follow-up card to a question whose other cards lie on the table.
pub struct OneMore<'t> {
    turn: &'t mut Turn,
    /// The card whose chain goes on.
    of: CardNumber,
    /// The follow-up card, where the players draw.
    told: Option<CardNumber>,
    /// How many places that could take the card are passed over.
    skip: usize,
    /// Whether the chain was found and has the card.
    pub dealt: bool,
}

impl<'t> OneMore<'t> {
    /// Goes on with the chain that `of` begins, or that of the only card of the last question.
    ///
    /// # Errors
    /// A problem when that question did not read `of`, or it has several cards.
    ///
    /// A question may take the card in several places: for its roll, for its damage.
    pub fn new(
        turn: &'t mut Turn,
        last: &Resolution,
        of: Option<CardNumber>,
        told: Option<CardNumber>,
        skip: usize,
    ) -> Result<Self, Problem> {
        let of = match (of, &last.cards[..]) {
            (Some(card), cards) if cards.contains(&card) => card,
            (Some(card), cards) => {
                return Err(Problem::new(format!("the last question did not read card {card}"))
                    .accepts(listed(cards)));
            }
            (None, [card]) => *card,
            (None, cards) => return Err(which(cards, "of and its number")),
        };
        Ok(Self { turn, of, told, skip, dealt: false })
    }
}

impl CardSource for OneMore<'_> {
    fn card(&mut self, wanted: CardRef, _: CardUse) -> Result<CardNumber, Problem> {
        wanted.number()
    }

    fn one_more(&mut self, chain: &[CardNumber]) -> Result<Option<CardNumber>, Problem> {
        if self.dealt || !chain.contains(&self.of) {
            return Ok(None);
        }
        if let Some(left) = self.skip.checked_sub(1) {
            self.skip = left;
            return Ok(None);
        }
        self.dealt = true;
        Ok(Some(self.turn.draw_follow_up(self.told)?))
    }
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

/// Nothing was asked yet.
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
