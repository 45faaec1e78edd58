//! Injuries after a blow is blocked or parried (D6 combat, "Block/Parry").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;

/// The attacker's weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Blow {
    /// Fist or foot.
    Unarmed,
    /// A weapon without edge or energy.
    Blunt,
    /// A bladed or energized hand weapon.
    Bladed,
}

/// What the defender blocks with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Guard {
    /// A part of the body.
    Body,
    /// An object without edge or energy.
    Blunt,
    /// A sharp or energized weapon.
    Bladed,
}

/// A blow that was blocked or parried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The attacker's weapon.
    pub blow: Blow,
    /// What the defender blocks with.
    pub guard: Guard,
    /// Whether the blow missed, that is, was stopped.
    pub stopped: bool,
    /// Whether armour or a special ability covers the body part that blocks a blade.
    pub covered: bool,
}

/// The damage that one side takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Injury {
    /// Nothing.
    Nothing,
    /// The weapon's own damage, without the wielder's Strength Damage.
    WeaponAlone,
    /// The full damage of the attack.
    WholeDamage,
}

/// The injuries of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BlockAnswer {
    /// The damage of the attacker, from the defender's weapon.
    pub attacker: Injury,
    /// The damage of the defender, from the attacker's weapon.
    pub defender: Injury,
}

impl Block {
    /// Determines the injuries. A bare body part that meets a blade is cut even if it stops the
    /// blow, and so is a bare fist that is stopped by a blade.
    pub fn answer(&self) -> BlockAnswer {
        let defender = match (self.stopped, self.blow, self.guard) {
            (false, _, _) => Injury::WholeDamage,
            (true, Blow::Bladed, Guard::Body) if !self.covered => Injury::WeaponAlone,
            (true, _, _) => Injury::Nothing,
        };
        let attacker = match (self.stopped, self.blow, self.guard) {
            (true, Blow::Unarmed, Guard::Bladed) => Injury::WeaponAlone,
            _ => Injury::Nothing,
        };
        BlockAnswer { attacker, defender }
    }
}

impl Injury {
    fn describe(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::WeaponAlone => "the damage of the weapon alone, no Strength Damage added",
            Self::WholeDamage => "the whole damage of the attack",
        }
    }
}

impl Answer for BlockAnswer {
    const KIND: &'static str = "d6-block";

    fn explanation(&self) -> Vec<String> {
        vec![
            format!("the attacker takes {}", self.attacker.describe()),
            format!("the defender takes {}", self.defender.describe()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(blow: Blow, guard: Guard, stopped: bool, covered: bool) -> (Injury, Injury) {
        let answer = Block { blow, guard, stopped, covered }.answer();
        (answer.attacker, answer.defender)
    }

    #[test]
    fn a_fist_stopped_by_a_blade_is_cut() {
        let (cut, well) = (Injury::WeaponAlone, Injury::Nothing);
        assert_eq!((cut, well), judge(Blow::Unarmed, Guard::Bladed, true, false));
        assert_eq!((well, well), judge(Blow::Unarmed, Guard::Blunt, true, false));
        assert_eq!((well, well), judge(Blow::Blunt, Guard::Bladed, true, false));
        let through = (well, Injury::WholeDamage);
        assert_eq!(through, judge(Blow::Unarmed, Guard::Bladed, false, false));
    }

    #[test]
    fn an_unarmoured_body_that_blocks_a_blade_is_always_cut() {
        let (cut, well) = (Injury::WeaponAlone, Injury::Nothing);
        assert_eq!((well, cut), judge(Blow::Bladed, Guard::Body, true, false));
        assert_eq!((well, well), judge(Blow::Bladed, Guard::Body, true, true));
        assert_eq!((well, well), judge(Blow::Bladed, Guard::Bladed, true, false));
        assert_eq!((well, Injury::WholeDamage), judge(Blow::Bladed, Guard::Body, false, true));
    }
}
