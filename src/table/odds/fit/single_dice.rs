//! Single closed dice, each read on one card (dice edition): the d20 of hit locations by the step of
//! the hit, the d12 of scatter by the clock, the d6 of stray bullets by the figure, a d2 by the
//! toggle, the others by row 1 of their cause column.

use crate::deck::{CardNumber, Deck};
use crate::dice::{Die, Distribution};
use crate::table::lookup::{DeckView, PartsRead};
use crate::table::rules::fi3::closed_die;

use super::compare::{Fit, FitLine, Results};

/// All dice of the deck, except those of parts that its cards do not show.
pub(super) fn fit(deck: &Deck) -> Fit {
    let lines =
        [2, 4, 6, 8, 10, 12, 20].into_iter().filter_map(|sides| line(deck, sides)).collect();
    Fit {
        question: "single dice, the d20 of locations among them".to_owned(),
        dice: "ordinary dice".to_owned(),
        lines,
    }
}

fn line(deck: &Deck, sides: u16) -> Option<FitLine> {
    let die = Die::new(sides)?;
    let reads = PartsRead::default();
    let view = DeckView::recording(deck, &reads);
    let read = &mut |drawn: &[CardNumber]| {
        closed_die(view, *drawn.first()?, die).ok().map(|answer| i64::from(answer.value))
    };
    let results = Results::from_draws(deck.numbers(), 1, read)?;
    reads.check_shown_by(deck).ok()?;
    let dice = Distribution::die(die);
    let moments = (dice.mean()?, dice.variance()?);
    Some(results.beside(deck.numbers(), die.to_string(), 1, &dice, moments))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Probability;
    use crate::table::lookup::samples;

    #[test]
    fn each_built_in_die_is_within_half_a_card_of_an_ordinary_one() {
        let fit = fit(&Deck::built_in());
        let names: Vec<&str> = fit.lines.iter().map(|line| line.reading.as_str()).collect();
        assert_eq!(names, ["d2", "d4", "d6", "d8", "d10", "d12", "d20"]);
        for line in &fit.lines {
            let limit = Probability::new(1.into(), 2.into());
            assert!(line.error.is_within(&limit), "{}: {}", line.reading, line.error.rounded(3));
        }
    }

    #[test]
    fn a_deck_without_a_column_has_no_line_for_its_die() {
        let deck = samples::deck();
        assert!(line(&deck, 7).is_none() && line(&deck, 1).is_none());
    }
}
