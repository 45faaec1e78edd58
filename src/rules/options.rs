//! Where the sources contradict each other or are silent: the choice this table makes.
//!
//! The defaults are the readings that fit the sources' own examples best. `rules.toml` changes
//! them, each key on a line of its own, such as `wound-table = "B"`.

use std::fmt::Write as _;

use serde::Serialize;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Problem, Problems, Source};
use crate::lookup::{BumpDivisor, VictoryTarget};

/// Defines a choice among named readings of a rule.
macro_rules! reading {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            const NAMED: &[(&str, Self)] = &[$(($text, Self::$variant)),+];
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
    /// What impact weapons do.
    pub impact: ImpactRule,
    /// The lowest fast-draw result that is not hesitating.
    pub fast_draw_hesitate_below: u8,
    /// The penalty for a weapon in each hand.
    pub two_weapons_penalty: u8,
    /// The further penalty of the off hand.
    pub off_hand_penalty: u8,
    /// Whether both D6 initiative bonuses count.
    pub d6_initiative_bonus: InitiativeBonusRule,
    /// Who wins a tie on the ladder.
    pub ladder_tie: LadderTie,
    /// What penetration does to armour, in the dice edition.
    pub armour_penetration: ArmourPenetration,
    /// Whose penalty counts in a stun check, in the dice edition.
    pub stun_penalty: StunPenalty,
    /// What tells left from right, in the dice edition.
    pub location_side: LocationSide,
    /// What makes an opposing die much greater, in the dice edition.
    pub die_gap: DieGap,
    /// How far a throw scatters at most, in the dice edition.
    pub scatter_limit: ScatterLimit,
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
            impact: ImpactRule::default(),
            fast_draw_hesitate_below: 3,
            two_weapons_penalty: 1,
            off_hand_penalty: 3,
            d6_initiative_bonus: InitiativeBonusRule::default(),
            ladder_tie: LadderTie::default(),
            armour_penetration: ArmourPenetration::default(),
            stun_penalty: StunPenalty::default(),
            location_side: LocationSide::default(),
            die_gap: DieGap::default(),
            scatter_limit: ScatterLimit::default(),
        }
    }
}

/// A value of `rules.toml` that does not belong there: what would be accepted.
type Refused = String;

type Setter = fn(&mut Options, &DeValue) -> Result<(), Refused>;

/// Every key of `rules.toml`.
const KEYS: &[(&str, Setter)] = &[
    ("bump-divisor", |options, value| {
        let divisor = integer(value, 3..=4)?;
        options.bump_divisor = if divisor == 3 { BumpDivisor::Three } else { BumpDivisor::Four };
        Ok(())
    }),
    ("victory-target", |options, value| {
        let target = integer(value, 1..=9999)?;
        options.victory_target = VictoryTarget::new(target).unwrap_or_default();
        Ok(())
    }),
    ("wound-table", |options, value| named(value, WoundTable::NAMED, &mut options.wound_table)),
    ("failure", |options, value| named(value, FailureRule::NAMED, &mut options.failure)),
    ("range-bands", |options, value| named(value, RangeBands::NAMED, &mut options.range_bands)),
    ("throwing-increment", |options, value| {
        named(value, ThrowingIncrement::NAMED, &mut options.throwing_increment)
    }),
    ("throwing-maximum", |options, value| {
        named(value, ThrowingMaximum::NAMED, &mut options.throwing_maximum)
    }),
    ("impact", |options, value| named(value, ImpactRule::NAMED, &mut options.impact)),
    ("fast-draw-hesitate-below", |options, value| {
        options.fast_draw_hesitate_below = integer(value, 0..=99)? as u8;
        Ok(())
    }),
    ("two-weapons-penalty", |options, value| {
        options.two_weapons_penalty = integer(value, 0..=99)? as u8;
        Ok(())
    }),
    ("off-hand-penalty", |options, value| {
        options.off_hand_penalty = integer(value, 0..=99)? as u8;
        Ok(())
    }),
    ("d6-initiative-bonus", |options, value| {
        named(value, InitiativeBonusRule::NAMED, &mut options.d6_initiative_bonus)
    }),
    ("ladder-tie", |options, value| named(value, LadderTie::NAMED, &mut options.ladder_tie)),
    ("fi3-armour-penetration", |options, value| {
        named(value, ArmourPenetration::NAMED, &mut options.armour_penetration)
    }),
    ("fi3-stun-penalty", |options, value| {
        named(value, StunPenalty::NAMED, &mut options.stun_penalty)
    }),
    ("fi3-location-side", |options, value| {
        named(value, LocationSide::NAMED, &mut options.location_side)
    }),
    ("fi3-die-gap", |options, value| named(value, DieGap::NAMED, &mut options.die_gap)),
    ("fi3-scatter-limit", |options, value| {
        named(value, ScatterLimit::NAMED, &mut options.scatter_limit)
    }),
];

impl Options {
    /// The readings of the dice edition (seed 000) where it differs from the later rules: its wound
    /// table, range and throwing by full increments of 5 metres up to five times the die, 2 for a
    /// weapon in each hand and 4 more for the off hand.
    pub fn dice_edition() -> Self {
        Self {
            wound_table: WoundTable::Dice,
            range_bands: RangeBands::FullIncrements,
            throwing_increment: ThrowingIncrement::Fixed,
            throwing_maximum: ThrowingMaximum::Sides,
            two_weapons_penalty: 2,
            off_hand_penalty: 4,
            ..Self::default()
        }
    }

    /// Reads `rules.toml`. Keys left out keep their default.
    ///
    /// # Errors
    /// Every unknown key and every value that is none of the readings, with line and column.
    ///
    /// ```
    /// use actiondeck::rules::{Options, WoundTable};
    ///
    /// let options = Options::read("rules.toml", "wound-table = \"B\"\n").unwrap();
    /// assert_eq!(options.wound_table, WoundTable::B);
    /// ```
    pub fn read(name: &str, text: &str) -> Result<Self, Problems> {
        Self::default().changed_by(name, text)
    }

    /// These options with those of a `rules.toml` in their place.
    ///
    /// # Errors
    /// As [`Options::read`].
    pub fn changed_by(self, name: &str, text: &str) -> Result<Self, Problems> {
        let source = Source::new(name, text);
        let mut problems = Problems::new();
        let (document, syntax) = DeTable::parse_recoverable(text);
        for error in syntax {
            let span = error.span().unwrap_or(0..0);
            problems.push(Problem::new(error.message()).at(&source, span));
        }
        let mut options = self;
        for (key, value) in document.get_ref() {
            let name = key.get_ref().as_ref();
            match KEYS.iter().find(|(known, _)| *known == name) {
                Some((_, set)) => {
                    if let Err(accepted) = set(&mut options, value.get_ref()) {
                        let shown = text[value.span()].lines().next().unwrap_or_default();
                        let message = format!("{name} = {shown} is no reading of that rule");
                        problems.push(
                            Problem::new(message).at(&source, value.span()).accepts(accepted),
                        );
                    }
                }
                None => {
                    let names: Vec<&str> = KEYS.iter().map(|(known, _)| *known).collect();
                    let message = format!("unknown rule {name:?}");
                    problems.push(
                        Problem::new(message).at(&source, key.span()).accepts(names.join(", ")),
                    );
                }
            }
        }
        problems.into_result(options)
    }
}

fn named<T: Copy>(value: &DeValue, named: &[(&str, T)], slot: &mut T) -> Result<(), Refused> {
    let found = value.as_str().and_then(|text| named.iter().find(|(name, _)| *name == text));
    match found {
        Some((_, reading)) => {
            *slot = *reading;
            Ok(())
        }
        None => {
            let mut accepted = String::new();
            for (place, (name, _)) in named.iter().enumerate() {
                let separator = if place == 0 { "" } else { " or " };
                // Writing to a String does not fail.
                let _ = write!(accepted, "{separator}{name:?}");
            }
            Err(accepted)
        }
    }
}

fn integer(value: &DeValue, range: std::ops::RangeInclusive<u16>) -> Result<u16, Refused> {
    value
        .as_integer()
        .and_then(|number| u16::from_str_radix(number.as_str(), number.radix()).ok())
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("{} to {}", range.start(), range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_keeps_every_default() {
        assert_eq!(Ok(Options::default()), Options::read("rules.toml", ""));
    }

    #[test]
    fn every_key_can_be_set() {
        let text = "bump-divisor = 3\nvictory-target = 8\nwound-table = \"B\"\n\
                    failure = \"lower-or-equal\"\nrange-bands = \"full-increments\"\n\
                    throwing-increment = \"fixed\"\nthrowing-maximum = \"sides\"\n\
                    impact = \"concussion-only\"\nfast-draw-hesitate-below = 2\n\
                    two-weapons-penalty = 2\noff-hand-penalty = 4\n\
                    d6-initiative-bonus = \"best\"\nladder-tie = \"attacker\"\n\
                    fi3-armour-penetration = \"reduced\"\nfi3-stun-penalty = \"earlier\"\n\
                    fi3-location-side = \"drawn\"\nfi3-die-gap = \"steps\"\n\
                    fi3-scatter-limit = \"half-throw\"\n";
        let expected = Options {
            bump_divisor: BumpDivisor::Three,
            victory_target: VictoryTarget::new(8).unwrap(),
            wound_table: WoundTable::B,
            failure: FailureRule::LowerOrEqual,
            range_bands: RangeBands::FullIncrements,
            throwing_increment: ThrowingIncrement::Fixed,
            throwing_maximum: ThrowingMaximum::Sides,
            impact: ImpactRule::ConcussionOnly,
            fast_draw_hesitate_below: 2,
            two_weapons_penalty: 2,
            off_hand_penalty: 4,
            d6_initiative_bonus: InitiativeBonusRule::Best,
            ladder_tie: LadderTie::Attacker,
            armour_penetration: ArmourPenetration::Reduced,
            stun_penalty: StunPenalty::Earlier,
            location_side: LocationSide::Drawn,
            die_gap: DieGap::Steps,
            scatter_limit: ScatterLimit::HalfThrow,
        };
        assert_eq!(Ok(expected), Options::read("rules.toml", text));
        assert_eq!(KEYS.len(), text.lines().count());
    }

    #[test]
    fn every_fault_is_told_at_once_with_its_place() {
        let text = "wound-table = \"C\"\nhouse-rule = 1\nbump-divisor = 5\n";
        let mut lines: Vec<String> = Options::read("rules.toml", text)
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect();
        lines.sort();
        assert_eq!(3, lines.len());
        assert_eq!(
            "rules.toml:1:15: wound-table = \"C\" is no reading of that rule; \
             accepted: \"A\" or \"B\" or \"dice\"",
            lines[0],
        );
        assert!(lines[1].starts_with("rules.toml:2:1: unknown rule \"house-rule\""));
        assert!(lines[2].ends_with("accepted: 3 to 4"));
    }

    #[test]
    fn broken_syntax_is_told_with_its_place() {
        let problems = Options::read("rules.toml", "wound-table = \n").unwrap_err();
        assert!(problems.to_string().starts_with("rules.toml:1:"), "{problems}");
    }
}
