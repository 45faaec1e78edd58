//! Affine maps of the plane.

use super::{Mm, Point, decimal, rounded};

/// A map of the plane: `[a b c d e f]` takes x, y to a·x + c·y + e, b·x + d·y + f, as SVG's
/// `matrix()` and PDF's `cm` (PDF Reference 1.4, 4.2.3). Its unit is that of what it is applied to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine(pub [f64; 6]);

impl Affine {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Moves everything by x and y.
    pub const fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// The map of six numbers, if there are six.
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        numbers.try_into().ok().map(Self)
    }

    /// First this map, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, next.0);
        Self([
            a * p + b * r,
            a * q + b * s,
            c * p + d * r,
            c * q + d * s,
            e * p + f * r + t,
            e * q + f * s + u,
        ])
    }

    /// The map where the places it leads to are in another unit, so many to one of its own.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self(self.0.map(|part| part * factor))
    }

    /// Where x and y go.
    #[inline]
    pub fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [a, b, c, d, e, f] = self.0;
        [a * x + c * y + e, b * x + d * y + f]
    }

    /// Where a point goes, in millimetres.
    pub fn place(&self, point: Point) -> Point {
        let [x, y] = self.apply([point.x.0, point.y.0]);
        Point { x: Mm(x), y: Mm(y) }
    }

    /// The upright rectangle within what a rectangle between two corners becomes: its lesser and its greater
    /// corner. Where the map turns by quarters alone, that is all of it; where it slants, a strip as broad as
    /// the slant is left out at each side.
    #[cfg(feature = "print")]
    #[must_use]
    pub(crate) fn upright_within(
        &self,
        [[left, top], [right, bottom]]: [[f64; 2]; 2],
    ) -> [[f64; 2]; 2] {
        let corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
        let corners = corners.map(|corner| self.apply(corner));
        let [across, down] = [0, 1].map(|axis| {
            let mut along = corners.map(|corner| corner[axis]);
            along.sort_by(f64::total_cmp);
            [along[1], along[2]]
        });
        [[across[0], down[0]], [across[1], down[1]]]
    }

    /// By how much it scales lengths: the root of its determinant.
    pub fn scale(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// By how much it scales lengths in the direction in which it makes them shortest: the smaller singular value.
    #[cfg(feature = "print")]
    pub(crate) fn least_scale(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        let sum = a * a + b * b + c * c + d * d;
        let area = a * d - b * c;
        let rest = (sum * sum - 4.0 * area * area).max(0.0).sqrt();
        ((sum - rest) / 2.0).max(0.0).sqrt()
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
        let linear = [a, b, c, d].map(|part| rounded(part, 9));
        format!("matrix({} {} {})", linear.join(" "), decimal(e), decimal(f))
    }
}

impl Default for Affine {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "print")]
    #[test]
    fn lines_are_measured_in_the_direction_that_shrinks_most() {
        let near = |a: f64, map: [f64; 6]| (a - Affine(map).least_scale()).abs() < 1e-6;
        assert!(near(0.5, [2.0, 0.0, 0.0, 0.5, 0.0, 0.0]));
        assert!(near(3.0, [0.0, 3.0, -3.0, 0.0, 9.0, 9.0]));
        assert!(near(0.0, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    }

    #[test]
    fn a_map_and_its_inverse_lead_back() {
        let map = Affine([0.9, 0.1, -0.2, 1.1, 5.0, -3.0]);
        let [x, y] = map.inverse().unwrap().apply(map.apply([7.0, 11.0]));
        assert!((x - 7.0).abs() < 1e-12 && (y - 11.0).abs() < 1e-12);
        assert_eq!(None, Affine([1.0, 2.0, 2.0, 4.0, 0.0, 0.0]).inverse());
        assert_eq!("matrix(0.9 0.1 -0.2 1.1 5 -3)", map.svg());
    }

    #[test]
    fn maps_follow_each_other_in_order() {
        let half_turn = Affine([-1.0, 0.0, 0.0, -1.0, 10.0, 20.0]);
        assert_eq!([9.0, 18.0], Affine::shift(1.0, 2.0).then(&half_turn).apply([0.0, 0.0]));
        assert_eq!([11.0, 22.0], half_turn.then(&Affine::shift(1.0, 2.0)).apply([0.0, 0.0]));
        assert_eq!(half_turn, Affine::IDENTITY.then(&half_turn));
    }

    #[test]
    fn the_upright_rectangle_within_a_slanted_one_reaches_over_none_of_its_sides() {
        let card = [[0.0, 0.0], [60.0, 100.0]];
        let half_turn = Affine([-1.0, 0.0, 0.0, -1.0, 70.0, 120.0]);
        assert_eq!([[10.0, 20.0], [70.0, 120.0]], half_turn.upright_within(card));
        for slant in [0.01, -0.01] {
            let map = Affine([1.0, slant, -slant, 1.0, 5.0, 5.0]);
            let [[left, top], [right, bottom]] = map.upright_within(card);
            assert!((right - left - 59.0).abs() < 1e-9 && (bottom - top - 99.4).abs() < 1e-9);
            let back = map.inverse().unwrap();
            for corner in [[left, top], [right, top], [left, bottom], [right, bottom]] {
                let [x, y] = back.apply(corner);
                assert!(
                    (-1e-9..60.0 + 1e-9).contains(&x) && (-1e-9..100.0 + 1e-9).contains(&y),
                    "{x} {y}"
                );
            }
        }
    }
}
