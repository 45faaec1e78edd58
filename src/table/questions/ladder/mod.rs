//! The questions of combat by wound levels on a ladder.

mod attack;
mod check;

use super::every_game::{ReadElement, ReadToggle, ShowCard};
use super::question::QuestionSpec;
use super::rounds::DeclaredOrder;

/// The questions, one row each.
pub const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new::<ShowCard>(),
    QuestionSpec::new::<ReadToggle>(),
    QuestionSpec::new::<ReadElement>(),
    QuestionSpec::new::<check::CheckQuestion>(),
    QuestionSpec::new::<check::WithdrawQuestion>(),
    QuestionSpec::new::<attack::AttackQuestion>(),
    QuestionSpec::new::<check::InitiativeQuestion>(),
    QuestionSpec::new::<DeclaredOrder>(),
    QuestionSpec::new::<attack::TallyQuestion>(),
    QuestionSpec::new::<check::EndureQuestion>(),
    QuestionSpec::new::<attack::AmmunitionQuestion>(),
];
