//! The size of a card: trim, bleed, safe zone.

/// The size of a card in millimetres. A template's user units are millimetres with the corner of
/// the trim at (0, 0), so its view box follows from this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    trim_width: f64,
    trim_height: f64,
    bleed: f64,
    safe: f64,
}

/// Why lengths do not form a card format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// A side of the trim is not between 20 and 300 mm.
    #[error("a card's sides are 20 to 300 mm long")]
    Trim,
    /// Bleed or safe margin are negative or more than a quarter of the shorter side.
    #[error("bleed and safe margin are 0 mm to a quarter of the shorter side")]
    Margin,
}

impl Format {
    /// Poker size: 63.5 × 88.9 mm (2.5 × 3.5 in), bleed and safe margin 3.175 mm (1/8 in), as print houses
    /// require.
    pub const POKER: Self = Self { trim_width: 63.5, trim_height: 88.9, bleed: 3.175, safe: 3.175 };

    /// A format of these lengths in millimetres.
    ///
    /// # Errors
    /// [`FormatError`] for lengths outside the limits, or NaN.
    pub fn new(
        trim_width: f64,
        trim_height: f64,
        bleed: f64,
        safe: f64,
    ) -> Result<Self, FormatError> {
        let shorter = trim_width.min(trim_height);
        if ![trim_width, trim_height].iter().all(|side| (20.0..=300.0).contains(side)) {
            return Err(FormatError::Trim);
        }
        if ![bleed, safe].iter().all(|margin| (0.0..=shorter / 4.0).contains(margin)) {
            return Err(FormatError::Margin);
        }
        Ok(Self { trim_width, trim_height, bleed, safe })
    }

    /// Width of the cut card in millimetres.
    pub fn trim_width_mm(&self) -> f64 {
        self.trim_width
    }

    /// Height of the cut card in millimetres.
    pub fn trim_height_mm(&self) -> f64 {
        self.trim_height
    }

    /// The width of the bleed outside the trim, in millimetres.
    pub fn bleed_mm(&self) -> f64 {
        self.bleed
    }

    /// The distance from the trim to the safe zone, in millimetres.
    pub fn safe_mm(&self) -> f64 {
        self.safe
    }

    /// Width with the bleed on both sides, in millimetres.
    pub fn full_width_mm(&self) -> f64 {
        self.trim_width + 2.0 * self.bleed
    }

    /// Height with the bleed on both sides, in millimetres.
    pub fn full_height_mm(&self) -> f64 {
        self.trim_height + 2.0 * self.bleed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Mm;

    #[test]
    fn a_poker_card_with_bleed_is_2_75_by_3_75_inches() {
        let full = [Format::POKER.full_width_mm(), Format::POKER.full_height_mm()];
        assert_eq!(full.map(|mm| (Mm(mm).inches() * 1000.0).round()), [2750.0, 3750.0]);
    }

    #[test]
    fn lengths_outside_the_limits_are_refused() {
        assert_eq!(Err(FormatError::Trim), Format::new(0.0, 88.9, 3.0, 3.0));
        assert_eq!(Err(FormatError::Trim), Format::new(f64::NAN, 88.9, 3.0, 3.0));
        assert_eq!(Err(FormatError::Margin), Format::new(63.5, 88.9, -1.0, 3.0));
        assert_eq!(Err(FormatError::Margin), Format::new(63.5, 88.9, 3.0, 20.0));
        assert_eq!(Ok(Format::POKER), Format::new(63.5, 88.9, 3.175, 3.175));
    }
}
