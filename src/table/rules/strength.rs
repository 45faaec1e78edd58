//! Bumps of hand weapons from Strength: Conflict, "Melee and Hand to hand damage", leaves them to
//! the gear pages of the same game. Those define them by attribute: Pierce gives one penetration
//! bump at d10 and two at d12, Deadly one damage bump at d10 and two at d12 against unarmoured
//! targets, Muscle one bump for each die step over d6.

use serde::Serialize;

use crate::dice::Die;

use super::{Attribute, Weapon};

/// The use of the bumps of the Muscle attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MuscleUse {
    /// Damage.
    #[default]
    Damage,
    /// Penetration.
    Penetration,
}

/// Bumps of a weapon from the wielder's Strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StrengthBumps {
    /// Damage bumps that always count.
    pub damage: u8,
    /// Damage bumps that count against unarmoured targets only.
    pub damage_unarmoured: u8,
    /// Penetration bumps.
    pub penetration: u8,
}

impl StrengthBumps {
    /// The bumps of a weapon for a Strength die. Damage bumps at most double the row of its damage
    /// cell.
    ///
    /// ```
    /// use actiondeck::table::rules::{MuscleUse, StrengthBumps, Weapon};
    ///
    /// let weapons = Weapon::examples();
    /// let knife = weapons.iter().find(|weapon| weapon.name == "example bowie knife").unwrap();
    /// let bumps = StrengthBumps::new(knife, "d12".parse().unwrap(), MuscleUse::Damage);
    /// assert_eq!((bumps.damage_unarmoured, bumps.penetration), (2, 0));
    /// ```
    pub fn new(weapon: &Weapon, strength: Die, muscle: MuscleUse) -> Self {
        let sides = strength.sides();
        // d10 is one step over d8, d12 two.
        let beyond_d8 = step(sides).saturating_sub(step(8)).min(2);
        let beyond_d6 = step(sides).saturating_sub(step(6));
        let given = |attribute, bumps| if weapon.has(attribute) { bumps } else { 0 };
        let muscles = given(Attribute::Muscle, beyond_d6);
        let (damage, penetration) = match muscle {
            MuscleUse::Damage => (muscles, 0),
            MuscleUse::Penetration => (0, muscles),
        };
        let most = weapon.dmg.row;
        let damage = damage.min(most);
        Self {
            damage,
            damage_unarmoured: given(Attribute::Deadly, beyond_d8).min(most - damage),
            penetration: penetration + given(Attribute::Pierce, beyond_d8),
        }
    }
}

/// The step of a die, d4 1 to d12 5, clamped.
fn step(sides: u16) -> u8 {
    (sides.clamp(2, 12) / 2 - 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weapon(dmg: &str, attributes: &str) -> Weapon {
        let head = "name,dmg,rd,pen,rel,range,aim,accurate,rof,burst,attributes";
        let table = format!("{head}\nblade,{dmg},,0,,,,,,,{attributes}\n");
        Weapon::read_table("weapons.csv", &table).unwrap().remove(0)
    }

    fn bumps(weapon: &Weapon, muscle: MuscleUse) -> Vec<(u8, u8, u8)> {
        ["d4", "d6", "d8", "d10", "d12", "d20"]
            .map(|die| {
                let bumps = StrengthBumps::new(weapon, die.parse().unwrap(), muscle);
                (bumps.damage, bumps.damage_unarmoured, bumps.penetration)
            })
            .to_vec()
    }

    #[test]
    fn each_attribute_gives_its_own_bumps() {
        let none = (0, 0, 0);
        assert_eq!(
            bumps(&weapon("(3)6", "pierce"), MuscleUse::Damage),
            [none, none, none, (0, 0, 1), (0, 0, 2), (0, 0, 2)]
        );
        assert_eq!(
            bumps(&weapon("(3)6", "deadly"), MuscleUse::Damage),
            [none, none, none, (0, 1, 0), (0, 2, 0), (0, 2, 0)]
        );
        assert_eq!(
            bumps(&weapon("(3)6", "muscle"), MuscleUse::Damage),
            [none, none, (1, 0, 0), (2, 0, 0), (3, 0, 0), (3, 0, 0)]
        );
        assert_eq!(
            bumps(&weapon("(3)6", "muscle"), MuscleUse::Penetration),
            [none, none, (0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 3)]
        );
        assert_eq!(bumps(&weapon("(3)6", ""), MuscleUse::Damage), [none; 6]);
    }

    #[test]
    fn damage_bumps_do_not_more_than_double_the_row() {
        let strong = bumps(&weapon("(1)6", "deadly;muscle"), MuscleUse::Damage);
        assert_eq!([(1, 0, 0), (1, 0, 0)], strong[3..5]);
        let deadly = bumps(&weapon("(1)6", "deadly"), MuscleUse::Damage);
        assert_eq!((0, 1, 0), deadly[4]);
    }
}
