//! Names that are looked up in the setting: weapons, people, places. Each is a type, so that what
//! could stand there is known where it is typed.

use serde::Serialize;

use crate::cli::argument::{each, told};
use crate::diagnostic::Problems;
use crate::rules::Place;

/// The name of a weapon.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct WeaponName(pub String);

/// The id of an element that the designer added.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct ElementName(pub String);

/// The name of somebody at the table.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct PersonName(pub String);

/// A place of the body, or a word of one. Which words there are depends on the deck.
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

names! { WeaponName ElementName PersonName PlaceName }

impl PlaceName {
    /// The place of a human body.
    ///
    /// # Errors
    /// A problem that names the places there are.
    pub fn of_body(&self) -> Result<Place, Problems> {
        told(self.0.parse())
    }
}

/// The places of a human body that are behind cover.
///
/// # Errors
/// The faults of all words that name none.
pub fn covered(names: &[PlaceName]) -> Result<Vec<Place>, Problems> {
    each(names.iter().map(|name| name.of_body().and_then(|place| told(place.whole()))))
}
