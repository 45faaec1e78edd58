//! The walk over what the pages paint, and what streams of operators have in common.

mod content;
mod operators;
mod stack;

pub(super) use content::{Key, Operation, Scope, Visitor, walk};
pub(super) use stack::{Mapped, States};
