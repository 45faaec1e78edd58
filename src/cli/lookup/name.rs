//! Names that are looked up in the setting: weapons, people, places. Each is a type, so that what
//! could stand there is known where it is typed.

use serde::Serialize;

use crate::cli::argument::Argument;
use crate::diagnostic::Problem;
use crate::rules::CalledShot;

/// The name of a weapon.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct WeaponName(pub String);

/// The name of somebody at the table.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PersonName(pub String);

/// A hit location, or a word of one.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PlaceName(pub String);

macro_rules! names {
    ($($name:ident)+) => {$(
        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }
    )+};
}

names! { WeaponName PersonName PlaceName }

impl PlaceName {
    /// The locations, as cards name them.
    pub fn all(names: &[Self]) -> Vec<String> {
        names.iter().map(|name| name.0.trim().to_owned()).collect()
    }
}

/// A place that is aimed at on purpose.
#[derive(Debug)]
pub struct CalledPlace;

impl Argument for CalledPlace {
    /// What it costs, and the hit location that it stands for.
    type Value = (CalledShot, &'static str);

    fn read(text: &str, _: &str) -> Result<Self::Value, Problem> {
        CalledShot::at(text).map_err(|accepted| {
            Problem::new(format!("no place is called {text:?}")).accepts(accepted)
        })
    }
}
