//! An attack, from the roll to the wound (wound-level combat, "Damage", "Example of Combat").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, LookupError};
use crate::table::rules::Decks;
use crate::wording::counted;

use super::{
    Check, CheckAnswer, DamageAnswer, DamageQuestion, LadderError, LadderTie, Options, Weapon,
    Wounds,
};

/// An attack, with the defence and the damage.
#[derive(Clone, Debug)]
pub struct Attack<'d> {
    /// The attack roll.
    pub attack: Check<'d>,
    /// The dodge or parry, if the target has an action for it. Without one the defence is 0.
    pub defense: Option<Check<'d>>,
    /// The weapon.
    pub weapon: Weapon,
    /// The attacker's Physique.
    pub physique: i8,
    /// The target's armour points.
    pub armour: u8,
    /// Other modifiers of the damage.
    pub damage_modifier: i16,
    /// The target's wounds before the attack.
    pub target_wounds: Wounds,
}

/// The result of an attack.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct AttackAnswer {
    /// The attack roll.
    pub attack: CheckAnswer,
    /// The defence roll.
    pub defense: Option<CheckAnswer>,
    /// Attack minus defence; a botched defence counts as 0.
    pub outcome: i32,
    /// Whether it hits; a botched attack does not.
    pub hit: bool,
    /// The damage of a hit.
    pub damage: Option<DamageAnswer>,
}

impl Attack<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] if both sides use the same card of one deck; otherwise as
    /// [`Check::answer`].
    pub fn answer(&self, options: &Options) -> Result<AttackAnswer, LadderError> {
        let attack = self.attack.answer()?;
        let defense = match &self.defense {
            None => None,
            Some(defense) if defense.card == self.attack.card && options.decks == Decks::Shared => {
                return Err(LookupError::DrawnTwice(defense.card).into());
            }
            Some(defense) => Some(defense.answer()?),
        };
        let met = defense.as_ref().filter(|defense| !defense.is_botch());
        let outcome = attack.total - met.map_or(0, |defense| defense.total);
        let least = match options.tie {
            LadderTie::Defender => 1,
            LadderTie::Attacker => 0,
        };
        let hit = outcome >= least && !attack.is_botch();
        let damage = hit.then(|| {
            DamageQuestion {
                outcome,
                weapon: self.weapon,
                physique: self.physique,
                armour: self.armour,
                modifier: self.damage_modifier,
                wounds: self.target_wounds,
            }
            .answer()
        });
        Ok(AttackAnswer { attack, defense, outcome, hit, damage })
    }
}

impl Answer for AttackAnswer {
    const KIND: &'static str = "ladder-attack";

    /// `hit: 2 levels of damage, now hurt`, or `miss`.
    fn verdict(&self) -> Option<String> {
        let Some(damage) = &self.damage else { return Some("miss".to_owned()) };
        let levels = counted(usize::from(damage.dealt), "level");
        Some(format!("hit: {levels} of damage, now {}", damage.level.name))
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![format!("attack: {}", self.attack.describe())];
        match &self.defense {
            Some(defense) => {
                let nothing = if defense.is_botch() { "; it counts nothing" } else { "" };
                lines.push(format!("defense: {}{nothing}", defense.describe()));
            }
            None => lines.push("no defense".to_owned()),
        }
        match &self.damage {
            Some(damage) => lines.extend(damage.explanation()),
            None => lines.push(format!("outcome {}: miss", self.outcome)),
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::super::Purpose;
    use super::super::roll::sample;
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::samples::card;

    fn check(deck: &Deck, number: u8, skill: i8) -> Check<'_> {
        Check {
            deck: deck.into(),
            card: card(number),
            skill,
            purpose: Purpose::Action,
            actions: 1,
            wounds: Wounds::default(),
            modifier: 0,
        }
    }

    fn attack<'d>(deck: &'d Deck, attacking: u8, defending: Option<u8>) -> Attack<'d> {
        Attack {
            attack: check(deck, attacking, 1),
            defense: defending.map(|number| check(deck, number, 1)),
            weapon: Weapon::Ranged,
            physique: 2,
            armour: 1,
            damage_modifier: 0,
            target_wounds: Wounds::default(),
        }
    }

    #[test]
    fn an_even_attack_misses_unless_the_table_says_otherwise() {
        let deck = sample();
        // Cards 4 and 13 both show 0.
        let even = attack(&deck, 4, Some(13));
        assert!(!even.answer(&Options::default()).unwrap().hit);
        let options = Options { tie: LadderTie::Attacker, ..Options::default() };
        assert_eq!(2, even.answer(&options).unwrap().damage.unwrap().dealt);
    }

    #[test]
    fn a_botched_defense_is_none_and_a_botched_attack_misses() {
        let deck = sample();
        // Card 0 shows −4, card 5 shows +1.
        let answer = attack(&deck, 5, Some(0)).answer(&Options::default()).unwrap();
        assert_eq!((2, true), (answer.outcome, answer.hit));
        let mut botched = attack(&deck, 0, None);
        botched.attack.skill = 9;
        assert!(!botched.answer(&Options::default()).unwrap().hit);
    }

    #[test]
    fn both_sides_need_a_card_of_their_own() {
        let deck = sample();
        let error = attack(&deck, 5, Some(5)).answer(&Options::default()).unwrap_err();
        assert_eq!(LadderError::Lookup(LookupError::DrawnTwice(card(5))), error);
    }
}
