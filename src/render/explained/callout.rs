//! Words beside a part of the card, and the way to them.

use kurbo::{Point, Rect};

use crate::face::Format;

use super::measures::{LINE_MM, TITLE_MM};

/// A part on the card and the words about it.
pub(super) struct Callout {
    /// Its frame on the trimmed card, in millimetres of the card.
    pub place: Rect,
    pub way: LeaderRoute,
    pub title: String,
    /// What is said about it, not yet in lines.
    pub text: String,
    /// Its lines beside the card; none where a number stands for them.
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

/// How the line leaves the card: straight to its side, or over an edge where others would lie under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeaderRoute {
    OverTop,
    Level,
    UnderFoot,
}

impl LeaderRoute {
    /// From the middle of a part, with the size of the card.
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
