//! The target number of a blow, from the defender's Defense (Conflict, "Determining Defense").

use serde::Serialize;

use crate::table::lookup::TargetNumber;

use super::{Dodging, TnAccount};

/// The weapon of a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Armament {
    /// Bare hands, or a fist-load, which does not count as a weapon.
    Unarmed,
    /// A weapon.
    Weapon {
        /// The DV of its Defend attribute, if it has one.
        defend: Option<u8>,
    },
}

impl Armament {
    fn defend(self) -> Option<u8> {
        match self {
            Self::Unarmed => None,
            Self::Weapon { defend } => defend,
        }
    }
}

/// The situation of a blow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeleeSituation {
    /// The defender's Fighting level, or the skill with the weapon if armed.
    pub defender_skill: u8,
    /// The defender's weapon.
    pub defender: Armament,
    /// The attacker's weapon.
    pub attacker: Armament,
    /// The dodge of the defender, if any.
    pub dodging: Option<Dodging>,
    /// The penalty of the attacker's worst wound.
    pub wound_penalty: i32,
    /// Other penalties.
    pub penalty: i32,
}

impl MeleeSituation {
    /// The target number: 3, plus one for every two levels of skill after the first, plus one for
    /// being armed against bare hands or for the better Defend weapon. These two do not add up.
    pub fn account(&self) -> TnAccount {
        let skill = i32::from(self.defender_skill.saturating_sub(1) / 2);
        let armed_against_bare_hands =
            matches!(self.defender, Armament::Weapon { .. }) && self.attacker == Armament::Unarmed;
        let defends = match (self.defender.defend(), self.attacker.defend()) {
            (Some(own), Some(other)) => own > other,
            (Some(_), None) => true,
            (None, _) => false,
        };
        let account = TnAccount::new(TargetNumber::EASY, "defense")
            .with(format!("skill {}", self.defender_skill), skill);
        let account = if armed_against_bare_hands {
            account.with("armed against bare hands", 1)
        } else {
            account.with("Defend weapon", i32::from(defends))
        };
        account
            .with("dodging", self.dodging.map_or(0, Dodging::penalty))
            .with("for wounds", self.wound_penalty)
            .with("for other penalties", self.penalty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tn(skill: u8, defender: Armament, attacker: Armament) -> i32 {
        let situation = MeleeSituation {
            defender_skill: skill,
            defender,
            attacker,
            dodging: None,
            wound_penalty: 0,
            penalty: 0,
        };
        situation.account().tn().get()
    }

    const CLUB: Armament = Armament::Weapon { defend: None };

    fn defend(dv: u8) -> Armament {
        Armament::Weapon { defend: Some(dv) }
    }

    #[test]
    fn every_two_levels_after_the_first_make_it_one_harder() {
        let unarmed = |skill| tn(skill, Armament::Unarmed, Armament::Unarmed);
        assert_eq!([3, 3, 3, 4, 4, 5], [0, 1, 2, 3, 4, 5].map(unarmed));
        assert_eq!(3 + 127, unarmed(u8::MAX));
    }

    #[test]
    fn a_weapon_against_bare_hands_and_defend_do_not_add_up() {
        assert_eq!(4, tn(1, CLUB, Armament::Unarmed));
        assert_eq!(4, tn(1, defend(2), Armament::Unarmed));
        assert_eq!(3, tn(1, CLUB, CLUB));
        assert_eq!(4, tn(1, defend(2), CLUB));
    }

    #[test]
    fn only_the_better_of_two_defend_weapons_counts() {
        assert_eq!(
            [4, 3, 3],
            [(3, 2), (2, 3), (2, 2)].map(|(own, other)| tn(1, defend(own), defend(other)))
        );
    }
}
