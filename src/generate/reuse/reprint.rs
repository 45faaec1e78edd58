//! The units of a deck with their differences from the old one: moves of the engine at the cost of reprinted
//! cards.

use crate::random::Draws;

use super::super::content::Content;
use super::super::deck_state::DeckState;
use super::super::moves::{ExchangeRules, Moves, Pieces};
use super::super::unit::{Exchange, Extent};
use super::super::weights::Weights;
use super::changes::{Change, Changes, Count};

/// The cost of a changed cell, in squared cards of joint error: small, since a reprinted card can have
/// another figure at no cost, but enough to prevent useless changes.
const CELL: f64 = 2.0;
/// The temperature at the start of a search: see [`search`](super::super::search).
const TEMPERATURE: f64 = 20.0;
/// Of 16 moves of a column, this many exchange whole tuples.
const TUPLES: usize = 4;
/// The smallest and largest number of rounds of a search, and the moves of each unit in a round.
const ROUNDS: [u64; 2] = [4, 60];
const MOVES: u64 = 100;

/// A new deck and its differences from the old one.
#[derive(Clone, Debug)]
pub(super) struct Reprint {
    pub state: DeckState,
    pub changes: Changes,
}

/// The scope of a search.
#[derive(Clone, Debug)]
pub(super) struct SearchScope {
    /// The cards it tries first.
    pub cards: Vec<usize>,
    /// The number of cards that may differ from the old deck.
    pub budget: usize,
}

impl Reprint {
    /// Makes exchanges between the given cards, and with others if at most `budget` cards are changed then:
    /// so a change may move to a card where it does less harm.
    pub fn search(
        &mut self,
        units: &[usize],
        room: &mut SearchScope,
        moves: u64,
        weights: &Weights,
        draws: &mut Draws,
    ) {
        let each = moves / units.len() as u64;
        let rounds = (each / MOVES).clamp(ROUNDS[0], ROUNDS[1]);
        for round in 0..rounds {
            let left = 1.0 - 1.5 * round as f64 / rounds as f64;
            let temperature = TEMPERATURE * left.max(0.0);
            for phase in self.state.phases() {
                let mut context = None;
                for unit in phase.clone().filter(|unit| units.contains(unit)) {
                    let context =
                        context.get_or_insert_with(|| self.state.context(&phase, weights));
                    let changes = &mut self.changes;
                    let mut terms = Reprinting { changes, unit, room, asked: None };
                    Moves::new(&mut self.state.units[unit], context, weights).run(
                        each / rounds,
                        TUPLES,
                        temperature,
                        &mut terms,
                        draws,
                    );
                }
            }
        }
        room.cards.sort_unstable();
    }

    /// Makes an exchange if pins and counts allow it, and reverts it unless it is wanted and the deck is
    /// accepted.
    pub fn exchange(
        &mut self,
        unit: usize,
        extent: Extent,
        cards: [usize; 2],
        wanted: impl Fn(Count) -> bool,
        good: impl Fn(&Self) -> bool,
    ) -> bool {
        let place = &mut self.state.units[unit];
        let Some(exchange) = place.exchange(extent, cards) else { return false };
        let change = self.changes.change(unit, &place.content, &exchange);
        if !wanted(self.changes.added(&change)) {
            return false;
        }
        place.make(exchange);
        let good = good(self);
        if good {
            self.changes.make(&change);
            self.state.units[unit].renew_kernel();
        } else {
            self.state.units[unit].make(exchange);
        }
        good
    }
}

/// Exchange rules for cards that are already printed.
struct Reprinting<'a> {
    changes: &'a mut Changes,
    unit: usize,
    room: &'a mut SearchScope,
    /// The change by the last priced exchange.
    asked: Option<Change>,
}

impl ExchangeRules for Reprinting<'_> {
    const REPORTS_EQUAL_CELLS: bool = true;

    fn cards(&mut self, among: &[usize], _: &mut Pieces, draws: &mut Draws) -> Option<[usize; 2]> {
        let mut dice = Pieces(draws.bits());
        let cards = &self.room.cards;
        let one = cards[dice.below(cards.len())];
        let near = cards.len() > 1 && dice.below(8) > 0;
        let other = if near {
            cards[dice.below(cards.len())]
        } else {
            dice.below(self.changes.deck_size())
        };
        let both = one != other && among.contains(&one) && among.contains(&other);
        both.then_some([one, other])
    }

    fn price(&mut self, content: &Content, exchange: &Exchange) -> Option<f64> {
        let change = self.changes.change(self.unit, content, exchange);
        let added = self.changes.added(&change);
        self.asked = Some(change);
        let now = self.changes.count().cards;
        let most = now.max(self.room.budget as i32);
        (now + added.cards <= most).then(|| CELL * f64::from(added.cells))
    }

    fn made(&mut self, exchange: &Exchange) {
        if let Some(change) = &self.asked {
            self.changes.make(change);
        }
        let other = exchange.cards[1];
        if !self.room.cards.contains(&other) {
            self.room.cards.retain(|&card| self.changes.changed(card));
            self.room.cards.push(other);
        }
    }
}
