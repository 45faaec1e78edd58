//! The questions of the dice edition of Future Imperfect.

mod blow;
mod burst;
mod checks;
mod compute;
mod contests;
mod dice;
mod hazards;
mod hit;
mod initiative;
mod readings;
mod roll;
mod shot;
#[cfg(test)]
mod tests;
mod throw;
mod wounds;

use super::every_game::{ReadElement, ReadToggle, ShowCard};
use super::question::QuestionSpec;

/// The questions, one row each.
pub const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new::<ShowCard>(),
    QuestionSpec::new::<ReadToggle>(),
    QuestionSpec::new::<ReadElement>(),
    QuestionSpec::new::<readings::ReadLocation>(),
    QuestionSpec::new::<readings::ReadDamage>(),
    QuestionSpec::new::<readings::ReadSum>(),
    QuestionSpec::new::<readings::ReadDie>(),
    QuestionSpec::new::<readings::ReadStray>(),
    QuestionSpec::new::<checks::CheckQuestion>(),
    QuestionSpec::new::<checks::SurpriseQuestion>(),
    QuestionSpec::new::<checks::FearQuestion>(),
    QuestionSpec::new::<checks::BreakFreeQuestion>(),
    QuestionSpec::new::<contests::ContestQuestion>(),
    QuestionSpec::new::<contests::PsychQuestion>(),
    QuestionSpec::new::<contests::EntangleQuestion>(),
    QuestionSpec::new::<contests::StakesQuestion>(),
    QuestionSpec::new::<shot::ShotQuestion>(),
    QuestionSpec::new::<burst::BurstQuestion>(),
    QuestionSpec::new::<blow::BlowQuestion>(),
    QuestionSpec::new::<throw::ThrowQuestion>(),
    QuestionSpec::new::<initiative::InitiativeQuestion>(),
    QuestionSpec::new::<wounds::TallyQuestion>(),
    QuestionSpec::new::<wounds::StunQuestion>(),
    QuestionSpec::new::<wounds::RecoveryQuestion>(),
    QuestionSpec::new::<wounds::HealingQuestion>(),
    QuestionSpec::new::<wounds::SaveQuestion>(),
    QuestionSpec::new::<hazards::BlastQuestion>(),
    QuestionSpec::new::<hazards::FallQuestion>(),
    QuestionSpec::new::<hazards::BurnQuestion>(),
    QuestionSpec::new::<hazards::BreathQuestion>(),
    QuestionSpec::new::<compute::ComputeMove>(),
    QuestionSpec::new::<compute::ComputeArmour>(),
    QuestionSpec::new::<compute::ComputePreparation>(),
    QuestionSpec::new::<compute::ComputeBounty>(),
];
