//! Common imports of all questions.

pub use super::args::{Arg, ArgType, Flag, List, Opt};
pub use super::cards::{CardList, CardRef, Chain, chain_text};
pub use super::context::Context;
pub(crate) use super::field::fields;
pub use super::field::{CardUse, Fact, Field, FieldKind};
pub use super::problems::{all, each, listed, missing, refuse};
pub use super::question::{Answered, Demand, Question, answered};
pub use super::setting::Setting;
pub(crate) use super::types::choice;
pub use super::types::{
    BodyPlace, ElementName, Increment, Number, PersonName, PlaceName, Skill, StrengthDie,
    WeaponName, WholeBodyPlace, WholePlace,
};
pub use crate::deck::Part;
pub use crate::diagnostic::{Problem, Problems};
