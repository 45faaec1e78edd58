//! Several actions in one round (D6 combat, "Performing Actions in Rounds", "Multiple Actions").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::Answer;
use crate::wording::counted;

use super::{D6Error, DieCode};

/// The penalty dice of every skill and attribute: one for each action after the first `free` ones.
/// Waiting counts as an action. Damage, resistance and initiative have no penalty.
pub fn multi_action_penalty(declared: u8, free: u8) -> u8 {
    declared.saturating_sub(free.max(1))
}

/// The actions that a character plans for its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionPlan {
    /// All actions of the round, including waiting.
    pub declared: u8,
    /// Actions without penalty: 1, or more by a special ability.
    pub free: u8,
    /// Actions taken so far.
    pub used: u8,
    /// Codes to be reduced.
    pub codes: Vec<DieCode>,
}

/// The penalty of a plan.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ActionsAnswer {
    /// All actions of the round.
    pub declared: u8,
    /// Penalty dice of each roll of a skill or attribute.
    pub penalty_dice: u8,
    /// The codes after the penalty.
    pub codes: Vec<ReducedCode>,
    /// The remaining actions, which are lost at the end of the round.
    pub left: u8,
}

/// A code with a penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ReducedCode {
    /// The whole code.
    pub code: DieCode,
    /// The code after the penalty.
    pub reduced: DieCode,
    /// Whether it can be used: not if no die is left.
    pub usable: bool,
}

impl ActionPlan {
    /// Calculates the penalty.
    ///
    /// # Errors
    /// [`D6Error::Actions`] if more actions are used than were declared: the penalty was calculated
    /// for the declared ones.
    pub fn answer(&self) -> Result<ActionsAnswer, D6Error> {
        let Some(left) = self.declared.checked_sub(self.used) else {
            return Err(D6Error::Actions { used: self.used, declared: self.declared });
        };
        let penalty_dice = multi_action_penalty(self.declared, self.free);
        let reduce = |&code: &DieCode| {
            let reduced = code.less(penalty_dice);
            ReducedCode { code, reduced, usable: reduced.dice() > 0 }
        };
        let codes = self.codes.iter().map(reduce).collect();
        Ok(ActionsAnswer { declared: self.declared, penalty_dice, codes, left })
    }
}

impl Answer for ActionsAnswer {
    const KIND: &'static str = "d6-actions";

    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{}: -{}D to every skill and attribute, not to damage, resistance or initiative",
            counted(self.declared.into(), "action"),
            self.penalty_dice
        )];
        for code in &self.codes {
            let usable = if code.usable { "" } else { ", cannot be relied on" };
            lines.push(format!("{} becomes {}{usable}", code.code, code.reduced));
        }
        lines.push(format!("{} left, lost if the round ends before", self.left));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_after_the_first_takes_a_die() {
        assert_eq!([0, 0, 1, 3], [0, 1, 2, 4].map(|actions| multi_action_penalty(actions, 1)));
        assert_eq!([0, 0, 2], [1, 2, 4].map(|actions| multi_action_penalty(actions, 2)));
    }

    #[test]
    fn a_skill_reduced_to_nothing_cannot_be_relied_on() {
        let codes = ["3D+2", "4D"].map(|code| code.parse().unwrap()).to_vec();
        let answer = ActionPlan { declared: 4, free: 1, used: 1, codes }.answer().unwrap();
        assert_eq!((3, 3), (answer.penalty_dice, answer.left));
        assert_eq!([false, true], [answer.codes[0].usable, answer.codes[1].usable]);
        let plan = ActionPlan { declared: 1, free: 1, used: 2, codes: Vec::new() };
        assert!(matches!(plan.answer(), Err(D6Error::Actions { .. })));
    }
}
