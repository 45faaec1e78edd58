//! The cards that both sides leave, and the last cards of their chains.

use std::collections::BTreeMap;

use super::draws::Draws;
use super::rows::Rows;

/// The cards that both sides leave.
pub(super) struct Rest<'r> {
    pub rows: &'r Rows,
    /// The number of cards of each class.
    pub left: Vec<u8>,
    pub draws: Draws,
}

/// The last card of a chain.
#[derive(Clone, Copy)]
struct LastCard {
    number: i64,
    /// Its class in both rows; none if the side takes no card.
    class: Option<usize>,
    /// The amount the other side would draw with it, if it is exceptional there.
    other: Option<i64>,
    cards: u128,
}

impl Rest<'_> {
    /// The possible last cards of a side.
    fn last_cards(&self, side: usize, taken: bool) -> Vec<LastCard> {
        if !taken {
            return vec![LastCard { number: 0, class: None, other: None, cards: 1 }];
        }
        let classes = self.left.iter().enumerate().filter(|(_, cards)| **cards > 0);
        classes
            .filter_map(|(class, &cards)| {
                let drawn = self.rows.drawn_by(class);
                let number = self.rows.numbers(class)[side];
                let last = LastCard {
                    number,
                    class: Some(class),
                    other: drawn[1 - side],
                    cards: cards.into(),
                };
                drawn[side].is_none().then_some(last)
            })
            .collect()
    }

    /// The pairs of last cards by the difference of their numbers, grouped by the amounts the other
    /// side would draw with each.
    pub fn pairs(&self, taken: [bool; 2]) -> Pairs {
        let mut pairs = Pairs::new();
        let theirs = self.last_cards(1, taken[1]);
        for mine in self.last_cards(0, taken[0]) {
            for theirs in &theirs {
                // One card cannot be the last card of both sides.
                let same = u128::from(mine.class.is_some() && mine.class == theirs.class);
                let ways = mine.cards * (theirs.cards - same);
                if ways > 0 {
                    let by_number = pairs.entry((mine.other, theirs.other)).or_default();
                    *by_number.entry(mine.number - theirs.number).or_default() += ways;
                }
            }
        }
        pairs
    }
}

/// Pairs of last cards by the difference of their numbers, grouped by the amounts the other side
/// would draw.
pub(super) type Pairs = BTreeMap<(Option<i64>, Option<i64>), BTreeMap<i64, u128>>;
