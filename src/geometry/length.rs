//! Lengths in millimetres, and their conversion to inches, points and pixels.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// Millimetres in an inch, exactly (international inch, 1959).
pub const MM_PER_INCH: f64 = 25.4;

/// PDF's default user space unit: 1/72 inch (PDF Reference 1.4, 4.2.1).
pub const POINTS_PER_INCH: f64 = 72.0;

/// CSS pixels in an inch (CSS Values and Units 4, 6.2), the unit of usvg's trees.
pub const PIXELS_PER_INCH: f64 = 96.0;

/// Millimetres in a CSS pixel.
pub const MM_PER_PIXEL: f64 = MM_PER_INCH / PIXELS_PER_INCH;

/// A length in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Mm(pub f64);

impl Mm {
    /// Zero.
    pub const ZERO: Self = Self(0.0);

    /// A length given in inches.
    pub const fn from_inches(inches: f64) -> Self {
        Self(inches * MM_PER_INCH)
    }

    /// A length given in points of 1/72 inch.
    pub const fn from_points(points: f64) -> Self {
        Self(points * MM_PER_INCH / POINTS_PER_INCH)
    }

    /// The same length in inches.
    pub const fn inches(self) -> f64 {
        self.0 / MM_PER_INCH
    }

    /// The same length in points of 1/72 inch.
    pub const fn points(self) -> f64 {
        self.0 * POINTS_PER_INCH / MM_PER_INCH
    }

    /// The longer of two lengths.
    pub fn max(self, other: Self) -> Self {
        if self >= other { self } else { other }
    }

    /// The shorter of two lengths.
    pub fn min(self, other: Self) -> Self {
        if self <= other { self } else { other }
    }
}

impl Add for Mm {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Mm {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Mm {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<f64> for Mm {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self(self.0 * factor)
    }
}

impl Div<f64> for Mm {
    type Output = Self;
    fn div(self, divisor: f64) -> Self {
        Self(self.0 / divisor)
    }
}

/// A number of millimetres for a file: at most four decimals (a tenth of a micrometre), without trailing
/// zeros, never `-0`.
pub fn decimal(value: f64) -> String {
    rounded(value, 4)
}

/// A number with at most this many decimals, without trailing zeros, never `-0`.
pub fn rounded(value: f64, decimals: usize) -> String {
    let mut text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poker_card_is_two_and_a_half_inches_wide() {
        assert_eq!(180.0, Mm(63.5).points());
        assert_eq!(2.5, Mm(63.5).inches());
        assert_eq!(Mm(63.5), Mm::from_inches(2.5));
        assert_eq!(63.5, MM_PER_PIXEL * 240.0);
    }

    #[test]
    fn decimals_are_short_and_have_no_negative_zero() {
        assert_eq!("9.75", decimal(9.75));
        assert_eq!("100", decimal(100.0));
        assert_eq!("0", decimal(-0.000_01));
        assert_eq!("0.3333", decimal(1.0 / 3.0));
        assert_eq!(["3", "0.3", "-1.5"], [3.02, 0.26, -1.5].map(|length| rounded(length, 1)));
        assert_eq!("100", rounded(100.0, 0));
    }
}
