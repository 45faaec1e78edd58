//! The questions a companion asks: each under the name and with the arguments that the log of a
//! session keeps of it, answered by the types of [`lookup`](crate::lookup) and
//! [`rules`](crate::rules).

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::dice::CheckDice;
use crate::lookup::{AnyAnswer, TargetNumber, left_out, line_named};
use crate::rules::{Character, HouseRules, Tested, Weapon};
use crate::session::Question;

use super::{attack, checks, readings};

/// What questions are answered from.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) deck: Deck,
    pub(super) rules: HouseRules,
    pub(super) weapons: Vec<Weapon>,
    pub(super) characters: Vec<Character>,
}

/// The cards of the table that a question may depend on.
#[derive(Debug)]
pub(super) struct Cards<'t> {
    /// The discard pile.
    pub(super) discarded: &'t [CardNumber],
}

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

/// An answer, and the check it rests on.
pub(super) struct Said {
    pub(super) answer: Box<dyn AnyAnswer>,
    /// The dice and what they have to reach, where it is a check against a number.
    pub(super) check: Option<(CheckDice, TargetNumber)>,
    /// The arguments whose chains of cards go on.
    pub(super) open: Vec<&'static str>,
}

pub(super) type Answered = Result<Said, Problems>;

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
    // A card itself shows what is on it.
    if setting.deck.blanks().next().is_none() || card_use(question)? == CardUse::Shown {
        return of_whole_cards(setting, cards, question);
    }
    let with = |deck| Setting { deck, ..setting.clone() };
    left_out::answer(
        &setting.deck,
        |deck| of_whole_cards(&with(deck), cards, question),
        |said, deck| {
            of_whole_cards(&with(deck), cards, question)
                .is_ok_and(|again| again.answer.value() == said.answer.value())
        },
    )
}

/// The answer on cards that show every part.
fn of_whole_cards(setting: &Setting, cards: &Cards<'_>, question: &Question) -> Answered {
    let (_, answer) = of_name(&question.name)?;
    answer(setting, cards, question)
}

/// An answer that rests on no check.
pub(super) fn said<A: AnyAnswer + 'static>(answer: Result<A, impl Into<Problem>>) -> Answered {
    let answer = answer.map_err(|error| Problems::from(error.into()))?;
    let open = if answer.is_open() { vec!["then"] } else { Vec::new() };
    Ok(Said { answer: Box::new(answer), check: None, open })
}

/// The answer to a check, and where the number stands that it had to reach.
pub(super) fn tested<A: AnyAnswer + 'static>(
    dice: CheckDice,
    answer: Result<A, impl Into<Problem>>,
    test: fn(&A) -> &Tested,
) -> Answered {
    let answer = answer.map_err(|error| Problems::from(error.into()))?;
    let check = Some((dice, test(&answer).account.tn()));
    Ok(Said { check, ..never_fails(answer)? })
}

pub(super) fn never_fails<A: AnyAnswer + 'static>(answer: A) -> Answered {
    said::<A>(Ok::<A, Problem>(answer))
}

impl Setting {
    /// The weapon of this name.
    ///
    /// # Errors
    /// A problem that names the weapons there are.
    pub(super) fn weapon(&self, name: &str) -> Result<&Weapon, Problem> {
        line_named("weapon", name, &self.weapons, |weapon| &weapon.name)
    }

    /// The character of this name, if it is one of the table.
    pub(super) fn character(&self, name: Option<&str>) -> Option<&Character> {
        self.characters.iter().find(|who| Some(who.name.as_str()) == name)
    }
}
