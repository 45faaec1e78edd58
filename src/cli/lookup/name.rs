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
