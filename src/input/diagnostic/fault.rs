//! Errors of the library that a user can correct, and their conversion to a [`Problem`].

use super::Problem;

/// An error with a code, a message and the accepted values.
///
/// `fault!` implements `Display`, `Error` and the conversion into a [`Problem`] for a type with this trait.
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
    /// The problem, without a place.
    fn problem(&self) -> Problem;

    /// The code, which is stable. `docs/faults.md` lists all codes.
    fn code(&self) -> &'static str {
        self.problem().code()
    }

    /// The message, without the accepted values.
    fn message(&self) -> String {
        self.problem().message().to_owned()
    }

    /// The accepted values, if known.
    fn accepted(&self) -> Option<String> {
        self.problem().accepted().map(str::to_owned)
    }
}

/// Implements `Display`, `Error` and the conversion into a [`Problem`] for a [`Fault`].
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
