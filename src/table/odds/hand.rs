//! Several cards drawn together, of which one is used: the best or the worst.
//!
//! A number that s of n cards reach is reached by the best of k cards with 1 − C(n − s, k) / C(n, k) and by the
//! worst with C(s, k) / C(n, k); by the best and the worst of k throws of dice with 1 − (1 − p)ᵏ and pᵏ.

use num_traits::{One, Pow, ToPrimitive};

use crate::dice::Probability;

use super::{Chance, CheckOdds, OddsRow, OddsTable, OddsTables};

/// A number of cards, and which of them is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandDraw {
    /// The cards drawn.
    pub cards: u8,
    /// Whether the worst counts; otherwise the best.
    pub is_worst: bool,
}

impl HandDraw {
    /// The odds of a check against its numbers, with one card and with this one of several. Follow-up cards are
    /// not drawn.
    pub fn check(self, odds: &CheckOdds) -> OddsTables {
        let rows = odds.lines.iter().map(|line| OddsRow {
            label: line.tn.to_string(),
            chances: vec![Some(line.one_card.clone()), line.true_dice.clone()],
        });
        let columns = ["one card", "true dice"].map(str::to_owned).to_vec();
        let (subject, head) = (odds.subject(), odds.goal.head().to_owned());
        let table = OddsTable { subject, head, columns, rows: rows.collect() };
        let all = OddsTables::one(odds.cards, self.table(&table, odds.cards));
        OddsTables { assumed: odds.assumed.clone(), ..all }
    }

    /// The same for tables of the cards and of dice; `None` for tables that are not of numbers reached by one
    /// card.
    pub fn tables(self, odds: OddsTables) -> Option<OddsTables> {
        let reaches = |table: &OddsTable| table.head.starts_with("at ") && table.columns.len() == 2;
        if !odds.tables.iter().all(reaches) {
            return None;
        }
        let tables = odds.tables.iter().map(|table| self.table(table, odds.cards)).collect();
        Some(OddsTables { tables, ..odds })
    }

    /// A table with the columns of one card and of dice, each followed by that of several.
    fn table(self, table: &OddsTable, pile: u32) -> OddsTable {
        let name = if self.is_worst { "worst" } else { "best" };
        let columns = [
            table.columns[0].clone(),
            format!("{name} of {}", self.cards),
            table.columns[1].clone(),
            format!("{name} of {} throws", self.cards),
        ];
        let rows = table.rows.iter().map(|row| {
            let [card, dice] = [0, 1].map(|column| row.chances[column].clone());
            let of_cards = card.as_ref().map(|chance| self.with_cards(chance, pile));
            let of_dice = dice.as_ref().map(|chance| self.with_throws(chance));
            OddsRow { label: row.label.clone(), chances: vec![card, of_cards, dice, of_dice] }
        });
        OddsTable { columns: columns.to_vec(), rows: rows.collect(), ..table.clone() }
    }

    /// The chance of several cards of a pile from that of one.
    fn with_cards(self, one: &Chance, pile: u32) -> Chance {
        let reaching = one.probability() * Probability::from_integer(pile.into());
        let reaching = reaching.to_integer().to_u32().unwrap_or(0);
        let (meant, others) = (reaching, pile.saturating_sub(reaching));
        let all_of = |cards: u32| {
            (0..u32::from(self.cards)).fold(Probability::one(), |chance, drawn| {
                let left = cards.saturating_sub(drawn);
                chance * Probability::new(left.into(), (pile - drawn).into())
            })
        };
        Chance::new(match self.is_worst {
            true => all_of(meant),
            false => Probability::one() - all_of(others),
        })
    }

    /// The chance of several throws from that of one.
    fn with_throws(self, one: &Chance) -> Chance {
        let throws = u32::from(self.cards);
        Chance::new(match self.is_worst {
            true => one.probability().clone().pow(throws),
            false => Probability::one() - (Probability::one() - one.probability()).pow(throws),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the pairs of ten cards, of which `reaching` reach a number, in which the best or both do.
    fn share_of_pairs(reaching: u32, is_worst: bool) -> Probability {
        let pairs = (0..10).flat_map(|one| (0..10).map(move |other| (one, other)));
        let pairs: Vec<(u32, u32)> = pairs.filter(|(one, other)| one != other).collect();
        let holds = |(one, other): &&(u32, u32)| match is_worst {
            true => *one < reaching && *other < reaching,
            false => *one < reaching || *other < reaching,
        };
        Probability::new(pairs.iter().filter(holds).count().into(), pairs.len().into())
    }

    #[test]
    fn every_pair_of_cards_agrees() {
        for reaching in 0..=10 {
            for is_worst in [false, true] {
                let hand = HandDraw { cards: 2, is_worst };
                let chance = hand.with_cards(&Chance::from_cards(reaching, 10), 10);
                assert_eq!(&share_of_pairs(reaching, is_worst), chance.probability());
            }
        }
    }

    #[test]
    fn throws_are_independent() {
        let sixth = Chance::from_cards(1, 6);
        let of = |is_worst| HandDraw { cards: 2, is_worst }.with_throws(&sixth).fraction();
        assert_eq!(["11/36", "1/36"], [of(false), of(true)]);
    }
}
