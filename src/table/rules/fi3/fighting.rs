//! The task number of a blow (dice edition, "Melee Weapons", "Defensive Bonus").

use serde::Serialize;

use crate::table::lookup::TargetNumber;

use super::super::{Hands, Size, TnAccount};
use super::Options;
use super::shooting::in_hand;

/// The reach of a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// The Defensive Bonus of the weapon in hand; martial arts have 1, brawling 0.
    pub bonus: u8,
    /// The fighter's Size.
    pub size: Size,
}

/// Which fighter is inside the other's reach after a Close manoeuvre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Closeness {
    /// Neither fighter.
    #[default]
    Open,
    /// The attacker: the defender's reach does not count.
    Inside,
    /// The defender: the bonus of the attacker's longer weapon is a penalty, and no Strength is
    /// added to its damage.
    Beset,
}

/// The situation of a blow. A Close manoeuvre, and breaking away from one, are blows without
/// damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighting {
    /// The defender's fighting skill with what is in hand.
    pub defender_skill: u8,
    /// The defender's reach.
    pub defender: Reach,
    /// The attacker's reach.
    pub attacker: Reach,
    /// Which fighter is inside the other's reach.
    pub closeness: Closeness,
    /// The weapons in the attacker's hands.
    pub hands: Hands,
    /// The penalty of a called shot.
    pub called: i32,
    /// The defender's fighting roll, if there is one.
    pub defence: Option<i64>,
    /// Other penalties of the situation.
    pub penalty: i32,
}

impl Fighting {
    /// The task number: Fair (5) plus the defender's skill and the defender's reach advantage, or
    /// the active defence if that is greater, plus all modifiers. The text calls the cost of a
    /// weapon that is too long a penalty, so it is one of the modifiers.
    ///
    /// The larger fighter's reach grows by the difference in Size. The text subtracts one reach
    /// from the other; if the attacker's is longer, the result is 0, as in the example of the
    /// truncheon.
    pub fn account(&self, options: &Options) -> TnAccount {
        let (defender, attacker) = (self.defender, self.attacker);
        let own = |reach: Reach, other: Reach| {
            i64::from(reach.bonus) + i64::from(reach.size.above(other.size))
        };
        let (reach, too_long) = match self.closeness {
            Closeness::Open => {
                let left = own(defender, attacker) - own(attacker, defender);
                (i32::try_from(left.max(0)).unwrap_or(i32::MAX), 0)
            }
            Closeness::Inside => (0, 0),
            Closeness::Beset => (0, attacker.bonus.into()),
        };
        let account = TnAccount::new(TargetNumber::STANDARD, "fair")
            .with("fighting skill", self.defender_skill.into())
            .with("defensive bonus", reach)
            .at_least(self.defence)
            .with("weapon too long", too_long)
            .with("called shot", self.called);
        in_hand(account, self.hands, false, options).with("situation", self.penalty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(bonus: u8, size: &str) -> Reach {
        Reach { bonus, size: size.parse().unwrap() }
    }

    fn tn(defender: Reach, attacker: Reach, closeness: Closeness) -> i32 {
        let fighting = Fighting {
            defender_skill: 2,
            defender,
            attacker,
            closeness,
            hands: Hands::Proper,
            called: 0,
            defence: None,
            penalty: 0,
        };
        fighting.account(&Options::default()).tn().get()
    }

    #[test]
    fn the_reach_of_the_larger_fighter_grows_by_size() {
        let (human, ursoid) = (reach(1, "6"), reach(0, "7"));
        assert_eq!(7, tn(human, ursoid, Closeness::Open));
        assert_eq!(7, tn(ursoid, human, Closeness::Open));
        assert_eq!(8, tn(human, reach(0, "6"), Closeness::Open));
    }

    #[test]
    fn inside_a_long_weapon_its_bonus_turns_against_it() {
        let (truncheon, fists) = (reach(1, "6"), reach(0, "6"));
        assert_eq!(7, tn(truncheon, fists, Closeness::Inside));
        assert_eq!(8, tn(fists, truncheon, Closeness::Beset));
    }

    #[test]
    fn absurd_sizes_do_not_overflow() {
        assert_eq!(9999, tn(reach(255, "9999"), reach(0, "0.001"), Closeness::Open));
    }
}
