//! From typed texts to the library's types, with every fault of the command line collected.

use std::any::Any;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::lookup::Draw;
use crate::rules::{CalledShot, Weapon};

use super::setting::Setting;

/// Reads texts and remembers what was wrong with them. A value that could not be read is `None`
/// until [`Meaning::settled`] has reported it.
#[derive(Debug, Default)]
pub struct Meaning {
    problems: Problems,
    outdated: Vec<CardNumber>,
}

impl Meaning {
    /// Refuses these cards too wherever one is typed: they do not show what the deck says when they
    /// bear the edition that was typed.
    pub fn without(outdated: &[CardNumber]) -> Self {
        Self { problems: Problems::default(), outdated: outdated.to_vec() }
    }

    /// One text.
    pub fn of<T>(&mut self, text: &str) -> Option<T>
    where
        T: FromStr + 'static,
        T::Err: Into<Problem>,
    {
        let read = text.trim().parse();
        let value = self.keep(read.map_err(Into::into))?;
        self.confirm(&value).then_some(value)
    }

    /// Reports cards that show something else than the deck says.
    fn confirm(&mut self, value: &dyn Any) -> bool {
        let mut drawn: Vec<CardNumber> = value.downcast_ref().copied().into_iter().collect();
        if let Some(draw) = value.downcast_ref::<Draw>() {
            drawn.push(draw.card());
            drawn.extend(draw.then());
        }
        drawn.retain(|card| self.outdated.contains(card));
        for card in &drawn {
            let message = format!("card {card} has changed since the edition it bears");
            let accepted =
                "the reprinted card and its edition, or the deck file of the old edition";
            self.problems.push(Problem::new(message).accepts(accepted));
        }
        drawn.is_empty()
    }

    /// A text that may be left out: `Some(None)` then, `None` only when it is bad.
    pub fn of_option<T>(&mut self, text: Option<&str>) -> Option<Option<T>>
    where
        T: FromStr + 'static,
        T::Err: Into<Problem>,
    {
        match text {
            None => Some(None),
            Some(text) => self.of(text).map(Some),
        }
    }

    /// A whole number within a range; `what` names it in the complaint.
    pub fn number<T>(&mut self, text: &str, what: &str, range: RangeInclusive<T>) -> Option<T>
    where
        T: FromStr + PartialOrd + Display,
    {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        self.keep(number.ok_or_else(|| {
            Problem::new(format!("{what} {text:?} is out of range")).accepts(format!(
                "{} to {}",
                range.start(),
                range.end()
            ))
        }))
    }

    /// Several texts, each as `read` reads it; every bad one is reported.
    pub fn each<T>(
        &mut self,
        texts: &[String],
        mut read: impl FnMut(&mut Self, &str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let read: Vec<Option<T>> = texts.iter().map(|text| read(self, text)).collect();
        read.into_iter().collect()
    }

    /// Several texts of one kind; every bad one is reported.
    pub fn all<T>(&mut self, texts: &[String]) -> Option<Vec<T>>
    where
        T: FromStr + 'static,
        T::Err: Into<Problem>,
    {
        self.each(texts, |meaning, text| meaning.of(text))
    }

    /// Card numbers; every bad one is reported.
    pub fn cards(&mut self, texts: &[String]) -> Option<Vec<CardNumber>> {
        self.all(texts)
    }

    /// The discard pile: the cards named, or else those of the session.
    pub fn discard_pile(&mut self, setting: &Setting, texts: &[String]) -> Option<Vec<CardNumber>> {
        if texts.is_empty() { Some(setting.discarded.clone()) } else { self.cards(texts) }
    }

    /// Reports that something had to be named.
    pub fn missing<T>(&mut self, what: &str, accepted: &str) -> Option<T> {
        self.refuse(&format!("{what} is missing"), accepted)
    }

    /// Reports something of the caller's own.
    pub fn refuse<T>(&mut self, message: &str, accepted: &str) -> Option<T> {
        self.problems.push(Problem::new(message).accepts(accepted));
        None
    }

    /// A weapon that may be named: `Some(None)` when it was not.
    pub fn weapon(&mut self, setting: &Setting, name: Option<&str>) -> Option<Option<Weapon>> {
        match name {
            None => Some(None),
            Some(name) => self.keep(setting.weapon(name)).map(Some),
        }
    }

    /// A place that may be called, and the hit location it stands for.
    pub fn called(&mut self, place: Option<&str>) -> Option<Option<(CalledShot, &'static str)>> {
        match place {
            None => Some(None),
            Some(place) => self
                .keep(CalledShot::at(place).map_err(|accepted| {
                    Problem::new(format!("no place is called {place:?}")).accepts(accepted)
                }))
                .map(Some),
        }
    }

    /// A hit location that some card has.
    pub fn location(&mut self, setting: &Setting, name: &str) -> Option<String> {
        let mut known: Vec<&String> =
            setting.deck.cards().iter().flat_map(|card| &card.hit).collect();
        known.sort_unstable();
        known.dedup();
        let found = known.iter().find(|location| **location == name.trim());
        if let Some(location) = found {
            return Some((*location).clone());
        }
        let known: Vec<&str> = known.into_iter().map(String::as_str).collect();
        self.refuse(&format!("no card has the location {name:?}"), &known.join(", "))
    }

    /// The value of a step that can itself be wrong.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Problem>>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                self.problems.push(problem.into());
                None
            }
        }
    }

    /// The value, once nothing was wrong.
    ///
    /// # Errors
    /// All problems found. `value` may be `None` only if there are some.
    pub fn settled<T>(self, value: Option<T>) -> Result<T, Problems> {
        match value {
            Some(value) => self.problems.into_result(value),
            None => Err(self.problems),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bad_text_is_reported_at_once() {
        let mut meaning = Meaning::default();
        let cards = meaning.cards(&["99".to_owned(), "34".to_owned(), "x".to_owned()]);
        let problems = meaning.settled(cards).unwrap_err();
        assert_eq!(
            problems.to_string(),
            "card \"99\" does not exist; accepted: 0 to 53\n\
             card \"x\" does not exist; accepted: 0 to 53",
        );
    }
}
