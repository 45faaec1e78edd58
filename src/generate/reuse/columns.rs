//! Repairing one grid column with as few changed cells as can be.

use crate::deck::DECK_SIZE;
use crate::random::Draws;

/// What one card beyond a limit weighs against one changed cell, and a card not yet changed.
const BROKEN: i64 = 30;
const CARD: i64 = 8;

/// How often a repair starts again from the old column, each time hotter: a cool search changes
/// least, a hot one gets out of more dead ends.
const STARTS: u32 = 6;

/// The cells of a column: `cells[row][card]`.
pub(super) type Cells<T> = Vec<Vec<T>>;

/// A column with what it must keep.
pub(super) trait Column {
    /// A cell.
    type Cell: Copy + PartialEq;

    /// Moves of one search.
    const MOVES: u64;

    /// Searches four times as long after those from the start, ever cooler, each from the best
    /// column so far: a hot start that keeps every rule may have changed most cards.
    const RETURNS: u32;

    /// The rows that the old deck has.
    fn old(&self) -> &[Vec<Self::Cell>];

    /// How far cells are from what the column must keep; 0 where nothing is broken.
    fn broken(&self, cells: &Cells<Self::Cell>) -> i64;

    /// Makes a small change at random; none if nothing was changed.
    fn change(
        &self,
        cells: &mut Cells<Self::Cell>,
        draws: &mut Draws,
    ) -> Option<Change<Self::Cell>>;

    /// The column made anew.
    fn fresh(&self, draws: &mut Draws) -> Cells<Self::Cell>;
}

/// What stood in one or two cells of a row before a change.
pub(super) struct Change<T> {
    pub row: usize,
    pub cards: [usize; 2],
    pub was: [T; 2],
}

/// The column with every rule kept, nearest to the old one, searched from `start`, which has every
/// pin and row. A start that keeps the rules already is given back; one that cannot be repaired is
/// made afresh.
pub(super) fn repair<C: Column>(
    column: &C,
    start: Cells<C::Cell>,
    changed: &[bool; DECK_SIZE],
    draws: &mut Draws,
) -> Cells<C::Cell> {
    let mut search = Search { column, changed, best: (0, 0, Vec::new()), cells: start.clone() };
    search.best = (column.broken(&start), search.price(), start.clone());
    if search.best.0 == 0 && column.old().len() == start.len() {
        return start;
    }
    for number in 0..STARTS {
        search.cells.clone_from(&start);
        search.anneal(f64::from(number) * 4.0, C::MOVES, draws);
    }
    for left in (0..C::RETURNS).rev() {
        search.cells.clone_from(&search.best.2);
        search.anneal(f64::from(left) * 3.0, 4 * C::MOVES, draws);
    }
    let (broken, _, cells) = search.best;
    if broken > 0 {
        let fresh = column.fresh(draws);
        if column.broken(&fresh) < broken {
            return fresh;
        }
    }
    cells
}

/// Puts every pin in its place: `pinned[row][card]`.
pub(super) fn pin<T: Copy>(cells: &mut Cells<T>, pinned: &[Vec<Option<T>>]) {
    for (row, pins) in cells.iter_mut().zip(pinned) {
        row.iter_mut().zip(pins).for_each(|(cell, pin)| *cell = pin.unwrap_or(*cell));
    }
}

struct Search<'a, C: Column> {
    column: &'a C,
    changed: &'a [bool; DECK_SIZE],
    cells: Cells<C::Cell>,
    /// What is broken, the price, and the cells of the best column so far.
    best: (i64, i64, Cells<C::Cell>),
}

impl<C: Column> Search<'_, C> {
    /// Changed cells, and more for cards that were not changed yet.
    fn price(&self) -> i64 {
        let of_card = |card: usize| {
            let rows = self.column.old().iter().zip(&self.cells);
            match rows.filter(|(old, now)| old[card] != now[card]).count() as i64 {
                0 => 0,
                cells if self.changed[card] => cells,
                cells => cells + CARD,
            }
        };
        (0..DECK_SIZE).map(of_card).sum()
    }

    /// Searches from the cells as they are, ever cooler, and keeps the best column seen. At temperature T
    /// a rise by d is accepted with probability 1 − d/T: a straight line, akin to threshold accepting
    /// (Dueck and Scheuer, *Journal of Computational Physics* 90 (1990), 161).
    fn anneal(&mut self, temperature: f64, moves: u64, draws: &mut Draws) {
        let mut current = BROKEN * self.column.broken(&self.cells) + self.price();
        for step in 0..moves {
            let Some(change) = self.column.change(&mut self.cells, draws) else { continue };
            let (broken, price) = (self.column.broken(&self.cells), self.price());
            let cost = BROKEN * broken + price;
            let allowed = temperature * (1.0 - step as f64 / moves as f64) * draws.unit();
            if (cost - current) as f64 <= allowed {
                current = cost;
                if (broken, price) < (self.best.0, self.best.1) {
                    self.best = (broken, price, self.cells.clone());
                }
            } else {
                let Change { row, cards: [one, other], was } = change;
                [self.cells[row][other], self.cells[row][one]] = [was[1], was[0]];
            }
        }
    }
}
