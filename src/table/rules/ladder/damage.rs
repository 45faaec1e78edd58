//! From the outcome of an attack to levels of damage (wound-level combat, "Damage").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;
use crate::wording::counted;

use super::{Level, Wounds};

/// The weapon class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weapon {
    /// Fists: no bonus.
    Unarmed,
    /// An improvised melee weapon: no bonus.
    Impractical,
    /// A weak melee weapon: 1.
    Weak,
    /// A melee weapon, from knife to battle axe, also thrown: 2.
    Melee,
    /// A pistol, rifle or crossbow: 3.
    Ranged,
    /// A heavy machine gun: 4.
    Heavy,
}

impl Weapon {
    /// Whether the attacker's Physique adds to its damage.
    pub fn needs_physique(self) -> bool {
        !matches!(self, Self::Ranged | Self::Heavy)
    }
}

/// The damage bonus of a weapon: its own, and for melee and unarmed attacks one for each point of
/// the attacker's Physique above 2.
///
/// ```
/// use actiondeck::table::rules::ladder::{Weapon, damage_bonus};
///
/// assert_eq!(3, damage_bonus(Weapon::Melee, 3)); // professional
/// assert_eq!(4, damage_bonus(Weapon::Unarmed, 6)); // legendary
/// assert_eq!(3, damage_bonus(Weapon::Ranged, 6));
/// ```
pub fn damage_bonus(weapon: Weapon, physique: i8) -> i32 {
    let own = match weapon {
        Weapon::Unarmed | Weapon::Impractical => 0,
        Weapon::Weak => 1,
        Weapon::Melee => 2,
        Weapon::Ranged => 3,
        Weapon::Heavy => 4,
    };
    let strong = i32::from(physique).saturating_sub(2).max(0);
    if weapon.needs_physique() { own + strong } else { own }
}

/// A hit and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamageQuestion {
    /// The outcome: attack minus defence.
    pub outcome: i32,
    /// The weapon.
    pub weapon: Weapon,
    /// The attacker's Physique.
    pub physique: i8,
    /// The target's armour points.
    pub armour: u8,
    /// Other modifiers.
    pub modifier: i16,
    /// The target's wounds before the hit.
    pub wounds: Wounds,
}

/// The damage of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DamageAnswer {
    /// The outcome.
    pub outcome: i32,
    /// The damage bonus.
    pub bonus: i32,
    /// The target's armour points.
    pub armour: u8,
    /// Other modifiers.
    pub modifier: i16,
    /// Levels of damage, at least 0.
    pub dealt: u16,
    /// The target's wounds now.
    pub wounds: Wounds,
    /// The wound level.
    pub level: Level,
}

impl DamageQuestion {
    /// Calculates the damage: armour is subtracted last, and the levels are added to the wounds.
    pub fn answer(&self) -> DamageAnswer {
        let bonus = damage_bonus(self.weapon, self.physique);
        let levels = self
            .outcome
            .saturating_add(bonus)
            .saturating_add(i32::from(self.modifier))
            .saturating_sub(i32::from(self.armour))
            .max(0);
        let dealt = u16::try_from(levels).unwrap_or(u16::MAX);
        let wounds = self.wounds.and(dealt);
        DamageAnswer {
            outcome: self.outcome,
            bonus,
            armour: self.armour,
            modifier: self.modifier,
            dealt,
            wounds,
            level: wounds.level(),
        }
    }
}

impl Answer for DamageAnswer {
    const KIND: &'static str = "ladder-damage";

    fn explanation(&self) -> Vec<String> {
        let modifier = match self.modifier {
            0 => String::new(),
            modifier => format!(" {modifier:+} modifier"),
        };
        vec![
            format!(
                "outcome {} + {} damage bonus{modifier} - {} armour: {} of damage",
                self.outcome,
                self.bonus,
                self.armour,
                counted(self.dealt.into(), "level")
            ),
            self.level.describe(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn physique_above_two_adds_to_melee_damage_only() {
        let physique = [0, 2, 3, 4, 5, 6];
        assert_eq!([0, 0, 1, 2, 3, 4], physique.map(|p| damage_bonus(Weapon::Unarmed, p)));
        assert_eq!([2, 2, 3, 4, 5, 6], physique.map(|p| damage_bonus(Weapon::Melee, p)));
        assert_eq!([1, 1, 2, 3, 4, 5], physique.map(|p| damage_bonus(Weapon::Weak, p)));
        assert_eq!([4; 6], physique.map(|p| damage_bonus(Weapon::Heavy, p)));
    }

    #[test]
    fn armour_comes_off_last_and_never_heals() {
        let ask = |outcome, armour| {
            let question = DamageQuestion {
                outcome,
                weapon: Weapon::Unarmed,
                physique: 2,
                armour,
                modifier: 0,
                wounds: Wounds::new(1),
            };
            let answer = question.answer();
            (answer.dealt, answer.wounds.get())
        };
        assert_eq!((1, 2), ask(2, 1));
        assert_eq!((0, 1), ask(1, 9));
        assert_eq!(u16::MAX, ask(i32::MAX, 0).0);
        assert_eq!(0, ask(i32::MIN, 9).0);
    }
}
