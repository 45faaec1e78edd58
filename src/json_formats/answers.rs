//! All kinds of answers with their schemas.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::table::lookup::{Answer, CardSheet, CheckAnswer, EffectAnswer, ElementAnswer};
use crate::table::odds::fit::FitAnswer;
use crate::table::odds::{CheckOdds, OddsTables};
use crate::table::rules::fi3::{RollAnswer, Trial};
use crate::table::rules::*;
use crate::table::session::*;

/// Kinds of answers that belong together.
pub(super) struct AnswerGroup {
    /// The heading of the group.
    pub title: &'static str,
    /// The kinds in order, each with the schemas of its answers. Kinds that two games share have one schema for each.
    pub kinds: Vec<(&'static str, Vec<Schema>)>,
}

macro_rules! groups {
    ($($title:literal: $($answer:ty),+;)+) => {
        /// All kinds of answers, grouped by game.
        pub(super) fn groups(generator: &mut SchemaGenerator) -> Vec<AnswerGroup> {
            let mut groups = Vec::new();
            $(
                let mut group = AnswerGroup { title: $title, kinds: Vec::new() };
                $(group.add::<$answer>(generator);)+
                groups.push(group);
            )+
            groups
        }
    };
}

groups! {
    "Cards and the West":
        CardSheet, CheckAnswer, TestedAttempt, EffectAnswer, ElementAnswer, ComplexAnswer,
        ContestAnswer<AttemptAnswer>, ContestAnswer<RollAnswer>, Decision,
        SurpriseAnswer<TestedAttempt>, SurpriseAnswer<Trial>,
        InitiativeAnswer<TestedAttempt>, InitiativeAnswer<Trial>, PhaseAnswer, AimAnswer, ArcAnswer,
        FastDrawAnswer, BothHands, DodgeAnswer, TnAccount, AttackAnswer,
        EntanglementAnswer<AttemptAnswer>, EntanglementAnswer<RollAnswer>,
        EscapeAnswer<TestedAttempt, AttemptAnswer>, EscapeAnswer<Trial, RollAnswer>, FanFireAnswer,
        ThrowAnswer, BurstAnswer, LocationAnswer, PenetrationAnswer, DamageAnswer, FailureAnswer,
        UnintendedAnswer, StunAnswer<TestedAttempt>, StunAnswer<Trial>, HealingAnswer, TallyAnswer;
    "The dice edition":
        RollAnswer, Trial, fi3::PreparationAnswer, fi3::PsychologicalAnswer, fi3::FearAnswer,
        fi3::MoveAnswer, fi3::AttackAnswer, fi3::BurstAnswer, fi3::ThrowAnswer,
        fi3::BystandersAnswer, fi3::LocationAnswer, fi3::ArmourAnswer, fi3::DamageAnswer,
        fi3::SumAnswer, fi3::DieAnswer, fi3::ConditionAnswer, fi3::HealingAnswer,
        fi3::HazardAnswer, fi3::BreathAnswer, fi3::SaveAnswer, fi3::BountyAnswer;
    "D6":
        d6::CodeRoll, d6::InitiativeAnswer, TurnOrderAnswer, d6::ActionsAnswer, d6::DefenseAnswer,
        d6::BlockAnswer, d6::AttackAnswer, d6::DamageAnswer;
    "Fudge combat":
        ladder::CheckAnswer, ladder::WithdrawalAnswer, ladder::AttackAnswer, ladder::DamageAnswer,
        ladder::LevelAnswer, ladder::EndureAnswer, ladder::AmmunitionAnswer;
    "Odds":
        CheckOdds, OddsTables, FitAnswer;
    "The table of `play`":
        DrawnCards, Comparison, TableAnswer, FactsAnswer, ActsAnswer, HandsAnswer, HandDrawn, CharacterAnswer,
        CharactersAnswer, LogAnswer;
}

impl AnswerGroup {
    fn add<A: Answer + JsonSchema>(&mut self, generator: &mut SchemaGenerator) {
        let schema = generator.subschema_for::<A>();
        match self.kinds.last_mut() {
            Some((kind, schemas)) if *kind == A::KIND => schemas.push(schema),
            _ => self.kinds.push((A::KIND, vec![schema])),
        }
    }
}
