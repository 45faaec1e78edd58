//! One card: every value printed on it.

use crate::dice::Die;

use super::{
    CardNumber, CauseCell, ClockHour, ExtraValue, Field, Grid, GridShape, Layout, Rank,
    ShufflePolicy, Suit, Toggle,
};

/// Everything printed on one card. If the deck's layout omits a part, its list is empty or its number has no
/// meaning ([`Layout::has`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The large number, upper left.
    pub number: CardNumber,
    /// Upper right corner.
    pub rank: Rank,
    /// Lower left corner.
    pub suit: Suit,
    /// Lower right corner.
    pub toggle: Toggle,
    /// The cause grid, one die per cell.
    pub cause: Grid<CauseCell>,
    /// The effect grid: row k is the sum of k dice.
    pub effect: Grid<u32>,
    /// The hit-location stack from top to bottom; the second entry from the bottom is standard.
    pub hit: Vec<String>,
    /// The step of the hit-location ladder, from 1.
    pub hit_step: u8,
    /// Hits for each burst size of the layout.
    pub bursts: Vec<u16>,
    /// The penetration modifier.
    pub penetration: i8,
    /// The scatter direction.
    pub scatter: ClockHour,
    /// The equipment-failure number, 1 to 13; most cards have none.
    pub failure: Option<u8>,
    /// The number in the unintended-target figure, 1 to 6.
    pub unintended: u8,
    /// Whether drawing the card makes a shuffle due, by the deck's own policy.
    pub has_shuffle_sign: bool,
    /// Values of the designer elements in the order of the layout.
    pub extras: Vec<ExtraValue>,
}

/// The number that a failure number counts as where answers are compared: 0 for a blank card, 13 for number
/// 1, which is the worst luck.
pub(crate) fn failure_reading(number: Option<u8>) -> i64 {
    number.map_or(0, |number| 14 - i64::from(number))
}

impl Card {
    /// The index of the standard entry in [`Card::hit`], from the top and from 0: the second from the bottom.
    /// `None` for a stack of fewer than two entries.
    pub fn standard_hit(&self) -> Option<usize> {
        self.hit.len().checked_sub(2)
    }

    /// The texts chosen by the designer, each with its field: hit locations and texts of elements.
    pub(super) fn texts<'c>(
        &'c self,
        layout: &'c Layout,
    ) -> impl Iterator<Item = (Field, &'c str)> {
        let hits = (1..).zip(&self.hit).map(|(entry, text)| (Field::Hit(entry), text.as_str()));
        let extras = layout.extras.iter().zip(&self.extras).filter_map(|(id, value)| match value {
            ExtraValue::Text(text) => Some((Field::Extra(id.clone()), text.as_str())),
            ExtraValue::Blank | ExtraValue::Number(_) => None,
        });
        hits.chain(extras)
    }
}

impl Layout {
    /// Whether the card has exactly the cells, stack entries, bursts and extras of this layout.
    pub fn fits(&self, card: &Card) -> bool {
        let shaped = |columns: usize, rows: u8, shape: &GridShape| {
            columns == shape.columns.len() && rows == shape.rows
        };
        shaped(card.cause.columns(), card.cause.rows(), &self.cause)
            && shaped(card.effect.columns(), card.effect.rows(), &self.effect)
            && card.hit.len() == usize::from(self.stack)
            && card.bursts.len() == self.bursts.len()
            && card.extras.len() == self.extras.len()
    }
}

impl Field {
    /// The text of this field on `card`, empty for no value.
    ///
    /// # Panics
    /// If `layout` is not the card's layout or lacks the field.
    pub fn text(&self, layout: &Layout, card: &Card) -> String {
        let column = |columns: &[Die], die| columns.iter().position(|&column| column == die);
        let on_layout = "the field belongs to the card's layout";
        match self {
            Self::Number => card.number.to_string(),
            Self::Rank => card.rank.to_string(),
            Self::Suit => card.suit.to_string(),
            Self::Toggle => card.toggle.to_string(),
            Self::Cause { die, row } => column(&layout.cause.columns, *die)
                .and_then(|column| card.cause.get(column, *row))
                .expect(on_layout)
                .to_string(),
            Self::Effect { die, row } => column(&layout.effect.columns, *die)
                .and_then(|column| card.effect.get(column, *row))
                .expect(on_layout)
                .to_string(),
            Self::Hit(entry) => card.hit[usize::from(*entry) - 1].clone(),
            Self::HitStep => card.hit_step.to_string(),
            Self::Burst(shots) => {
                let place = layout.bursts.iter().position(|burst| burst == shots);
                card.bursts[place.expect(on_layout)].to_string()
            }
            Self::Penetration => card.penetration.to_string(),
            Self::Scatter => card.scatter.to_string(),
            Self::Failure => card.failure.map(|number| number.to_string()).unwrap_or_default(),
            Self::Unintended => card.unintended.to_string(),
            Self::Shuffle if card.has_shuffle_sign => ShufflePolicy::SIGN.to_owned(),
            Self::Shuffle => String::new(),
            Self::Extra(id) => {
                let place = layout.extras.iter().position(|extra| extra == id);
                card.extras[place.expect(on_layout)].to_string()
            }
        }
    }
}
