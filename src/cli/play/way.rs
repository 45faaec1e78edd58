//! How a question is asked at the table.

/// How a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// With cards of the table.
    Drawing,
    /// With any card, and nothing happens.
    Looking,
    /// For its target number, before a card is drawn.
    Aiming,
}
