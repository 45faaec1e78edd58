//! Lengths and places: millimetres for people and SVG, points for PDF.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// Millimetres in an inch, exactly (international inch, 1959).
const MM_PER_INCH: f64 = 25.4;

/// PDF's default user space unit: 1/72 inch (PDF Reference 1.4, 4.2.1).
const POINTS_PER_INCH: f64 = 72.0;

/// A length in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Mm(pub f64);

impl Mm {
    /// Nothing.
    pub const ZERO: Self = Self(0.0);

    /// A length given in inches.
    pub fn from_inches(inches: f64) -> Self {
        Self(inches * MM_PER_INCH)
    }

    /// A length given in points of 1/72 inch.
    pub fn from_points(points: f64) -> Self {
        Self(points * MM_PER_INCH / POINTS_PER_INCH)
    }

    /// The same length in points of 1/72 inch.
    pub fn points(self) -> f64 {
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

/// Width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: Mm,
    /// From top to bottom.
    pub height: Mm,
}

/// A place on a page or picture: from its left and upper edge, y growing downward as in SVG.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// From the left edge.
    pub x: Mm,
    /// From the upper edge.
    pub y: Mm,
}

/// An upright rectangle: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: Mm,
    /// The upper edge.
    pub y: Mm,
    /// From left to right.
    pub width: Mm,
    /// From top to bottom.
    pub height: Mm,
}

impl Rect {
    /// The rectangle of a size whose corner lies at the origin.
    pub fn at_origin(size: Size) -> Self {
        Self { x: Mm::ZERO, y: Mm::ZERO, width: size.width, height: size.height }
    }

    /// The right edge.
    pub fn right(&self) -> Mm {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> Mm {
        self.y + self.height
    }

    /// Its width and height.
    pub fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The rectangle with every edge moved outward; inward if `by` is negative.
    #[must_use]
    pub fn grown(&self, by: Mm) -> Self {
        Self {
            x: self.x - by,
            y: self.y - by,
            width: self.width + by * 2.0,
            height: self.height + by * 2.0,
        }
    }

    /// Whether `inner` lies within, up to a micrometre: less than any press or plotter resolves.
    pub fn contains(&self, inner: &Self) -> bool {
        const SLACK: Mm = Mm(0.001);
        inner.x >= self.x - SLACK
            && inner.y >= self.y - SLACK
            && inner.right() <= self.right() + SLACK
            && inner.bottom() <= self.bottom() + SLACK
    }
}

/// A map of the plane in millimetres, y downward: `[a b c d e f]` takes x, y to a·x + c·y + e,
/// b·x + d·y + f, as SVG's `matrix()`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine(pub [f64; 6]);

impl Affine {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Where a point goes.
    pub fn apply(&self, point: Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        let (x, y) = (point.x.0, point.y.0);
        Point { x: Mm(a * x + c * y + e), y: Mm(b * x + d * y + f) }
    }

    /// The map back, or `None` if this one flattens the plane.
    pub fn inverse(&self) -> Option<Self> {
        let [a, b, c, d, e, f] = self.0;
        let area = a * d - b * c;
        (area != 0.0).then(|| {
            let [a, b, c, d] = [d / area, -b / area, -c / area, a / area];
            Self([a, b, c, d, -(a * e + c * f), -(b * e + d * f)])
        })
    }

    /// The map as SVG writes it. The linear part has nine decimals: on a sheet of paper that is
    /// less than a micrometre.
    pub fn svg(&self) -> String {
        let [a, b, c, d, e, f] = self.0;
        let linear = [a, b, c, d].map(|part| {
            let text = format!("{part:.9}");
            let text = text.trim_end_matches('0').trim_end_matches('.').to_owned();
            if text == "-0" { "0".to_owned() } else { text }
        });
        format!("matrix({} {} {})", linear.join(" "), decimal(e), decimal(f))
    }
}

/// A number of millimetres as it stands in a file: at most four decimals (a tenth of a
/// micrometre), no trailing zeros, never `-0`.
pub fn decimal(value: f64) -> String {
    let mut text = format!("{value:.4}");
    text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    if text == "-0" { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poker_card_is_two_and_a_half_inches_wide() {
        assert_eq!(180.0, Mm(63.5).points());
        assert_eq!(Mm(63.5), Mm::from_inches(2.5));
    }

    #[test]
    fn growing_by_the_bleed_and_back_changes_nothing() {
        let trim = Rect { x: Mm(1.0), y: Mm(2.0), width: Mm(63.0), height: Mm(88.0) };
        assert_eq!(trim, trim.grown(Mm(3.0)).grown(Mm(-3.0)));
        assert!(trim.grown(Mm(3.0)).contains(&trim));
        assert!(!trim.contains(&trim.grown(Mm(0.01))));
    }

    #[test]
    fn a_map_and_its_inverse_lead_back() {
        let map = Affine([0.9, 0.1, -0.2, 1.1, 5.0, -3.0]);
        let point = Point { x: Mm(7.0), y: Mm(11.0) };
        let back = map.inverse().unwrap().apply(map.apply(point));
        assert!((back.x - point.x).0.abs() < 1e-12 && (back.y - point.y).0.abs() < 1e-12);
        assert_eq!(None, Affine([1.0, 2.0, 2.0, 4.0, 0.0, 0.0]).inverse());
        assert_eq!("matrix(0.9 0.1 -0.2 1.1 5 -3)", map.svg());
    }

    #[test]
    fn decimals_are_short_and_have_no_negative_zero() {
        assert_eq!("9.75", decimal(9.75));
        assert_eq!("100", decimal(100.0));
        assert_eq!("0", decimal(-0.000_01));
        assert_eq!("0.3333", decimal(1.0 / 3.0));
    }
}
