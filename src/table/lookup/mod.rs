//! Looking up drawn cards: pure functions from a deck, the cards drawn and a typed question to a
//! typed answer with the cells read and the explanation.
//!
//! - [`DeckView`]: a deck whose cards are read, and a record of the parts read.
//! - [`CardSheet`]: everything printed on one card.
//! - [`Check`]: a pool such as `3d10` against a target number, with follow-up cards and bumps.
//! - [`Element`]: an element defined by the designer.
//! - [`EffectQuestion`]: a cell of the effect grid such as `(3)10`, and its victories.
//!
//! ```
//! use actiondeck::deck::Deck;
//! use actiondeck::table::lookup::{Answer, Check, Draw, Pool, Target, TargetNumber};
//! # let csv = include_str!("../../../tests/data/deck.csv");
//! # let deck = Deck::read("deck.csv", csv).unwrap();
//!
//! let pool = Pool::new(&deck, "2d10".parse()?)?;
//! let check = Check { pool, target: Some(Target::new(TargetNumber::clamped(11))) };
//! let answer = check.answer(&Draw::new("34".parse()?, vec!["10".parse()?])?)?;
//! assert_eq!(answer.best().unwrap().total, 19);
//! assert_eq!(
//!     answer.explanation()[1],
//!     "row 2 of d10 shows 10, exceptional; card 10 adds 9: 19 against TN 11, success, 2 bumps",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod check;
mod draw;
mod effect;
mod element;
mod error;
mod name;
mod pool;
#[cfg(test)]
pub(crate) mod samples;
mod sheet;
mod target;
mod view;

pub use answer::{
    Aftermath, Answer, AnswerRecord, AnyAnswer, DealtDamage, Decider, Offer, Verdict,
};
pub use check::{Check, CheckAnswer, Choice, Reading};
pub(crate) use draw::each_once;
pub use draw::{Draw, DrawError};
pub use effect::{EffectAnswer, EffectQuestion, VictoryTarget, VictoryTargetError};
pub use element::{Element, ElementAnswer, ElementError};
pub use error::LookupError;
pub(crate) use name::{clear, line_named};
pub use pool::{EffectCell, Outcome, Pool};
/// The library of the JSON values that [`AnswerRecord`],
/// [`Deck::card_json`](crate::deck::Deck::card_json) and the arguments of a session's
/// [`Question`](crate::table::session::Question) use.
pub use serde_json;
pub use sheet::{CardSheet, SheetColumn};
pub use target::{
    BumpDivisor, BumpDivisorError, Judgement, Target, TargetNumber, TargetNumberError,
};
pub use view::{CardView, DeckView, PartsRead};
