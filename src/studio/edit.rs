//! Edits of a project, as the page sends them.

use serde::Deserialize;

use crate::diagnostic::Problem;
use crate::spec::Spec;

use super::form::{columns, document, removal, structure};
use super::pins;
use super::step::{Scalar, Step};
use super::texts::Texts;

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
    /// Adds a missing key or table, or an entry of a list or table.
    Add {
        /// The path of the key, list or table; for an element, `element` and the key of its values.
        path: Vec<Step>,
        /// What was entered, such as a die or the name and the values of an element.
        #[serde(default)]
        entries: Vec<String>,
    },
    /// Removes an optional key, a table, an entry, or `pins` and the place of a pin.
    Remove {
        /// Its path.
        path: Vec<Step>,
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
        Edit::Value { path, to } => {
            let text = document::set(&texts.spec, path, to)?;
            match &path[..] {
                [Step::Key(grid), Step::Key(rows)] if rows == "rows" => {
                    let mut document = document::parsed(&text)?;
                    columns::follow_rows(&mut document, grid);
                    without_lost_pins(of_spec(document.to_string()), spec)
                }
                [Step::Key(cards)] if cards == "cards" => match to {
                    Scalar::Whole(size) => {
                        let text = structure::resized(&texts.spec, *size)?;
                        without_lost_pins(of_spec(text), spec)
                    }
                    _ => Ok(of_spec(text)),
                },
                _ => Ok(of_spec(text)),
            }
        }
        Edit::Count { path, to } => document::set_count(&texts.spec, path, *to).map(of_spec),
        Edit::Add { path, entries } => {
            without_lost_pins(of_spec(structure::add(&texts.spec, path, entries)?), spec)
        }
        Edit::Remove { path } => match &path[..] {
            [Step::Key(pins), Step::Index(place)] if pins == "pins" => {
                pins::remove_at(texts, sound()?, *place)
            }
            path => without_lost_pins(of_spec(removal::remove(&texts.spec, path)?), spec),
        },
        Edit::Pin { card, field, value } => {
            let pin = pins::Cell::new(*card, field, sound()?)?;
            pins::pin(texts, sound()?, &pin, value, is_taken)
        }
        Edit::Unpin { card, field } => {
            pins::unpin(texts, sound()?, &pins::Cell::new(*card, field, sound()?)?)
        }
    }
}

/// The texts without pins of what the cards no longer have.
fn without_lost_pins(texts: Texts, spec: Option<&std::sync::Arc<Spec>>) -> Result<Texts, Problem> {
    let Some(spec) = spec.filter(|spec| !spec.pins.is_empty()) else { return Ok(texts) };
    let document = document::parsed(&texts.spec)?;
    Ok(pins::without(&texts, spec, |pin| !pins::is_possible(&document, pin)))
}
