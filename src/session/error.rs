//! What cannot happen at a table.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;

/// Why a step cannot be taken. Each names the bad piece and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// A card came up that is not in the draw pile.
    #[error(
        "card {card} was drawn twice without a shuffle: it lies {place}; accepted: a card of the \
         draw pile, or shuffle first"
    )]
    DrawnTwice {
        /// The card.
        card: CardNumber,
        /// Where it is: `in the discard pile`, `in the hand of sid`.
        place: String,
    },
    /// A card was wanted and every card is held or lies open.
    #[error("no card is left to draw; accepted: a draw after a held card was laid down")]
    NothingLeft,
    /// A follow-up card was wanted from an empty draw pile.
    #[error(
        "the draw pile is empty and a chain does not shuffle it; accepted: the result without \
         another card"
    )]
    ChainAtTheEnd,
    /// The players draw, and no number was told.
    #[error("which card was drawn? The players draw at this table; accepted: its number, 0 to 53")]
    NumberMissing,
    /// The program draws, and a number was told.
    #[error(
        "the program draws at this table, so card {0} cannot be named; accepted: no number, last, \
         or look before the question to ask about any card"
    )]
    NumberGiven(CardNumber),
    /// A file tells of another card than the shuffle brings.
    #[error("card {card} was drawn where the shuffle brings card {expected}")]
    NotTheNext {
        /// The card told.
        card: CardNumber,
        /// The card that was next.
        expected: CardNumber,
    },
    /// A card that does not lie open was to be held.
    #[error("card {0} does not lie open; accepted: a card drawn in the same step")]
    NotOpen(CardNumber),
    /// A card was laid down by somebody who does not hold it.
    #[error("{who} does not hold card {card}; accepted: {held}")]
    NotHeld {
        /// Who.
        who: String,
        /// The card.
        card: CardNumber,
        /// What is held, in words.
        held: String,
    },
    /// Nobody of this name holds cards.
    #[error("{who} holds no card; accepted: {holders}")]
    NoHand {
        /// Who.
        who: String,
        /// Who does, in words.
        holders: String,
    },
    /// Nothing is known of a character of this name.
    #[error(
        "the CT of {0} at full health is not known; accepted: ct and a number once, or a name of \
         the table of characters"
    )]
    Unknown(String),
    /// A round too many.
    #[error("no round is left to count; accepted: a new session")]
    TooManyRounds,
    /// A name that cannot be told from others.
    #[error("a name is missing; accepted: a name of at least one letter")]
    Nameless,
    /// A name with characters that are not seen, such as a line break.
    #[error("the name {0:?} holds characters that are not seen; accepted: a name on one line")]
    Unseen(String),
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        Problem::new(error.to_string())
    }
}
