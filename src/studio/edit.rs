//! Edits of a project, as the page sends them.

use serde::Deserialize;

use crate::diagnostic::Problem;
use crate::spec::Spec;

use super::step::{Scalar, Step};
use super::texts::Texts;
use super::{document, pins};

/// One edit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// The whole text of the spec.
    Text(String),
    /// One value of the spec.
    Value {
        /// Its path.
        path: Vec<Step>,
        /// The new value.
        to: Scalar,
    },
    /// One count of a table that distributes a number of cards: the other counts change in proportion, so
    /// that the sum is constant.
    Count {
        /// Its path.
        path: Vec<Step>,
        /// The new number of cards.
        to: u8,
    },
    /// Pins a cell of a card.
    Pin {
        /// The card's number.
        card: u8,
        /// The cell, such as `cause_d10_2`.
        field: String,
        /// Its text as in `deck.csv`.
        value: String,
    },
    /// Removes the pin of a cell.
    Unpin {
        /// The card's number.
        card: u8,
        /// The cell.
        field: String,
    },
}

/// The texts after an edit. Pins are found by `spec`, which is that of `texts`, if they are read and have no
/// faults.
///
/// # Errors
/// That the path is unknown or does not accept the value.
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
