//! The questions that are checks.

use crate::diagnostic::Problem;
use crate::table::lookup::{Answer as _, BumpDivisor, Check, Target, TargetNumber};
use crate::table::rules::{
    Ailment, Contest, HealingCheck, Initiative, RecoveryCheck, StunCheck, Surprise, Throw,
    TnAccount,
};
use crate::table::session::Question;

use super::reader::Reader;
use super::setting::{Answered, Cards, Said, Setting, said, tested};

pub(super) fn check(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let tn: Option<TargetNumber> = reader.arguments.read("tn");
    let divisor: Option<BumpDivisor> = reader.arguments.read("bump_divisor");
    let (wounds, penalty) = (reader.wound_penalty(), reader.penalty());
    let penalised = wounds != 0 || penalty != 0;
    if penalised && tn.is_none() && !question.arguments.contains_key("tn") {
        let message = "the target number that penalties make harder is missing".to_owned();
        reader.arguments.fault(message, "tn");
    }
    let attempt = reader.arguments.finish(attempt)?;
    let bump_divisor = divisor.unwrap_or(setting.rules.west.bump_divisor);
    let dice = attempt.pool.dice();
    match tn {
        // A number that has reasons is answered with them.
        Some(tn) if penalised => {
            let account = TnAccount::new(tn, "as given")
                .with("for wounds", wounds)
                .with("for other penalties", penalty);
            tested(dice, attempt.test(account, bump_divisor), |test| test)
        }
        Some(tn) => {
            let target = Some(Target { tn, bump_divisor });
            let answer = said(Check { pool: attempt.pool, target }.answer(&attempt.draw))?;
            Ok(Said { check: Some((dice, tn)), ..answer })
        }
        None => said(Check { pool: attempt.pool, target: None }.answer(&attempt.draw)),
    }
}

pub(super) fn initiative(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let hand = reader.arguments.list("hand");
    let (wound_penalty, penalty) = (reader.wound_penalty(), reader.penalty());
    let attempt = reader.arguments.finish(attempt)?;
    let dice = attempt.pool.dice();
    let answer = Initiative { attempt, wound_penalty, penalty, hand }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

pub(super) fn stun(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let dealt = reader.arguments.number("dealt", 0..=99);
    if dealt.is_none() && !question.arguments.contains_key("dealt") {
        reader.arguments.fault("dealt is missing".to_owned(), "0 to 99");
    }
    let earlier_worst = reader.arguments.number("earlier", 0..=5).unwrap_or(0);
    let penalty = reader.penalty();
    let (attempt, dealt) = reader.arguments.finish(attempt.zip(dealt))?;
    let dice = attempt.pool.dice();
    let answer = StunCheck { attempt, dealt, earlier_worst, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

pub(super) fn recovery(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let worst = reader.arguments.number("worst", 0..=5);
    if worst.is_none() && !question.arguments.contains_key("worst") {
        reader.arguments.fault("worst is missing".to_owned(), "0 to 5");
    }
    let penalty = reader.penalty();
    let (attempt, worst) = reader.arguments.finish(attempt.zip(worst))?;
    let dice = attempt.pool.dice();
    let answer = RecoveryCheck { attempt, worst, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

/// What can be treated, as the log names it.
const AILMENTS: [(&str, Ailment); 6] = [
    ("wind", Ailment::Wind),
    ("scratched", Ailment::Scratched),
    ("light", Ailment::Light),
    ("heavy", Ailment::Heavy),
    ("serious", Ailment::Serious),
    ("critical", Ailment::Critical),
];

pub(super) fn healing(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    if !question.arguments.contains_key("ailment") {
        let accepted = AILMENTS.map(|(name, _)| name).join(", ");
        reader.arguments.fault("ailment is missing".to_owned(), &accepted);
    }
    let ailment = reader.arguments.word("ailment", &AILMENTS);
    let (wound_penalty, penalty) = (reader.wound_penalty(), reader.penalty());
    let attempt = reader.arguments.finish(attempt)?;
    let dice = attempt.pool.dice();
    let answer =
        HealingCheck { attempt, ailment, wound_penalty, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

/// Whether somebody is surprised.
pub(super) fn surprise(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let expecting_danger = reader.arguments.flag("expecting");
    let (wound_penalty, penalty) = (reader.wound_penalty(), reader.penalty());
    let attempt = reader.arguments.finish(attempt)?;
    let dice = attempt.pool.dice();
    let answer =
        Surprise { attempt, expecting_danger, wound_penalty, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

/// Where a thing that is thrown comes down.
pub(super) fn throw(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let strength = reader.strength();
    if strength.is_none() && !question.arguments.contains_key("strength") {
        let message = "a Strength is missing".to_owned();
        reader.arguments.fault(message, "strength, or a character who acts");
    }
    let distance_m = reader.arguments.number("distance", 0..=65_535);
    if distance_m.is_none() && !question.arguments.contains_key("distance") {
        reader.arguments.fault("distance is missing".to_owned(), "metres, 0 to 65535");
    }
    let (wound_penalty, penalty) = (reader.wound_penalty(), reader.penalty());
    let made = attempt.zip(strength.zip(distance_m));
    let (attempt, (strength, distance_m)) = reader.arguments.finish(made)?;
    let dice = attempt.pool.dice();
    let answer =
        Throw { attempt, strength, distance_m, wound_penalty, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

/// Who wins of two sides.
pub(super) fn contest(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let active = reader.side(SIDES[0], "active_dice");
    let opponent = reader.side(SIDES[1], "opponent_dice");
    let wounds = u16::try_from(reader.wound_penalty()).unwrap_or(0);
    let penalty: u16 = reader.arguments.number("penalty", 0..=99).unwrap_or(0);
    let opponent_penalty = reader.arguments.number("opponent_penalty", 0..=99).unwrap_or(0);
    let (active, opponent) = reader.arguments.finish(active.zip(opponent))?;
    let active_penalty = penalty.saturating_add(wounds);
    let contest = Contest { active, opponent, active_penalty, opponent_penalty };
    let answer = contest.answer(&setting.rules.west).map_err(Problem::from)?;
    let open = [answer.active.is_open(), answer.opponent.is_open()];
    let open = SIDES.into_iter().zip(open).filter(|(_, open)| *open).map(|(side, _)| side);
    let open = open.collect();
    Ok(Said { open, ..said(Ok::<_, Problem>(answer))? })
}

/// The arguments in which the cards of a contest stand, each with its follow-ups: `34+11`.
pub(super) const SIDES: [&str; 2] = ["active_cards", "opponent_cards"];
