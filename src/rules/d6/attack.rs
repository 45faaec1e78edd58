//! An attack against a difficulty (seed 001, "Determining Success", "Aiming", "Range", "Damage
//! Bonus").

use std::fmt;

use serde::Serialize;

use crate::deck::{CardNumber, Deck};
use crate::lookup::Answer;
use crate::rules::TnAccount;

use super::{D6Error, DieCode, Rolled, multi_action_penalty, roll};

/// The dice that rounds of aiming add: one each, three at most.
pub fn aim_bonus(rounds: u8) -> u8 {
    rounds.min(3)
}

/// One for each 5, or part of it, by which the skill beats the difficulty.
///
/// ```
/// use actiondeck::rules::d6::damage_bonus;
///
/// assert_eq!([0, 1, 1, 2], [10, 11, 15, 16].map(|total| damage_bonus(total, 10)));
/// ```
pub fn damage_bonus(total: i64, difficulty: i32) -> u64 {
    u64::try_from(total.saturating_sub(i64::from(difficulty))).map_or(0, |over| over.div_ceil(5))
}

/// How far away the target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// Arm's length.
    PointBlank,
    /// Near.
    Short,
    /// Farther.
    Medium,
    /// Far.
    Long,
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PointBlank => "point blank",
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Long => "long",
        })
    }
}

/// Makes sure that a close-combat weapon of this length (0 for bare hands) reaches the target: point
/// blank, or short range with more than two metres.
///
/// # Errors
/// [`D6Error::OutOfReach`].
pub fn within_reach(band: Band, length_cm: u16) -> Result<(), D6Error> {
    let (farthest, reach) = if length_cm > 200 {
        (Band::Short, "point blank and short range")
    } else {
        (Band::PointBlank, "point blank range; short too with more than 200 cm")
    };
    if band <= farthest { Ok(()) } else { Err(D6Error::OutOfReach { length_cm, band, reach }) }
}

/// Somebody attacks.
#[derive(Clone, Debug)]
pub struct Attack<'d> {
    /// The deck.
    pub deck: &'d Deck,
    /// The combat skill.
    pub skill: DieCode,
    /// Whole rounds of aiming just before.
    pub aim_rounds: u8,
    /// All actions of this round.
    pub actions: u8,
    /// What has to be reached, see [`difficulty`](super::difficulty).
    pub difficulty: TnAccount,
    /// The cards drawn for it.
    pub cards: Vec<CardNumber>,
}

/// Whether it hits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AttackAnswer {
    /// What had to be reached.
    pub difficulty: TnAccount,
    /// The roll, by the skill with aim and less the multi-action penalty.
    pub roll: Rolled,
    /// Whether it hits.
    pub hit: bool,
    /// What a hit adds to the damage total.
    pub damage_bonus: Option<u64>,
}

impl Attack<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`roll`]: also when the penalty leaves no die, for nobody relies on such a skill.
    pub fn answer(&self) -> Result<AttackAnswer, D6Error> {
        let lost = multi_action_penalty(self.actions, 1);
        if self.skill.dice() <= lost {
            return Err(D6Error::NoDice { code: self.skill.less(lost) });
        }
        let aimed = self.skill.plus(DieCode::new(aim_bonus(self.aim_rounds), 0));
        let roll = roll(self.deck, aimed.less(lost), &self.cards)?;
        let tn = self.difficulty.tn().get();
        let hit = roll.total >= i64::from(tn);
        let damage_bonus = hit.then(|| damage_bonus(roll.total, tn));
        Ok(AttackAnswer { difficulty: self.difficulty.clone(), roll, hit, damage_bonus })
    }
}

impl Answer for AttackAnswer {
    const KIND: &'static str = "d6-attack";

    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![self.difficulty.to_string()];
        lines.extend(self.roll.explanation());
        let tn = self.difficulty.tn();
        lines.push(match self.damage_bonus {
            Some(bonus) => {
                format!("{} against {tn}: hit, damage bonus {bonus}", self.roll.total)
            }
            None => format!("{} against {tn}: miss", self.roll.total),
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples::{card, deck};
    use crate::rules::d6::{Standing, difficulty};

    fn attack(skill: &str, aim_rounds: u8, actions: u8) -> Result<AttackAnswer, D6Error> {
        let deck = deck();
        let difficulty = difficulty(&deck, Standing::Passive, &[]).unwrap();
        let skill = skill.parse().unwrap();
        let cards = vec![card(34)];
        Attack { deck: &deck, skill, aim_rounds, actions, difficulty, cards }.answer()
    }

    #[test]
    fn aim_adds_dice_and_actions_take_them() {
        // Card 34, d6 effects: 3, 8, 12, 15, 21.
        let code = |answer: AttackAnswer| (answer.roll.code.to_string(), answer.roll.total);
        assert_eq!(("3D".to_owned(), 12), code(attack("3D", 0, 1).unwrap()));
        assert_eq!(("5D".to_owned(), 21), code(attack("2D", 9, 1).unwrap()));
        assert_eq!(("2D".to_owned(), 8), code(attack("3D", 1, 3).unwrap()));
        assert!(matches!(attack("2D", 3, 3), Err(D6Error::NoDice { .. })));
    }

    #[test]
    fn a_hit_brings_its_bonus_and_a_miss_none() {
        assert_eq!(Some(1), attack("3D", 0, 1).unwrap().damage_bonus);
        assert_eq!(Some(3), attack("5D", 0, 1).unwrap().damage_bonus);
        let miss = attack("2D", 0, 1).unwrap();
        assert_eq!((false, None), (miss.hit, miss.damage_bonus));
    }

    #[test]
    fn close_combat_reaches_arms_length_and_long_weapons_farther() {
        assert!(within_reach(Band::PointBlank, 0).is_ok());
        assert!(within_reach(Band::Short, 200).is_err());
        assert!(within_reach(Band::Short, 201).is_ok());
        assert!(within_reach(Band::Medium, 300).is_err());
    }
}
