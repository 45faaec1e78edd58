//! The questions of D6 combat, sums of six-sided dice.

mod attack;
mod roll;

use super::every_game::{ReadElement, ReadToggle, ShowCard};
use super::question::QuestionSpec;
use super::rounds::SimultaneousOrder;

/// The questions, one row each.
pub const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new::<ShowCard>(),
    QuestionSpec::new::<ReadToggle>(),
    QuestionSpec::new::<ReadElement>(),
    QuestionSpec::new::<roll::RollQuestion>(),
    QuestionSpec::new::<roll::DefenseQuestion>(),
    QuestionSpec::new::<attack::AttackQuestion>(),
    QuestionSpec::new::<roll::InitiativeQuestion>(),
    QuestionSpec::new::<SimultaneousOrder>(),
    QuestionSpec::new::<attack::DamageQuestion>(),
    QuestionSpec::new::<attack::DifficultyQuestion>(),
    QuestionSpec::new::<roll::ActionsQuestion>(),
    QuestionSpec::new::<attack::BlockQuestion>(),
];
