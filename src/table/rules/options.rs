//! Rule choices where the sources contradict each other or are silent.
//!
//! The defaults fit the sources' own examples best. `rules.toml` changes them, see
//! [`HouseRules`](super::HouseRules).

use serde::Serialize;

use crate::table::lookup::{BumpDivisor, VictoryTarget};

use super::reading::reading;

/// One choice for each open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Bumps for each full 4, or each full 3.
    pub bump_divisor: BumpDivisor,
    /// The magnitude that gives one victory.
    pub victory_target: VictoryTarget,
    /// The wound table.
    pub wound_table: WoundTable,
    /// The rule for equipment failure.
    pub failure: FailureRule,
    /// The rule for exact multiples of a range increment.
    pub range_bands: RangeBands,
    /// The range increment of thrown objects.
    pub throwing_increment: ThrowingIncrement,
    /// The maximum distance of a throw.
    pub throwing_maximum: ThrowingMaximum,
    /// Whether both sides of a contest draw from the same deck.
    pub decks: Decks,
    /// The result needed to break an entanglement.
    pub escape: EscapeNumber,
    /// Whether the optional rule of risk is used.
    pub risk: Risk,
    /// The damage of impact weapons.
    pub impact: ImpactRule,
    /// The wounds whose penalty counts in a stun check.
    pub stun_penalty: StunPenalty,
    /// The lowest fast-draw result that is not a hesitation.
    pub fast_draw_hesitate_below: u8,
    /// The penalty for a weapon in each hand.
    pub two_weapons_penalty: u8,
    /// The additional penalty of the off hand.
    pub off_hand_penalty: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            bump_divisor: BumpDivisor::default(),
            victory_target: VictoryTarget::default(),
            wound_table: WoundTable::default(),
            failure: FailureRule::default(),
            range_bands: RangeBands::default(),
            throwing_increment: ThrowingIncrement::default(),
            throwing_maximum: ThrowingMaximum::default(),
            decks: Decks::default(),
            escape: EscapeNumber::default(),
            risk: Risk::default(),
            impact: ImpactRule::default(),
            stun_penalty: StunPenalty::default(),
            fast_draw_hesitate_below: 3,
            two_weapons_penalty: 1,
            off_hand_penalty: 3,
        }
    }
}

reading! {
    /// Wound table: one of the two of Conflict ("Wound Modifiers" and "Wounds"), or the one of the
    /// dice edition.
    WoundTable {
        /// Penalties 1 to 5, stun numbers 3 to 11. Consistent with light + light = serious.
        #[default]
        A = "A",
        /// Penalties 1, 1, 2, 3; four levels.
        B = "B",
        /// Light to maimed, penalties 1 to 5, stun numbers 5 to 13, and 3 for wind (dice edition,
        /// "Wound Modifiers", "Recovery").
        Dice = "dice",
    }
}

reading! {
    /// Equipment failure (Conflict, "Equipment Failure"). Rel 1 has its own rule.
    FailureRule {
        /// The printed number is lower than Rel, as in the text.
        #[default]
        Lower = "lower",
        /// The printed number is Rel or lower, which would make Rel 13 the worst.
        LowerOrEqual = "lower-or-equal",
    }
}

reading! {
    /// The range band of an exact multiple of the increment (Conflict, "Range").
    RangeBands {
        /// The nearer band: at increment 8, 8 m is still TN 5, as in the source's example.
        #[default]
        Inclusive = "inclusive",
        /// The farther band: each full increment adds one, as in the source's rule.
        FullIncrements = "full-increments",
    }
}

reading! {
    /// The distance for one point of range when throwing (Conflict, "Throwing Things").
    ThrowingIncrement {
        /// The step of the Strength die (d4 1 to d12 5) plus 2 metres.
        #[default]
        StrengthStep = "strength-step",
        /// 5 metres for every thrower (dice edition).
        Fixed = "fixed",
    }
}

reading! {
    /// The maximum distance of a throw.
    ThrowingMaximum {
        /// Five times the step of the Strength die, in metres.
        #[default]
        Step = "step",
        /// Five times the sides of the Strength die, in metres (dice edition).
        Sides = "sides",
    }
}

reading! {
    /// Whether both sides of a contest draw from the same deck, so that a card is used once only.
    Decks {
        /// The same deck (the only case in all texts but the dice edition).
        #[default]
        Shared = "shared",
        /// Each side has its own deck, as the Master does (dice edition, "Actions").
        Own = "own",
    }
}

reading! {
    /// The result needed to break an entanglement, compared with the number of the weapon table
    /// (Conflict, "Entanglement").
    EscapeNumber {
        /// More than the number, as in the text.
        #[default]
        Exceed = "exceed",
        /// At least the number, as in every other check.
        Reach = "reach",
    }
}

reading! {
    /// Whether the optional rule of risk is used (Conflict, "Risk").
    Risk {
        /// A critical wound in head or torso kills.
        #[default]
        Off = "off",
        /// A critical wound in head or torso counts as a serious one and ends the scene for the
        /// hero, unless the player has declared to risk death.
        On = "on",
    }
}

reading! {
    /// The damage of impact weapons (Conflict, "Brawling").
    ImpactRule {
        /// Wounds as brawling, and one CT for each point of effect.
        #[default]
        Wounds = "wounds",
        /// One CT for each point of effect and nothing else.
        ConcussionOnly = "concussion-only",
    }
}

reading! {
    /// The wounds whose penalty counts in a stun check ("Wound Modifiers").
    StunPenalty {
        /// The worst wound before this attack (Conflict).
        #[default]
        Earlier = "earlier",
        /// The worst wound including the new one: "so far" includes it (dice edition).
        WithNew = "with-new",
    }
}
