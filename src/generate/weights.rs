//! What a search minimises.

/// Weights on the dependence of readings, in squared cards of joint threshold error. What is beyond a
/// limit costs its square once more, so that the largest errors shrink and not only their sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Weight of r² against a squared card of joint error.
    pub r: f64,
    /// Joint errors beyond this many 54ths of a card cost more.
    pub error_limit: i16,
    /// By this factor, a whole number, on the square of the excess.
    pub error_factor: f64,
    /// |r| beyond this costs more.
    pub r_limit: f64,
    /// By this factor on the square of the excess.
    pub r_factor: f64,
}

impl Weights {
    /// Whether what lies beyond a limit costs anything more.
    pub fn heed_extremes(&self) -> bool {
        self.error_factor != 0.0 || self.r_factor != 0.0
    }
}

/// What the search minimises. The largest errors are left alone while they are below what is asked
/// for, for pressing on them costs the others.
pub(super) const WEIGHTS: Weights = Weights {
    r: 50_000.0,
    error_limit: 165,
    error_factor: 60.0,
    r_limit: 0.04,
    r_factor: 500_000.0,
};
