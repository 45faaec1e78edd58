//! The readings of each rule that its sources leave open, and their names in `rules.toml`.

use serde::Serialize;

/// Defines a choice among named readings of a rule.
macro_rules! reading {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// Every reading with its name in `rules.toml`.
            pub(super) const NAMED: &[(&str, Self)] = &[$(($text, Self::$variant)),+];
        }
    };
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
    /// Who profits from both a search skill and Agility in D6 initiative (seed 001, "Initiative
    /// Bonus", joins them by "or").
    InitiativeBonusRule {
        /// Both bonuses count.
        #[default]
        Sum = "sum",
        /// The better counts.
        Best = "best",
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
    /// Who wins when attack and defence come out alike on the ladder (seed 003 is silent; its
    /// outcome of an even attack would be 0 levels of damage).
    LadderTie {
        /// The attack misses.
        #[default]
        Defender = "defender",
        /// The attack hits, for the damage bonus alone.
        Attacker = "attacker",
    }
}

reading! {
    /// Whose penalty counts in a stun check (seed 000, "Wound Modifiers").
    StunPenalty {
        /// The worst wound, the new one among them: "so far" includes it.
        #[default]
        WithNew = "with-new",
        /// The worst wound from before, as in the later rules.
        Earlier = "earlier",
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
