//! Callouts: explanations beside a part of the card, with leader lines.

use kurbo::{Point, Rect};

use crate::face::Format;

use super::measures::{LINE_MM, TITLE_MM};

/// A part of the card and its explanation.
pub(super) struct Callout {
    /// Its frame on the trimmed card, in millimetres of the card.
    pub place: Rect,
    pub way: LeaderRoute,
    pub title: String,
    /// The explanation, not yet broken into lines.
    pub text: String,
    /// Its lines beside the card; empty if a number represents them.
    pub lines: Vec<String>,
}

impl Callout {
    pub fn height_mm(&self) -> f64 {
        TITLE_MM + LINE_MM * self.lines.len() as f64
    }

    pub fn middle_mm(&self) -> Point {
        self.place.center()
    }
}

/// The route of the leader line: straight to the side of the card, or over an edge if it would be under
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeaderRoute {
    OverTop,
    Level,
    UnderFoot,
}

impl LeaderRoute {
    /// The route from the middle of a part on a card of this format.
    pub fn new(middle: Point, format: Format) -> Self {
        let (x, y) = (middle.x / format.trim_width_mm(), middle.y / format.trim_height_mm());
        match y {
            _ if !(0.2..0.85).contains(&x) => Self::Level,
            ..0.14 => Self::OverTop,
            0.9.. => Self::UnderFoot,
            _ => Self::Level,
        }
    }
}
