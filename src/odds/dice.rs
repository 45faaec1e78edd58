//! The dice that stand beside the deck: sums for the effect grid, a d20 for the hit location.

use crate::deck::Deck;
use crate::dice::{Distribution, EffectDice, Probability};

/// Beyond this no deck has a number, and the exact sum of open-ended dice would take long.
const LIMIT: u32 = 400;

/// The chance that the sum of so many open-ended dice (seed 000, "Rolling damage") is at least
/// this much; none where that would take long to tell.
pub(super) fn sum_at_least(cell: EffectDice, least: u32) -> Option<Probability> {
    sums(cell, least).map(|sums| sums.at_least(least.into()))
}

/// The sums of so many open-ended dice, listed up to `highest`.
pub(super) fn sums(cell: EffectDice, highest: u32) -> Option<Distribution> {
    (highest <= LIMIT).then(|| {
        // Each of the other dice shows at least 1, so none has to be known further than this.
        Distribution::open_ended(cell.die, highest.max(1)).times(cell.row.into(), highest.into())
    })
}

/// The location of a d20 (seed 000, "Hit Locations"), which is drawn back to 1 or 20 when moved
/// beyond.
type Ladder = fn(i32) -> &'static str;

/// The ladder of the dice, for a deck that has its locations and no others.
pub(super) fn hit_ladder(deck: &Deck) -> Option<Ladder> {
    let known = |name: &String| (1..=20).any(|pip| location(pip) == name);
    deck.cards().iter().flat_map(|card| &card.hit).all(known).then_some(location)
}

/// Legs 1 to 4, lower torso 5 to 9, vitals 10, arms 11 to 14, upper torso 15 to 19, head 20; limbs
/// are left on odd numbers.
fn location(pip: i32) -> &'static str {
    match pip {
        ..=0 | 1 | 3 => "left leg",
        2 | 4 => "right leg",
        5..=9 => "belly",
        10 => "vitals",
        11 | 13 => "left arm",
        12 | 14 => "right arm",
        15..=19 => "chest",
        20.. => "head",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Die;

    #[test]
    fn sums_agree_with_a_count_of_all_throws() {
        // 3d4 without a 4, which would go on: 3^3 of 4^3 throws, a sum of 9 only by 3+3+3.
        let cell = EffectDice { row: 3, die: Die::new(4).unwrap() };
        let exactly = sum_at_least(cell, 3).unwrap() - sum_at_least(cell, 4).unwrap();
        assert_eq!(Probability::new(1.into(), 64.into()), exactly);
        assert_eq!(None, sum_at_least(cell, u32::MAX));
        assert_eq!("1", sum_at_least(cell, 0).unwrap().to_string());
    }

    #[test]
    fn the_ladder_holds_at_its_ends() {
        assert_eq!(["left leg", "head"], [location(-7), location(31)]);
    }
}
