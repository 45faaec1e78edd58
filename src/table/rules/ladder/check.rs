//! A check: trait, die and modifiers (wound-level combat, "Example of Combat").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};

use super::{Extreme, LadderError, LadderRoll, Pace, Wounds, roll};

/// The purpose of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// An attack, a dodge, a parry or any other action.
    Action,
    /// Moving, for example out of an opponent's reach.
    Move(Pace),
    /// The order of the round: not an action, so the penalty for several actions does not apply.
    Initiative,
}

/// A check of a character.
#[derive(Clone, Debug)]
pub struct Check<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The card drawn.
    pub card: CardNumber,
    /// The trait on the ladder, 3 for professional.
    pub skill: i8,
    /// The purpose of the roll.
    pub purpose: Purpose,
    /// All actions of the turn; if more than one, each roll has a penalty of their number.
    pub actions: u8,
    /// The wounds before the check.
    pub wounds: Wounds,
    /// Other modifiers, such as 2 for full automatic fire at arm's length.
    pub modifier: i16,
}

/// A modifier with its reason.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Entry {
    /// The reason.
    pub reason: String,
    /// The amount; negative for a penalty.
    pub value: i32,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CheckAnswer {
    /// The card.
    pub roll: LadderRoll,
    /// The modifiers.
    pub entries: Vec<Entry>,
    /// The sum.
    pub total: i32,
}

impl Check<'_> {
    /// Reads the card.
    ///
    /// # Errors
    /// [`LadderError::CannotAct`] and [`LadderError::CannotMove`] for a character who is too badly
    /// wounded; otherwise as [`roll`].
    pub fn answer(&self) -> Result<CheckAnswer, LadderError> {
        let level = self.wounds.level();
        let pace = match self.purpose {
            Purpose::Move(pace) => Some(pace),
            _ => None,
        };
        level.allows(pace)?;
        let wound = if pace.is_some() { level.move_penalty } else { level.penalty };
        let actions = match self.purpose {
            Purpose::Initiative => 0,
            _ if self.actions > 1 => self.actions,
            _ => 0,
        };
        let roll = roll(self.deck, self.card)?;
        Ok(CheckAnswer::new(
            roll,
            &[
                ("trait", i32::from(self.skill)),
                ("actions", -i32::from(actions)),
                ("for wounds", -i32::from(wound)),
                ("modifier", i32::from(self.modifier)),
            ],
        ))
    }
}

impl CheckAnswer {
    /// A roll with its modifiers; those of 0 are omitted.
    pub(super) fn new(roll: LadderRoll, entries: &[(&str, i32)]) -> Self {
        let entries: Vec<Entry> = entries
            .iter()
            .filter(|(_, value)| *value != 0)
            .map(|&(reason, value)| Entry { reason: reason.to_owned(), value })
            .collect();
        let total = i32::from(roll.value) + entries.iter().map(|entry| entry.value).sum::<i32>();
        Self { roll, entries, total }
    }

    /// Whether the die shows −4, which makes the attempt fail.
    pub fn is_botch(&self) -> bool {
        self.roll.extreme == Some(Extreme::Botch)
    }

    /// `card 12 shows +2: 2 + 3 trait - 1 for wounds = 4`
    pub(super) fn describe(&self) -> String {
        let mut sum = format!("{}: {}", self.roll, self.roll.value);
        for entry in &self.entries {
            let sign = if entry.value < 0 { '-' } else { '+' };
            sum.push_str(&format!(" {sign} {} {}", entry.value.unsigned_abs(), entry.reason));
        }
        format!("{sum} = {}{}", self.total, self.extreme())
    }

    fn extreme(&self) -> &'static str {
        match self.roll.extreme {
            Some(Extreme::CriticalSuccess) => ", critical success",
            Some(Extreme::Botch) => ", botch",
            None => "",
        }
    }
}

impl Answer for CheckAnswer {
    const KIND: &'static str = "ladder-check";

    fn verdict(&self) -> Option<String> {
        Some(format!("{}{}", self.total, self.extreme()))
    }

    fn explanation(&self) -> Vec<String> {
        vec![self.describe()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::roll::sample;
    use super::*;
    use crate::table::lookup::samples::card;

    fn total(purpose: Purpose, actions: u8, wounds: u16) -> Result<i32, LadderError> {
        let deck = sample();
        // Card 7 shows +3.
        let wounds = Wounds::new(wounds);
        let check = Check {
            deck: (&deck).into(),
            card: card(7),
            skill: 3,
            purpose,
            actions,
            wounds,
            modifier: 0,
        };
        check.answer().map(|answer| answer.total)
    }

    #[test]
    fn several_actions_cost_each_as_many_points_as_there_are() {
        assert_eq!(
            [Ok(6), Ok(6), Ok(4), Ok(3)],
            [0, 1, 2, 3].map(|n| total(Purpose::Action, n, 0))
        );
        assert_eq!(Ok(6), total(Purpose::Initiative, 3, 0));
    }

    #[test]
    fn wounds_cost_moving_more_than_the_rest() {
        assert_eq!(Ok(5), total(Purpose::Action, 1, 3));
        assert_eq!(Ok(5), total(Purpose::Initiative, 1, 3));
        assert_eq!(Ok(4), total(Purpose::Move(Pace::Run), 1, 3));
        assert!(matches!(total(Purpose::Action, 1, 6), Err(LadderError::CannotAct { .. })));
        let walk = total(Purpose::Move(Pace::Walk), 1, 5);
        assert!(matches!(walk, Err(LadderError::CannotMove { .. })));
    }

    #[test]
    fn the_sum_is_reported_with_its_reasons() {
        let deck = sample();
        let check = Check {
            deck: (&deck).into(),
            card: card(8),
            skill: 3,
            purpose: Purpose::Action,
            actions: 2,
            wounds: Wounds::new(2),
            modifier: 2,
        };
        assert_eq!(
            "card 8 shows +4: 4 + 3 trait - 2 actions - 1 for wounds + 2 modifier = 6, critical success",
            check.answer().unwrap().describe(),
        );
    }
}
