//! The order of several characters: the phases of a round and their counts (Conflict, "Round
//! Structure").
//!
//! The stored text of Conflict leaves the speed of actions to another page. A later page of the
//! same game gives a target number for each phase, which is used here: 10 for phase I, 8 for II, 5
//! for III, 2 for IV; a result below 2 hesitates. Within a phase the counts go from d12 to d4 by
//! the die of the check; within a count the higher result goes first, then the card of higher rank,
//! then of higher suit.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, CheckAnswer};

use super::initiative::count;
use super::{Attempt, AttemptAnswer, CardCheck, Decks, Options, RulesError};

/// A character who wants to act.
#[derive(Clone, Debug)]
pub struct PhaseEntrant<'d> {
    /// The name.
    pub name: String,
    /// Reflex, or the skill used, and the cards drawn.
    pub attempt: Attempt<'d>,
}

/// The turn of a character.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PhaseTurn {
    /// The name.
    pub name: String,
    /// The phase, 1 to 4; none for a character who hesitates in this round.
    pub phase: Option<u8>,
    /// The count within it, A (d12) to E (d4), if the die has one.
    pub count: Option<char>,
    /// The best total minus the penalty; none on a critical failure.
    pub result: Option<i64>,
    /// The check.
    pub check: CheckAnswer,
}

/// The order of a round.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PhaseAnswer {
    /// All characters in order; those who hesitate are last.
    pub turns: Vec<PhaseTurn>,
}

/// The result needed for each phase, I to IV.
const PHASES: [i64; 4] = [10, 8, 5, 2];

/// Sorts the characters into their order.
///
/// # Errors
/// [`RulesError::Lookup`] if two of them use the same card of one deck; otherwise as
/// [`CardCheck::read`].
pub fn phases(entrants: &[PhaseEntrant<'_>], options: &Options) -> Result<PhaseAnswer, RulesError> {
    let mut turns = Vec::with_capacity(entrants.len());
    for (place, entrant) in entrants.iter().enumerate() {
        let Attempt { pool, draw, .. } = &entrant.attempt;
        let rivals = if options.decks == Decks::Shared { &entrants[..place] } else { &[] };
        for before in rivals {
            before.attempt.draw.apart_from(draw)?;
        }
        let AttemptAnswer { check, total: result, .. } = entrant.attempt.read(options)?;
        let phase = result.and_then(|result| {
            (1..).zip(PHASES).find(|(_, needed)| result >= *needed).map(|(phase, _)| phase)
        });
        let count = count(pool.die().sides());
        let card = pool.deck().card(draw.card());
        let name = entrant.name.clone();
        let later_first = std::cmp::Reverse((pool.die().sides(), result));
        let turn = PhaseTurn { name, phase, count, result, check };
        turns.push(((phase.unwrap_or(u8::MAX), later_first), card, turn));
    }
    // Rank and suit are read only to break ties.
    turns.sort_by(|(order, card, _), (other_order, other, _)| {
        let by_rank = || other.rank().cmp(&card.rank());
        let by_suit = || other.suit().cmp(&card.suit());
        order.cmp(other_order).then_with(by_rank).then_with(by_suit)
    });
    Ok(PhaseAnswer { turns: turns.into_iter().map(|(_, _, turn)| turn).collect() })
}

impl Answer for PhaseAnswer {
    const KIND: &'static str = "order";

    fn explanation(&self) -> Vec<String> {
        self.turns
            .iter()
            .map(|turn| {
                let result = match turn.result {
                    None => "critical failure".to_owned(),
                    Some(result) => format!("{} on card {} makes {result}", turn.check.dice, {
                        turn.check.draw.card()
                    }),
                };
                let count = turn.count.map(|count| format!(", count {count}")).unwrap_or_default();
                match turn.phase {
                    None => format!("{} hesitates this round ({result})", turn.name),
                    Some(phase) => {
                        let phase = ["I", "II", "III", "IV"][usize::from(phase) - 1];
                        format!("phase {phase}{count}: {} ({result})", turn.name)
                    }
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Part;
    use crate::table::lookup::samples::{card, deck, draw};
    use crate::table::lookup::{DeckView, LookupError, PartsRead, Pool};

    fn entrant<'d>(
        deck: impl Into<DeckView<'d>>,
        name: &str,
        dice: &str,
        number: u8,
    ) -> PhaseEntrant<'d> {
        let pool = Pool::new(deck, dice.parse().unwrap()).unwrap();
        let attempt = Attempt::new(pool, draw(number, &[]));
        PhaseEntrant { name: name.to_owned(), attempt }
    }

    fn names(answer: &PhaseAnswer) -> Vec<(&str, Option<u8>, Option<char>)> {
        answer.turns.iter().map(|turn| (turn.name.as_str(), turn.phase, turn.count)).collect()
    }

    #[test]
    fn the_phase_comes_from_the_result_and_the_count_from_the_die() {
        let deck = deck();
        let mut wounded = entrant(&deck, "Hank", "1d10", 34);
        wounded.attempt.penalty = 6;
        // 4d10 on card 34 shows 10, 1d10 on 37 a 9, on 50 an 8, on 34 a 7.
        let answer = phases(
            &[entrant(&deck, "Jonah", "1d10", 50), entrant(&deck, "Miranda", "1d10", 37), wounded],
            &Options::default(),
        )
        .unwrap();
        assert_eq!(
            names(&answer),
            [
                ("Miranda", Some(2), Some('B')),
                ("Jonah", Some(2), Some('B')),
                ("Hank", None, Some('B'))
            ],
        );
        let answer = phases(&[entrant(&deck, "Xenes", "4d10", 34)], &Options::default()).unwrap();
        assert_eq!(names(&answer), [("Xenes", Some(1), Some('B'))]);
    }

    #[test]
    fn rank_and_suit_are_read_only_where_entrants_tie() {
        let (deck, reads) = (deck(), PartsRead::default());
        let view = DeckView::recording(&deck, &reads);
        let order = |cards: [u8; 2]| {
            phases(&cards.map(|card| entrant(view, "Jonah", "1d10", card)), &Options::default())
        };
        order([50, 37]).unwrap();
        assert_eq!(PartsRead::default(), reads);
        let pool = Pool::new(&deck, "1d10".parse().unwrap()).unwrap();
        let tied = (0..50).find(|&it| pool.cells(card(it)) == pool.cells(card(50))).unwrap();
        order([50, tied]).unwrap();
        assert!(reads.has(Part::Rank));
    }

    #[test]
    fn the_larger_die_goes_first_and_rank_breaks_ties() {
        let deck = deck();
        let shows = |dice: &str, wanted: u16| -> Vec<u8> {
            let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
            let cards = (0..54).filter(|&number| pool.cells(card(number))[0].value() == wanted);
            cards.collect()
        };
        let (fives, same) = (shows("1d12", 5), shows("1d10", 7));
        let answer = phases(
            &[
                entrant(&deck, "d10, low card", "1d10", same[0]),
                entrant(&deck, "d10, high card", "1d10", same[same.len() - 1]),
                entrant(&deck, "d12", "1d12", *fives.iter().find(|n| !same.contains(n)).unwrap()),
            ],
            &Options::default(),
        )
        .unwrap();
        let order: Vec<&str> = names(&answer).iter().map(|(name, ..)| *name).collect();
        assert_eq!(order, ["d12", "d10, high card", "d10, low card"]);
    }

    #[test]
    fn two_characters_cannot_have_drawn_the_same_card() {
        let deck = deck();
        let same = [entrant(&deck, "a", "1d10", 34), entrant(&deck, "b", "1d8", 34)];
        assert_eq!(
            Err(LookupError::DrawnTwice(card(34)).into()),
            phases(&same, &Options::default())
        );
    }
}
