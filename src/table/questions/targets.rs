//! Parts shared by attacks of several games: called places, point-blank fire, and targets with
//! other properties.

use std::fmt::Debug;

use super::prelude::*;
use crate::table::rules::{CLOSE_M, CalledShot, Place, Size};

/// A called place with its penalty.
///
/// # Errors
/// A problem for a place that is not in the table of called shots.
pub fn called(place: Option<Place>) -> Result<Option<(Place, CalledShot)>, Problems> {
    let Some(place) = place else { return Ok(None) };
    let shot = place.called().map_err(|error| Problem::from(error).for_argument("called"));
    listed(shot).map(|shot| Some((place, shot)))
}

/// Checks that the target of point-blank fire is within arm's reach.
///
/// # Errors
/// A problem if the distance is greater.
pub fn check_point_blank(point_blank: bool, distance_m: u16) -> Result<(), Problems> {
    if point_blank && distance_m > CLOSE_M {
        let message = format!("{distance_m} metres is too far for point-blank fire");
        return refuse(message, format!("a distance of 0 to {CLOSE_M}"));
    }
    Ok(())
}

/// The name and the parts of `ann=34:3d10:6`. The part of a missing card is empty; the card is
/// drawn.
pub fn split_participant(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_once('=')?;
    let mut parts: Vec<&str> = rest.split(':').map(str::trim).collect();
    if parts[0].contains('d') && parts[0] != "draw" {
        parts.insert(0, "");
    }
    let name = name.trim();
    (!name.is_empty()).then_some((name, parts))
}

/// The properties of one target that differ: `ben: distance 12, size 3, cover 2 guts legs, prone`.
/// Missing parts are those of the other targets.
#[derive(Clone, Debug, Default)]
pub struct TargetDifference<O> {
    /// Its name.
    pub name: String,
    /// The distance in metres.
    pub distance_m: Option<u16>,
    /// Its size.
    pub size: Option<Size>,
    /// The cover, and the places behind it.
    pub cover: Option<(u8, Vec<Place>)>,
    /// Whether it is prone.
    pub prone: bool,
    /// Whether it is completely hidden.
    pub hidden: bool,
    /// The parts of a single game.
    pub own: O,
}

/// The parts of a [`TargetDifference`] that exist in one game only.
pub trait OwnParts: Clone + Debug + Default + 'static {
    /// The accepted text, with the name and the common parts.
    const ACCEPTED: &str;
    /// The word for a target that is completely hidden.
    const HIDDEN: &str;

    /// Parses a part in words; `None` for words that are not such a part.
    fn read(&mut self, words: &[&str]) -> Option<()>;
}

impl<O: OwnParts> ArgType for TargetDifference<O> {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Self, Problem> {
        let unread = || {
            let message = format!("target {text:?} cannot be read");
            Problem::coded("argument.value", message).accepts(O::ACCEPTED)
        };
        let (name, rest) = text.split_once(':').ok_or_else(unread)?;
        let mut target = Self { name: name.trim().to_owned(), ..Self::default() };
        for part in rest.split(',') {
            let words: Vec<&str> = part.split_whitespace().collect();
            match &words[..] {
                ["distance", metres] => {
                    target.distance_m = Some(metres.parse().map_err(|_| unread())?);
                }
                ["size", size] => target.size = Some(size.parse().map_err(|_| unread())?),
                ["cover", level, places @ ..] if !places.is_empty() => {
                    let level = level.parse().map_err(|_| unread())?;
                    target.cover = Some((level, parse_places(places)?));
                }
                ["prone"] => target.prone = true,
                [hidden] if *hidden == O::HIDDEN => target.hidden = true,
                words => target.own.read(words).ok_or_else(unread)?,
            }
        }
        Ok(target)
    }
}

/// Parses places of one word or two, such as `torso left leg`.
///
/// # Errors
/// A problem that lists the places.
fn parse_places(words: &[&str]) -> Result<Vec<Place>, Problem> {
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
