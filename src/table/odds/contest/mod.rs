//! The odds of a contest of two checks (Conflict, "Entanglement": the better result wins), with all
//! possible follow-up cards.
//!
//! Both sides draw from one pile without replacement, or each from its own pile.

mod one_pile;
mod result;

use num_traits::{One, Zero};

use crate::deck::CardNumber;
use crate::dice::{CheckDice, DiceKind, Probability, contest_of_pools};
use crate::table::lookup::Pool;

use super::follow_ups::FollowUps;
use super::{Chance, OddsRow, OddsTable, OddsTables, Pile, PoolReading};
use result::{Result, WinDrawLose, number, way};

/// The piles of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestPiles {
    /// Both draw from this pile.
    Shared(Pile),
    /// Each side draws from its own: the acting side's, the opponent's.
    Own(Pile, Pile),
}

/// A number below all results.
const LEAST: i64 = -1_000_000;

/// The odds that the acting side's best result plus each of the modifiers is better than, equal to
/// or worse than the opponent's. A critical failure loses to any result; two of them are equal.
/// With one modifier, one row for each outcome; with several, one row for each modifier. For
/// comparison the best of true dice, open-ended or closed as the columns, without critical
/// failures.
pub fn contest_odds(
    active: Pool<'_>,
    opponent: Pool<'_>,
    piles: ContestPiles,
    modifiers: &[i32],
) -> OddsTables {
    let contest = Contest { active, opponent, piles };
    let modifiers = if modifiers.is_empty() { &[0] } else { modifiers };
    let (one_card, chains) = (contest.one_card(modifiers), contest.with_follow_ups(modifiers));
    let with_follow_ups = |place: usize| chains.as_ref().map(|chains| &chains[place]);
    let dice: Vec<Option<WinDrawLose>> = modifiers
        .iter()
        .map(|&modifier| contest_of_pools(thrown(active), thrown(opponent), modifier))
        .collect();
    let chance =
        |three: Option<&WinDrawLose>, way: usize| three.map(|it| Chance::new(it[way].clone()));
    let ways = ["wins", "equal", "loses"];
    let decks = match piles {
        ContestPiles::Shared(_) => "",
        ContestPiles::Own(..) => ", a deck each",
    };
    let subject = format!("{} against {}{decks}", active.dice(), opponent.dice());
    let table = match modifiers {
        [modifier] => OddsTable {
            subject: match modifier {
                0 => subject,
                _ => format!("{} {modifier:+} against {}{decks}", active.dice(), opponent.dice()),
            },
            head: active.dice().to_string(),
            columns: ["one card", "with follow-ups", "true dice"].map(str::to_owned).to_vec(),
            rows: (0..3)
                .map(|way| OddsRow {
                    label: ways[way].to_owned(),
                    chances: vec![
                        chance(Some(&one_card[0]), way),
                        chance(with_follow_ups(0), way),
                        chance(dice[0].as_ref(), way),
                    ],
                })
                .collect(),
        },
        _ => OddsTable {
            subject,
            head: "modifier".to_owned(),
            columns: ways.iter().flat_map(|way| [(*way).to_owned(), "dice".to_owned()]).collect(),
            rows: modifiers
                .iter()
                .enumerate()
                .map(|(place, modifier)| OddsRow {
                    label: modifier.to_string(),
                    chances: (0..3)
                        .flat_map(|way| {
                            let deck = with_follow_ups(place).or(Some(&one_card[place]));
                            [chance(deck, way), chance(dice[place].as_ref(), way)]
                        })
                        .collect(),
                })
                .collect(),
        },
    };
    let mut notes = Vec::new();
    if chains.is_none() {
        let counted = if modifiers.len() > 1 { "; one card a side is counted" } else { "" };
        // Cells of the same column differ, because a card cannot come up on both sides.
        let near = match active.dice().die == opponent.dice().die {
            true => "a little more often equal",
            false => "almost the same",
        };
        notes.push(format!(
            "the follow-up cards of both sides from one pile are too many to count{counted}; \
             ask with --two-decks: the chances with a deck each are {near}"
        ));
    }
    OddsTables { notes, ..OddsTables::one(contest.cards(), table) }
}

/// The dice that a pool represents.
fn thrown(pool: Pool<'_>) -> (CheckDice, DiceKind) {
    (pool.dice(), pool.kind())
}

/// Two pools and their piles.
struct Contest<'d> {
    active: Pool<'d>,
    opponent: Pool<'d>,
    piles: ContestPiles,
}

impl Contest<'_> {
    /// The number of cards in the acting side's pile.
    fn cards(&self) -> u32 {
        match self.piles {
            ContestPiles::Shared(pile) | ContestPiles::Own(pile, _) => pile.len(),
        }
    }

    /// The chances with one card for each side.
    fn one_card(&self, modifiers: &[i32]) -> Vec<WinDrawLose> {
        let (mine, theirs, shared) = match self.piles {
            ContestPiles::Shared(pile) => (pile, pile, true),
            ContestPiles::Own(mine, theirs) => (mine, theirs, false),
        };
        let results = |pool, pile: Pile| -> Vec<(CardNumber, Result)> {
            pile.iter().map(|card| (card, number(pool, card))).collect()
        };
        let (mine, theirs) = (results(self.active, mine), results(self.opponent, theirs));
        let counted = modifiers.iter().map(|&modifier| {
            let mut ways = [0_u32; 3];
            for &(one, active) in &mine {
                let active = active.map(|it| it + i64::from(modifier));
                for &(other, opponent) in &theirs {
                    if !shared || one != other {
                        ways[way(active, opponent)] += 1;
                    }
                }
            }
            let all = ways.iter().sum();
            ways.map(|cards| Chance::from_cards(cards, all).into_probability())
        });
        counted.collect()
    }

    /// The chances with all possible follow-up cards; none if the number of states is too large.
    fn with_follow_ups(&self, modifiers: &[i32]) -> Option<Vec<WinDrawLose>> {
        match self.piles {
            ContestPiles::Own(mine, theirs) => {
                // The other side's pile does not change, so only the results matter.
                let mut mine = Tail::new(self.active, mine);
                let theirs = Tail::new(self.opponent, theirs).spread();
                Some(modifiers.iter().map(|&it| mine.against(&theirs, it.into())).collect())
            }
            ContestPiles::Shared(pile) => {
                one_pile::with_follow_ups(self.active, self.opponent, pile, modifiers)
            }
        }
    }
}

/// The chances of one side.
struct Tail<'d> {
    reading: PoolReading<'d>,
    pile: Pile,
    follow_ups: FollowUps,
}

impl<'d> Tail<'d> {
    fn new(pool: Pool<'d>, pile: Pile) -> Self {
        Self { reading: PoolReading::usual(pool), pile, follow_ups: FollowUps::new(pool) }
    }

    /// The chance of this result or a higher one.
    fn at_least(&mut self, number: i64) -> Probability {
        let [_, all] = self.reading.at_least(number, self.pile, &mut self.follow_ups);
        all
    }

    /// All results with their chances; first a critical failure.
    fn spread(mut self) -> Vec<(Result, Probability)> {
        let mut reached = self.at_least(0);
        let mut spread = vec![(None, Probability::one() - &reached)];
        let mut number = 0;
        while !reached.is_zero() {
            let next = self.at_least(number + 1);
            spread.push((Some(number), reached - &next));
            (reached, number) = (next, number + 1);
        }
        spread
    }

    fn against(&mut self, theirs: &[(Result, Probability)], modifier: i64) -> WinDrawLose {
        let (mut wins, mut equal) = (Probability::zero(), Probability::zero());
        let any = self.at_least(LEAST);
        for (result, chance) in theirs.iter().filter(|(_, chance)| !chance.is_zero()) {
            let (reached, passed) = match result {
                None => (Probability::one(), any.clone()),
                Some(number) => {
                    let needed = number - modifier;
                    (self.at_least(needed), self.at_least(needed + 1))
                }
            };
            wins += chance * &passed;
            equal += chance * (reached - passed);
        }
        let loses = Probability::one() - &wins - &equal;
        [wins, equal, loses]
    }
}

#[cfg(test)]
mod tests;
