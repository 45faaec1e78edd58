//! `rules.toml`: the keys that it accepts, and the errors for any other.

use ::toml::de::DeValue;

use crate::diagnostic::{Problems, Source, cut};
use crate::input::toml::{self, Reader};
use crate::table::lookup::{BumpDivisor, VictoryTarget};

use super::reading::Reading;
use super::{Game, Options, d6, fi3, ladder};

/// The rule choices of a table for every game: those of `rules.toml`, and the default of each game
/// for missing keys. One key, such as `wound-table = "B"`, may set several games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HouseRules {
    /// The game of questions that do not name one, if the file sets it; otherwise the deck decides.
    pub game: Option<Game>,
    /// Options of the West.
    pub west: Options,
    /// Options of the older dice edition.
    pub fi3: fi3::Options,
    /// Options of D6 combat.
    pub d6: d6::Options,
    /// Options of wound-level combat on a ladder.
    pub ladder: ladder::Options,
}

impl Reading for Game {
    const NAMED: &[(&str, Self)] = &{
        let mut named = [("", Self::West); Self::ALL.len()];
        let mut place = 0;
        while place < named.len() {
            named[place] = (Self::NAMES[place], Self::ALL[place]);
            place += 1;
        }
        named
    };
}

/// The accepted values, returned for an invalid value.
type Refused = String;

type Setter = fn(&mut HouseRules, &DeValue) -> Result<(), Refused>;

/// Every key of `rules.toml`.
const KEYS: &[(&str, Setter)] = &[
    ("game", |house, value| {
        house.game = Some(named(value)?);
        Ok(())
    }),
    ("bump-divisor", |house, value| {
        let three = integer(value, 3..=4)? == 3;
        let divisor = if three { BumpDivisor::Three } else { BumpDivisor::Four };
        house.both(divisor, |options| &mut options.bump_divisor)
    }),
    ("victory-target", |house, value| {
        let target = VictoryTarget::new(integer(value, 1..=9999)?).unwrap_or_default();
        house.both(target, |options| &mut options.victory_target)
    }),
    ("wound-table", |house, value| house.both(named(value)?, |options| &mut options.wound_table)),
    ("failure", |house, value| house.both(named(value)?, |options| &mut options.failure)),
    ("range-bands", |house, value| house.both(named(value)?, |options| &mut options.range_bands)),
    ("throwing-increment", |house, value| {
        house.both(named(value)?, |options| &mut options.throwing_increment)
    }),
    ("throwing-maximum", |house, value| {
        house.both(named(value)?, |options| &mut options.throwing_maximum)
    }),
    ("decks", |house, value| {
        let decks = named(value)?;
        (house.d6.decks, house.ladder.decks) = (decks, decks);
        house.both(decks, |options| &mut options.decks)
    }),
    ("escape", |house, value| house.both(named(value)?, |options| &mut options.escape)),
    ("stun-penalty", |house, value| house.both(named(value)?, |options| &mut options.stun_penalty)),
    ("impact", |house, value| house.both(named(value)?, |options| &mut options.impact)),
    ("risk", |house, value| set(&mut house.west.risk, value)),
    ("fast-draw-hesitate-below", |house, value| {
        house.both(integer(value, 0..=99)? as u8, |options| &mut options.fast_draw_hesitate_below)
    }),
    ("two-weapons-penalty", |house, value| {
        house.both(integer(value, 0..=99)? as u8, |options| &mut options.two_weapons_penalty)
    }),
    ("off-hand-penalty", |house, value| {
        house.both(integer(value, 0..=99)? as u8, |options| &mut options.off_hand_penalty)
    }),
    ("d6-initiative-bonus", |house, value| set(&mut house.d6.initiative_bonus, value)),
    ("ladder-tie", |house, value| set(&mut house.ladder.tie, value)),
    ("fi3-armour-penetration", |house, value| set(&mut house.fi3.armour_penetration, value)),
    ("fi3-barriers", |house, value| set(&mut house.fi3.barriers, value)),
    ("fi3-bare-hands", |house, value| set(&mut house.fi3.bare_hands, value)),
    ("fi3-location-side", |house, value| set(&mut house.fi3.location_side, value)),
    ("fi3-die-gap", |house, value| set(&mut house.fi3.die_gap, value)),
    ("fi3-scatter-limit", |house, value| set(&mut house.fi3.scatter_limit, value)),
];

impl HouseRules {
    /// Reads `rules.toml`. Missing keys keep their default.
    ///
    /// # Errors
    /// All unknown keys and invalid values, with line and column.
    ///
    /// ```
    /// use actiondeck::table::rules::{HouseRules, WoundTable};
    ///
    /// let house = HouseRules::read("rules.toml", "wound-table = \"B\"\n").unwrap();
    /// assert_eq!(house.west.wound_table, WoundTable::B);
    /// ```
    pub fn read(name: &str, text: &str) -> Result<Self, Problems> {
        let source = Source::new(name, text);
        let document = toml::parse(&source)?;
        let mut reader = Reader::new(&source);
        let root = reader.root(document.get_ref());
        let names: Vec<&str> = KEYS.iter().map(|(known, _)| *known).collect();
        reader.only(&root, &names);
        let mut house = Self::default();
        for (name, set) in KEYS {
            let Some(value) = reader.value(&root, name) else { continue };
            if let Err(accepted) = set(&mut house, value.value) {
                let shown = cut(&text[value.span.clone()]);
                let message = format!("{name} = {shown} is not a choice of that rule");
                reader.fault(value.span, message, &accepted);
            }
        }
        reader.finish(house)
    }

    /// Sets an option that the West and the dice edition share.
    fn both<T: Copy>(
        &mut self,
        reading: T,
        slot: fn(&mut Options) -> &mut T,
    ) -> Result<(), Refused> {
        *slot(&mut self.west) = reading;
        *slot(&mut self.fi3.shared) = reading;
        Ok(())
    }
}

fn set<T: Reading>(slot: &mut T, value: &DeValue) -> Result<(), Refused> {
    *slot = named(value)?;
    Ok(())
}

fn named<T: Reading>(value: &DeValue) -> Result<T, Refused> {
    let found = value.as_str().and_then(|text| T::NAMED.iter().find(|(name, _)| *name == text));
    found.map(|(_, reading)| *reading).ok_or_else(|| {
        let names: Vec<String> = T::NAMED.iter().map(|(name, _)| format!("{name:?}")).collect();
        names.join(" or ")
    })
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
    use super::super::*;
    use super::*;

    #[test]
    fn an_empty_file_keeps_every_default() {
        assert_eq!(Ok(HouseRules::default()), HouseRules::read("rules.toml", ""));
    }

    #[test]
    fn every_key_can_be_set() {
        let text = "game = \"fi3\"\nbump-divisor = 3\nvictory-target = 8\nwound-table = \"B\"\n\
                    failure = \"lower-or-equal\"\nrange-bands = \"full-increments\"\n\
                    throwing-increment = \"fixed\"\nthrowing-maximum = \"sides\"\n\
                    decks = \"own\"\nescape = \"reach\"\nrisk = \"on\"\n\
                    fi3-barriers = \"sum\"\nfi3-bare-hands = \"half-die\"\n\
                    impact = \"concussion-only\"\nfast-draw-hesitate-below = 2\n\
                    two-weapons-penalty = 7\noff-hand-penalty = 9\n\
                    d6-initiative-bonus = \"best\"\nladder-tie = \"attacker\"\n\
                    fi3-armour-penetration = \"reduced\"\nstun-penalty = \"with-new\"\n\
                    fi3-location-side = \"drawn\"\nfi3-die-gap = \"steps\"\n\
                    fi3-scatter-limit = \"half-throw\"\n";
        let west = Options {
            bump_divisor: BumpDivisor::Three,
            victory_target: VictoryTarget::new(8).unwrap(),
            wound_table: WoundTable::B,
            failure: FailureRule::LowerOrEqual,
            range_bands: RangeBands::FullIncrements,
            throwing_increment: ThrowingIncrement::Fixed,
            throwing_maximum: ThrowingMaximum::Sides,
            decks: Decks::Own,
            escape: EscapeNumber::Reach,
            risk: Risk::On,
            impact: ImpactRule::ConcussionOnly,
            fast_draw_hesitate_below: 2,
            two_weapons_penalty: 7,
            off_hand_penalty: 9,
            stun_penalty: StunPenalty::WithNew,
        };
        let fi3 = fi3::Options {
            shared: Options { risk: Risk::Off, ..west.clone() },
            barriers: fi3::Barriers::Sum,
            bare_hands: fi3::BareHands::HalfDie,
            armour_penetration: fi3::ArmourPenetration::Reduced,
            location_side: fi3::LocationSide::Drawn,
            die_gap: fi3::DieGap::Steps,
            scatter_limit: fi3::ScatterLimit::HalfThrow,
        };
        let initiative_bonus = d6::InitiativeBonusRule::Best;
        let d6 = d6::Options { decks: Decks::Own, initiative_bonus };
        let ladder = ladder::Options { decks: Decks::Own, tie: ladder::LadderTie::Attacker };
        let expected = HouseRules { game: Some(Game::Fi3), west, fi3, d6, ladder };
        assert_eq!(Ok(expected), HouseRules::read("rules.toml", text));
        assert_eq!(KEYS.len(), text.lines().count());
    }

    #[test]
    fn every_fault_is_reported_at_once_with_its_place() {
        let text = "wound-table = \"C\"\nhouse-rule = 1\nbump-divisor = 5\n";
        let mut lines: Vec<String> = HouseRules::read("rules.toml", text)
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect();
        lines.sort();
        assert_eq!(3, lines.len());
        assert_eq!(
            "rules.toml:1:15: wound-table = \"C\" is not a choice of that rule; \
             accepted: \"A\" or \"B\" or \"dice\"",
            lines[0],
        );
        assert!(lines[1].starts_with("rules.toml:2:1: unknown key \"house-rule\" in the file"));
        assert!(lines[2].ends_with("accepted: 3 to 4"));
    }

    #[test]
    fn broken_syntax_is_reported_with_its_place() {
        let problems = HouseRules::read("rules.toml", "wound-table = \n").unwrap_err();
        assert!(problems.to_string().starts_with("rules.toml:1:"), "{problems}");
    }
}
