//! Problems that were found several times.

use std::collections::BTreeSet;

use super::Problems;

/// A list of distinct problems, for faces that are made from the same template.
#[derive(Debug, Default)]
pub struct Distinct {
    problems: Problems,
    known: BTreeSet<String>,
}

impl Distinct {
    /// Adds the problems that are new.
    pub fn extend(&mut self, found: &Problems) {
        for problem in found.iter().filter(|problem| self.known.insert(problem.to_string())) {
            self.problems.push(problem.clone());
        }
    }

    /// Returns the list.
    pub fn into_problems(self) -> Problems {
        self.problems
    }
}

#[cfg(test)]
mod tests {
    use super::super::Problem;
    use super::*;

    #[test]
    fn a_problem_found_twice_is_listed_once() {
        let mut distinct = Distinct::default();
        for text in ["one", "two", "one"] {
            distinct.extend(&Problem::new(text).into());
        }
        assert_eq!("one\ntwo", distinct.into_problems().to_string());
    }
}
