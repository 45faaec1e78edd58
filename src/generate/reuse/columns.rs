//! Repairs one grid column with as few changed cells as possible.

use crate::random::Draws;

/// The weights of one card beyond a limit, and of a card not yet changed, against one changed cell.
const BROKEN: i64 = 30;
const CARD: i64 = 8;

/// The number of restarts from the old column, each hotter: a cool search changes least, a hot one escapes
/// more local minima.
const STARTS: u32 = 6;

/// The cells of a column: `cells[row][card]`.
pub(super) type Cells<T> = Vec<Vec<T>>;

/// A column with its constraints.
pub(super) trait Column {
    /// A cell.
    type Cell: Copy + PartialEq;

    /// Moves of one search.
    const MOVES: u64;

    /// The number of further searches, four times as long and ever cooler, each from the best column so far:
    /// a hot search that keeps every constraint may have changed most cards.
    const RETURNS: u32;

    /// The rows that the old deck has.
    fn old(&self) -> &[Vec<Self::Cell>];

    /// The violation of the constraints; 0 if all are kept.
    fn broken(&self, cells: &Cells<Self::Cell>) -> i64;

    /// Makes a small random change; `None` if nothing changed.
    fn change(
        &self,
        cells: &mut Cells<Self::Cell>,
        draws: &mut Draws,
    ) -> Option<Change<Self::Cell>>;

    /// A newly made column.
    fn fresh(&self, draws: &mut Draws) -> Cells<Self::Cell>;
}

/// The old values of one or two cells of a row.
pub(super) struct Change<T> {
    pub row: usize,
    pub cards: [usize; 2],
    pub was: [T; 2],
}

/// The column that keeps every constraint with the fewest changes, searched from `start`, which has every pin
/// and row. A start that keeps the constraints is returned; one that cannot be repaired is replaced by a new
/// column.
pub(super) fn repair<C: Column>(
    column: &C,
    start: Cells<C::Cell>,
    changed: &[bool],
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
    changed: &'a [bool],
    cells: Cells<C::Cell>,
    /// The violation, the price, and the cells of the best column so far.
    best: (i64, i64, Cells<C::Cell>),
}

impl<C: Column> Search<'_, C> {
    /// The cost of changed cells and of newly changed cards.
    fn price(&self) -> i64 {
        let of_card = |card: usize| {
            let rows = self.column.old().iter().zip(&self.cells);
            match rows.filter(|(old, now)| old[card] != now[card]).count() as i64 {
                0 => 0,
                cells if self.changed[card] => cells,
                cells => cells + CARD,
            }
        };
        (0..self.changed.len()).map(of_card).sum()
    }

    /// Anneals from the present cells and keeps the best column. At temperature T a rise by d is accepted
    /// with probability 1 − d/T, a variant of threshold accepting (Dueck and Scheuer, *Journal of
    /// Computational Physics* 90 (1990), 161).
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
