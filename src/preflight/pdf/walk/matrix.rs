//! Plane maps as PDF keeps them.

use lopdf::Dictionary;

use super::super::file::fixed;
use super::content::Scope;

/// `[a b c d e f]`: x' = a·x + c·y + e, y' = b·x + d·y + f (PDF Reference 1.4, 4.2.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::preflight::pdf) struct Matrix(pub [f64; 6]);

impl Matrix {
    pub(in crate::preflight::pdf) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// First this map, then `next`.
    pub(in crate::preflight::pdf) fn then(&self, next: &Self) -> Self {
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

    pub(in crate::preflight::pdf) fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    pub(in crate::preflight::pdf) fn from_numbers(numbers: &[f64]) -> Option<Self> {
        numbers.try_into().ok().map(Self)
    }

    /// The map of a form into its caller, if it has one.
    pub(in crate::preflight::pdf) fn of(scope: &Scope<'_>, form: &Dictionary) -> Option<Self> {
        fixed(&scope.pdf.file, form, "Matrix").map(Self)
    }

    /// By how much it scales lengths: the root of its determinant.
    pub(in crate::preflight::pdf) fn scale(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// Where a point goes.
    pub(in crate::preflight::pdf) fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [a, b, c, d, e, f] = self.0;
        [a * x + c * y + e, b * x + d * y + f]
    }
}

impl Default for Matrix {
    fn default() -> Self {
        Self::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_follow_each_other_in_order() {
        let half_turn = Matrix([-1.0, 0.0, 0.0, -1.0, 10.0, 20.0]);
        assert_eq!([9.0, 18.0], Matrix::shift(1.0, 2.0).then(&half_turn).apply([0.0, 0.0]));
        assert_eq!([11.0, 22.0], half_turn.then(&Matrix::shift(1.0, 2.0)).apply([0.0, 0.0]));
        assert_eq!(half_turn, Matrix::IDENTITY.then(&half_turn));
    }
}
