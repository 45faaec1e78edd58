//! The questions a companion asks: each under the name and with the arguments that the log of a
//! session keeps of it, answered by the types of [`lookup`](crate::table::lookup) and
//! [`rules`](crate::table::rules).

use crate::diagnostic::{Problem, Problems};
use crate::table::session::Question;

use super::setting::{Answered, Cards, Setting};
use super::{attack, checks, readings};

/// How the card of a question comes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardUse {
    /// It is drawn for the question.
    Drawn,
    /// It is read on, after it was drawn for another question.
    ReadOn,
    /// It is only shown.
    Shown,
}

type Answer = fn(&Setting, &Cards<'_>, &Question) -> Answered;

/// Every question: its name, how its card comes up, how it is answered.
const QUESTIONS: &[(&str, CardUse, Answer)] = &[
    ("west card", CardUse::Shown, readings::card),
    ("west read toggle", CardUse::Drawn, readings::toggle),
    ("west read element", CardUse::Drawn, readings::element),
    ("west read location", CardUse::ReadOn, readings::location),
    ("west read burst", CardUse::ReadOn, readings::burst_hits),
    ("west read effect", CardUse::Drawn, readings::effect),
    ("west read damage", CardUse::ReadOn, readings::damage),
    ("west read penetration", CardUse::ReadOn, readings::penetration),
    ("west read failure", CardUse::ReadOn, readings::failure),
    ("west read unintended", CardUse::ReadOn, readings::unintended),
    ("west read dodge", CardUse::ReadOn, readings::dodged),
    ("west check", CardUse::Drawn, checks::check),
    ("west attack", CardUse::Drawn, attack::shot),
    ("west attack blow", CardUse::Drawn, attack::blow),
    ("west attack throw", CardUse::Drawn, checks::throw),
    ("west check for surprise", CardUse::Drawn, checks::surprise),
    ("west contest", CardUse::Drawn, checks::contest),
    ("west initiative", CardUse::Drawn, checks::initiative),
    ("west hurt stun", CardUse::Drawn, checks::stun),
    ("west hurt recovery", CardUse::Drawn, checks::recovery),
    ("west hurt healing", CardUse::Drawn, checks::healing),
];

/// The names of all questions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    QUESTIONS.iter().map(|(name, ..)| *name)
}

fn of_name(name: &str) -> Result<(CardUse, Answer), Problems> {
    let found = QUESTIONS.iter().find(|(known, ..)| *known == name);
    found.map(|(_, to, answer)| (*to, *answer)).ok_or_else(|| {
        let accepted: Vec<&str> = names().collect();
        Problem::coded("companion.question", format!("no question is called {name:?}"))
            .accepts(accepted.join(", "))
            .into()
    })
}

/// How the card of a question comes up.
///
/// # Errors
/// A problem when there is no such question.
pub(super) fn card_use(question: &Question) -> Result<CardUse, Problems> {
    of_name(&question.name).map(|(to, _)| to)
}

/// Answers a question whose card has its number.
///
/// # Errors
/// Everything that is wrong with it, or why deck and rules have no answer.
pub(super) fn answer(setting: &Setting, cards: &Cards<'_>, question: &Question) -> Answered {
    let (_, answer) = of_name(&question.name)?;
    setting.reads.clear();
    let said = answer(setting, cards, question);
    setting.reads.check_shown_by(&setting.deck)?;
    said
}
