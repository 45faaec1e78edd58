//! The cards that reach a threshold.

/// A threshold above the smallest value, with the cards that reach it as bits.
pub(super) struct Reach {
    pub threshold: i64,
    pub cards: u128,
}

/// Every threshold above the smallest value, with the cards that reach it.
pub(super) fn reach(values: &[i64]) -> Vec<Reach> {
    let mut thresholds = values.to_vec();
    thresholds.sort_unstable();
    thresholds.dedup();
    thresholds
        .into_iter()
        .skip(1)
        .map(|threshold| {
            let cards = values
                .iter()
                .enumerate()
                .fold(0, |cards, (card, &value)| cards | u128::from(value >= threshold) << card);
            Reach { threshold, cards }
        })
        .collect()
}
