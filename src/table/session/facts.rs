//! What a table knows of somebody besides cards and wounds: it counts in every question that they
//! ask or are the target of, until it is said otherwise.

use serde::{Deserialize, Serialize};

use crate::table::lookup::Aftermath;

/// What is known of somebody. What is not known is left to the question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Facts {
    /// The name of the weapon in hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// The dice, trait or skill to attack with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// What makes everything harder besides wounds; a bonus is negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<i32>,
    /// The reliability of the weapon in hand, where it is not that of its table.
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
    /// The Size, as a text such as `6` or `0.25`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The distance to whoever attacks, in metres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_m: Option<u16>,
    /// The armour value of the cover in between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<i16>,
    /// What is behind the cover.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<String>,
    /// The value of the armour worn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armour: Option<i16>,
    /// The dodge score, while dodging.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dodge: Option<u8>,
    /// Whether they lie.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prone: bool,
    /// Who is attacked where nobody else is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Stunned until a recovery check succeeds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stunned: bool,
    /// Unconscious.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unconscious: bool,
    /// The round in which the character was surprised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surprised: Option<u32>,
}

/// The shots in a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ammo {
    /// How many are left.
    pub left: u16,
    /// How many it holds.
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

    /// Each fact in words, such as `distance 12`, but for what keeps from acting.
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
