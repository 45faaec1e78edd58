//! Where the sources contradict each other or are silent: the choice this table makes.
//!
//! The defaults are the readings that fit the sources' own examples best. `rules.toml` changes
//! them, see [`HouseRules`](super::HouseRules).

use serde::Serialize;

use crate::table::lookup::{BumpDivisor, VictoryTarget};

use super::reading::reading;

/// One choice for every open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Bumps for each full 4, or 3.
    pub bump_divisor: BumpDivisor,
    /// The magnitude of one victory.
    pub victory_target: VictoryTarget,
    /// Which wound table.
    pub wound_table: WoundTable,
    /// When equipment fails.
    pub failure: FailureRule,
    /// Where range bands end.
    pub range_bands: RangeBands,
    /// The range increment of thrown things.
    pub throwing_increment: ThrowingIncrement,
    /// The greatest throw.
    pub throwing_maximum: ThrowingMaximum,
    /// Whether both sides of a contest draw from one deck.
    pub decks: Decks,
    /// What tearing an entanglement takes.
    pub escape: EscapeNumber,
    /// Whether heroes die only where they have chosen to risk it.
    pub risk: Risk,
    /// What impact weapons do.
    pub impact: ImpactRule,
    /// Which wounds make a stun check harder.
    pub stun_penalty: StunPenalty,
    /// The lowest fast-draw result that is not hesitating.
    pub fast_draw_hesitate_below: u8,
    /// The penalty for a weapon in each hand.
    pub two_weapons_penalty: u8,
    /// The further penalty of the off hand.
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
    /// Which wound table counts: one of the two of seed 004 ("Wound Modifiers" and "Wounds"), or
    /// that of the dice edition.
    WoundTable {
        /// Penalties 1 to 5, stun numbers 3 to 11. Fits light + light = serious.
        #[default]
        A = "A",
        /// Penalties 1, 1, 2, 3 and four levels.
        B = "B",
        /// Light to maimed, penalties 1 to 5, stun numbers 5 to 13 and 3 for wind (seed 000, "Wound
        /// Modifiers", "Recovery").
        Dice = "dice",
    }
}

reading! {
    /// When equipment fails (seed 004, "Equipment Failure"). Rel 1 has a rule of its own.
    FailureRule {
        /// The printed number is lower than Rel, as the text says.
        #[default]
        Lower = "lower",
        /// The printed number is Rel or lower, which would make Rel 13 the worst.
        LowerOrEqual = "lower-or-equal",
    }
}

reading! {
    /// To which range band an exact multiple of the increment belongs (seed 004, "Range").
    RangeBands {
        /// The nearer: at increment 8, 8 m is still TN 5, as in the source's example.
        #[default]
        Inclusive = "inclusive",
        /// The farther: each full increment adds one, as in the source's rule.
        FullIncrements = "full-increments",
    }
}

reading! {
    /// How far one point of range goes when throwing (seed 004, "Throwing Things").
    ThrowingIncrement {
        /// The step of the Strength die (d4 1 to d12 5) plus 2 metres.
        #[default]
        StrengthStep = "strength-step",
        /// 5 metres for everybody (seed 000).
        Fixed = "fixed",
    }
}

reading! {
    /// How far a thing can be thrown at most.
    ThrowingMaximum {
        /// Five times the step of the Strength die, in metres.
        #[default]
        Step = "step",
        /// Five times the sides of the Strength die, in metres (seed 000).
        Sides = "sides",
    }
}

reading! {
    /// Whether the two sides of a contest draw from one deck, so that no card can lie on both.
    Decks {
        /// From one (seeds 001 to 004 know no other).
        #[default]
        Shared = "shared",
        /// Each from its own, as the Master has one of his own (seed 000, "Actions").
        Own = "own",
    }
}

reading! {
    /// What the number of the weapon table asks of whoever tears an entanglement (seed 004,
    /// "Entanglement").
    EscapeNumber {
        /// More than the number, as the text says.
        #[default]
        Exceed = "exceed",
        /// As much, as in every other check.
        Reach = "reach",
    }
}

reading! {
    /// Whether the optional rule of risk is played (seed 004, "Risk").
    Risk {
        /// Wounds kill whoever they would.
        #[default]
        Off = "off",
        /// A critical wound in head or torso counts as a serious one and ends the scene for the
        /// hero, unless the player has declared to risk death.
        On = "on",
    }
}

reading! {
    /// What impact weapons do (seed 004, "Brawling").
    ImpactRule {
        /// Wounds as brawling, and one CT for each point of effect.
        #[default]
        Wounds = "wounds",
        /// One CT for each point of effect and nothing else.
        ConcussionOnly = "concussion-only",
    }
}

reading! {
    /// Which wounds make a stun check harder ("Wound Modifiers").
    StunPenalty {
        /// The worst wound from before (seed 004).
        #[default]
        Earlier = "earlier",
        /// The worst wound, the new one among them: "so far" includes it (seed 000).
        WithNew = "with-new",
    }
}
