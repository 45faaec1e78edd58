//! What the cards show in the two rows in which a contest goes on.

use crate::deck::DECK_SIZE;
use crate::table::lookup::Pool;
use crate::table::odds::Pile;
use crate::table::odds::contest::result::Result;

use super::states::{SideState, State};

/// The cards of one row by what they do to a chain.
struct Row {
    /// The place in `numbers` of what each card shows, by the card.
    shows: Vec<usize>,
    /// The numbers of its cells, rising.
    numbers: Vec<i64>,
    /// How many of them end a chain; the others are exceptional.
    ending: usize,
    /// What an exceptional cell adds at least.
    sides: i64,
}

impl Row {
    /// A row that nobody draws on in: all cards are alike.
    fn unread() -> Self {
        Self { shows: vec![0; DECK_SIZE], numbers: vec![0], ending: 1, sides: 0 }
    }

    fn new(pool: Pool<'_>, place: usize) -> Self {
        let number = |card| i64::from(pool.cells(card)[place].value());
        let mut numbers: Vec<i64> = Pile::whole().iter().map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let sides = i64::from(pool.die().sides());
        Self {
            shows: Pile::whole()
                .iter()
                .map(|card| numbers.partition_point(|&it| it < number(card)))
                .collect(),
            ending: numbers.partition_point(|&it| it < sides),
            numbers,
            sides,
        }
    }

    fn is_exceptional(&self, class: usize) -> bool {
        class >= self.ending
    }

    /// By how much an exceptional cell is above the least of them.
    fn excess(&self, class: usize) -> i64 {
        self.numbers[class] - self.sides
    }
}

/// What states have in common that the count goes by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    pub result: Result,
    pub starved: bool,
    pub cards: u32,
    /// How many of its cards are in each class of both rows.
    pub classes: Vec<u8>,
}

/// The rows in which the sides may draw on.
pub(super) struct Rows {
    rows: [Row; 2],
    /// Whether either is read.
    pub read: [bool; 2],
}

impl Rows {
    pub fn new(sides: [(Pool<'_>, Option<usize>); 2]) -> Self {
        let rows = sides.map(|(pool, row)| row.map_or_else(Row::unread, |row| Row::new(pool, row)));
        Self { rows, read: sides.map(|(_, row)| row.is_some()) }
    }

    /// How many cards are in each class of both rows.
    pub fn classes(&self, cards: Pile) -> Vec<u8> {
        let [mine, theirs] = &self.rows;
        let mut classes = vec![0; mine.numbers.len() * theirs.numbers.len()];
        for card in cards.iter() {
            let card = usize::from(card.get());
            classes[mine.shows[card] * theirs.numbers.len() + theirs.shows[card]] += 1;
        }
        classes
    }

    /// The class in each row of a class in both.
    fn apart(&self, class: usize) -> [usize; 2] {
        let theirs = self.rows[1].numbers.len();
        [class / theirs, class % theirs]
    }

    /// The numbers of a class.
    pub fn numbers(&self, class: usize) -> [i64; 2] {
        let [mine, theirs] = self.apart(class);
        [self.rows[0].numbers[mine], self.rows[1].numbers[theirs]]
    }

    /// What an exceptional cell adds at least, for either side.
    pub fn sides(&self) -> [i64; 2] {
        self.rows.each_ref().map(|row| row.sides)
    }

    /// Which sides go on with a card of this class, and by how much it is above the least with which
    /// they do.
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
