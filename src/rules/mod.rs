//! The rules of the table: what a physical draw means in a conflict.
//!
//! Each question is a type whose fields are the situation, with a method that reads the cards and
//! gives an [`Answer`](crate::lookup::Answer). Where the sources contradict each other or leave
//! something open, [`Options`] chooses.
//!
//! Sources: seed 002 (action cards) and seed 004 (conflict), cited by their headings; initiative
//! hands come from seed 000.

mod aim;
mod attempt;
mod complex;
mod contest;
mod decision;
mod dodge;
mod fast_draw;
mod initiative;
mod options;
mod surprise;
mod tn;

pub use aim::{AimAnswer, AimUnderFire, Threat};
pub use attempt::{Attempt, Tested};
pub use complex::{ComplexAnswer, ComplexCheck, ComplexDraw};
pub use contest::{Contest, ContestAnswer, Winner};
pub use decision::{ArcAnswer, ArcQuestion, Decision, FieldOfFire};
pub use dodge::{DodgeAnswer, dodge};
pub use fast_draw::{DrawSpeed, Extra, FastDraw, FastDrawAnswer, Hand};
pub use initiative::{HandCard, Initiative, InitiativeAnswer};
pub use options::{
    FailureRule, ImpactRule, Options, RangeBands, ThrowingIncrement, ThrowingMaximum, WoundTable,
};
pub use surprise::{Surprise, SurpriseAnswer};
pub use tn::{TnAccount, TnEntry};
