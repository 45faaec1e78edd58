//! What questions are answered from, and what an answer is.

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::dice::CheckDice;
use crate::table::lookup::{AnyAnswer, DeckView, PartsRead, TargetNumber, line_named};
use crate::table::rules::{Character, HouseRules, Tested, Weapon};

/// What questions are answered from.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) deck: Deck,
    /// What the question that is answered read from its cards.
    pub(super) reads: PartsRead,
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

/// An answer, and the check it rests on.
pub(super) struct Said {
    pub(super) answer: Box<dyn AnyAnswer>,
    /// The dice and what they have to reach, where it is a check against a number.
    pub(super) check: Option<(CheckDice, TargetNumber)>,
    /// The arguments whose chains of cards go on.
    pub(super) open: Vec<&'static str>,
}

pub(super) type Answered = Result<Said, Problems>;

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
    /// The deck, whose parts are recorded when they are read.
    pub(super) fn view(&self) -> DeckView<'_> {
        DeckView::recording(&self.deck, &self.reads)
    }

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
