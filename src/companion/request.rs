//! A request as the page writes it: what is to be done, and with what.

use serde::Deserialize;

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::table::session::{Facts, Mode, Question};

use super::table::Deed;

/// A request as it is read; which keys it needs depends on what is to be done.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    #[serde(rename = "do")]
    pub(super) what: String,
    pub(super) asked: Option<Question>,
    #[serde(default)]
    pub(super) whole: bool,
    #[serde(default)]
    pub(super) again: bool,
    pub(super) card: Option<CardNumber>,
    pub(super) of: Option<String>,
    #[serde(default)]
    pub(super) cards: Vec<CardNumber>,
    pub(super) count: Option<u8>,
    pub(super) who: Option<String>,
    #[serde(default)]
    pub(super) hold: Vec<String>,
    pub(super) place: Option<String>,
    pub(super) hit: Option<String>,
    pub(super) ct: Option<u16>,
    pub(super) rounds: Option<u16>,
    pub(super) facts: Option<Box<Facts>>,
    pub(super) steps: Option<usize>,
    pub(super) draws: Option<Mode>,
    pub(super) name: Option<String>,
    pub(super) text: Option<String>,
}

/// Everything that can be requested.
const REQUESTS: &str = "about, state, look, before, ask, then, apply, draw, hand, lay-down, round, \
    shuffle, introduce, hurt, heal, rest, bleed, know, act, undo, log, start, export, import";

/// The value of a key that the request cannot do without.
pub(super) fn needed<T>(value: Option<T>, key: &str) -> Result<T, Problem> {
    value.ok_or_else(|| refused(format!("the key {key:?} is missing")))
}

fn refused(message: String) -> Problem {
    Problem::coded("companion.request", message).accepts("a request as the engine lists them")
}

impl Request {
    /// The deed that is no question, if it is one.
    pub(super) fn deed(self) -> Result<Deed, Problem> {
        let who = |who: Option<String>| needed(who, "who");
        let count = self.count.unwrap_or(0);
        Ok(match &*self.what {
            "draw" => Deed::Draw { cards: self.cards, count },
            "hand" => Deed::Hand { who: who(self.who)?, cards: self.cards, count },
            "lay-down" => Deed::LayDown { who: who(self.who)?, card: needed(self.card, "card")? },
            "round" => Deed::Round { hold: self.hold },
            "shuffle" => Deed::Shuffle,
            "introduce" => Deed::Introduce { who: who(self.who)?, ct: needed(self.ct, "ct")? },
            "hurt" => Deed::Hurt { who: who(self.who)?, hit: needed(self.hit, "hit")? },
            "heal" => Deed::Heal { who: who(self.who)?, place: needed(self.place, "place")? },
            "rest" => Deed::Rest { who: who(self.who)? },
            "bleed" => Deed::Bleed { who: who(self.who)?, rounds: self.rounds.unwrap_or(1) },
            "know" => Deed::Know { who: who(self.who)?, facts: needed(self.facts, "facts")? },
            "act" => Deed::Act { who: self.who },
            what => {
                let message = format!("nothing is done for {what:?}");
                return Err(Problem::coded("companion.request", message).accepts(REQUESTS));
            }
        })
    }
}

/// What cannot be read as a request.
pub(super) fn unread(error: &serde_json::Error) -> Problem {
    Problem::coded("companion.request", format!("the request cannot be read: {error}"))
        .accepts("a request of this companion")
}
