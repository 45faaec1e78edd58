//! Places of the body as players name them, for cover, called shots, wounds and odds.
//!
//! The words are the hit locations on the cards and the terms of the tables (Conflict, "Hit
//! Location", "Called Shots"; dice edition, "Hit Locations", "Wound Markers", "Called Shots"). A word
//! is one location, several, or a part of one.

use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::diagnostic::{Fault, Problem, fault, quoted};
use crate::table::lookup::{DeckView, clear};

use super::{BodyPart, CalledShot};

/// What a word covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// One or more whole locations.
    Whole,
    /// A part of a location, for called shots only.
    Detail,
}

use Extent::{Detail, Whole};

const TORSO: &[&str] = &["chest", "belly", "vitals"];
const GUTS: &[&str] = &["belly", "chest", "vitals"];
const ARMS: &[&str] = &["left arm", "right arm"];
const LEGS: &[&str] = &["left leg", "right leg"];

/// All words with their called-shot class and locations. A called shot at several locations hits
/// the first, or the left or right one by the card.
const WORDS: &[(&str, CalledShot, Extent, &[&str])] = &[
    ("head", CalledShot::Extremity, Whole, &["head"]),
    ("torso", CalledShot::Torso, Whole, TORSO),
    ("upper torso", CalledShot::Torso, Whole, &["chest"]),
    ("lower torso", CalledShot::Torso, Whole, &["belly"]),
    ("guts", CalledShot::Torso, Whole, GUTS),
    ("upper guts", CalledShot::Torso, Whole, &["chest"]),
    ("lower guts", CalledShot::Torso, Whole, &["belly"]),
    ("chest", CalledShot::Torso, Whole, &["chest"]),
    ("belly", CalledShot::Torso, Whole, &["belly"]),
    ("vitals", CalledShot::Pinpoint, Whole, &["vitals"]),
    ("gizzards", CalledShot::Pinpoint, Whole, &["vitals"]),
    ("arms", CalledShot::Limb, Whole, ARMS),
    ("arm", CalledShot::Limb, Whole, ARMS),
    ("left arm", CalledShot::Limb, Whole, &["left arm"]),
    ("right arm", CalledShot::Limb, Whole, &["right arm"]),
    ("legs", CalledShot::Limb, Whole, LEGS),
    ("leg", CalledShot::Limb, Whole, LEGS),
    ("left leg", CalledShot::Limb, Whole, &["left leg"]),
    ("right leg", CalledShot::Limb, Whole, &["right leg"]),
    ("hands", CalledShot::Extremity, Detail, ARMS),
    ("hand", CalledShot::Extremity, Detail, ARMS),
    ("left hand", CalledShot::Extremity, Detail, &["left arm"]),
    ("right hand", CalledShot::Extremity, Detail, &["right arm"]),
    ("feet", CalledShot::Extremity, Detail, LEGS),
    ("foot", CalledShot::Extremity, Detail, LEGS),
    ("left foot", CalledShot::Extremity, Detail, &["left leg"]),
    ("right foot", CalledShot::Extremity, Detail, &["right leg"]),
    ("eyeball", CalledShot::Pinpoint, Detail, &["head"]),
    ("eye", CalledShot::Pinpoint, Detail, &["head"]),
    ("left eye", CalledShot::Pinpoint, Detail, &["head"]),
    ("right eye", CalledShot::Pinpoint, Detail, &["head"]),
    ("heart", CalledShot::Pinpoint, Detail, &["vitals"]),
];

/// A place of the body: one hit location, several, or a part of one.
///
/// ```
/// use actiondeck::table::rules::Place;
///
/// let legs: Place = "Legs".parse()?;
/// assert!(legs.covers("left leg") && !legs.covers("belly"));
/// let hand: Place = "left hand".parse()?;
/// assert_eq!(hand.location(9), "left arm");
/// # Ok::<(), actiondeck::table::rules::PlaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    name: String,
    shot: Option<CalledShot>,
    extent: Extent,
    /// The hit locations, never empty.
    locations: Vec<String>,
}

/// The error of a word that is not a place, or not one that the question can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceError {
    text: String,
    what: PlaceKind,
    accepted: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlaceKind {
    Unknown,
    NotWhole,
    NotCalled,
    Several,
}

impl Fault for PlaceError {
    fn problem(&self) -> Problem {
        let text = quoted(&self.text);
        let message = match self.what {
            PlaceKind::Unknown => format!("{text} is not a place of the body"),
            PlaceKind::NotWhole => format!("{text} is only a part of a hit location"),
            PlaceKind::NotCalled => format!("{text} is not a place for called shots"),
            PlaceKind::Several => format!("{text} is more than one place for wounds"),
        };
        Problem::coded("rules.place", message).accepts(self.accepted.clone())
    }
}

fault!(PlaceError);

/// Normalizes case and white space.
fn plain(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

impl FromStr for Place {
    type Err = PlaceError;

    /// Parses a place of a human body.
    fn from_str(text: &str) -> Result<Self, PlaceError> {
        Self::word(&plain(text)).ok_or_else(|| PlaceError {
            text: text.trim().to_owned(),
            what: PlaceKind::Unknown,
            accepted: listed(Self::words()),
        })
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    words.join(", ")
}

impl Place {
    /// All words for places of a human body.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|(word, ..)| *word)
    }

    fn word(plain: &str) -> Option<Self> {
        let (name, shot, extent, locations) = WORDS.iter().find(|(word, ..)| *word == plain)?;
        Some(Self {
            name: (*name).to_owned(),
            shot: Some(*shot),
            extent: *extent,
            locations: locations.iter().map(|&location| location.to_owned()).collect(),
        })
    }

    /// The place of the deck's ladder with this name or a unique part of it.
    ///
    /// # Errors
    /// As [`on`](Self::on).
    pub fn named<'d>(deck: impl Into<DeckView<'d>>, text: &str) -> Result<Self, PlaceError> {
        let deck = deck.into();
        let exact = Self::on(deck, text);
        match (&exact, clear(text, Self::words())) {
            (Err(_), Ok(Some(whole))) => Self::on(deck, whole),
            _ => exact,
        }
    }

    /// The place of the deck's ladder with this name. The ladder need not be human.
    ///
    /// # Errors
    /// [`PlaceError`] for a word that is not on the cards.
    pub fn on<'d>(deck: impl Into<DeckView<'d>>, text: &str) -> Result<Self, PlaceError> {
        let deck = deck.into();
        let mut shown: Vec<&String> = deck.cards().flat_map(|card| card.hit()).collect();
        shown.sort_unstable();
        shown.dedup();
        let there = |place: &Self| place.locations.iter().any(|location| shown.contains(&location));
        let wanted = plain(text);
        if let Some(place) = Self::word(&wanted).filter(there) {
            return Ok(place);
        }
        if let Some(own) = shown.iter().find(|location| plain(location) == wanted) {
            let locations = vec![(*own).to_owned()];
            return Ok(Self { name: (*own).to_owned(), shot: None, extent: Whole, locations });
        }
        let known = Self::words().filter(|word| Self::word(word).is_some_and(|it| there(&it)));
        let mut accepted: Vec<String> = known.map(str::to_owned).collect();
        let own = shown.into_iter().filter(|location| Self::word(location).is_none());
        accepted.extend(own.cloned());
        let accepted = accepted.join(", ");
        Err(PlaceError { text: text.trim().to_owned(), what: PlaceKind::Unknown, accepted })
    }

    /// The name, such as `left hand`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the place includes a hit location.
    pub fn covers(&self, location: &str) -> bool {
        self.extent == Whole && self.locations.iter().any(|own| own == location)
    }

    /// The hit location of a called shot at this place. Of a left and a right location, an odd hit
    /// step of the card gives the left one, an even step the right one, as in dice edition ("Hit
    /// Locations"); of several others it is the first.
    pub fn location(&self, hit_step: u8) -> &str {
        let sides = matches!(&self.locations[..], [left, _] if left.starts_with("left "));
        &self.locations[usize::from(sides && hit_step.is_multiple_of(2))]
    }

    /// The called-shot class, which sets the penalty.
    ///
    /// # Errors
    /// [`PlaceError`] for a location that is not in a table of called shots.
    pub fn called(&self) -> Result<CalledShot, PlaceError> {
        let refused = || self.refused(PlaceKind::NotCalled, listed(Self::words()));
        self.shot.ok_or_else(refused)
    }

    /// Returns the place if it consists of whole hit locations, as needed for cover and odds.
    ///
    /// # Errors
    /// [`PlaceError`] for a part of a location such as a hand or an eye, which cards do not show.
    pub fn whole(self) -> Result<Self, PlaceError> {
        match self.extent {
            Whole => Ok(self),
            Detail => Err(self.refused(PlaceKind::NotWhole, listed(self.names()))),
        }
    }

    /// The body part where wounds are counted.
    ///
    /// # Errors
    /// [`PlaceError`] if the side of a limb is missing, or the body is not human.
    pub fn part(&self) -> Result<BodyPart, PlaceError> {
        let mut parts: Vec<BodyPart> = self
            .locations
            .iter()
            .filter_map(|location| BodyPart::from_location(location))
            .collect();
        parts.dedup();
        match parts[..] {
            [part] => Ok(part),
            [] => {
                let known = BodyPart::ALL.iter().map(|part| part.name());
                Err(self.refused(PlaceKind::Unknown, listed(known)))
            }
            _ => Err(self.refused(PlaceKind::Several, listed(self.names()))),
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.locations.iter().map(String::as_str)
    }

    fn refused(&self, what: PlaceKind, accepted: String) -> PlaceError {
        PlaceError { text: self.name.clone(), what, accepted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;

    fn place(text: &str) -> Place {
        text.parse().unwrap()
    }

    #[test]
    fn every_word_stands_for_locations_of_the_cards_in_every_game() {
        let deck = deck();
        for word in Place::words() {
            let place = place(word);
            assert_eq!(Ok(&place), Place::on(&deck, word).as_ref(), "{word}");
            for step in 1..=20 {
                assert!(BodyPart::from_location(place.location(step)).is_some(), "{word}");
            }
        }
    }

    #[test]
    fn capitals_and_spaces_do_not_matter() {
        assert_eq!(place("left leg"), place(" Left  LEG "));
        assert_eq!(Ok(place("guts")), Place::on(&deck(), "Guts"));
    }

    #[test]
    fn the_words_of_both_tables_are_known_by_what_they_cost() {
        let cost = |word: &str| place(word).called().unwrap().penalty();
        for word in ["torso", "guts", "upper torso", "lower torso", "chest", "belly"] {
            assert_eq!(2, cost(word), "{word}");
        }
        assert_eq!([4, 4, 6, 6, 6], ["legs", "arm", "head", "hand", "feet"].map(cost));
        assert_eq!([10, 10, 10], ["eyeball", "heart", "vitals"].map(cost));
    }

    #[test]
    fn a_group_covers_each_of_its_locations() {
        let covered = |word: &str| {
            let place = place(word);
            let all = ["head", "chest", "belly", "vitals", "left arm", "right arm", "left leg"];
            all.into_iter().filter(|location| place.covers(location)).collect::<Vec<_>>()
        };
        assert_eq!(["chest", "belly", "vitals"], covered("torso")[..]);
        assert_eq!(["chest", "belly", "vitals"], covered("guts")[..]);
        assert_eq!(["left arm", "right arm"], covered("arms")[..]);
        assert_eq!(["left leg"], covered("legs")[..]);
        assert_eq!(["belly"], covered("lower torso")[..]);
        let error = place("left hand").whole().unwrap_err().to_string();
        assert_eq!("\"left hand\" is only a part of a hit location; accepted: left arm", error);
    }

    #[test]
    fn a_limb_called_without_its_side_is_left_at_an_odd_step() {
        assert_eq!(
            ["left leg", "right leg"],
            [9, 10].map(|step| place("leg").location(step).to_owned())
        );
        assert_eq!("right arm", place("hand").location(20));
        assert_eq!(
            ["chest", "belly"],
            ["torso", "guts"].map(|word| place(word).location(4).to_owned())
        );
    }

    #[test]
    fn wounds_are_counted_in_one_place() {
        assert_eq!(Ok(BodyPart::Torso), place("guts").part());
        assert_eq!(Ok(BodyPart::LeftLeg), place("left foot").part());
        let error = place("legs").part().unwrap_err().to_string();
        assert_eq!(
            "\"legs\" is more than one place for wounds; accepted: left leg, right leg",
            error
        );
    }

    #[test]
    fn an_unknown_word_is_refused_with_what_would_be_accepted() {
        for text in ["banana", "", "left", "left chest"] {
            let error = text.parse::<Place>().unwrap_err().to_string();
            assert!(error.contains("accepted: head, torso, upper torso"), "{error}");
            assert!(Place::on(&deck(), text).is_err(), "{text:?}");
        }
    }
}
