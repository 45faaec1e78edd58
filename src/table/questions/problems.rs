//! Combines several results: all values, or all problems.

use crate::diagnostic::{Problem, Problems};

/// All values, or all problems.
///
/// # Errors
/// The problems of all results.
pub fn each<T>(results: impl Iterator<Item = Result<T, Problems>>) -> Result<Vec<T>, Problems> {
    let mut problems = Problems::new();
    let values: Vec<T> = results.filter_map(|result| keep(result, &mut problems)).collect();
    problems.into_result(values)
}

/// The value of a result; its problems are added to the list, without duplicates.
pub fn keep<T>(result: Result<T, Problems>, problems: &mut Problems) -> Option<T> {
    result.map_err(|found| add(&found, problems)).ok()
}

/// Not part of [`keep`], to avoid a copy for every type of value.
fn add(found: &Problems, problems: &mut Problems) {
    for problem in found {
        if !problems.iter().any(|known| known == problem) {
            problems.push(problem.clone());
        }
    }
}

/// Several results as one, for [`all`].
pub trait All {
    /// The values together.
    type Values;

    /// The values, or the problems of all.
    ///
    /// # Errors
    /// The problems of all results.
    fn all(self) -> Result<Self::Values, Problems>;
}

macro_rules! tuples {
    ($(($($kind:ident $name:ident),+))+) => {$(
        impl<$($kind),+> All for ($(Result<$kind, Problems>,)+) {
            type Values = ($($kind,)+);

            fn all(self) -> Result<Self::Values, Problems> {
                let mut problems = Problems::new();
                let ($($name,)+) = self;
                let values = ($(keep($name, &mut problems),)+);
                match values {
                    ($(Some($name),)+) => Ok(($($name,)+)),
                    _ => Err(problems),
                }
            }
        }
    )+};
}

tuples! {
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
}

/// The values of a tuple of results, or the problems of all results.
///
/// # Errors
/// The problems of all results.
pub fn all<A: All>(results: A) -> Result<A::Values, Problems> {
    results.all()
}

/// A result whose error becomes a list of problems.
///
/// # Errors
/// The problem, if there is one.
pub fn listed<T>(result: Result<T, impl Into<Problem>>) -> Result<T, Problems> {
    result.map_err(|error| error.into().into())
}

/// Returns a problem with a message and the accepted values.
///
/// # Errors
/// Always.
pub fn refuse<T>(message: impl Into<String>, accepted: impl Into<String>) -> Result<T, Problems> {
    Err(Problem::coded("argument.value", message).accepts(accepted).into())
}

/// Returns the problem of a missing value.
///
/// # Errors
/// Always.
pub fn missing<T>(what: &str, accepted: &str) -> Result<T, Problems> {
    Err(missing_problem(what, accepted).into())
}

/// The problem of a missing value.
pub fn missing_problem(what: &str, accepted: &str) -> Problem {
    Problem::coded("argument.missing", format!("{what} is missing")).accepts(accepted)
}

/// Whether a problem is that of a missing value.
pub fn is_missing(problem: &Problem) -> bool {
    problem.code() == "argument.missing"
}
