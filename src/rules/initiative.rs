//! Initiative: the count of a Reflex die (seed 004, "Action Time") and the hand of action cards
//! (seed 000, "Combat Time" and "Jokers"), read on the corners of the same deck.

use std::fmt;

use serde::Serialize;

use crate::deck::{CardNumber, Deck, Rank};
use crate::lookup::{Answer, LookupError, TargetNumber};

use super::{Attempt, Options, Tested, TnAccount};

/// A Reflex check and the hand drawn for it.
#[derive(Clone, Debug)]
pub struct Initiative<'d> {
    /// Reflex, and the cards drawn for the check.
    pub attempt: Attempt<'d>,
    /// Other penalties, such as wounds.
    pub penalty: i32,
    /// The hand drawn afterwards: as many cards as the check gives. Empty while it is not drawn.
    pub hand: Vec<CardNumber>,
}

/// A card held for initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandCard {
    /// The card.
    pub number: CardNumber,
    /// The step at which it is called, 14 first.
    pub step: Rank,
    /// The suit, which breaks ties: higher first.
    pub suit: u8,
    /// The playing card it stands for.
    pub playing_card: String,
}

/// What the character may do this round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InitiativeAnswer {
    /// The Reflex check.
    pub test: Tested,
    /// The count within a phase, A (d12) to E (d4), where the Reflex die has one.
    pub count: Option<char>,
    /// How many cards to draw: one, one more for success and for each bump; none on a critical
    /// failure.
    pub cards: u32,
    /// The cards kept, in the order they are called: the two best, and the red joker besides.
    pub kept: Vec<HandCard>,
    /// The cards discarded, in the order drawn.
    pub discarded: Vec<CardNumber>,
    /// Whether the red joker allows acting at any time.
    pub red_joker: bool,
    /// Whether the black joker came up: the deck is shuffled at the end of the round.
    pub shuffle_at_end_of_round: bool,
}

/// The cards a character may keep, beside the red joker.
const KEPT: usize = 2;

/// What is kept of the cards drawn for initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptHand {
    /// The cards kept, in the order they are called: the red joker, then the others by rank and
    /// suit.
    pub kept: Vec<HandCard>,
    /// The cards discarded: those held over first, then in the order drawn.
    pub discarded: Vec<CardNumber>,
    /// Whether the red joker allows acting at any time.
    pub red_joker: bool,
    /// Whether the black joker came up: the deck is shuffled at the end of the round.
    pub shuffle_at_end_of_round: bool,
}

impl KeptHand {
    /// Keeps the two best of the cards drawn and the red joker besides. The black joker is
    /// discarded with the highest other card; a card held over from an earlier round counts as the
    /// highest (seed 000, "Combat Time"), and one that is not lost so stays in the hand.
    pub fn of(deck: &Deck, held: &[CardNumber], drawn: &[CardNumber]) -> Self {
        let black_joker = |card: &CardNumber| card.rank().get() == 14;
        let red_joker = |card: &CardNumber| card.rank().get() == 0;
        let called_first = |&number: &CardNumber| {
            let card = deck.card(number);
            std::cmp::Reverse((red_joker(&number), card.rank, card.suit))
        };
        let shuffle_at_end_of_round = drawn.iter().any(black_joker);
        let mut held: Vec<CardNumber> = held.to_vec();
        held.sort_by_key(called_first);
        let mut ranked: Vec<CardNumber> =
            drawn.iter().copied().filter(|card| !black_joker(card) && !red_joker(card)).collect();
        ranked.sort_by_key(called_first);
        let mut discarded = Vec::new();
        if shuffle_at_end_of_round {
            // The black joker takes the highest other card with it.
            match held.is_empty() {
                false => discarded.push(held.remove(0)),
                true => drop(ranked.drain(..ranked.len().min(1))),
            }
        }
        ranked.truncate(KEPT);
        let has_red_joker = drawn.iter().any(red_joker);
        let mut kept = ranked;
        kept.extend(drawn.iter().copied().filter(red_joker));
        discarded.extend(drawn.iter().copied().filter(|card| !kept.contains(card)));
        kept.extend(held);
        kept.sort_by_key(called_first);
        Self {
            kept: kept.into_iter().map(|card| hand_card(deck, card)).collect(),
            discarded,
            red_joker: has_red_joker,
            shuffle_at_end_of_round,
        }
    }
}

impl Initiative<'_> {
    /// Reads the check and the hand.
    ///
    /// # Errors
    /// [`LookupError::HandSize`] if the hand is not as large as the check allows,
    /// [`LookupError::DrawnTwice`] if a card came twice; else as [`Attempt::test`].
    pub fn answer(&self, options: &Options) -> Result<InitiativeAnswer, LookupError> {
        let account =
            TnAccount::new(TargetNumber::EASY, "Reflex").with("other penalties", self.penalty);
        let test = self.attempt.test(account, options.bump_divisor)?;
        let cards = match (test.check.critical_failure, test.success()) {
            (true, _) => 0,
            (_, false) => 1,
            (_, true) => 2 + test.check.bumps(),
        };
        let draw = &self.attempt.draw;
        for (place, card) in self.hand.iter().enumerate() {
            let before = self.hand[..place].contains(card);
            if before || draw.card() == *card || draw.then().contains(card) {
                return Err(LookupError::DrawnTwice(*card));
            }
        }
        if !self.hand.is_empty() && self.hand.len() != cards as usize {
            return Err(LookupError::HandSize { given: self.hand.len(), allowed: cards });
        }
        let hand = KeptHand::of(self.attempt.pool.deck(), &[], &self.hand);
        Ok(InitiativeAnswer {
            count: count(self.attempt.pool.die().sides()),
            test,
            cards,
            kept: hand.kept,
            discarded: hand.discarded,
            red_joker: hand.red_joker,
            shuffle_at_end_of_round: hand.shuffle_at_end_of_round,
        })
    }
}

/// The count of a phase at which a Reflex die acts.
fn count(sides: u16) -> Option<char> {
    match sides {
        12 => Some('A'),
        10 => Some('B'),
        8 => Some('C'),
        6 => Some('D'),
        4 => Some('E'),
        _ => None,
    }
}

fn hand_card(deck: &Deck, number: CardNumber) -> HandCard {
    let card = deck.card(number);
    let playing_card = match card.rank.playing_card() {
        "Joker" => card.suit.name().to_owned(),
        index => format!("{index} of {}", card.suit.name()),
    };
    HandCard { number, step: card.rank, suit: card.suit.get(), playing_card }
}

/// `39 (J of hearts)`
impl fmt::Display for HandCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.number, self.playing_card)
    }
}

impl Answer for InitiativeAnswer {
    const KIND: &'static str = "initiative";

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.test.explanation();
        let cards = match self.cards {
            0 => "no cards this round".to_owned(),
            1 => "draw 1 card".to_owned(),
            cards => format!("draw {cards} cards"),
        };
        let count = self.count.map(|count| format!("; acts on count {count} of a phase"));
        lines.push(format!("{cards}{}", count.unwrap_or_default()));
        if !self.kept.is_empty() {
            let kept: Vec<String> = self.kept.iter().map(HandCard::to_string).collect();
            lines.push(format!("keeps {}", kept.join(", ")));
        }
        if self.red_joker {
            lines.push("red joker: one action at any time of the round".to_owned());
        }
        if self.shuffle_at_end_of_round {
            lines.push(
                "black joker: it and the highest other card are lost; shuffle at the end of the \
                 round"
                    .to_owned(),
            );
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::Pool;
    use crate::lookup::samples::{card, deck, draw};

    fn ask(dice: &str, drawn: u8, hand: &[u8]) -> Result<InitiativeAnswer, LookupError> {
        let deck = deck();
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let attempt = Attempt { pool, draw: draw(drawn, &[]) };
        let hand = hand.iter().copied().map(card).collect();
        Initiative { attempt, penalty: 0, hand }.answer(&Options::default())
    }

    fn kept(answer: &InitiativeAnswer) -> Vec<u8> {
        answer.kept.iter().map(|card| card.number.get()).collect()
    }

    #[test]
    fn an_eight_against_three_draws_three_cards() {
        // Card 50 shows 8 in row 1 of d10: success and one bump, as in the source's example.
        let answer = ask("1d10", 50, &[]).unwrap();
        assert_eq!((3, Some('B')), (answer.cards, answer.count));
        assert_eq!(0, ask("4d10", 10, &[]).unwrap().cards);
        assert_eq!(1, ask("1d10", 42, &[]).unwrap().cards);
    }

    #[test]
    fn the_two_best_are_kept_rank_before_suit() {
        let answer = ask("1d10", 50, &[4, 39, 38]).unwrap();
        assert_eq!(kept(&answer), [39, 38]);
        assert_eq!(answer.discarded, [card(4)]);
    }

    #[test]
    fn the_red_joker_is_kept_besides_and_the_black_takes_the_highest_with_it() {
        let red = ask("1d10", 50, &[20, 0, 39]).unwrap();
        assert_eq!(kept(&red), [0, 39, 20]);
        assert!(red.red_joker && !red.shuffle_at_end_of_round);
        let black = ask("1d10", 50, &[20, 53, 39]).unwrap();
        assert_eq!(kept(&black), [20]);
        assert!(black.shuffle_at_end_of_round);
    }

    #[test]
    fn a_card_held_over_counts_as_the_highest_for_the_black_joker_alone() {
        let deck = deck();
        let keep = |held: &[u8], drawn: &[u8]| {
            let cards = |numbers: &[u8]| numbers.iter().copied().map(card).collect::<Vec<_>>();
            KeptHand::of(&deck, &cards(held), &cards(drawn))
        };
        let numbers = |hand: &KeptHand| -> Vec<u8> {
            hand.kept.iter().map(|card| card.number.get()).collect()
        };
        let lost = keep(&[4], &[53, 39, 20, 12]);
        assert_eq!(numbers(&lost), [39, 20]);
        assert_eq!(lost.discarded, [card(4), card(53), card(12)]);
        assert_eq!(numbers(&keep(&[4], &[39, 20, 12])), [39, 20, 4]);
        assert_eq!(numbers(&keep(&[], &[53])), [0_u8; 0]);
    }

    #[test]
    fn a_hand_of_another_size_or_with_a_doubled_card_is_refused() {
        assert!(matches!(ask("1d10", 50, &[1, 2]), Err(LookupError::HandSize { .. })));
        assert!(matches!(ask("1d10", 50, &[1, 2, 1]), Err(LookupError::DrawnTwice(_))));
        assert!(matches!(ask("1d10", 50, &[1, 2, 50]), Err(LookupError::DrawnTwice(_))));
    }
}
