//! Weapons, read from a CSV table (Conflict lists them by Pen, Rel, DMG, RD, range increment, aim
//! and attributes). The built-in table is an original example.

use std::num::NonZeroU16;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::diagnostic::Problems;
use crate::dice::EffectDice;
use crate::input::csv::Row;

use super::named_table::{self, Cells};
use super::{Armament, Forced, Harm, Reliability, RulesError};

const COLUMNS: [&str; 11] =
    ["name", "dmg", "rd", "pen", "rel", "range", "aim", "accurate", "rof", "burst", "attributes"];

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Weapon {
    /// The name.
    pub name: String,
    /// The full damage.
    pub dmg: EffectDice,
    /// The reduced damage, if the weapon has one.
    pub rd: Option<EffectDice>,
    /// Penetration.
    pub pen: i16,
    /// Reliability; none for weapons that cannot fail.
    pub rel: Option<Reliability>,
    /// The range increment in metres; none for weapons that are not fired.
    pub range_m: Option<NonZeroU16>,
    /// The penalty when it is fired without aiming.
    pub snap_penalty: u8,
    /// The speed of an aim action.
    pub aim_speed: Option<AimSpeed>,
    /// The bonus when it is aimed.
    pub accurate: u8,
    /// The number of shots in an action.
    pub rof: Option<u16>,
    /// The sizes of its bursts, in shots.
    pub bursts: Vec<u16>,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

/// The time of an aim action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AimSpeed {
    /// `F`
    Fast,
    /// `N`
    Normal,
    /// `S`
    Slow,
}

/// A weapon attribute that a rule uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// Non-lethal, as fists are.
    Brawling,
    /// Damage bumps from Strength against unarmoured targets.
    Deadly,
    /// A defender's weapon, with its DV.
    Defend(u8),
    /// Counts as bare hands in Defense.
    FistLoad,
    /// A field of fire of 120 degrees.
    Handgun,
    /// Non-lethal, one CT for each point of effect.
    Impact,
    /// Hits one entry lower on the stack.
    Kick,
    /// Bumps for damage or penetration from Strength.
    Muscle,
    /// The CT it deals counts double for the stun number.
    Pain,
    /// Penetration bumps from Strength.
    Pierce,
    /// Hits one entry higher on the stack.
    Punch,
    /// Can be fanned.
    Revolver,
    /// Has stray shots even when it hits.
    Scatter,
    /// Easier to draw fast.
    Short,
    /// Thrown: its range depends on Strength.
    Thrown,
    /// 2 harder with one hand.
    TwoHanded,
}

impl Attribute {
    const NAMED: [(&str, Self); 15] = [
        ("brawling", Self::Brawling),
        ("deadly", Self::Deadly),
        ("fist-load", Self::FistLoad),
        ("handgun", Self::Handgun),
        ("impact", Self::Impact),
        ("kick", Self::Kick),
        ("muscle", Self::Muscle),
        ("pain", Self::Pain),
        ("pierce", Self::Pierce),
        ("punch", Self::Punch),
        ("revolver", Self::Revolver),
        ("scatter", Self::Scatter),
        ("short", Self::Short),
        ("thrown", Self::Thrown),
        ("two-handed", Self::TwoHanded),
    ];
}

impl std::fmt::Display for Attribute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match Self::NAMED.iter().find(|(_, attribute)| attribute == self) {
            Some((name, _)) => f.write_str(name),
            None => match self {
                Self::Defend(dv) => write!(f, "defend({dv})"),
                _ => Ok(()),
            },
        }
    }
}

impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Attribute {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(dv) = text.strip_prefix("defend(").and_then(|rest| rest.strip_suffix(')')) {
            return dv.parse().map(Self::Defend).map_err(drop);
        }
        Self::NAMED.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or(())
    }
}

impl Weapon {
    /// The built-in example weapons of the West and its dice edition.
    ///
    /// # Panics
    /// Never: a test reads the built-in table.
    pub fn examples() -> Vec<Self> {
        let text = include_str!("../../../templates/tables/weapons.csv");
        Self::read_table("weapons.csv", text).expect("the program's own table is sound")
    }

    /// Reads a table of weapons.
    ///
    /// # Errors
    /// All faults of the table, with line and column.
    pub fn read_table(name: &str, text: &str) -> Result<Vec<Self>, Problems> {
        named_table::read(name, text, "weapon", &COLUMNS, read, |weapon: &Self| &weapon.name)
    }

    /// Whether the weapon has the attribute.
    pub fn has(&self, attribute: Attribute) -> bool {
        self.attributes.contains(&attribute)
    }

    /// The weapon as used for a blow. A firearm does its damage by shots alone (Conflict, "Dealing
    /// Damage") and strikes as a club (dice edition, "Melee Weapons"), whose damage is not in any
    /// table: it is passed as `club`. Other weapons are unchanged.
    ///
    /// # Errors
    /// [`RulesError::Fired`] if a firearm is used and `club` is `None`.
    pub fn in_blow(self, club: Option<EffectDice>) -> Result<Self, RulesError> {
        if self.range_m.is_none() {
            return Ok(self);
        }
        let Some(dmg) = club else { return Err(RulesError::Fired { weapon: self.name }) };
        Ok(Self {
            dmg,
            rd: None,
            pen: 0,
            rel: None,
            range_m: None,
            snap_penalty: 0,
            aim_speed: None,
            accurate: 0,
            rof: None,
            bursts: Vec::new(),
            attributes: Vec::new(),
            ..self
        })
    }

    /// How its effect becomes wounds and CT.
    pub fn harm(&self) -> Harm {
        if self.has(Attribute::Impact) {
            Harm::Impact
        } else if self.has(Attribute::Brawling) {
            Harm::Brawling
        } else {
            Harm::Deadly
        }
    }

    /// Its class for Defense.
    pub fn armament(&self) -> Armament {
        if self.has(Attribute::FistLoad) {
            return Armament::Unarmed;
        }
        let defend = self.attributes.iter().find_map(|attribute| match attribute {
            Attribute::Defend(dv) => Some(*dv),
            _ => None,
        });
        Armament::Weapon { defend }
    }

    /// The modifiers of its hit location.
    pub fn forced(&self) -> Forced {
        Forced {
            punch: self.has(Attribute::Punch),
            kick: self.has(Attribute::Kick),
            ..Forced::default()
        }
    }
}

fn read(cells: &mut Cells<'_>, row: &Row) -> Option<Weapon> {
    let name = cells.name(row);
    let cell = "an effect cell such as (3)6";
    let dmg = cells.needed(row, "dmg", cell, |text| text.parse().ok());
    let rd = cells.optional(row, "rd", cell, |text| text.parse().ok());
    let pen = cells.optional(row, "pen", "-99 to 99", |text| {
        text.parse().ok().filter(|pen| (-99..=99).contains(pen))
    });
    let rel = cells.optional(row, "rel", "1 to 13", |text| text.parse().ok());
    let range_m = cells.optional(row, "range", "metres from 1 up", |text| text.parse().ok());
    let aim = cells.optional(row, "aim", "speed F, N or S and a penalty, as in F/-2", aim);
    let accurate = cells.optional(row, "accurate", "0 to 99", |text| {
        text.parse().ok().filter(|bonus| *bonus <= 99)
    });
    let rof = cells.optional(row, "rof", "a number of shots", |text| text.parse().ok());
    let bursts = cells.list(row, "burst", "burst sizes such as 3;5;10", |text| {
        text.parse().ok().filter(|&shots: &u16| shots > 0)
    });
    let mut names: Vec<&str> = Attribute::NAMED.iter().map(|(name, _)| *name).collect();
    names.push("defend(DV)");
    let attributes = cells.list(row, "attributes", &names.join("; "), |text| text.parse().ok());
    let (aim_speed, snap_penalty) = match aim? {
        Some((speed, penalty)) => (Some(speed), penalty),
        None => (None, 0),
    };
    Some(Weapon {
        name: name?,
        dmg: dmg?,
        rd: rd?,
        pen: pen?.unwrap_or(0),
        rel: rel?,
        range_m: range_m?,
        snap_penalty,
        aim_speed,
        accurate: accurate?.unwrap_or(0),
        rof: rof?,
        bursts: bursts?,
        attributes: attributes?,
    })
}

/// `F/-2`
fn aim(text: &str) -> Option<(AimSpeed, u8)> {
    let (speed, penalty) = text.split_once('/')?;
    let speed = match speed {
        "F" => AimSpeed::Fast,
        "N" => AimSpeed::Normal,
        "S" => AimSpeed::Slow,
        _ => return None,
    };
    let penalty: i8 = penalty.parse().ok()?;
    (-99..=0).contains(&penalty).then(|| (speed, penalty.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_weapons_can_be_read() {
        let weapons = Weapon::examples();
        let find = |name: &str| weapons.iter().find(|weapon| weapon.name == name).unwrap();
        let revolver = find("example revolver");
        assert_eq!(("(3)6", 2), (revolver.dmg.to_string().as_str(), revolver.snap_penalty));
        assert!(revolver.has(Attribute::Short));
        assert_eq!(Harm::Brawling, find("fist").harm());
        assert_eq!(Armament::Unarmed, find("fist").armament());
        assert_eq!(Armament::Weapon { defend: Some(2) }, find("example shovel").armament());
    }

    #[test]
    fn a_gun_strikes_as_a_club_with_the_damage_of_one() {
        let find = |name: &str| Weapon::examples().into_iter().find(|it| it.name == name).unwrap();
        let rifle = find("example rifle");
        let error = rifle.clone().in_blow(None).unwrap_err().to_string();
        assert!(error.starts_with("example rifle is a firearm and strikes as a club"), "{error}");
        let club: EffectDice = "(2)6".parse().unwrap();
        let struck = rifle.in_blow(Some(club)).unwrap();
        assert_eq!((club, None, 0, None), (struck.dmg, struck.rd, struck.pen, struck.rel));
        assert_eq!(Armament::Weapon { defend: None }, struck.armament());
        for name in ["example bowie knife", "example throwing knife", "fist"] {
            assert_eq!(Ok(find(name)), find(name).in_blow(None));
        }
    }

    #[test]
    fn every_fault_of_a_table_is_reported_at_once_with_its_place() {
        let text = "name,dmg,rd,pen,rel,range,aim,accurate,rof,burst,attributes\n\
                    pistol,3d6,,,14,0,F-2,,,0,short;shiny\n\
                    ,(1)6,,,,,,,,,\n";
        let problems = Weapon::read_table("w.csv", text).unwrap_err();
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let places = [
            "w.csv:2:8: dmg \"3d6\"",
            "w.csv:2:14: rel \"14\"",
            "w.csv:2:17: range \"0\"",
            "w.csv:2:19: aim \"F-2\"",
            "w.csv:2:25: burst \"0\"",
            "w.csv:2:27: attributes \"short;shiny\"",
            "w.csv:3:1: name \"\"",
        ];
        assert_eq!(places.len(), lines.len(), "{problems}");
        for (place, line) in places.iter().zip(&lines) {
            assert!(line.starts_with(place), "{line} does not start with {place}");
        }
    }

    #[test]
    fn a_weapon_that_stands_there_twice_is_refused() {
        let text = "name,dmg,rd,pen,rel,range,aim,accurate,rof,burst,attributes\n\
                    a,(1)6,,,,,,,,,\na,(1)6,,,,,,,,,\n";
        let problems = Weapon::read_table("w.csv", text).unwrap_err().to_string();
        assert_eq!(
            "w.csv:3:1: weapon \"a\" is in the table twice; accepted: each name once",
            problems,
        );
    }
}
