//! Names that are looked up in the setting: weapons, people, places. Each is a type, so that what
//! could stand there is known where it is typed.

use serde::Serialize;

use crate::cli::argument::{each, told};
use crate::diagnostic::{Problem, Problems};
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
        _ => Err(Problem::new(format!("{text:?} could be several")).accepts(found.join(", "))),
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
