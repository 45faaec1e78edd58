//! The arguments of a question as the log of a session keeps them: read by name, with every fault of
//! all of them.

use std::str::FromStr;

use serde_json::{Map, Value};

use crate::diagnostic::{Problem, Problems};

/// The arguments of one question, and what was wrong with those read so far.
#[derive(Debug)]
pub(super) struct Arguments<'q> {
    given: &'q Map<String, Value>,
    /// The names that were asked for.
    known: Vec<&'static str>,
    problems: Problems,
}

impl<'q> Arguments<'q> {
    pub(super) fn new(given: &'q Map<String, Value>) -> Self {
        Self { given, known: Vec::new(), problems: Problems::new() }
    }

    fn value(&mut self, name: &'static str) -> Option<&'q Value> {
        self.known.push(name);
        self.given.get(name)
    }

    /// The text of an argument; a number stands for itself.
    pub(super) fn text(&mut self, name: &'static str) -> Option<String> {
        let value = self.value(name)?;
        let text = text(value);
        if text.is_none() {
            self.fault(format!("{name} {value} cannot be read"), "a number or a text");
        }
        text
    }

    /// An argument that is read from its text.
    pub(super) fn read<T>(&mut self, name: &'static str) -> Option<T>
    where
        T: FromStr<Err: Into<Problem>>,
    {
        let text = self.text(name)?;
        let read = text.trim().parse().map_err(|error: T::Err| error.into());
        self.keep(read.map_err(|problem: Problem| problem.of_argument(name)))
    }

    /// As [`read`](Self::read), for what the question cannot do without.
    pub(super) fn needed<T>(&mut self, name: &'static str, accepted: &str) -> Option<T>
    where
        T: FromStr<Err: Into<Problem>>,
    {
        if !self.given.contains_key(name) {
            self.known.push(name);
            self.fault(format!("{name} is missing"), accepted);
            return None;
        }
        self.read(name)
    }

    /// A whole number of a range.
    pub(super) fn number<T: TryFrom<i64>>(
        &mut self,
        name: &'static str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<T> {
        let text = self.text(name)?;
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        if number.is_none() {
            let message = format!("{name} {text:?} is out of range");
            let problem = Problem::coded("argument.range", message);
            self.problems.push(problem.accepts(format!("{} to {}", range.start(), range.end())));
        }
        number
    }

    /// One of several words; the first where it is left out.
    pub(super) fn word<T: Copy>(&mut self, name: &'static str, words: &[(&str, T)]) -> T {
        let usual = words[0].1;
        let Some(text) = self.text(name) else { return usual };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, meant)) => *meant,
            None => {
                let accepted: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                self.fault(format!("{name} {text:?} is not a choice"), &accepted.join(", "));
                usual
            }
        }
    }

    /// Whether an option without a value is given.
    pub(super) fn flag(&mut self, name: &'static str) -> bool {
        match self.value(name) {
            None => false,
            Some(Value::Bool(given)) => *given,
            Some(value) => {
                self.fault(format!("{name} {value} cannot be read"), "true or false");
                false
            }
        }
    }

    /// A list; one value stands for a list of one.
    pub(super) fn list<T>(&mut self, name: &'static str) -> Vec<T>
    where
        T: FromStr<Err: Into<Problem>>,
    {
        let texts = self.texts(name);
        let read = texts.iter().map(|text| text.trim().parse().map_err(|e: T::Err| e.into()));
        let read: Vec<Result<T, Problem>> = read.collect();
        read.into_iter().filter_map(|value| self.keep(value)).collect()
    }

    /// The texts of a list.
    pub(super) fn texts(&mut self, name: &'static str) -> Vec<String> {
        let Some(value) = self.value(name) else { return Vec::new() };
        let one = std::slice::from_ref(value);
        let values = value.as_array().map_or(one, Vec::as_slice);
        values.iter().filter_map(text).collect()
    }

    /// The value of a result, or its fault among the others.
    pub(super) fn keep<T>(&mut self, result: Result<T, impl Into<Problem>>) -> Option<T> {
        result.map_err(|error| self.problems.push(error.into())).ok()
    }

    /// One more fault.
    pub(super) fn fault(&mut self, message: String, accepted: &str) {
        self.problems.push(Problem::coded("argument.value", message).accepts(accepted));
    }

    /// What was made of the arguments, if nothing is wrong with any; one that nobody asked for is.
    pub(super) fn finish<T>(mut self, made: Option<T>) -> Result<T, Problems> {
        for name in self.given.keys() {
            if !self.known.contains(&name.as_str()) {
                let message = format!("the question has no argument {name:?}");
                let problem = Problem::coded("argument.value", message);
                self.problems.push(problem.accepts(self.known.join(", ")));
            }
        }
        match made {
            Some(made) => self.problems.into_result(made),
            None => Err(self.problems),
        }
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
