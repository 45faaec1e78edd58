//! Changes of the table.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::deck::{CardNumber, ShuffleTime};
use crate::table::rules::{BodyPart, Damage, Game};

use super::Facts;

/// A change of the table. Names are those the players typed.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// A card was drawn from the draw pile. It is face up until the step ends; then it is
    /// discarded, unless it is held.
    Drawn {
        /// The card.
        card: CardNumber,
    },
    /// The discard pile was shuffled into the draw pile. Cards that are face up or held stay out.
    Shuffled {
        /// The reason.
        because: ShuffleReason,
    },
    /// A card that was face up is now held.
    Held {
        /// The holder.
        who: String,
        /// The card.
        card: CardNumber,
    },
    /// A held card was discarded: it was played, lost or dropped.
    LaidDown {
        /// The holder.
        who: String,
        /// The card.
        card: CardNumber,
    },
    /// A round ended and the next began.
    RoundEnded,
    /// Questions are now about another game.
    GameChosen {
        /// The game.
        game: Game,
    },
    /// The wounds of a character are recorded from now on.
    Introduced {
        /// The character.
        who: String,
        /// CT at full health.
        ct: u16,
    },
    /// A character was hurt.
    Hurt {
        /// The character.
        who: String,
        /// The body part.
        part: BodyPart,
        /// The damage.
        damage: Damage,
    },
    /// A wound was healed: one less. A limb with 5 is lost and cannot be healed.
    Healed {
        /// The character.
        who: String,
        /// The body part.
        part: BodyPart,
    },
    /// All CT of a character were restored.
    Rested {
        /// The character.
        who: String,
    },
    /// All facts about a character were replaced.
    Known {
        /// The character.
        who: String,
        /// The facts.
        facts: Box<Facts>,
    },
    /// The default acting character was changed, or reset if left out.
    Acts {
        /// The character.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<String>,
    },
    /// Shots were fired from a weapon whose shots are counted.
    Fired {
        /// The character who fired.
        who: String,
        /// The number of shots.
        shots: u16,
    },
    /// A question waits for its cards: the next step answers or drops it.
    Waits(Box<PendingQuestion>),
    /// The damage of the last answer was applied.
    Applied,
    /// The stun check for the last wounds was made.
    StunChecked {
        /// The character.
        who: String,
    },
    /// A character bled for some rounds.
    Bled {
        /// The character.
        who: String,
        /// The number of rounds.
        rounds: u16,
        /// The CT lost in each round, if it differs from that of wound table A.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per_round: Option<u8>,
    },
}

/// The reason of a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShuffleReason {
    /// The draw pile was empty when a card was wanted.
    EmptyPile,
    /// A black joker came up in the round that ended.
    BlackJoker,
    /// A card with the shuffle sign came up.
    Sign,
    /// Few cards were left in the draw pile, as the deck's policy says.
    CardsLeft,
    /// The players shuffled.
    Wish,
}

impl ShuffleReason {
    /// In words: `the draw pile was empty`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::EmptyPile => "the draw pile was empty",
            Self::BlackJoker => "the black joker came up this round",
            Self::Sign => "a shuffle sign came up",
            Self::CardsLeft => "few cards were left",
            Self::Wish => "as asked",
        }
    }
}

/// A shuffle that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ShuffleDue {
    /// The reason.
    pub because: ShuffleReason,
    /// When it takes place.
    pub at: ShuffleTime,
}

impl ShuffleDue {
    /// In words: `the black joker came up: the deck is shuffled at the end of the round`.
    pub fn words(self) -> String {
        let because = match self.because {
            ShuffleReason::BlackJoker => "the black joker came up",
            reason => reason.words(),
        };
        let at = match self.at {
            ShuffleTime::AtOnce => "before the next draw",
            ShuffleTime::EndOfRound => "at the end of the round",
        };
        format!("{because}: the deck is shuffled {at}")
    }
}

/// A question and its arguments, each under its name.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Question {
    /// The game and the full name, such as `west check` or `fi3 hurt stun`.
    #[serde(rename = "question")]
    pub name: String,
    /// The acting character, if it has one from the table of characters.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The target, if it is a participant.
    #[serde(rename = "at", skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The arguments: numbers, texts, `true`, or lists of them. Every card is given by number.
    #[serde(flatten)]
    pub arguments: Map<String, Value>,
}

/// Parses the object key by key. A derived implementation would buffer all keys first, which is too
/// slow for sessions with many steps.
impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Keys)
    }
}

struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = Question;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a question with its arguments")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Question, A::Error> {
        let (mut name, mut who, mut target, mut arguments) = (None, None, None, Map::new());
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "question" => name = Some(map.next_value()?),
                "as" => who = map.next_value()?,
                "at" => target = map.next_value()?,
                _ => {
                    arguments.insert(key, map.next_value()?);
                }
            }
        }
        let name = name.ok_or_else(|| A::Error::missing_field("question"))?;
        Ok(Question { name, who, target, arguments })
    }
}

/// The name with actor and target: `west attack of sid at xenes`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.who.iter().try_for_each(|who| write!(f, " of {who}"))?;
        self.target.iter().try_for_each(|target| write!(f, " at {target}"))
    }
}

/// A question that waits for its cards.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingQuestion {
    /// The full question without its cards.
    pub asked: Question,
    /// The shots to count down once it is answered.
    pub shots: u16,
}

/// A question that was answered with cards of the table.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    /// The full question, so that it can be repeated.
    pub asked: Question,
    /// The cards that were read, without follow-up cards.
    pub cards: Vec<CardNumber>,
}

/// A step of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The line that was typed.
    pub line: String,
    /// The changes, in order.
    pub changes: Vec<Change>,
    /// The question, if one was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// The explanation of the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explanation: Vec<String>,
}

impl Step {
    /// The cards drawn in this step, in order.
    pub fn drawn(&self) -> impl Iterator<Item = CardNumber> {
        self.changes.iter().filter_map(|change| match change {
            Change::Drawn { card } => Some(*card),
            _ => None,
        })
    }

    /// The reasons of the shuffles of this step, in order.
    pub fn shuffles(&self) -> impl Iterator<Item = ShuffleReason> {
        self.changes.iter().filter_map(|change| match change {
            Change::Shuffled { because } => Some(*because),
            _ => None,
        })
    }
}
