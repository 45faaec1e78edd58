//! An attack against a difficulty (D6 combat, "Determining Success", "Aiming", "Range", "Damage
//! Bonus").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};
use crate::table::rules::TnAccount;

use super::{Band, CodeRoll, D6Error, DieCode, multi_action_penalty, roll};

/// Dice added for rounds of aiming: one each, three at most.
pub fn aim_bonus(rounds: u8) -> u8 {
    rounds.min(3)
}

/// The damage bonus: 1 for each 5, or part of it, by which the total exceeds the difficulty.
///
/// ```
/// use actiondeck::table::rules::d6::damage_bonus;
///
/// assert_eq!([0, 1, 1, 2], [10, 11, 15, 16].map(|total| damage_bonus(total, 10)));
/// ```
pub fn damage_bonus(total: i64, difficulty: i32) -> u64 {
    u64::try_from(total.saturating_sub(i64::from(difficulty))).map_or(0, |over| over.div_ceil(5))
}

/// Checks that a close-combat weapon of this length (0 for bare hands) reaches the target: point
/// blank, or also short range with more than two metres.
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

/// An attack.
#[derive(Clone, Debug)]
pub struct Attack<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The combat skill.
    pub skill: DieCode,
    /// Whole rounds of aiming just before.
    pub aim_rounds: u8,
    /// All actions of this round.
    pub actions: u8,
    /// The number to reach, see [`difficulty`](super::difficulty).
    pub difficulty: TnAccount,
    /// The cards drawn for it.
    pub cards: Vec<CardNumber>,
}

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct AttackAnswer {
    /// The number to reach.
    pub difficulty: TnAccount,
    /// The roll of the skill, with the aim bonus and minus the multi-action penalty.
    pub roll: CodeRoll,
    /// Whether it hits; unknown if the cards so far do not reach the number and dice still need
    /// cards.
    pub hit: Option<bool>,
    /// The damage bonus of a hit, once all dice are drawn.
    pub damage_bonus: Option<u64>,
}

impl Attack<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`roll`], also if the penalty leaves no die: such a skill cannot be used.
    pub fn answer(&self) -> Result<AttackAnswer, D6Error> {
        let lost = multi_action_penalty(self.actions, 1);
        if self.skill.dice() <= lost {
            return Err(D6Error::NoDice { code: self.skill.less(lost) });
        }
        let aimed = self.skill.plus(DieCode::new(aim_bonus(self.aim_rounds), 0));
        let roll = roll(self.deck, aimed.less(lost), &self.cards)?;
        let tn = self.difficulty.tn().get();
        let reached = roll.total >= i64::from(tn);
        let hit = (reached || roll.is_complete()).then_some(reached);
        let known = reached && roll.is_complete();
        let damage_bonus = known.then(|| damage_bonus(roll.total, tn));
        Ok(AttackAnswer { difficulty: self.difficulty.clone(), roll, hit, damage_bonus })
    }
}

impl Answer for AttackAnswer {
    const KIND: &'static str = "d6-attack";

    /// `hit, damage bonus 2`, or `miss`; none if the result still depends on further cards.
    fn verdict(&self) -> Option<String> {
        Some(match (self.hit?, self.damage_bonus) {
            (true, Some(bonus)) => format!("hit, damage bonus {bonus}"),
            (true, None) => "hit".to_owned(),
            (false, _) => "miss".to_owned(),
        })
    }

    fn account(&self) -> Option<String> {
        Some(self.difficulty.to_string())
    }

    fn wanted(&self) -> usize {
        Answer::wanted(&self.roll)
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![self.difficulty.to_string()];
        lines.extend(self.roll.explanation());
        let tn = self.difficulty.tn();
        let against = format!("{} against {tn}", self.roll.total);
        lines.extend(match (self.hit, self.damage_bonus) {
            (Some(true), Some(bonus)) => Some(format!("{against}: hit, damage bonus {bonus}")),
            (Some(true), None) => {
                Some(format!("{against}: hit; the rest adds to the damage bonus"))
            }
            (Some(false), _) => Some(format!("{against}: miss")),
            (None, _) => None,
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::rules::d6::{Standing, difficulty};

    fn attack(skill: &str, aim_rounds: u8, actions: u8) -> Result<AttackAnswer, D6Error> {
        let deck = deck();
        let difficulty = difficulty(&deck, Standing::Passive, &[]).unwrap();
        let skill = skill.parse().unwrap();
        let cards = vec![card(34)];
        Attack { deck: (&deck).into(), skill, aim_rounds, actions, difficulty, cards }.answer()
    }

    #[test]
    fn aim_adds_dice_and_actions_take_them() {
        // Card 34: Wild Die 3, d6 rows 6, 1, 1.
        let code = |answer: AttackAnswer| (answer.roll.code.to_string(), answer.roll.total);
        assert_eq!(("3D".to_owned(), 10), code(attack("3D", 0, 1).unwrap()));
        assert_eq!(("4D".to_owned(), 11), code(attack("1D", 9, 1).unwrap()));
        assert_eq!(("2D".to_owned(), 9), code(attack("3D", 1, 3).unwrap()));
        assert!(matches!(attack("2D", 3, 3), Err(D6Error::NoDice { .. })));
    }

    #[test]
    fn a_hit_brings_its_bonus_and_a_miss_none() {
        assert_eq!(Some(0), attack("3D", 0, 1).unwrap().damage_bonus);
        assert_eq!(Some(1), attack("4D", 0, 1).unwrap().damage_bonus);
        let miss = attack("2D", 0, 1).unwrap();
        assert_eq!((Some(false), None), (miss.hit, miss.damage_bonus));
    }

    #[test]
    fn an_attack_that_needs_another_card_reports_what_is_known() {
        // 11 on the first card reaches 10 with any further card; the bonus is not known yet.
        let reached = attack("5D", 0, 1).unwrap();
        assert_eq!(
            (Some(true), None, 1),
            (reached.hit, reached.damage_bonus, reached.roll.dice_left)
        );
        let deck = deck();
        let account = difficulty(&deck, Standing::Active(12), &[]).unwrap();
        let attack = |cards| Attack {
            deck: (&deck).into(),
            skill: "5D".parse().unwrap(),
            aim_rounds: 0,
            actions: 1,
            difficulty: account.clone(),
            cards,
        };
        let short = attack(vec![card(34)]).answer().unwrap();
        assert_eq!(None, short.hit);
        assert!(short.explanation().last().unwrap().ends_with("draw another card"));
        // Card 42, d6 rows: 4.
        let whole = attack(vec![card(34), card(42)]).answer().unwrap();
        assert_eq!((Some(true), Some(1), 15), (whole.hit, whole.damage_bonus, whole.roll.total));
    }

    #[test]
    fn close_combat_reaches_arms_length_and_long_weapons_farther() {
        assert!(within_reach(Band::PointBlank, 0).is_ok());
        assert!(within_reach(Band::Short, 200).is_err());
        assert!(within_reach(Band::Short, 201).is_ok());
        assert!(within_reach(Band::Medium, 300).is_err());
    }
}
