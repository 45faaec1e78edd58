//! The questions about cards without the rules of a setting: readings, checks and contests.

use super::every_game::{ReadElement, ReadToggle, ShowCard};
use super::prelude::*;
use super::question::QuestionSpec;
use super::west::attempt::AttemptFields;
use super::west::readings;
use crate::table::lookup::{Check, Target, TargetNumber};
use crate::table::rules::{Attempt, Contest};

/// The questions, one row each.
pub const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new::<ShowCard>(),
    QuestionSpec::new::<ReadToggle>(),
    QuestionSpec::new::<ReadElement>(),
    QuestionSpec::new::<readings::ReadEffect>(),
    QuestionSpec::new::<readings::ReadLocation>(),
    QuestionSpec::new::<readings::ReadBurst>(),
    QuestionSpec::new::<readings::ReadPenetration>(),
    QuestionSpec::new::<readings::ReadFailure>(),
    QuestionSpec::new::<readings::ReadUnintended>(),
    QuestionSpec::new::<CardCheck>(),
    QuestionSpec::new::<CardContest>(),
];

fields! {
    /// Resolves a check without wounds and penalties.
    pub struct CardCheck {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The target number
        tn: Opt<TargetNumber> = trailing(),
    }
}

impl Question for CardCheck {
    const NAME: &'static str = "check";
    const HELP: &'static str = "Resolve a check, such as 3d10 against a target number";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 tn 7", "34 4d10 tn 13 then 11,10"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let Attempt { pool, draw, .. } = self.attempt.resolve(at)?;
        let bump_divisor = at.setting.rules.west.bump_divisor;
        let target = self.tn.get().map(|tn| Target { tn, bump_divisor });
        answered(Check { pool, target }.answer(&draw))
    }
}

fields! {
    /// Resolves a contest without wounds and penalties.
    pub struct CardContest {
        /// The acting character's card, with follow-ups such as 34+11
        active_cards: Arg<Chain> = positional(),
        /// The acting character's dice, such as 3d10
        active_dice: Arg<Skill> = positional(),
        /// The opponent's card, with follow-ups
        opponent_cards: Arg<Chain> = positional().value("OPPONENT_CARDS"),
        /// The opponent's dice
        opponent_dice: Arg<Skill> = positional().value("OPPONENT_DICE"),
    }
}

impl Question for CardContest {
    const NAME: &'static str = "contest";
    const HELP: &'static str = "Resolve a contest of two checks";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 37 2d8", "34+11 3d10 12 2d8"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let active = at.chain(&self.active_cards);
        let (active, opponent) = all((active, at.chain(&self.opponent_cards)))?;
        let contest = Contest {
            active: Attempt::new(at.pool(self.active_dice.get())?, active),
            opponent: Attempt::new(at.pool(self.opponent_dice.get())?, opponent),
        };
        answered(contest.answer(&at.setting.rules.west))
    }
}
