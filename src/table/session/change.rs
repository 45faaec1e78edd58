//! What can happen at a table.

use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::deck::CardNumber;
use crate::table::rules::{BodyPart, Damage, Game};

use super::Facts;

/// One thing that happened. Names are those the players typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// A card came from the draw pile. It lies open until the step ends; then it is discarded,
    /// unless somebody holds it.
    Drawn {
        /// The card.
        card: CardNumber,
    },
    /// The discard pile went back into the draw pile, and that was shuffled. Cards lying open or
    /// held stay out.
    Shuffled {
        /// Why.
        because: ShuffleReason,
    },
    /// Somebody holds a card that lay open.
    Held {
        /// Who.
        who: String,
        /// The card.
        card: CardNumber,
    },
    /// Somebody gave a held card away: it was played, lost or dropped.
    LaidDown {
        /// Who.
        who: String,
        /// The card.
        card: CardNumber,
    },
    /// A round ended and the next began.
    RoundEnded,
    /// The questions of another game are asked from now on.
    GameChosen {
        /// Which.
        game: Game,
    },
    /// A character is known by the CT at full health.
    Introduced {
        /// Who.
        who: String,
        /// CT at full health.
        ct: u16,
    },
    /// A character was hurt.
    Hurt {
        /// Who.
        who: String,
        /// Where.
        part: BodyPart,
        /// How much.
        damage: Damage,
    },
    /// A wound was healed.
    Healed {
        /// Who.
        who: String,
        /// Where.
        part: BodyPart,
    },
    /// All CT came back.
    Rested {
        /// Who.
        who: String,
    },
    /// What is known of somebody, all of it.
    Known {
        /// Who.
        who: String,
        /// What.
        facts: Box<Facts>,
    },
    /// Somebody acts from now on where nobody is named; nobody in particular when left out.
    Acts {
        /// Who.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<String>,
    },
    /// Shots were fired from a weapon whose shots are counted.
    Fired {
        /// By whom.
        who: String,
        /// How many.
        shots: u16,
    },
    /// A question waits for its cards: the next step answers it, or gives it up.
    Waits(Box<PendingQuestion>),
    /// What the last answer dealt is taken.
    Applied,
    /// The stun check for the wounds taken last was made.
    StunChecked {
        /// By whom.
        who: String,
    },
    /// Rounds of bleeding passed.
    Bled {
        /// Who.
        who: String,
        /// How many.
        rounds: u16,
        /// The CT lost in each, where it is not that of wound table A.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        per_round: Option<u8>,
    },
}

/// Why a deck was shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShuffleReason {
    /// The draw pile was empty when a card was wanted.
    EmptyPile,
    /// Card 53 came up in the round that ended.
    BlackJoker,
    /// The players wished it.
    Wish,
}

impl ShuffleReason {
    /// In words: `the draw pile was empty`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::EmptyPile => "the draw pile was empty",
            Self::BlackJoker => "card 53 came up this round",
            Self::Wish => "as asked",
        }
    }
}

/// A question and its arguments, each under its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// What is asked: the game and the name in full, such as `west check` or `fi3 hurt stun`.
    #[serde(rename = "question")]
    pub name: String,
    /// The character who acts, if it is one of the table of characters.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// The target, if somebody of the table is.
    #[serde(rename = "at", skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The arguments: a number, a text, `true`, or a list of those. Every card has its number.
    #[serde(flatten)]
    pub arguments: Map<String, Value>,
}

/// Read key by key: a derived reading would first collect all of them, which a session of many steps
/// has no time for.
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

/// Its name, and whose it is: `west attack of sid at xenes`.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.who.iter().try_for_each(|who| write!(f, " of {who}"))?;
        self.target.iter().try_for_each(|target| write!(f, " at {target}"))
    }
}

/// A question that waits for its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PendingQuestion {
    /// The question in full but for its cards.
    pub asked: Question,
    /// The shots that are counted down once it is answered.
    pub shots: u16,
}

/// A question that was answered with cards of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    /// The question in full, so that it can be asked again.
    pub asked: Question,
    /// The cards that were read, without their follow-up cards.
    pub cards: Vec<CardNumber>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What was typed.
    pub line: String,
    /// What happened, in order.
    pub changes: Vec<Change>,
    /// The question, where one was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// The answer in words.
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

    /// The shuffles of this step, in order.
    pub fn shuffles(&self) -> impl Iterator<Item = ShuffleReason> {
        self.changes.iter().filter_map(|change| match change {
            Change::Shuffled { because } => Some(*because),
            _ => None,
        })
    }
}
