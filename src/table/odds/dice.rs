//! Dice that are compared with the deck: sums for the effect grid, a d20 for the hit location.

use crate::dice::{DiceKind, Distribution, EffectDice, Probability};
use crate::table::lookup::{CardView, DeckView};
use crate::table::rules::fi3;
use crate::validate::effect_dice;

/// No deck has a higher number, and the exact sum of open-ended dice would be slow.
const LIMIT: u32 = 400;

/// The chance that the sum of `cell.row` dice is at least this number; none above `LIMIT`.
pub(super) fn sum_at_least(cell: EffectDice, kind: DiceKind, least: u32) -> Option<Probability> {
    (least <= LIMIT).then(|| sums(cell, kind, least).at_least(least.into()))
}

/// The distribution of the sum of the dice of a cell, up to `highest`, at most `LIMIT`.
pub(super) fn sums(cell: EffectDice, kind: DiceKind, highest: u32) -> Distribution {
    let highest = highest.clamp(1, LIMIT);
    // Each of the other dice shows at least 1, so higher numbers of one die are not needed.
    kind.distribution(cell.die, highest).times(cell.row.into(), highest.into())
}

/// The assumption about the dice of the deck's effects; none if the deck file states them.
pub(super) fn assumed(deck: DeckView<'_>) -> Option<String> {
    if deck.deck().effect_dice().is_some() {
        return None;
    }
    let kind = effect_dice(deck.deck());
    Some(format!(
        "the deck file does not say which dice its effects stand for; by its numbers they are \
         compared with {kind} ones"
    ))
}

/// The location for a number of the d20 (dice edition, "Hit Locations"), clamped to 1 to 20.
type Ladder = fn(i32) -> &'static str;

/// The ladder of the d20, if the deck's ladder is the same: each card shows the location of its
/// step, and one entry above and below it the location two numbers higher and lower, as a bump
/// moves a roll. None for decks with another ladder.
pub(super) fn hit_ladder(deck: DeckView<'_>) -> Option<Ladder> {
    let like_dice = |card: CardView<'_>| {
        let Some(standard) = card.standard_hit() else { return false };
        (0..).zip(card.hit()).all(|(entry, name)| {
            let pip = i32::from(card.hit_step()) + 2 * (standard as i32 - entry);
            // Beyond its ends the ladder repeats the last location, on the side of the card's own
            // step.
            !(1..=20).contains(&pip) || location(pip) == name
        })
    };
    deck.cards().all(like_dice).then_some(location)
}

/// The location in the chart; odd numbers are on the left.
fn location(pip: i32) -> &'static str {
    let step = pip.clamp(1, 20) as u8;
    fi3::chart_location(step, step % 2 == 1)
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;
    use crate::deck::Deck;
    use crate::dice::Die;
    use crate::table::lookup::samples;

    #[test]
    fn sums_agree_with_a_count_of_all_throws() {
        // 3d4 without a 4, which would be rolled again: 3^3 of 4^3 rolls, and a sum of 9 only by
        // 3+3+3.
        let cell = EffectDice { row: 3, die: Die::new(4).unwrap() };
        for kind in DiceKind::ALL {
            let at_least = |least| sum_at_least(cell, kind, least);
            let exactly = at_least(3).unwrap() - at_least(4).unwrap();
            assert_eq!(Probability::new(1.into(), 64.into()), exactly);
            assert_eq!(None, at_least(u32::MAX));
            assert_eq!("1", at_least(0).unwrap().to_string());
            assert_eq!(kind == DiceKind::Closed, at_least(13).unwrap().is_zero());
        }
    }

    #[test]
    fn the_ladder_holds_at_its_ends() {
        assert_eq!(["left leg", "head"], [location(-7), location(31)]);
    }

    #[test]
    fn d20_names_on_other_steps_are_not_compared_with_a_d20() {
        let deck = samples::deck();
        assert!(hit_ladder((&deck).into()).is_some());
        let mut cards = deck.cards().to_vec();
        // A bump that moves one step instead of two.
        for card in &mut cards {
            let step = i32::from(card.hit_step);
            card.hit[0] = location(step + 2).to_owned();
        }
        let other = Deck::new("other", None, deck.layout().clone(), cards).unwrap();
        assert!(hit_ladder((&other).into()).is_none());
    }
}
