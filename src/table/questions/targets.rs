//! What attacks of several games share: called places, point-blank fire, and how one target is described.

use super::problems::{listed, refuse};
use crate::diagnostic::{Problem, Problems};
use crate::table::rules::{CLOSE_M, CalledShot, Place};

/// A place hit on purpose, and how hard that is.
///
/// # Errors
/// A problem for a place that the table of called shots does not have.
pub fn called(place: Option<Place>) -> Result<Option<(Place, CalledShot)>, Problems> {
    let Some(place) = place else { return Ok(None) };
    let shot = place.called().map_err(|error| Problem::from(error).of_argument("called"));
    listed(shot).map(|shot| Some((place, shot)))
}

/// Checks that a weapon that is fired in contact is as near as two arms reach.
///
/// # Errors
/// A problem when the distance is greater.
pub fn check_point_blank(point_blank: bool, distance_m: u16) -> Result<(), Problems> {
    if point_blank && distance_m > CLOSE_M {
        let message = format!("{distance_m} metres is too far for point-blank fire");
        return refuse(message, format!("a distance of 0 to {CLOSE_M}"));
    }
    Ok(())
}

/// The name of a target and what differs for it, each part in words: `dell: distance 12, prone`.
pub fn described(text: &str) -> Option<(&str, impl Iterator<Item = Vec<&str>>)> {
    let (name, rest) = text.split_once(':')?;
    Some((name.trim(), rest.split(',').map(|part| part.split_whitespace().collect())))
}

/// The problem of a target that is not described so.
pub fn unread_target(text: &str, accepted: &str) -> Problem {
    Problem::coded("argument.value", format!("target {text:?} cannot be read")).accepts(accepted)
}

/// Places of one word or two, such as `torso left leg`.
///
/// # Errors
/// A problem that names the places.
pub fn parse_places(words: &[&str]) -> Result<Vec<Place>, Problem> {
    let mut places = Vec::new();
    let mut rest = words;
    while let [word, further @ ..] = rest {
        let both = further.first().map(|next| format!("{word} {next}").parse::<Place>());
        match both {
            Some(Ok(place)) => {
                places.push(place);
                rest = &further[1..];
            }
            _ => {
                places.push(word.parse().map_err(Problem::from)?);
                rest = further;
            }
        }
    }
    Ok(places)
}
