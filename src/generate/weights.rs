//! The objective of a search.

/// Weights on the dependence of readings, in squared cards of joint threshold error. The excess over a limit
/// costs its square in addition, so that the largest errors shrink and not only their sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Weight of r² against a squared card of joint error.
    pub r: f64,
    /// Joint errors beyond this many 54ths of a card cost more, whatever the size of the deck.
    pub error_limit: i16,
    /// The factor, a whole number, on the square of that excess.
    pub error_factor: f64,
    /// |r| beyond this costs more.
    pub r_limit: f64,
    /// The factor on the square of that excess.
    pub r_factor: f64,
}

impl Weights {
    /// Whether an excess over a limit has an extra cost.
    pub fn heed_extremes(&self) -> bool {
        self.error_factor != 0.0 || self.r_factor != 0.0
    }
}

/// The weights of a normal search. The largest errors cost nothing extra while they are below the limit,
/// since reducing them costs the others.
pub(super) const WEIGHTS: Weights = Weights {
    r: 50_000.0,
    error_limit: 165,
    error_factor: 60.0,
    r_limit: 0.04,
    r_factor: 500_000.0,
};
