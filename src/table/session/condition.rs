//! Conditions other than wounds that prevent a character from acting.

use schemars::JsonSchema;
use serde::Serialize;

use super::Table;

/// A condition that prevents a character from acting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Unconscious after a critical failure of a recovery check (Conflict, "Recovery") or after going
    /// bust on a stun check (dice edition, "Wound Modifiers").
    Unconscious,
    /// Surprised: no action and no hand in this round (dice edition and Conflict, "Surprise").
    Surprised,
    /// Surprised in the previous round: acts normally after an easy Bravery or Guts check.
    SurprisedBefore,
    /// Stunned (dice edition and Conflict, "Wound Modifiers").
    Stunned,
}

impl Condition {
    /// The description with what ends it: `stunned until a recovery check`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unconscious => "unconscious for 1d6 hours, or until a medicine check at TN 5",
            Self::Surprised => "surprised, without an action until the next round",
            Self::SurprisedBefore => {
                "recovering from surprise: acts after a bravery or guts check at TN 3"
            }
            Self::Stunned => "stunned until a recovery check",
        }
    }
}

impl Table {
    /// The current conditions of a character, the most severe first.
    pub fn conditions(&self, who: &str) -> Vec<Condition> {
        let Some(facts) = self.facts(who) else { return Vec::new() };
        let surprised_in = |round: Option<u32>| round.is_some() && facts.surprised == round;
        let all = [
            (facts.unconscious, Condition::Unconscious),
            (surprised_in(Some(self.round())), Condition::Surprised),
            (surprised_in(self.round().checked_sub(1)), Condition::SurprisedBefore),
            (facts.stunned, Condition::Stunned),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, condition)| condition).collect()
    }
}
