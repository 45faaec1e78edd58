//! What was typed for an argument: its text, and its value or why it has none.
//!
//! clap stops at the first value that it cannot read; whoever typed three bad ones wants to hear of
//! all three. So a [`Parsed`] value is read within clap, by its type, and never fails there: the
//! fault is kept and told when the value is asked for. [`all`] joins the faults of several.

use std::ffi::OsStr;
use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::{TypedValueParser, ValueParserFactory};
use clap::{Arg, Command};
use serde::{Serialize, Serializer};

use crate::diagnostic::{Problem, Problems};
use crate::input::limits::LIST_VALUES;

/// A kind of argument: how its text is read.
pub trait Argument: 'static {
    /// What the text stands for.
    type Value: Clone + Debug + Send + Sync + 'static;

    /// The value of a text. `name` is what the argument is called in the complaint.
    ///
    /// # Errors
    /// What is wrong with the text and what would be accepted.
    fn read(text: &str, name: &str) -> Result<Self::Value, Problem>;
}

impl<T> Argument for T
where
    T: FromStr + Clone + Debug + Send + Sync + 'static,
    T::Err: Into<Problem>,
{
    type Value = T;

    fn read(text: &str, _: &str) -> Result<T, Problem> {
        text.trim().parse().map_err(T::Err::into)
    }
}

/// Whole numbers from `LOW` to `HIGH`.
#[derive(Debug)]
pub struct Whole<T, const LOW: i128, const HIGH: i128>(PhantomData<T>);

/// A whole number from `LOW` to `HIGH` as it was typed.
pub type Number<T, const LOW: i128, const HIGH: i128> = Parsed<Whole<T, LOW, HIGH>>;

impl<T, const LOW: i128, const HIGH: i128> Argument for Whole<T, LOW, HIGH>
where
    T: TryFrom<i128> + Clone + Debug + Send + Sync + 'static,
{
    type Value = T;

    fn read(text: &str, name: &str) -> Result<T, Problem> {
        let number = text.trim().parse().ok().filter(|number| (LOW..=HIGH).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| out_of_range(text, name, LOW, HIGH))
    }
}

fn out_of_range(text: &str, name: &str, low: i128, high: i128) -> Problem {
    Problem::coded("argument.range", format!("{name} {text:?} is out of range"))
        .accepts(format!("{low} to {high}"))
}

/// What was typed for an argument of kind `K`.
pub struct Parsed<K: Argument> {
    text: String,
    value: Result<K::Value, Problem>,
}

impl<K: Argument> Parsed<K> {
    /// Reads a text for the argument of this name.
    pub fn read(text: &str, name: &str) -> Self {
        Self::part(text, name, name)
    }

    /// Reads a part of the text of an argument. `name` is what the part is called.
    pub fn part(text: &str, name: &str, argument: &str) -> Self {
        let value = K::read(text, name).map_err(|problem| problem.of_argument(argument));
        Self { text: text.to_owned(), value }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value or why there is none, to be changed in place by [`Parsed::set`].
    pub fn as_ref(&self) -> Result<&K::Value, Problems> {
        self.value.as_ref().map_err(|problem| problem.clone().into())
    }
}

impl<K: Argument<Value: Display>> Parsed<K> {
    /// Puts a value in the place of what was typed.
    pub fn set(&mut self, value: K::Value) {
        *self = Self::of(value);
    }

    /// A value as if it had been typed.
    pub fn of(value: K::Value) -> Self {
        Self { text: value.to_string(), value: Ok(value) }
    }
}

impl<K: Argument> Clone for Parsed<K> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), value: self.value.clone() }
    }
}

impl<K: Argument> Debug for Parsed<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text)
    }
}

/// A number where the text is one, else the text: read again, it is the same argument.
impl<K: Argument> Serialize for Parsed<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match as_written(&self.text) {
            Some(number) => serializer.serialize_i64(number),
            None => serializer.serialize_str(&self.text),
        }
    }
}

/// The number that is written as this text.
fn as_written(text: &str) -> Option<i64> {
    text.parse::<i64>().ok().filter(|number| number.to_string() == text)
}

impl<K: Argument> ValueParserFactory for Parsed<K> {
    type Parser = Reader<K>;

    fn value_parser() -> Reader<K> {
        Reader(PhantomData)
    }
}

/// Reads a [`Parsed`] value for clap.
#[derive(Debug)]
pub struct Reader<K>(PhantomData<fn() -> K>);

impl<K> Clone for Reader<K> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<K: Argument> TypedValueParser for Reader<K> {
    type Value = Parsed<K>;

    fn parse_ref(
        &self,
        _: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Parsed<K>, clap::Error> {
        let name = argument.map(argument_name).unwrap_or_default();
        // What is not UTF-8 is no value of any kind, and is told as far as it can be printed.
        Ok(Parsed::read(&value.to_string_lossy(), &name))
    }
}

/// What an argument is called where it cannot be read: as an option is typed, else as help shows it.
pub fn argument_name(argument: &Arg) -> String {
    let shown = || argument.get_value_names().and_then(<[_]>::first);
    match (argument.get_long(), shown()) {
        (Some(long), _) => long.to_owned(),
        (None, Some(shown)) => shown.to_lowercase(),
        (None, None) => argument.get_id().to_string(),
    }
}

/// Arguments whose values can be asked for.
pub trait Get {
    /// The value.
    type Value;

    /// The value, or everything that is wrong with what was typed.
    ///
    /// # Errors
    /// The faults of the reading, all of them.
    fn get(&self) -> Result<Self::Value, Problems>;
}

impl<K: Argument> Get for Parsed<K> {
    type Value = K::Value;

    fn get(&self) -> Result<K::Value, Problems> {
        self.as_ref().cloned()
    }
}

impl<G: Get> Get for Option<G> {
    type Value = Option<G::Value>;

    fn get(&self) -> Result<Option<G::Value>, Problems> {
        self.as_ref().map(G::get).transpose()
    }
}

impl<G: Get> Get for Vec<G> {
    type Value = Vec<G::Value>;

    /// The values, unless there are more than are answered in seconds.
    fn get(&self) -> Result<Vec<G::Value>, Problems> {
        if LIST_VALUES.is_passed_by(self.len()) {
            let message = format!("a list has {}", LIST_VALUES.amount(self.len()));
            return refuse(message, LIST_VALUES.accepted());
        }
        each(self.iter().map(G::get))
    }
}

/// All values, or all faults.
///
/// # Errors
/// The faults of every result that has some.
pub fn each<T>(results: impl Iterator<Item = Result<T, Problems>>) -> Result<Vec<T>, Problems> {
    let mut problems = Problems::new();
    let values: Vec<T> = results.filter_map(|result| keep(result, &mut problems)).collect();
    problems.into_result(values)
}

/// What was typed once may be read twice; its fault is told once.
fn keep<T>(result: Result<T, Problems>, problems: &mut Problems) -> Option<T> {
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

    /// The values, or the faults of all.
    ///
    /// # Errors
    /// The faults of every result that has some.
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
    (A a, B b, C c, D d, E e, F f)
    (A a, B b, C c, D d, E e, F f, G g)
    (A a, B b, C c, D d, E e, F f, G g, H h)
    (A a, B b, C c, D d, E e, F f, G g, H h, I i)
}

/// The values of a tuple of results, or the faults of all of them.
///
/// # Errors
/// The faults of every result that has some.
pub fn all<A: All>(results: A) -> Result<A::Values, Problems> {
    results.all()
}

/// A result of the library with its fault as a list.
///
/// # Errors
/// The fault, if there is one.
pub fn told<T>(result: Result<T, impl Into<Problem>>) -> Result<T, Problems> {
    result.map_err(|error| error.into().into())
}

/// A fault: what is wrong, and what would be accepted.
///
/// # Errors
/// Always: that fault.
pub fn refuse<T>(message: impl Into<String>, accepted: impl Into<String>) -> Result<T, Problems> {
    Err(Problem::coded("argument.value", message).accepts(accepted).into())
}

/// A fault: something has to be named.
///
/// # Errors
/// Always: that fault.
pub fn missing<T>(what: &str, accepted: &str) -> Result<T, Problems> {
    Err(lack(what, accepted).into())
}

/// The fault of something that has to be named.
pub fn lack(what: &str, accepted: &str) -> Problem {
    Problem::coded("argument.missing", format!("{what} is missing")).accepts(accepted)
}

/// Whether a fault is one of something that has to be named.
pub fn is_lack(problem: &Problem) -> bool {
    problem.code() == "argument.missing"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::TargetNumber;

    #[test]
    fn every_bad_value_is_told_and_not_the_first_alone() {
        let number: Number<u8, 0, 5> = Parsed::read("6", "worst wound");
        let numbers: Vec<Parsed<TargetNumber>> =
            ["7", "x", "y"].map(|text| Parsed::read(text, "tn")).into();
        let problems = all((number.get(), numbers.get())).unwrap_err();
        assert_eq!(
            problems.to_string(),
            "worst wound \"6\" is out of range; accepted: 0 to 5\n\
             target number \"x\" is out of range; accepted: -9999 to 9999\n\
             target number \"y\" is out of range; accepted: -9999 to 9999",
        );
    }

    #[test]
    fn a_number_lies_within_its_range_and_in_its_type() {
        let read = |text| Number::<u8, 1, 300>::read(text, "shots").get();
        assert_eq!(Ok(1), read(" 1 "));
        for text in
            ["0", "256", "301", "", "x", "1.5", "999999999999999999999999999999999999999999"]
        {
            assert!(read(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn what_was_typed_is_a_number_in_json_only_where_it_is_the_same_text() {
        let json = |text: &str| serde_json::json!(Parsed::<String>::read(text, "x")).to_string();
        assert_eq!("7", json("7"));
        assert_eq!("\"07\"", json("07"));
        assert_eq!("\"3d10\"", json("3d10"));
    }
}
