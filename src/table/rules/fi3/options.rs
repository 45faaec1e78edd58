//! What the dice edition leaves open, and where it differs from the later rules: the choice this
//! table makes.

use serde::Serialize;

use super::super::reading::reading;
use super::super::{
    Decks, RangeBands, StunPenalty, ThrowingIncrement, ThrowingMaximum, WoundTable,
};

/// One choice for every open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// What the later rules decide too.
    pub shared: super::super::Options,
    /// What penetration does to armour.
    pub armour_penetration: ArmourPenetration,
    /// How penetration meets two obstacles.
    pub barriers: Barriers,
    /// What bare hands deal.
    pub bare_hands: BareHands,
    /// What tells left from right.
    pub location_side: LocationSide,
    /// What makes an opposing die much greater.
    pub die_gap: DieGap,
    /// How far a throw scatters at most.
    pub scatter_limit: ScatterLimit,
}

/// The readings of seed 000 where it differs from the later rules: its wound table, range and
/// throwing by full increments of 5 metres up to five times the die, 2 for a weapon in each hand and
/// 4 more for the off hand, a deck for each side, the new wound in a stun roll.
impl Default for Options {
    fn default() -> Self {
        Self {
            shared: super::super::Options {
                wound_table: WoundTable::Dice,
                range_bands: RangeBands::FullIncrements,
                throwing_increment: ThrowingIncrement::Fixed,
                throwing_maximum: ThrowingMaximum::Sides,
                two_weapons_penalty: 2,
                off_hand_penalty: 4,
                decks: Decks::Own,
                stun_penalty: StunPenalty::WithNew,
                ..super::super::Options::default()
            },
            armour_penetration: ArmourPenetration::default(),
            barriers: Barriers::default(),
            bare_hands: BareHands::default(),
            location_side: LocationSide::default(),
            die_gap: DieGap::default(),
            scatter_limit: ScatterLimit::default(),
        }
    }
}

reading! {
    /// What a weapon's penetration does to armour that it reaches (seed 000, "Cover penetration"
    /// against "Armor").
    ArmourPenetration {
        /// Nothing: armour takes as many die steps as its level, as in the source's examples.
        #[default]
        Plain = "plain",
        /// Each point above the armour takes one off it, as in the source's rule.
        Reduced = "reduced",
    }
}

reading! {
    /// How penetration meets cover and the armour worn behind it (seed 000, "Cover penetration").
    Barriers {
        /// It is held against each by itself, and the steps of both are taken off.
        #[default]
        Each = "each",
        /// It is held against the sum of both.
        Sum = "sum",
    }
}

reading! {
    /// What bare hands deal (seed 000, "Armor", "Brawling").
    BareHands {
        /// The Strength roll; half the die is what armour is held against.
        #[default]
        Strength = "strength",
        /// A roll with half the die.
        HalfDie = "half-die",
    }
}

reading! {
    /// Which number tells left from right on the d20 of hit locations (seed 000, "Hit Locations").
    LocationSide {
        /// The one after modifiers: the number that is looked up in the chart.
        #[default]
        Modified = "modified",
        /// The one drawn, as the stacks printed on the cards have it.
        Drawn = "drawn",
    }
}

reading! {
    /// What "more than 2 greater" counts in a simple psychological contest (seed 000).
    DieGap {
        /// Sides: a d10 is 4 greater than a d6.
        #[default]
        Sides = "sides",
        /// Steps: a d12 is 3 greater than a d6.
        Steps = "steps",
    }
}

reading! {
    /// How far a missed throw scatters at most (seed 000, "Throwing Things", leaves it to the
    /// Master).
    ScatterLimit {
        /// As far as it was thrown.
        #[default]
        Throw = "throw",
        /// Half as far, as in the later rules.
        HalfThrow = "half-throw",
        /// As far as the dice say.
        Unlimited = "unlimited",
    }
}
