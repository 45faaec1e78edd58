//! What a designer can change, as the page says it.

use serde::Deserialize;

use crate::diagnostic::Problem;
use crate::spec::Spec;

use super::step::{Scalar, Step};
use super::texts::Texts;
use super::{document, pins};

/// One change of the project.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// The whole text of the spec.
    Text(String),
    /// One value of the spec.
    Value {
        /// Where it stands.
        path: Vec<Step>,
        /// What it becomes.
        to: Scalar,
    },
    /// One count of a table that gives out a number of cards: the other counts give way in proportion,
    /// so that the sum stays.
    Count {
        /// Where it stands.
        path: Vec<Step>,
        /// Cards.
        to: u8,
    },
    /// A cell that must stand on a card.
    Pin {
        /// The card's number.
        card: u8,
        /// The cell, such as `cause_d10_2`.
        field: String,
        /// Its text as `deck.csv` has it.
        value: String,
    },
    /// A cell that need no longer stand on a card.
    Unpin {
        /// The card's number.
        card: u8,
        /// The cell.
        field: String,
    },
}

/// The texts after an edit. Pins are found by what `spec` says of them; it is the one that `texts` give,
/// if they are read and have no faults.
///
/// # Errors
/// That the place is not there or takes no such value.
pub(super) fn edited(
    edit: &Edit,
    texts: &Texts,
    spec: Option<&std::sync::Arc<Spec>>,
    is_taken: &dyn Fn(&str) -> bool,
) -> Result<Texts, Problem> {
    let of_spec = |spec: String| Texts { spec: spec.into(), ..texts.clone() };
    let sound = || {
        let message = "cells can be pinned only while the spec has no faults";
        spec.ok_or_else(|| Problem::coded("studio.faulty", message))
    };
    match edit {
        Edit::Text(text) => Ok(of_spec(text.clone())),
        Edit::Value { path, to } => document::set(&texts.spec, path, to).map(of_spec),
        Edit::Count { path, to } => document::set_count(&texts.spec, path, *to).map(of_spec),
        Edit::Pin { card, field, value } => {
            let pin = pins::Cell::new(*card, field, sound()?)?;
            pins::pin(texts, sound()?, &pin, value, is_taken)
        }
        Edit::Unpin { card, field } => {
            pins::unpin(texts, sound()?, &pins::Cell::new(*card, field, sound()?)?)
        }
    }
}
