//! What every game asks of the cards alone.

use super::question::Row;
use super::{card, element, toggle};

pub const CARD: Row = Row::new::<card::Typed>("card", "Show everything on a card", ["34", "0"]);

pub const TOGGLE: Row = Row::new::<toggle::Typed>("read toggle", "Read yes or no", ["34", "12"]);

pub const ELEMENT: Row = Row::new::<element::Typed>(
    "read element",
    "Read an element that the designer added",
    ["34 omen", "12 omen"],
);
