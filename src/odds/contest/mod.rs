//! The odds of a contest of two checks (seed 004, "Entanglement": the better result wins), each with
//! follow-up cards as far as they go.
//!
//! Both sides draw from one pile without replacement, or each from its own. From one pile the order
//! in which the sides draw does not matter as long as each goes on by its own cards alone: every
//! deal of the same cards to the same sides is equally likely. So one side draws all its cards first,
//! and what it leaves is the pile of the other. The first card of the other side has to be kept for
//! it, however far the chains go. Only where the chains may use up the pile it matters who goes on
//! first: the acting side.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::deck::{CardNumber, CauseCell};
use crate::dice::{Probability, contest_of_pools};
use crate::lookup::Pool;
use crate::rules::Winner;

use super::follow_ups::FollowUps;
use super::{Chance, OddsRow, OddsTable, OddsTables, Pile, PoolReading};

/// Where the cards of both sides come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestPiles {
    /// Both draw from this pile.
    Shared(Pile),
    /// Each draws from its own: the acting side's, the opponent's.
    Own(Pile, Pile),
}

/// Ends of a side that are followed before the chains are given up: about a second's work.
const MOST_STATES: usize = 60_000;
/// Counts of the other side that are remembered before the chains are given up.
const MOST_COUNTS: usize = 400_000;

/// Less than any result.
const LEAST: i64 = -1_000_000;

/// The chances to win, to come out equal and to lose.
type Three = [Probability; 3];

/// The odds that the acting side's best result with each of the modifiers is better than, equal to
/// and worse than the opponent's; a critical failure loses against any result, and two of them are
/// equal. Of one modifier a row for each way it comes out, of several a row for each of them. Beside
/// them the best of true open-ended dice, which know no critical failure.
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
    let dice: Vec<Option<Three>> = modifiers
        .iter()
        .map(|&modifier| contest_of_pools(active.dice(), opponent.dice(), modifier))
        .collect();
    let chance = |three: Option<&Three>, way: usize| three.map(|it| Chance::new(it[way].clone()));
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
        // Cells of one column are what differs: no card comes up on both sides.
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

/// Two pools and where their cards come from.
struct Contest<'d> {
    active: Pool<'d>,
    opponent: Pool<'d>,
    piles: ContestPiles,
}

/// What a side may come to, as a number; none is a critical failure.
type Result = Option<i64>;

fn number(pool: Pool<'_>, card: CardNumber) -> Result {
    PoolReading::usual(pool).number(card)
}

/// The place of a way in [`Three`].
fn way(active: Result, opponent: Result) -> usize {
    match Winner::between(active, opponent) {
        Winner::Active => 0,
        Winner::Nobody => 1,
        Winner::Opponent => 2,
    }
}

impl Contest<'_> {
    /// Whether the chains may use up the pile. Then it matters who draws first, the acting side.
    fn may_run_out(&self, pile: Pile) -> bool {
        // A chain goes on along one row while that row's cells are exceptional, and one card more.
        let longest = |pool: Pool<'_>| {
            let open = |row: usize| {
                pile.iter().filter(|&card| pool.is_exceptional(pool.cells(card)[row])).count()
            };
            (0..usize::from(pool.dice().level)).map(open).max().unwrap_or(0) + 1
        };
        longest(self.active) + longest(self.opponent) > pile.len() as usize
    }

    /// The cards in the acting side's pile.
    fn cards(&self) -> u32 {
        match self.piles {
            ContestPiles::Shared(pile) | ContestPiles::Own(pile, _) => pile.len(),
        }
    }

    /// The chances with one card a side.
    fn one_card(&self, modifiers: &[i32]) -> Vec<Three> {
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
            ways.map(|cards| Chance::of_cards(cards, all).into_probability())
        });
        counted.collect()
    }

    /// The chances with follow-up cards as far as they go; none where they are too many to count.
    fn with_follow_ups(&self, modifiers: &[i32]) -> Option<Vec<Three>> {
        match self.piles {
            ContestPiles::Own(mine, theirs) => {
                // The other side's pile does not shrink, so only the results matter.
                let mut mine = Tail::new(self.active, mine);
                let theirs = Tail::new(self.opponent, theirs).spread();
                Some(modifiers.iter().map(|&it| mine.against(&theirs, it.into())).collect())
            }
            ContestPiles::Shared(pile) => {
                // The side that goes on less often is followed card by card.
                let often = |pool: Pool<'_>| {
                    let open = |card: &CardNumber| {
                        pool.cells(*card).iter().any(|&cell| pool.is_exceptional(cell))
                    };
                    pile.iter().filter(open).count()
                };
                let first = often(self.active) <= often(self.opponent);
                if first || self.may_run_out(pile) {
                    Ends::of(self.active, pile)?.against(self.opponent, modifiers, false)
                } else {
                    Ends::of(self.opponent, pile)?.against(self.active, modifiers, true)
                }
            }
        }
    }
}

/// The chances of a side by itself.
struct Tail<'d> {
    reading: PoolReading<'d>,
    pile: Pile,
    follow_ups: FollowUps,
}

impl<'d> Tail<'d> {
    fn new(pool: Pool<'d>, pile: Pile) -> Self {
        Self { reading: PoolReading::usual(pool), pile, follow_ups: FollowUps::new(pool) }
    }

    /// The chance of a result of so much or more.
    fn at_least(&mut self, number: i64) -> Probability {
        let [_, all] = self.reading.at_least(number, self.pile, &mut self.follow_ups);
        all
    }

    /// Every result with its chance, a critical failure first.
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

    fn against(&mut self, theirs: &[(Result, Probability)], modifier: i64) -> Three {
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

/// Where a side ends: the cards that it leaves and its result, with the orders in which it comes
/// there.
struct Ends {
    pile: Pile,
    ends: BTreeMap<(Pile, Result), BigUint>,
}

/// A side on the way: the cards left, its best closed result, and its open rows with their totals.
type State = (Pile, i64, Vec<(u8, i64)>);

impl Ends {
    /// Every end of a side that leaves at least one card; none where they are too many.
    fn of(pool: Pool<'_>, pile: Pile) -> Option<Self> {
        let mut ends: BTreeMap<(Pile, Result), BigUint> = BTreeMap::new();
        let mut going_on: BTreeMap<State, BigUint> = BTreeMap::new();
        for card in pile.iter() {
            let left = pile.less(card);
            let Some(best) = number(pool, card) else {
                *ends.entry((left, None)).or_default() += 1_u32;
                continue;
            };
            let open = (1..).zip(pool.cells(card)).filter(|(_, cell)| pool.is_exceptional(**cell));
            let open = open.map(|(row, cell)| (row, i64::from(cell.value()))).collect();
            going(left, best, open, &BigUint::one(), &mut ends, &mut going_on);
        }
        while !going_on.is_empty() {
            let mut next = BTreeMap::new();
            for ((left, best, open), orders) in going_on {
                for card in left.iter() {
                    let (mut best, mut still) = (best, Vec::new());
                    for &(row, total) in &open {
                        let cell: CauseCell = pool.cells(card)[usize::from(row) - 1];
                        let total = total + i64::from(cell.value());
                        best = best.max(total);
                        if pool.is_exceptional(cell) {
                            still.push((row, total));
                        }
                    }
                    going(left.less(card), best, still, &orders, &mut ends, &mut next);
                }
            }
            if next.len() + ends.len() > MOST_STATES {
                return None;
            }
            going_on = next;
        }
        Some(Self { pile, ends })
    }

    /// The chances against another side that draws from what is left. With `swapped` the other side
    /// is the acting one.
    fn against(self, other: Pool<'_>, modifiers: &[i32], swapped: bool) -> Option<Vec<Three>> {
        let reading = PoolReading::usual(other);
        let mut follow_ups = FollowUps::new(other);
        let mut sums = vec![[(); 3].map(|()| BigUint::zero()); modifiers.len()];
        for ((left, result), orders) in &self.ends {
            let whole = follow_ups.orders(left.len()) * orders;
            // The orders of both sides' cards in which the other side comes to so much or more.
            let mut reaching = |needed: i64| {
                let (_, reaching) = reading.reaching(*left, &|_| Some(needed), &mut follow_ups);
                reaching * orders
            };
            for (place, modifier) in modifiers.iter().enumerate() {
                let shift = i64::from(*modifier) * if swapped { -1 } else { 1 };
                let (reached, passed) = match result {
                    // Against a critical failure any result wins, and another one is equal.
                    None => (whole.clone(), reaching(LEAST)),
                    Some(number) => (reaching(number + shift), reaching(number + shift + 1)),
                };
                let [wins, equal, loses] = &mut sums[place];
                *wins += &whole - &reached;
                *equal += reached - &passed;
                *loses += passed;
            }
            if follow_ups.size() > MOST_COUNTS {
                return None;
            }
        }
        let whole = follow_ups.orders(self.pile.len());
        Some(
            sums.into_iter()
                .map(|counts| {
                    let mut three =
                        counts.map(|orders| Probability::new(orders.into(), whole.clone().into()));
                    if swapped {
                        three.reverse();
                    }
                    three
                })
                .collect(),
        )
    }
}

/// Puts a state with the ends, or with those that go on.
fn going(
    left: Pile,
    best: i64,
    open: Vec<(u8, i64)>,
    orders: &BigUint,
    ends: &mut BTreeMap<(Pile, Result), BigUint>,
    going_on: &mut BTreeMap<State, BigUint>,
) {
    // The last card is the other side's.
    if open.is_empty() || left.len() <= 1 {
        *ends.entry((left, Some(best))).or_default() += orders;
    } else {
        *going_on.entry((left, best, open)).or_default() += orders;
    }
}

#[cfg(test)]
mod tests;
