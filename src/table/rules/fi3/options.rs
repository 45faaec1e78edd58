//! Options of the dice edition where its text leaves something open or differs from the later
//! rules.

use serde::Serialize;

use super::super::reading::reading;
use super::super::{
    Decks, RangeBands, StunPenalty, ThrowingIncrement, ThrowingMaximum, WoundTable,
};

/// One choice for each open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// The options of the later rules.
    pub shared: super::super::Options,
    /// The effect of penetration on armour.
    pub armour_penetration: ArmourPenetration,
    /// Penetration of two obstacles.
    pub barriers: Barriers,
    /// The damage of bare hands.
    pub bare_hands: BareHands,
    /// The number that decides between left and right.
    pub location_side: LocationSide,
    /// What makes an opposing die much greater.
    pub die_gap: DieGap,
    /// The maximum scatter of a throw.
    pub scatter_limit: ScatterLimit,
}

/// The defaults are the readings of dice edition where it differs from the later rules: its wound
/// table, range and throwing by full increments of 5 metres up to five times the die, 2 for a
/// weapon in each hand and 4 more for the off hand, a deck for each side, the new wound in a stun
/// roll.
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
    /// The effect on armour of a penetration that is not below it (dice edition, "Cover penetration"
    /// against "Armor").
    ArmourPenetration {
        /// None: armour subtracts as many die steps as its level, as in the source's examples.
        #[default]
        Plain = "plain",
        /// Each point above the armour reduces it by one, as in the source's rule.
        Reduced = "reduced",
    }
}

reading! {
    /// Penetration of cover and the armour worn behind it (dice edition, "Cover penetration").
    Barriers {
        /// It is compared with each one separately, and the steps of both are subtracted.
        #[default]
        Each = "each",
        /// It is compared with the sum of both.
        Sum = "sum",
    }
}

reading! {
    /// The damage of bare hands (dice edition, "Armor", "Brawling").
    BareHands {
        /// The Strength roll; armour is compared with half the die.
        #[default]
        Strength = "strength",
        /// A roll with half the die.
        HalfDie = "half-die",
    }
}

reading! {
    /// The number that decides between left and right on the d20 of hit locations (dice edition, "Hit
    /// Locations").
    LocationSide {
        /// The number after modifiers, which is looked up in the chart.
        #[default]
        Modified = "modified",
        /// The number drawn, as on the stacks printed on the cards.
        Drawn = "drawn",
    }
}

reading! {
    /// The unit of "more than 2 greater" in a simple psychological contest (dice edition).
    DieGap {
        /// Sides: a d10 is 4 greater than a d6.
        #[default]
        Sides = "sides",
        /// Steps: a d12 is 3 greater than a d6.
        Steps = "steps",
    }
}

reading! {
    /// The maximum scatter of a missed throw (dice edition, "Throwing Things", leaves it to the
    /// Master).
    ScatterLimit {
        /// The distance of the throw.
        #[default]
        Throw = "throw",
        /// Half the distance of the throw, as in the later rules.
        HalfThrow = "half-throw",
        /// The result of the dice, without a limit.
        Unlimited = "unlimited",
    }
}
