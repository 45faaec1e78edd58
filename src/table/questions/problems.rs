//! Several results as one: all values, or the problems of all of them.

use crate::diagnostic::{Problem, Problems};

/// All values, or all problems.
///
/// # Errors
/// The problems of every result that has some.
pub fn each<T>(results: impl Iterator<Item = Result<T, Problems>>) -> Result<Vec<T>, Problems> {
    let mut problems = Problems::new();
    let values: Vec<T> = results.filter_map(|result| keep(result, &mut problems)).collect();
    problems.into_result(values)
}

/// The value of a result; its problems are added to those found before, each once.
pub fn keep<T>(result: Result<T, Problems>, problems: &mut Problems) -> Option<T> {
    result.map_err(|found| add(&found, problems)).ok()
}

/// Apart from [`keep`], of which there is one for every kind of value.
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
    /// The problems of every result that has some.
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

/// The values of a tuple of results, or the problems of all of them.
///
/// # Errors
/// The problems of every result that has some.
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

/// A value that cannot be used, and what would be accepted.
///
/// # Errors
/// Always.
pub fn refuse<T>(message: impl Into<String>, accepted: impl Into<String>) -> Result<T, Problems> {
    Err(Problem::coded("argument.value", message).accepts(accepted).into())
}

/// Something that has to be given.
///
/// # Errors
/// Always.
pub fn missing<T>(what: &str, accepted: &str) -> Result<T, Problems> {
    Err(missing_problem(what, accepted).into())
}

/// The problem of something that has to be given.
pub fn missing_problem(what: &str, accepted: &str) -> Problem {
    Problem::coded("argument.missing", format!("{what} is missing")).accepts(accepted)
}

/// Whether a problem is one of something that has to be given.
pub fn is_missing(problem: &Problem) -> bool {
    problem.code() == "argument.missing"
}
