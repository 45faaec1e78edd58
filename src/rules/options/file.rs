//! `rules.toml`: which keys a table may set, and what is said about any other.

use std::fmt::Write as _;

use ::toml::de::DeValue;

use crate::diagnostic::{Problems, Source, cut};
use crate::input::toml::{self, Reader};
use crate::lookup::{BumpDivisor, VictoryTarget};

use super::Options;
use super::readings::{
    ArmourPenetration, BareHands, Barriers, Decks, DieGap, EscapeNumber, FailureRule, ImpactRule,
    InitiativeBonusRule, LadderTie, LocationSide, RangeBands, ScatterLimit, StunPenalty,
    ThrowingIncrement, ThrowingMaximum, WoundTable,
};

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
    ("decks", |options, value| named(value, Decks::NAMED, &mut options.decks)),
    ("escape", |options, value| named(value, EscapeNumber::NAMED, &mut options.escape)),
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
    ("fi3-barriers", |options, value| named(value, Barriers::NAMED, &mut options.barriers)),
    ("fi3-bare-hands", |options, value| named(value, BareHands::NAMED, &mut options.bare_hands)),
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
        let document = toml::parse(&source)?;
        let mut reader = Reader::new(&source);
        let root = reader.root(document.get_ref());
        let names: Vec<&str> = KEYS.iter().map(|(known, _)| *known).collect();
        reader.only(&root, &names);
        let mut options = self;
        for (name, set) in KEYS {
            let Some(value) = reader.value(&root, name) else { continue };
            if let Err(accepted) = set(&mut options, value.value) {
                let shown = cut(&text[value.span.clone()]);
                let message = format!("{name} = {shown} is no reading of that rule");
                reader.fault(value.span, message, &accepted);
            }
        }
        reader.finish(options)
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
                    decks = \"own\"\nescape = \"reach\"\n\
                    fi3-barriers = \"sum\"\nfi3-bare-hands = \"half-die\"\n\
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
            decks: Decks::Own,
            escape: EscapeNumber::Reach,
            barriers: Barriers::Sum,
            bare_hands: BareHands::HalfDie,
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
        assert!(lines[1].starts_with("rules.toml:2:1: unknown key \"house-rule\" in the file"));
        assert!(lines[2].ends_with("accepted: 3 to 4"));
    }

    #[test]
    fn broken_syntax_is_told_with_its_place() {
        let problems = Options::read("rules.toml", "wound-table = \n").unwrap_err();
        assert!(problems.to_string().starts_with("rules.toml:1:"), "{problems}");
    }
}
