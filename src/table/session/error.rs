//! Errors of session steps.

use crate::deck::{CardNumber, ValueError};
use crate::diagnostic::{Fault, Problem, fault};
use crate::table::rules::BodyPart;
use crate::wording::counted;

/// The error of a step. Each names the bad value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// A card that the deck does not have.
    NoCard(ValueError),
    /// A card that is not in the draw pile.
    DrawnTwice {
        /// The card.
        card: CardNumber,
        /// The place of the card: `in the discard pile`, `in the hand of sid`.
        place: String,
    },
    /// No card can be drawn: all cards are held or face up.
    NothingLeft,
    /// A follow-up card cannot be drawn from an empty draw pile.
    ChainAtTheEnd,
    /// The players draw, and the card number is missing.
    NumberMissing,
    /// The program draws, and a card number was given.
    NumberGiven(CardNumber),
    /// A file has another card than the shuffle gives.
    NotTheNext {
        /// The card in the file.
        card: CardNumber,
        /// The card of the shuffle.
        expected: CardNumber,
    },
    /// A card that is not face up cannot be held.
    NotOpen(CardNumber),
    /// A card was discarded from a hand that does not contain it.
    NotHeld {
        /// The player.
        who: String,
        /// The card.
        card: CardNumber,
        /// The hand in words.
        held: String,
    },
    /// The player does not hold cards.
    NoHand {
        /// The player.
        who: String,
        /// The players who hold cards, in words.
        holders: String,
    },
    /// The CT of the character at full health are not recorded.
    Unknown(String),
    /// A lost limb cannot be healed.
    Lost {
        /// The character.
        who: String,
        /// The limb.
        part: BodyPart,
    },
    /// The damage of the last answer was already applied.
    AppliedAlready,
    /// More shots than are left.
    Empty {
        /// The character who fires.
        who: String,
        /// The number of shots left.
        left: u16,
        /// The number of shots fired.
        shots: u16,
    },
    /// The round number has reached its limit.
    TooManyRounds,
    /// A name without letters.
    Nameless,
    /// A name with invisible characters, such as a line break.
    Unseen(String),
}

impl Fault for SessionError {
    fn problem(&self) -> Problem {
        match self {
            Self::NoCard(error) => error.problem(),
            Self::DrawnTwice { card, place } => Problem::coded(
                "session.drawn-twice",
                format!("card {card} was drawn twice without a shuffle: it is {place}"),
            )
            .accepts(
                "a card of the draw pile or of the hand of the acting character, or shuffle first",
            ),
            Self::NothingLeft => Problem::coded("session.nothing-left", "no card is left to draw")
                .accepts("a draw after a held card was laid down"),
            Self::ChainAtTheEnd => Problem::coded(
                "session.chain-at-the-end",
                "the draw pile is empty and a chain does not shuffle it",
            )
            .accepts("the result without another card"),
            Self::NumberMissing => Problem::coded(
                "session.number-missing",
                "the card number is missing: the players draw at this table",
            )
            .accepts("its number"),
            Self::NumberGiven(card) => Problem::coded(
                "session.number-given",
                format!("the program draws at this table, so card {card} cannot be named"),
            )
            .accepts("no number, last, or look before the question to ask about any card"),
            Self::NotTheNext { card, expected } => Problem::coded(
                "session.not-the-next",
                format!("card {card} was drawn where the shuffle brings card {expected}"),
            ),
            Self::NotOpen(card) => Problem::coded(
                "session.not-open",
                format!("card {card} is not face up on the table"),
            )
            .accepts("a card drawn in the same step"),
            Self::NotHeld { who, card, held } => {
                Problem::coded("session.not-held", format!("{who} does not hold card {card}"))
                    .accepts(held.to_string())
            }
            Self::NoHand { who, holders } => {
                Problem::coded("session.no-hand", format!("{who} holds no card"))
                    .accepts(holders.to_string())
            }
            Self::Unknown(who) => Problem::coded(
                "session.unknown",
                format!("the CT of {who} at full health is not known"),
            )
            .accepts("ct and a number once, or a name of the table of characters"),
            Self::Lost { who, part } => Problem::coded(
                "session.lost",
                format!("the {} of {who} is lost: no healing brings it back", part.name()),
            )
            .accepts("a place with fewer than 5 wounds, or undo if it was recorded by mistake"),
            Self::AppliedAlready => Problem::coded(
                "session.applied-already",
                "what the last answer dealt is applied already",
            )
            .accepts("undo to take it back, or wound and the name for more"),
            Self::Empty { who, left, shots } => {
                let (left, shots) = (counted(usize::from(*left), "shot"), shots);
                Problem::coded("session.empty", format!("{who} has {left}, not {shots}"))
                    .accepts(format!("reload {who}, or set {who} ammo and a number"))
            }
            Self::TooManyRounds => {
                Problem::coded("session.too-many-rounds", "no round is left to count")
                    .accepts("a new session")
            }
            Self::Unseen(name) => Problem::coded(
                "session.unseen",
                format!("the name {name:?} contains invisible characters"),
            )
            .accepts("a name on one line"),
            Self::Nameless => Problem::coded("session.nameless", "a name is missing")
                .accepts("a name of at least one letter"),
        }
    }
}

fault!(SessionError);
