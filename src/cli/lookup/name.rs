//! Names that are looked up in the setting: weapons, people, places. Each is a type, so that what
//! could stand there is known where it is typed.

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{TypedValueParser, ValueParserFactory};
use clap::{Arg, Command};
use serde::Serialize;

use crate::cli::argument::{argument_name, each, told};
use crate::diagnostic::{Problem, Problems};
use crate::rules::Place;

/// The name of a weapon.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct WeaponName(pub String, #[serde(skip)] String);

/// The id of an element that the designer added.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct ElementName(pub String, #[serde(skip)] String);

/// The name of somebody at the table.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PersonName(pub String, #[serde(skip)] String);

/// A place of the body, or a word of one. Which words there are depends on the deck.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PlaceName(pub String, #[serde(skip)] String);

/// The name that a text means: the same but for capitals, or else the only one of which every word of
/// the text begins a word, in order. None where there is no such name.
///
/// # Errors
/// A problem that lists the names when there are several.
pub fn clear<'n>(
    text: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<Option<&'n str>, Problem> {
    let text = text.trim().to_lowercase();
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if name.to_lowercase() == text {
            return Ok(Some(name));
        }
        if is_part(&text, name) && !found.contains(&name) {
            found.push(name);
        }
    }
    match found[..] {
        [] => Ok(None),
        [name] => Ok(Some(name)),
        _ => Err(Problem::coded("lookup.name", format!("{text:?} could be several"))
            .accepts(found.join(", "))),
    }
}

/// Whether every word of a text in lower case begins a word of the name, in order.
fn is_part(text: &str, name: &str) -> bool {
    let separate = |letter: char| letter.is_whitespace() || letter == '-';
    let name = name.to_lowercase();
    let mut words = name.split(separate);
    let mut parts = text.split(separate).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(|part| words.any(|word| word.starts_with(part)))
}

/// A name as it was typed, and the argument it was typed for.
pub trait Name: Clone + Send + Sync + 'static {
    /// A name that was typed for an argument.
    fn typed(text: String, argument: String) -> Self;

    /// The argument.
    fn argument(&self) -> &str;

    /// What the name stands for, or the fault with the argument that it was typed for.
    ///
    /// # Errors
    /// The fault, if there is one.
    fn told<T>(&self, found: Result<T, impl Into<Problem>>) -> Result<T, Problems> {
        told(found.map_err(|error| error.into().of_argument(self.argument())))
    }
}

macro_rules! names {
    ($($name:ident)+) => {$(
        impl Name for $name {
            fn typed(text: String, argument: String) -> Self {
                Self(text, argument)
            }

            fn argument(&self) -> &str {
                &self.1
            }
        }

        impl ValueParserFactory for $name {
            type Parser = Reader<$name>;

            fn value_parser() -> Reader<$name> {
                Reader(PhantomData)
            }
        }
    )+};
}

names! { WeaponName ElementName PersonName PlaceName }

/// Reads a name for clap.
#[derive(Debug)]
pub struct Reader<N>(PhantomData<fn() -> N>);

impl<N> Clone for Reader<N> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<N: Name> TypedValueParser for Reader<N> {
    type Value = N;

    fn parse_ref(
        &self,
        _: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<N, clap::Error> {
        let name = argument.map_or_else(String::new, argument_name);
        Ok(N::typed(value.to_string_lossy().into_owned(), name))
    }
}

impl PlaceName {
    /// The place of a human body.
    ///
    /// # Errors
    /// A problem that names the places there are.
    pub fn of_body(&self) -> Result<Place, Problems> {
        self.told(self.0.parse::<Place>())
    }
}

/// The places of a human body that are behind cover.
///
/// # Errors
/// The faults of all words that name none.
pub fn covered(names: &[PlaceName]) -> Result<Vec<Place>, Problems> {
    each(names.iter().map(|name| name.of_body().and_then(|place| name.told(place.whole()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["example rifle", "Example Revolver", "left arm", "left leg"];

    #[test]
    fn a_name_is_known_by_any_part_of_it_that_is_clear() {
        let named = |text: &str| clear(text, NAMES).unwrap();
        for text in ["example revolver", "rev", "EX REV", "example rev"] {
            assert_eq!(Some("Example Revolver"), named(text), "{text}");
        }
        assert_eq!(Some("left leg"), named("l l"));
        for stranger in ["volver", "rifle example", "", " "] {
            assert_eq!(None, named(stranger), "{stranger:?}");
        }
        // A whole name is clear even where others begin so.
        assert_eq!(Some("sid"), clear("SID", ["sidney", "sid"]).unwrap());
    }

    #[test]
    fn a_part_of_several_names_is_refused_with_all_of_them() {
        let problem = clear("left", NAMES).unwrap_err();
        assert_eq!("\"left\" could be several; accepted: left arm, left leg", problem.to_string());
    }
}
