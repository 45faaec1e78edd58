//! The dice that stand beside the deck: sums for the effect grid, a d20 for the hit location.

use crate::dice::{DiceKind, Distribution, EffectDice, Probability};
use crate::table::lookup::{CardView, DeckView};
use crate::table::rules::fi3;
use crate::validate::effect_dice;

/// Beyond this no deck has a number, and the exact sum of open-ended dice would take long.
const LIMIT: u32 = 400;

/// The chance that the sum of so many dice of a kind is at least this much; none where that would
/// take long to tell.
pub(super) fn sum_at_least(cell: EffectDice, kind: DiceKind, least: u32) -> Option<Probability> {
    (least <= LIMIT).then(|| sums(cell, kind, least).at_least(least.into()))
}

/// The sums of so many dice of a kind, listed up to `highest`, or as far as can be told in a moment.
pub(super) fn sums(cell: EffectDice, kind: DiceKind, highest: u32) -> Distribution {
    let highest = highest.clamp(1, LIMIT);
    // Each of the other dice shows at least 1, so none has to be known further than this.
    kind.distribution(cell.die, highest).times(cell.row.into(), highest.into())
}

/// What had to be assumed of the dice that the deck's effects stand for; nothing where it says it.
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

/// The location of a d20 (seed 000, "Hit Locations"), which is drawn back to 1 or 20 when moved
/// beyond.
type Ladder = fn(i32) -> &'static str;

/// The ladder of the dice, for a deck whose every card shows what the d20 does at its step, and
/// above and below it what the d20 does two pips on and two back, as a bump moves a throw. A deck
/// with another ladder has no d20 to stand beside.
pub(super) fn hit_ladder(deck: DeckView<'_>) -> Option<Ladder> {
    let like_dice = |card: CardView<'_>| {
        let Some(standard) = card.standard_hit() else { return false };
        (0..).zip(card.hit()).all(|(entry, name)| {
            let pip = i32::from(card.hit_step()) + 2 * (standard as i32 - entry);
            // Beyond its ends a ladder is held fast, with the side of the card's own step.
            !(1..=20).contains(&pip) || location(pip) == name
        })
    };
    deck.cards().all(like_dice).then_some(location)
}

/// The location of the chart; limbs are left on odd numbers.
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
        // 3d4 without a 4, which would go on: 3^3 of 4^3 throws, a sum of 9 only by 3+3+3.
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
        // A bump that moves one step in place of two.
        for card in &mut cards {
            let step = i32::from(card.hit_step);
            card.hit[0] = location(step + 2).to_owned();
        }
        let other = Deck::new("other", None, deck.layout().clone(), cards).unwrap();
        assert!(hit_ladder((&other).into()).is_none());
    }
}
