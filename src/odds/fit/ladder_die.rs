//! The ladder die of a card beside four Fudge dice (seed 003).

use crate::deck::{CardNumber, Deck};
use crate::dice::Expression;
use crate::rules::ladder::{LADDER_DIE, roll};

use super::compare::{Fit, Results};

/// The die of one card; nothing on a deck without one.
pub(super) fn fit(deck: &Deck) -> Option<Fit> {
    let read = &mut |drawn: &[CardNumber]| Some(i64::from(roll(deck, drawn[0]).ok()?.value));
    let results = Results::of_draws(1, read)?;
    let dice = LADDER_DIE.parse::<Expression>().ok()?.distribution();
    let moments = (dice.mean()?, dice.variance()?);
    let line = results.beside(LADDER_DIE.to_owned(), 1, &dice, moments);
    Some(Fit {
        question: "the ladder die".to_owned(),
        dice: "four Fudge dice".to_owned(),
        lines: vec![line],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples;

    #[test]
    fn a_deck_without_the_die_has_no_line() {
        assert_eq!(None, fit(&samples::deck()));
    }
}
