//! The walk over the painted content, and state shared by its visitors.

mod content;
mod operators;
mod stack;

pub(super) use content::{Key, Operation, Scope, Visitor, walk};
pub(super) use stack::{Mapped, States};
