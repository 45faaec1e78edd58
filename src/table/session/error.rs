//! What cannot happen at a table.

use crate::deck::CardNumber;
use crate::diagnostic::{Fault, Problem, fault};
use crate::table::rules::BodyPart;
use crate::wording::counted;

/// Why a step cannot be taken. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// A card came up that is not in the draw pile.
    DrawnTwice {
        /// The card.
        card: CardNumber,
        /// Where it is: `in the discard pile`, `in the hand of sid`.
        place: String,
    },
    /// A card was wanted and every card is held or lies open.
    NothingLeft,
    /// A follow-up card was wanted from an empty draw pile.
    ChainAtTheEnd,
    /// The players draw, and no number was told.
    NumberMissing,
    /// The program draws, and a number was told.
    NumberGiven(CardNumber),
    /// A file tells of another card than the shuffle brings.
    NotTheNext {
        /// The card told.
        card: CardNumber,
        /// The card that was next.
        expected: CardNumber,
    },
    /// A card that does not lie open was to be held.
    NotOpen(CardNumber),
    /// A card was laid down by somebody who does not hold it.
    NotHeld {
        /// Who.
        who: String,
        /// The card.
        card: CardNumber,
        /// What is held, in words.
        held: String,
    },
    /// Nobody of this name holds cards.
    NoHand {
        /// Who.
        who: String,
        /// Who does, in words.
        holders: String,
    },
    /// Nothing is known of a character of this name.
    Unknown(String),
    /// A lost limb was to be healed.
    Lost {
        /// Whose.
        who: String,
        /// The limb.
        part: BodyPart,
    },
    /// What the last answer dealt was taken before.
    AppliedAlready,
    /// More shots than are left.
    Empty {
        /// Who fires.
        who: String,
        /// How many shots are left.
        left: u16,
        /// How many are fired.
        shots: u16,
    },
    /// A round too many.
    TooManyRounds,
    /// A name that cannot be told from others.
    Nameless,
    /// A name with characters that are not seen, such as a line break.
    Unseen(String),
}

impl Fault for SessionError {
    fn problem(&self) -> Problem {
        match self {
            Self::DrawnTwice { card, place } => Problem::coded(
                "session.drawn-twice",
                format!("card {card} was drawn twice without a shuffle: it lies {place}"),
            )
            .accepts("a card of the draw pile, or shuffle first"),
            Self::NothingLeft => Problem::coded("session.nothing-left", "no card is left to draw")
                .accepts("a draw after a held card was laid down"),
            Self::ChainAtTheEnd => Problem::coded(
                "session.chain-at-the-end",
                "the draw pile is empty and a chain does not shuffle it",
            )
            .accepts("the result without another card"),
            Self::NumberMissing => Problem::coded(
                "session.number-missing",
                "which card was drawn? The players draw at this table",
            )
            .accepts("its number, 0 to 53"),
            Self::NumberGiven(card) => Problem::coded(
                "session.number-given",
                format!("the program draws at this table, so card {card} cannot be named"),
            )
            .accepts("no number, last, or look before the question to ask about any card"),
            Self::NotTheNext { card, expected } => Problem::coded(
                "session.not-the-next",
                format!("card {card} was drawn where the shuffle brings card {expected}"),
            ),
            Self::NotOpen(card) => {
                Problem::coded("session.not-open", format!("card {card} does not lie open"))
                    .accepts("a card drawn in the same step")
            }
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
                format!("the name {name:?} holds characters that are not seen"),
            )
            .accepts("a name on one line"),
            Self::Nameless => Problem::coded("session.nameless", "a name is missing")
                .accepts("a name of at least one letter"),
        }
    }
}

fault!(SessionError);
