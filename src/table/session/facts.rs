//! Facts about a character other than cards and wounds. They apply to all questions in which the
//! character acts or is the target, until they are changed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::lookup::Aftermath;

/// The facts about a character. Missing facts are left to the question.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Facts {
    /// The name of the weapon in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// The dice, trait or skill to attack with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Penalty to everything in addition to wounds; a bonus is negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<i32>,
    /// The reliability of the weapon in hand, if it differs from the table of weapons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rel: Option<u8>,
    /// The shots in the weapon in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ammo: Option<Ammo>,
    /// The Defensive Bonus of the weapon in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<u8>,
    /// The fighting level against blows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fighting: Option<u8>,
    /// The Size as a text, such as `6` or `0.25`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The distance to the attacker, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_m: Option<u16>,
    /// The armour value of the cover in between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<i16>,
    /// The places behind the cover.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<String>,
    /// The value of the armour worn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armour: Option<i16>,
    /// The dodge score, while dodging.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dodge: Option<u8>,
    /// Whether the character is prone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prone: bool,
    /// The default target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Whether the character is stunned until a recovery check.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stunned: bool,
    /// Whether the character is unconscious.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unconscious: bool,
    /// The round in which the character was surprised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surprised: Option<u32>,
}

/// The shots in a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ammo {
    /// The number of shots left.
    pub left: u16,
    /// The number of shots when full.
    pub full: u16,
}

impl Facts {
    /// The facts after a stun, recovery or surprise check made in this round.
    #[must_use]
    pub fn after(self, aftermath: Aftermath, round: u32) -> Self {
        match aftermath {
            Aftermath::Steady => Self { stunned: false, unconscious: false, ..self },
            Aftermath::Stunned => Self { stunned: true, unconscious: false, ..self },
            Aftermath::Unconscious => Self { stunned: false, unconscious: true, ..self },
            Aftermath::Alert => Self { surprised: None, ..self },
            Aftermath::Surprised => Self { surprised: Some(round), ..self },
        }
    }

    /// All facts in words, such as `distance 12`, without the conditions that prevent acting.
    pub fn words(&self) -> Vec<String> {
        let text = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}"));
        let number = |name, value: Option<i64>| text(name, value.map(|value| value.to_string()));
        let ammo = self.ammo.map(|ammo| format!("{} of {}", ammo.left, ammo.full));
        let behind = (!self.covered.is_empty()).then(|| self.covered.join(","));
        let known = [
            text("weapon", self.weapon.clone()),
            text("skill", self.skill.clone()),
            number("penalty", self.penalty.map(i64::from)),
            number("rel", self.rel.map(i64::from)),
            text("ammo", ammo),
            number("reach", self.reach.map(i64::from)),
            number("fighting", self.fighting.map(i64::from)),
            text("size", self.size.clone()),
            number("distance", self.distance_m.map(i64::from)),
            number("cover", self.cover.map(i64::from)),
            text("covered", behind),
            number("armour", self.armour.map(i64::from)),
            number("dodge", self.dodge.map(i64::from)),
            self.prone.then(|| "prone".to_owned()),
            text("at", self.target.clone()),
        ];
        known.into_iter().flatten().collect()
    }
}
