//! Parses the values of a question into its struct, and collects all problems.

use std::cell::Cell;
use std::rc::Rc;

use crate::diagnostic::{Problem, Problems};
use crate::input::limits::LIST_VALUES;

use super::field::{Field, Fields, Presence, flatten};
use super::problems::missing_problem;
use super::setting::Setting;
use super::values::{Origin, Values};

/// A parser of values in a setting, which supplies the names of weapons, places and skills.
pub struct Reader<'v> {
    values: &'v Values,
    /// The setting for looking up names.
    pub setting: &'v Setting,
    /// Whether missing cards are drawn, so that they are not required.
    deals: bool,
    problems: Problems,
}

impl<'v> Reader<'v> {
    /// A reader of these values; with `deals`, missing cards are drawn.
    pub fn new(values: &'v Values, setting: &'v Setting, deals: bool) -> Self {
        Self { values, setting, deals, problems: Problems::new() }
    }

    /// Parses the question with these fields.
    ///
    /// # Errors
    /// All problems with its values: those that are invalid, missing, or exclude each other.
    pub fn read<F: Fields>(mut self) -> Result<F, Problems> {
        let read = F::read(&mut self);
        self.check_combinations(F::FIELDS);
        match read {
            Some(read) => self.problems.into_result(read),
            None => Err(self.problems),
        }
    }

    /// The texts of a field: those given, or its default. `None` if it is left out; if it is
    /// required, the problem is recorded.
    pub(super) fn texts(&mut self, field: &'static Field) -> Option<(Vec<String>, Rc<Cell<bool>>)> {
        if let Some(value) = self.values.get(field.name) {
            return Some((value.texts.clone(), Rc::clone(&value.used)));
        }
        if let Presence::Default(text) = field.presence {
            return Some((vec![text.to_owned()], Rc::default()));
        }
        if self.is_missing(field) {
            let mut accepted = match field.positional {
                true => field.value_name().to_owned(),
                false => format!("{} {}", field.option(), field.value_name()),
            };
            if let Presence::RequiredUnless(others) = field.presence {
                for other in others {
                    accepted.push_str(&format!(", or --{}", other.replace('_', "-")));
                }
            }
            let name = field.label();
            self.problem(missing_problem(&name, &accepted).for_argument(name.clone()));
        }
        None
    }

    /// Whether a field is missing and its problem was recorded.
    pub(super) fn is_missing(&self, field: &Field) -> bool {
        match field.presence {
            Presence::Required => !(field.kind.is_card() && self.deals),
            Presence::RequiredUnless(others) => !others.iter().any(|name| self.values.has(name)),
            Presence::Optional | Presence::Default(_) => false,
        }
    }

    /// Records the problem of a field, once.
    pub(super) fn problem(&mut self, problem: Problem) {
        if !self.problems.iter().any(|known| *known == problem) {
            self.problems.push(problem);
        }
    }

    /// The value of a result, or `None` after recording its problem.
    pub(super) fn keep<T>(&mut self, field: &Field, read: Result<T, Problem>) -> Option<T> {
        read.map_err(|problem| self.problem(problem.for_argument(field.label()))).ok()
    }

    /// Records a problem for a list that is too long.
    pub(super) fn check_length(&mut self, count: usize) -> Option<()> {
        if LIST_VALUES.is_passed_by(count) {
            let message = format!("a list has {}", LIST_VALUES.amount(count));
            let problem = Problem::coded("argument.value", message);
            self.problem(problem.accepts(LIST_VALUES.accepted()));
            return None;
        }
        Some(())
    }

    /// Records problems for fields given without one that they need, or with one that they exclude.
    fn check_combinations(&mut self, fields: &'static [Field]) {
        let fields = flatten(fields);
        let is_given =
            |name: &str| self.values.get(name).is_some_and(|it| it.origin == Origin::Given);
        let named = |name: &str| fields.iter().copied().find(|field| field.name == name);
        let mut found = Vec::new();
        for field in fields.iter().filter(|field| is_given(field.name)) {
            let needed = field.needs.filter(|other| !self.values.has(other)).and_then(named);
            if let Some(other) = needed {
                let accepted = format!("{} together with {}", field.option(), other.option());
                found.push(missing_problem(&other.label(), &accepted));
            }
            let excluded = field.excludes.iter().filter(|other| is_given(other));
            for other in excluded.filter_map(|other| named(other)) {
                let message = format!("{} and {} exclude each other", field.label(), other.label());
                let problem = Problem::coded("argument.value", message);
                found.push(problem.accepts(format!("{}, or {}", field.option(), other.option())));
            }
        }
        found.into_iter().for_each(|problem| self.problem(problem));
    }
}
