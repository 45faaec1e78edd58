//! Active defenses (D6 combat, "Active Defense", "Full Defense", "Partial Defense").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};

use super::{CodeRoll, D6Error, DieCode, PASSIVE_DEFENSE, multi_action_penalty, roll};

/// The bonus of a full defense.
const FULL: i64 = 10;

/// A dodge, a block or a parry on the character's turn, valid until the next turn.
#[derive(Clone, Debug)]
pub struct Defense<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// Dodge, brawling or melee combat.
    pub skill: DieCode,
    /// All actions of the round; 1 for a free partial defense allowed by the gamemaster.
    pub actions: u8,
    /// Whether it is the only action of the round.
    pub full: bool,
    /// The cards drawn for it.
    pub cards: Vec<CardNumber>,
}

/// The result of an active defense.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DefenseAnswer {
    /// The roll.
    pub roll: CodeRoll,
    /// Whether the bonus of 10 is included.
    pub full: bool,
    /// The value that replaces the passive defense.
    pub value: i64,
    /// Whether the value is below the passive defense with all dice drawn, so that the character is
    /// easier to hit.
    pub easier: bool,
}

impl Defense<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`D6Error::FullDefense`] with other actions in the round; otherwise as [`roll`].
    pub fn answer(&self) -> Result<DefenseAnswer, D6Error> {
        if self.full && self.actions > 1 {
            return Err(D6Error::FullDefense);
        }
        let code = self.skill.less(multi_action_penalty(self.actions, 1));
        let roll = roll(self.deck, code, &self.cards)?;
        let value = roll.total + if self.full { FULL } else { 0 };
        let easier = roll.is_complete() && value < i64::from(PASSIVE_DEFENSE.get());
        Ok(DefenseAnswer { roll, full: self.full, value, easier })
    }
}

impl Answer for DefenseAnswer {
    const KIND: &'static str = "d6-defense";

    fn verdict(&self) -> Option<String> {
        self.roll.is_complete().then(|| format!("to be hit: {}", self.value))
    }

    fn wanted(&self) -> usize {
        Answer::wanted(&self.roll)
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.roll.explanation();
        if !self.roll.is_complete() {
            return lines;
        }
        let kind = if self.full { "full defense, 10 added" } else { "partial defense" };
        lines.push(format!(
            "{kind}: {} instead of {PASSIVE_DEFENSE}, until the next turn",
            self.value
        ));
        if self.easier {
            lines.push("easier to hit than standing still".to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn a_full_defense_adds_ten_and_leaves_no_other_action() {
        let deck = deck();
        let ask = |skill: &str, actions, full| {
            let skill = skill.parse().unwrap();
            Defense { deck: (&deck).into(), skill, actions, full, cards: vec![card(34)] }.answer()
        };
        // Card 34: Wild Die 3, d6 rows 6, 1, 1.
        assert_eq!(20, ask("3D", 1, true).unwrap().value);
        assert_eq!(10, ask("3D", 1, false).unwrap().value);
        let hurried = ask("3D", 2, false).unwrap();
        assert_eq!((9, true), (hurried.value, hurried.easier));
        assert_eq!(Err(D6Error::FullDefense), ask("3D", 2, true));
        assert!(matches!(ask("1D", 2, false), Err(D6Error::NoDice { .. })));
    }
}
