//! The questions of action cards and of conflict in the West.

pub mod attack;
pub(super) mod attempt;
mod checks;
mod contests;
mod fan_fire;
pub mod hit;
mod initiative;
pub(super) mod readings;
mod target_number;
#[cfg(test)]
mod tests;
mod wounds;

use super::every_game::{ReadElement, ReadToggle, ShowCard};
use super::question::QuestionSpec;

/// The questions, one row each.
pub const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new::<ShowCard>(),
    QuestionSpec::new::<ReadToggle>(),
    QuestionSpec::new::<ReadElement>(),
    QuestionSpec::new::<readings::ReadLocation>(),
    QuestionSpec::new::<readings::ReadBurst>(),
    QuestionSpec::new::<readings::ReadEffect>(),
    QuestionSpec::new::<readings::ReadDamage>(),
    QuestionSpec::new::<readings::ReadPenetration>(),
    QuestionSpec::new::<readings::ReadFailure>(),
    QuestionSpec::new::<readings::ReadUnintended>(),
    QuestionSpec::new::<readings::ReadDodge>(),
    QuestionSpec::new::<checks::CheckQuestion>(),
    QuestionSpec::new::<checks::ComplexQuestion>(),
    QuestionSpec::new::<checks::SurpriseQuestion>(),
    QuestionSpec::new::<checks::AimQuestion>(),
    QuestionSpec::new::<checks::FastDrawQuestion>(),
    QuestionSpec::new::<contests::EscapeQuestion>(),
    QuestionSpec::new::<contests::ContestQuestion>(),
    QuestionSpec::new::<contests::EntangleQuestion>(),
    QuestionSpec::new::<attack::ShotQuestion>(),
    QuestionSpec::new::<attack::BlowQuestion>(),
    QuestionSpec::new::<attack::ThrowQuestion>(),
    QuestionSpec::new::<fan_fire::FanQuestion>(),
    QuestionSpec::new::<initiative::InitiativeQuestion>(),
    QuestionSpec::new::<initiative::OrderQuestion>(),
    QuestionSpec::new::<wounds::TallyQuestion>(),
    QuestionSpec::new::<wounds::StunQuestion>(),
    QuestionSpec::new::<wounds::RecoveryQuestion>(),
    QuestionSpec::new::<wounds::HealingQuestion>(),
    QuestionSpec::new::<target_number::ComputeRange>(),
    QuestionSpec::new::<target_number::ComputeDefense>(),
    QuestionSpec::new::<target_number::ComputeArc>(),
];
