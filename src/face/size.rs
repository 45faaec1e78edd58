//! Card sizes, by their names in shops.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

/// Width and height of a cut card in millimetres, each 20 to 300.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardSize {
    width: f64,
    height: f64,
}

/// A text that does not name a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSizeError {
    original: String,
}

impl Fault for CardSizeError {
    fn problem(&self) -> Problem {
        let Self { original } = self;
        Problem::coded("face.card-size", format!("{} is not a card size", quoted(original)))
            .accepts(format!("{}, or width x height of 20 to 300 mm, such as 63x88", names()))
    }
}

fault!(CardSizeError);

/// Names with width and height in millimetres. Poker and bridge are 2.5 and 2.25 × 3.5 inches, the
/// tarot and jumbo cards of American print houses 2.75 × 4.75 and 3.5 × 5.5; A6 is that of ISO 216.
const NAMED: [(&str, [f64; 2]); 7] = [
    ("poker", [63.5, 88.9]),
    ("euro-poker", [63.0, 88.0]),
    ("bridge", [57.15, 88.9]),
    ("tarot", [70.0, 120.0]),
    ("us-tarot", [69.85, 120.65]),
    ("jumbo", [88.9, 139.7]),
    ("a6", [105.0, 148.0]),
];

fn names() -> String {
    NAMED.map(|(name, _)| name).join(", ")
}

impl CardSize {
    /// A size in millimetres, if each side is 20 to 300.
    pub fn new(width_mm: f64, height_mm: f64) -> Option<Self> {
        let is_side = |side: &f64| (20.0..=300.0).contains(side);
        [width_mm, height_mm]
            .iter()
            .all(is_side)
            .then_some(Self { width: width_mm, height: height_mm })
    }

    /// The named sizes, the smallest first.
    pub fn named() -> impl Iterator<Item = (&'static str, Self)> {
        NAMED.iter().map(|&(name, [width, height])| (name, Self { width, height }))
    }

    /// Width in millimetres.
    pub fn width_mm(self) -> f64 {
        self.width
    }

    /// Height in millimetres.
    pub fn height_mm(self) -> f64 {
        self.height
    }
}

impl fmt::Display for CardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} mm", self.width, self.height)
    }
}

impl FromStr for CardSize {
    type Err = CardSizeError;

    /// Parses a name, or width and height in millimetres separated by `x`.
    fn from_str(text: &str) -> Result<Self, CardSizeError> {
        let error = || CardSizeError { original: text.to_owned() };
        if let Some((_, size)) = Self::named().find(|(name, _)| *name == text) {
            return Ok(size);
        }
        let (width, height) = text.split_once(['x', '×']).ok_or_else(error)?;
        match (width.trim().parse(), height.trim().parse()) {
            (Ok(width), Ok(height)) => Self::new(width, height).ok_or_else(error),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_lengths_read() {
        for (name, size) in CardSize::named() {
            assert_eq!(Ok(size), name.parse());
            let lengths = format!("{}x{}", size.width_mm(), size.height_mm());
            assert_eq!(Ok(size), lengths.parse());
        }
        let inch: CardSize = "25.4 × 50.8".parse().unwrap();
        assert_eq!("25.4 × 50.8 mm", inch.to_string());
    }

    #[test]
    fn unknown_sizes_are_reported_with_the_names() {
        for text in ["", "giant", "63", "63x", "x88", "19x88", "63x301", "NaNx88", "63x88x5"] {
            let error = text.parse::<CardSize>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("{text:?} is not a card size")), "{error}");
            assert!(error.contains("euro-poker"), "{error}");
        }
    }
}
