//! Target numbers and magnitudes with changed odds, in whole cards.

use crate::deck::Deck;
use crate::dice::{Die, best_of_at_least, share};
use crate::validate::{Amount, outcome};

use super::model::{CheckOdds, EffectOdds};

/// The checks of columns and levels that both decks have, where the number of cards that reach a
/// target number changed.
pub(super) fn checks(old: &Deck, new: &Deck) -> Vec<CheckOdds> {
    let (before, after) = (&old.layout().cause, &new.layout().cause);
    let mut odds = Vec::new();
    for (die, level) in after.cells().filter(|(_, level)| *level <= before.rows) {
        let (Some(old_column), Some(new_column)) = (before.column(die), after.column(die)) else {
            continue;
        };
        let results = |deck: &Deck, column| -> Vec<u16> {
            let result = |card| outcome(card, column, level).unwrap_or(0);
            deck.cards().iter().map(result).collect()
        };
        let (was, is) = (results(old, old_column), results(new, new_column));
        let highest = was.iter().chain(&is).copied().max().unwrap_or(0);
        for target in 1..=highest {
            let reach = |results: &[u16]| results.iter().filter(|&&r| r >= target).count();
            let (before, after) = (reach(&was), reach(&is));
            if before != after {
                let dice = share::ideal(new.size(), &best_of_at_least(die, level, target.into()));
                odds.push(CheckOdds {
                    sides: die.sides(),
                    level,
                    target,
                    old: before,
                    new: after,
                    dice: Amount::exact(dice),
                });
            }
        }
    }
    odds
}

/// The effect cells of both decks where the number of cards that reach a magnitude changed.
pub(super) fn effects(old: &Deck, new: &Deck) -> Vec<EffectOdds> {
    let (before, after) = (&old.layout().effect, &new.layout().effect);
    let mut odds = Vec::new();
    for (die, row) in after.cells().filter(|(_, row)| *row <= before.rows) {
        let (Some(was), Some(is)) = (sums(old, die, row), sums(new, die, row)) else { continue };
        let mut magnitudes: Vec<u32> = was.iter().chain(&is).copied().collect();
        magnitudes.sort_unstable();
        magnitudes.dedup();
        for at_least in magnitudes {
            let reach = |sums: &[u32]| sums.iter().filter(|&&sum| sum >= at_least).count();
            let (old, new) = (reach(&was), reach(&is));
            if old != new {
                odds.push(EffectOdds { sides: die.sides(), row, at_least, old, new });
            }
        }
    }
    odds
}

fn sums(deck: &Deck, die: Die, row: u8) -> Option<Vec<u32>> {
    let column = deck.layout().effect.column(die)?;
    deck.cards().iter().map(|card| card.effect.get(column, row)).collect()
}
