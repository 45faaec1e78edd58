//! The numbers of the cards in the two rows in which a contest continues.

use std::collections::BTreeMap;

use crate::deck::CardNumbers;
use crate::table::lookup::Pool;
use crate::table::odds::Pile;
use crate::table::odds::contest::result::{Result, number};

/// The cards of one row, by their effect on a chain.
struct Row {
    /// Index in `numbers` of the number on each card, by card number.
    shows: Vec<usize>,
    /// The numbers of its cells, in ascending order.
    numbers: Vec<i64>,
    /// The number of them that end a chain; the others are exceptional.
    ending: usize,
    /// The lowest exceptional number.
    sides: i64,
}

impl Row {
    /// A row that neither side reads: all cards are equal.
    fn unread() -> Self {
        Self { shows: vec![0; CardNumbers::MOST + 1], numbers: vec![0], ending: 1, sides: 0 }
    }

    fn new(pool: Pool<'_>, place: usize) -> Self {
        let number = |card| i64::from(pool.cells(card)[place].value());
        let whole = Pile::whole(pool.deck().numbers());
        let mut numbers: Vec<i64> = whole.iter().map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let sides = i64::from(pool.die().sides());
        let mut shows = Self::unread().shows;
        for card in whole.iter() {
            shows[usize::from(card.get())] = numbers.partition_point(|&it| it < number(card));
        }
        Self { shows, ending: numbers.partition_point(|&it| it < sides), numbers, sides }
    }

    fn is_exceptional(&self, class: usize) -> bool {
        class >= self.ending
    }

    /// The amount of an exceptional cell above the lowest exceptional number.
    fn excess(&self, class: usize) -> i64 {
        self.numbers[class] - self.sides
    }
}

/// The properties of a state that the count depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    pub result: Result,
    pub starved: bool,
    pub cards: u32,
    /// The number of its cards in each class of both rows.
    pub classes: Vec<u8>,
}

/// The rows in which the sides may draw further cards.
pub(super) struct Rows {
    rows: [Row; 2],
    /// For each row, whether it is read.
    pub read: [bool; 2],
}

impl Rows {
    pub fn new(sides: [(Pool<'_>, Option<usize>); 2]) -> Self {
        let rows = sides.map(|(pool, row)| row.map_or_else(Row::unread, |row| Row::new(pool, row)));
        Self { rows, read: sides.map(|(_, row)| row.is_some()) }
    }

    /// The number of cards in each class of both rows.
    pub fn classes(&self, cards: Pile) -> Vec<u8> {
        let [mine, theirs] = &self.rows;
        let mut classes = vec![0; mine.numbers.len() * theirs.numbers.len()];
        for card in cards.iter() {
            let card = usize::from(card.get());
            classes[mine.shows[card] * theirs.numbers.len() + theirs.shows[card]] += 1;
        }
        classes
    }

    /// The class in each row, from a class of both rows.
    fn apart(&self, class: usize) -> [usize; 2] {
        let theirs = self.rows[1].numbers.len();
        [class / theirs, class % theirs]
    }

    /// The numbers of a class.
    pub fn numbers(&self, class: usize) -> [i64; 2] {
        let [mine, theirs] = self.apart(class);
        [self.rows[0].numbers[mine], self.rows[1].numbers[theirs]]
    }

    /// The lowest exceptional number of each side.
    pub fn sides(&self) -> [i64; 2] {
        self.rows.each_ref().map(|row| row.sides)
    }

    /// The sides that continue with a card of this class, with the amount above their lowest
    /// exceptional number.
    pub fn drawn_by(&self, class: usize) -> [Option<i64>; 2] {
        let [mine, theirs] = self.apart(class);
        [(0, mine), (1, theirs)].map(|(side, class)| {
            let row = &self.rows[side];
            row.is_exceptional(class).then(|| row.excess(class))
        })
    }

    pub fn kind(&self, state: State) -> Kind {
        Kind {
            result: state.result,
            starved: state.going == SideState::Starved,
            cards: state.held.len(),
            classes: self.classes(state.held),
        }
    }
}

/// The maximum number of states of a side.
const MOST_STATES: usize = 100_000;

/// A side after the cards followed one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    /// The cards that it holds.
    pub held: Pile,
    pub going: SideState,
    /// Its best result so far.
    pub result: Result,
}

/// Whether a side draws further cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SideState {
    /// No row is open.
    Ended,
    /// Rows are open, but no card was left.
    Starved,
    /// Only this row is open, counted from 0.
    On(usize),
}

/// A side with several open rows: its cards, its best result, and the open rows with their totals.
type OpenSide = (Pile, i64, Vec<(usize, i64)>);

/// States with the number of orders that lead to them.
pub(super) type States = BTreeMap<State, u128>;

/// All states in which a side has at most one open row; none if there are too many. With `scarce`
/// the pile may run out, and states without a card are included.
pub(super) fn states(pool: Pool<'_>, pile: Pile, scarce: bool) -> Option<States> {
    let mut known = States::new();
    let mut going_on: BTreeMap<OpenSide, u128> = BTreeMap::new();
    for card in pile.iter() {
        let held = Pile::default().with(card);
        let Some(best) = number(pool, card) else {
            known.insert(State { held, going: SideState::Ended, result: None }, 1);
            continue;
        };
        let open = pool.cells(card).iter().enumerate();
        let open = open.filter(|(_, cell)| pool.goes_on(**cell));
        let open = open.map(|(row, cell)| (row, i64::from(cell.value()))).collect();
        *going_on.entry((held, best, open)).or_default() += 1;
    }
    while let Some(((held, best, open), orders)) = going_on.pop_first() {
        let mut found = |going| {
            let state = State { held, going, result: Some(best) };
            *known.entry(state).or_default() += orders;
        };
        match open[..] {
            [] => found(SideState::Ended),
            // Nearly always: an open row has one exceptional cell more than a closed one.
            [(row, total)] if total == best => found(SideState::On(row)),
            _ => {
                if scarce {
                    found(SideState::Starved);
                }
                for card in pile.but(held).iter() {
                    let (mut best, mut still) = (best, Vec::new());
                    for &(row, total) in &open {
                        let cell = pool.cells(card)[row];
                        let total = total + i64::from(cell.value());
                        best = best.max(total);
                        if pool.goes_on(cell) {
                            still.push((row, total));
                        }
                    }
                    *going_on.entry((held.with(card), best, still)).or_default() += orders;
                }
            }
        }
        if known.len() + going_on.len() > MOST_STATES {
            return None;
        }
    }
    Some(known)
}
