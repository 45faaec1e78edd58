//! A column or element with its readings, and the exchanges between two cards that keep the result of
//! stage 1.

use super::cause_cells::RowSet;
use super::content::Content;
use super::context::Kernel;
use super::readings::Reading;

/// One unit, card by card.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub content: Content,
    /// Cards whose value is not pinned.
    pub free: Vec<usize>,
    pub readings: Vec<Reading>,
    /// Of the readings; outdated after [`make`](Self::make).
    pub kernel: Kernel,
}

/// What two cards exchange of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// A whole tuple or value.
    Whole,
    /// Some rows of a cause column, or one of an effect column.
    Rows(RowSet),
}

impl Extent {
    /// Whether the cells of a row are exchanged.
    pub fn has(self, row: usize) -> bool {
        match self {
            Self::Whole => true,
            Self::Rows(rows) => rows.has(row),
        }
    }
}

/// An exchange between two cards. Making it twice reverts it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub cards: [usize; 2],
    pub extent: Extent,
    /// The readings that change, as bits.
    pub readings: u64,
}

impl Unit {
    pub fn new(content: Content, free: Vec<usize>) -> Self {
        let readings = content.readings();
        let kernel = Kernel::new(content.cards(), &readings);
        Self { content, free, readings, kernel }
    }

    /// The exchange of the whole content of two cards, pinned or not.
    #[inline]
    pub fn whole(&self, cards: [usize; 2]) -> Exchange {
        Exchange { cards, extent: Extent::Whole, readings: (1 << self.readings.len()) - 1 }
    }

    /// The exchange between two cards, if pins allow it and it keeps the result of stage 1.
    pub fn exchange(&self, extent: Extent, cards: [usize; 2]) -> Option<Exchange> {
        let [one, other] = cards;
        let readings = match (extent, &self.content) {
            (Extent::Whole, _) => {
                let free = cards.iter().all(|card| self.free.contains(card));
                return free.then(|| self.whole(cards));
            }
            (Extent::Rows(rows), Content::Cause(cause)) => cause.exchange(rows, one, other)?.into(),
            (Extent::Rows(rows), Content::Effect(effect)) => {
                effect.may_swap(rows.first(), one, other).then(|| 1 << rows.first())?
            }
            _ => return None,
        };
        Some(Exchange { cards, extent, readings })
    }

    /// The possible extents of an exchange: the whole content, or one row of a column.
    pub fn extents(&self) -> Vec<Extent> {
        let rows = if self.content.is_column() { self.content.rows() } else { 0 };
        let single = (0..rows).map(|row| Extent::Rows(RowSet::new(row)));
        std::iter::once(Extent::Whole).chain(single).collect()
    }

    /// Makes an exchange of this unit.
    #[inline]
    pub fn make(&mut self, exchange: Exchange) {
        let Exchange { cards: [one, other], extent, readings } = exchange;
        match (extent, &mut self.content) {
            (Extent::Rows(rows), Content::Cause(cause)) => cause.swap_rows(rows, one, other),
            (Extent::Rows(rows), Content::Effect(effect)) => {
                effect.swap_row(rows.first(), one, other)
            }
            (_, content) => content.swap(one, other),
        }
        bits(readings).for_each(|reading| self.readings[reading].swap(one, other));
    }

    /// Updates the kernel.
    pub fn renew_kernel(&mut self) {
        self.kernel = Kernel::new(self.content.cards(), &self.readings);
    }
}

/// The indices of the bits that are set.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (place < 64).then_some(place as usize)
    })
}
