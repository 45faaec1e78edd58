//! What every question is made of.

pub use clap::{Args, ValueEnum};
pub use serde::Serialize;

pub use super::cards::Context;

pub use super::source::CardUse;

pub use super::question::{Answered, Question, said};
pub use super::setting::Setting;
pub use super::written::{CardRef, Chain, Together};
pub use crate::cli::argument::{Argument, Get, Number, Parsed, all, each, missing, refuse, told};
pub use crate::diagnostic::{Problem, Problems};
