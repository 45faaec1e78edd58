//! Errors of the library that a person can mend, and the way from one to a [`Problem`].

use super::Problem;

/// An error as a fault: what is wrong, under which code, and what would be accepted.
///
/// Its text is made from the same parts, so a type that has this trait has its `Display`, its
/// `Error` and its way into a [`Problem`] from `fault!`.
///
/// ```
/// use actiondeck::diagnostic::{Fault, Problem};
/// use actiondeck::dice::Die;
///
/// let error = "d1".parse::<Die>().unwrap_err();
/// assert_eq!("dice.die", error.code());
/// assert_eq!("\"d1\" is not a die", error.message());
/// assert_eq!(Some("d2 to d1000, such as d6"), Problem::from(error).accepted());
/// ```
pub trait Fault {
    /// The fault with its code, message and remedy; it has no place.
    fn problem(&self) -> Problem;

    /// The code, which stays the same when words change. `docs/faults.md` lists them all.
    fn code(&self) -> &'static str {
        self.problem().code()
    }

    /// What is wrong, without what would be accepted.
    fn message(&self) -> String {
        self.problem().message().to_owned()
    }

    /// What would be accepted, where that is known.
    fn accepted(&self) -> Option<String> {
        self.problem().accepted().map(str::to_owned)
    }
}

/// Gives a type with [`Fault`] its text, `Error`, and its way into a [`Problem`].
macro_rules! fault {
    ($error:ty) => {
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&$crate::diagnostic::Fault::problem(self), f)
            }
        }

        impl std::error::Error for $error {}

        impl From<$error> for $crate::diagnostic::Problem {
            fn from(error: $error) -> Self {
                $crate::diagnostic::Fault::problem(&error)
            }
        }
    };
}

pub(crate) use fault;
