//! How well a deck represents the dice of the supported games: each reading of the cards, compared
//! with the dice of the rule text in the terms of the validator: the largest threshold error in
//! cards, the shift of the mean in standard deviations of the dice, and the spread as a
//! ratio.
//!
//! One file for each question. All figures are counted on the rules' own answers for every card, or
//! for every ordered draw of several cards without a shuffle, and are exact.

mod compare;
mod d6_sums;
mod ladder_die;
mod pools;
mod single_dice;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::Deck;
use crate::table::lookup::Answer;

pub use compare::{Fit, FitLine};

/// The fits of a deck.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct FitAnswer {
    /// The comparisons; readings and games that the deck does not have are omitted.
    pub fits: Vec<Fit>,
}

impl FitAnswer {
    /// Compares all questions of this deck.
    ///
    /// ```
    /// use actiondeck::deck::Deck;
    /// use actiondeck::table::odds::fit::FitAnswer;
    /// # let csv = include_str!("../../../../tests/data/deck.csv");
    /// # let deck = Deck::read("deck.csv", csv).unwrap();
    ///
    /// let answer = FitAnswer::new(&deck);
    /// assert_eq!("3D", answer.fits[0].lines[2].reading);
    /// ```
    pub fn new(deck: &Deck) -> Self {
        let mut fits = d6_sums::fits(deck.into());
        fits.extend(ladder_die::fit(deck));
        fits.extend(pools::fit(deck.into()));
        fits.push(single_dice::fit(deck));
        fits.retain(|fit| !fit.lines.is_empty());
        Self { fits }
    }
}

impl Answer for FitAnswer {
    const KIND: &'static str = "fit";

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for fit in &self.fits {
            lines.push(format!("{} beside {}", fit.question, fit.dice));
            let readings = fit.lines.iter().map(|line| line.reading.len());
            let width = readings.max().unwrap_or(0).max(6);
            lines.push(format!(
                " {:<width$}{:>6}{:>14}{:>6}{:>10}{:>10}{:>10}{:>10}",
                "", "drawn", "error", "at", "mean", "of dice", "shift", "spread"
            ));
            for line in &fit.lines {
                lines.push(format!(
                    " {:<width$}{:>6}{:>8} cards{:>6}{:>10}{:>10}{:>8} σ{:>8} ×",
                    line.reading,
                    line.cards,
                    line.error.rounded(3),
                    line.worst_at,
                    line.mean.rounded(3),
                    line.dice_mean.rounded(3),
                    line.shift.rounded(3),
                    line.spread.rounded(3),
                ));
            }
        }
        if lines.is_empty() {
            lines.push("the deck carries none of these games".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Part;

    #[test]
    fn a_deck_without_parts_has_all_readings_except_theirs() {
        let whole = Deck::built_in();
        let less = FitAnswer::new(&whole.without(&[Part::Hit, Part::Scatter]));
        let less: Vec<&FitLine> = less.fits.iter().flat_map(|fit| &fit.lines).collect();
        let whole = FitAnswer::new(&whole);
        let lines = whole.fits.iter().flat_map(|fit| &fit.lines);
        let (kept, gone): (Vec<&FitLine>, Vec<&FitLine>) =
            lines.partition(|line| less.contains(line));
        assert_eq!(kept, less);
        let gone: Vec<&str> = gone.iter().map(|line| line.reading.as_str()).collect();
        assert_eq!(["hit step cut", "d12", "d20"], gone[..]);
    }
}
