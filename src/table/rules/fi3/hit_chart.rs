//! Hit locations (dice edition, "Hit Locations", "Prone Targets", "Cover"): a d20, read as the step of
//! the hit location of a card.

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{Card, CardNumber, Deck};
use crate::diagnostic::Problem;
use crate::table::lookup::{Answer, DeckView, LookupError, PartsRead};

use super::super::hit_stack::location_damage_bumps;
use super::super::{BodyPart, Place};
use super::{LocationSide, Options};

/// Modifiers of the d20.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LocationModifiers {
    /// A hand-to-hand attack: 2 up.
    pub fighting: bool,
    /// The attacker is higher up: 2 up.
    pub height: bool,
    /// The gun can touch the target: 2 up.
    pub point_blank: bool,
    /// The gun can touch the target from below, as under a table: 2 down.
    pub point_blank_below: bool,
    /// Raises spent: one step up each; negative for down.
    pub raises: i8,
}

impl LocationModifiers {
    /// The sum of the steps up; negative for down.
    pub fn steps(self) -> i32 {
        let up = [self.fighting, self.height, self.point_blank];
        let up = up.into_iter().filter(|&counts| counts).count() as i32;
        2 * (up - i32::from(self.point_blank_below)) + i32::from(self.raises)
    }
}

/// Obstacles between attacker and target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelter {
    /// Whether the target is prone and more than 2 metres away.
    pub prone: bool,
    /// The places behind cover.
    pub covered: Vec<Place>,
    /// The places behind a bystander close to the target, as in a hostage pose (dice edition,
    /// "Unintended Targets").
    pub hostage: Vec<Place>,
}

/// The location of a hit.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LocationAnswer {
    /// The card.
    pub card: CardNumber,
    /// The step printed on it.
    pub drawn: u8,
    /// The modifiers added.
    pub modifiers: LocationModifiers,
    /// The step that counts, clamped to 1 to 20.
    pub step: u8,
    /// The place of a called shot.
    pub called: Option<String>,
    /// The location: by the chart, or the called place.
    pub location: String,
    /// The place where wounds are counted; none on a ladder that is not human.
    pub part: Option<BodyPart>,
    /// Additional damage dice of the location: 2 for the head, 1 for vitals.
    pub extra_dice: u8,
    /// Whether the attack misses because the target is prone and does not expose the location.
    pub missed_prone: bool,
    /// Whether the cover is hit first.
    pub hits_cover: bool,
    /// Whether the bystander in front of the place is hit instead.
    pub hits_hostage: bool,
}

/// Reads the step of a card's hit location and its location in the chart.
pub fn location<'d>(
    deck: impl Into<DeckView<'d>>,
    card: CardNumber,
    modifiers: LocationModifiers,
    shelter: &Shelter,
    options: &Options,
) -> LocationAnswer {
    let deck = deck.into();
    let drawn = deck.card(card).hit_step();
    let step = (i32::from(drawn) + modifiers.steps()).clamp(1, 20) as u8;
    let side_by = match options.location_side {
        LocationSide::Modified => step,
        LocationSide::Drawn => drawn,
    };
    let left = side_by % 2 == 1;
    let name = chart_location(step, left);
    at(deck, card, (drawn, step), modifiers, name, shelter)
}

/// The location of a step from 1 to 20, with limbs on the left or the right.
pub(crate) fn chart_location(step: u8, left: bool) -> &'static str {
    match step {
        ..=4 if left => "left leg",
        ..=4 => "right leg",
        5..=9 => "belly",
        10 => "vitals",
        11..=14 if left => "left arm",
        11..=14 => "right arm",
        15..=19 => "chest",
        20.. => "head",
    }
}

/// Checks that an answer of this edition did not read the hit steps of a deck with another ladder:
/// its cards do not show the locations of this chart.
///
/// # Errors
/// `lookup.other-ladder` if the step was read and the standard location of a card is not that of
/// the chart.
pub fn check_ladder(deck: &Deck, reads: &PartsRead) -> Result<(), Problem> {
    let is_of_chart = |card: &Card| {
        let standard = card.standard_hit().and_then(|standard| card.hit.get(standard));
        standard.is_some_and(|name| name == chart_location(card.hit_step, card.hit_step % 2 == 1))
    };
    if !reads.has_hit_step() || deck.cards().iter().all(is_of_chart) {
        return Ok(());
    }
    let message =
        "the hit locations of this deck are not those of the dice edition, which this reads";
    let problem = Problem::coded("lookup.other-ladder", message);
    Err(problem.accepts("a question that does not read them"))
}

/// The location of a called shot: the called place, regardless of the card. The card decides
/// between left and right if the place does not.
pub fn called_location<'d>(
    deck: impl Into<DeckView<'d>>,
    card: CardNumber,
    place: &Place,
    modifiers: LocationModifiers,
    shelter: &Shelter,
) -> LocationAnswer {
    let deck = deck.into();
    let drawn = deck.card(card).hit_step();
    let step = (i32::from(drawn) + modifiers.steps()).clamp(1, 20) as u8;
    let called = Some(place.name().to_owned());
    let landed = at(deck, card, (drawn, step), modifiers, place.location(drawn), shelter);
    LocationAnswer { called, ..landed }
}

fn at(
    deck: DeckView<'_>,
    card: CardNumber,
    (drawn, step): (u8, u8),
    modifiers: LocationModifiers,
    name: &str,
    shelter: &Shelter,
) -> LocationAnswer {
    let missed_prone = shelter.prone && !deck.shows_when_prone(name);
    LocationAnswer {
        card,
        drawn,
        modifiers,
        step,
        called: None,
        location: name.to_owned(),
        part: BodyPart::from_location(name),
        extra_dice: location_damage_bumps(name),
        missed_prone,
        hits_cover: shelter.covered.iter().any(|place| place.covers(name)),
        hits_hostage: !missed_prone && shelter.hostage.iter().any(|place| place.covers(name)),
    }
}
/// The locations of wounds without an attacker: blasts and falls draw a card for each wound, and
/// head and vitals add no dice. Returns an empty list without cards.
///
/// # Errors
/// [`LookupError::CardCount`] if the number of cards is not the number of wounds.
pub fn scattered_wounds<'d>(
    deck: impl Into<DeckView<'d>>,
    wounds: u32,
    cards: &[CardNumber],
    options: &Options,
) -> Result<Vec<LocationAnswer>, LookupError> {
    let deck = deck.into();
    if !cards.is_empty() && cards.len() != wounds as usize {
        let what = "one location for each wound";
        return Err(LookupError::card_count(what, wounds as usize, cards.len()));
    }
    let (modifiers, shelter) = (LocationModifiers::default(), Shelter::default());
    Ok(cards.iter().map(|&card| location(deck, card, modifiers, &shelter, options)).collect())
}

impl Answer for LocationAnswer {
    const KIND: &'static str = "fi3-location";

    fn explanation(&self) -> Vec<String> {
        let moved = match i32::from(self.step) - i32::from(self.drawn) {
            0 => String::new(),
            moved => format!(", {moved:+} is {}", self.step),
        };
        let mut line = match &self.called {
            Some(called) if *called == self.location => format!("called location: {called}"),
            Some(called) => format!("called location: {called}, which is {}", self.location),
            None => {
                format!("card {}: hit step {}{moved}: {}", self.card, self.drawn, self.location)
            }
        };
        if self.missed_prone {
            line.push_str(", which a prone target does not show: a miss");
        } else if self.hits_cover {
            line.push_str(", behind cover");
        }
        if self.hits_hostage {
            line.push_str(", behind the bystander, who is hit instead: draw a card for where");
        }
        vec![line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::table::lookup::samples::{card, deck};

    fn at(step: u8, modifiers: LocationModifiers, shelter: &Shelter) -> LocationAnswer {
        let deck = deck();
        let card =
            CardNumbers::POKER.iter().find(|&card| deck.card(card).hit_step == step).unwrap();
        location(&deck, card, modifiers, shelter, &Options::default())
    }

    #[test]
    fn the_chart_is_that_of_the_d20() {
        let chart: Vec<String> = (1..=20)
            .map(|step| at(step, LocationModifiers::default(), &Shelter::default()).location)
            .collect();
        let expected = [
            "left leg",
            "right leg",
            "left leg",
            "right leg",
            "belly",
            "belly",
            "belly",
            "belly",
            "belly",
            "vitals",
            "left arm",
            "right arm",
            "left arm",
            "right arm",
            "chest",
            "chest",
            "chest",
            "chest",
            "chest",
            "head",
        ];
        assert_eq!(chart, expected);
    }

    #[test]
    fn situations_move_by_two_raises_by_one_and_the_ends_hold() {
        let step = |step, modifiers| at(step, modifiers, &Shelter::default()).step;
        let all = LocationModifiers {
            fighting: true,
            height: true,
            point_blank: true,
            ..LocationModifiers::default()
        };
        assert_eq!([7, 20], [1, 16].map(|from| step(from, all)));
        let down = LocationModifiers {
            point_blank_below: true,
            raises: -1,
            ..LocationModifiers::default()
        };
        assert_eq!([1, 7], [2, 10].map(|from| step(from, down)));
        let far = LocationModifiers { raises: i8::MIN, ..LocationModifiers::default() };
        assert_eq!(1, step(20, far));
    }

    #[test]
    fn the_side_comes_from_the_modified_or_the_drawn_number() {
        let deck = deck();
        let drawn = CardNumbers::POKER.iter().find(|&card| deck.card(card).hit_step == 12).unwrap();
        let up = LocationModifiers { raises: 1, ..LocationModifiers::default() };
        let ask = |location_side| {
            let options = Options { location_side, ..Options::default() };
            location(&deck, drawn, up, &Shelter::default(), &options).location
        };
        assert_eq!("left arm", ask(LocationSide::Modified));
        assert_eq!("right arm", ask(LocationSide::Drawn));
    }

    #[test]
    fn a_lying_target_shows_arms_chest_and_head_only() {
        let prone = Shelter { prone: true, ..Shelter::default() };
        let missed = |step| at(step, LocationModifiers::default(), &prone).missed_prone;
        assert_eq!([true, true, true, false, false, false], [1, 5, 10, 11, 15, 20].map(missed));
    }

    #[test]
    fn the_step_of_another_ladder_is_refused_where_it_was_read() {
        let deck = deck();
        let mut cards = deck.cards().to_vec();
        cards[34].hit[2] = "keel".to_owned();
        let other = Deck::new("other", None, deck.layout().clone(), cards).unwrap();
        let reads = PartsRead::default();
        DeckView::recording(&other, &reads).card(card(34)).hit();
        assert!(check_ladder(&other, &reads).is_ok());
        let (modifiers, shelter) = (LocationModifiers::default(), Shelter::default());
        let view = DeckView::recording(&other, &reads);
        location(view, card(1), modifiers, &shelter, &Options::default());
        assert_eq!("lookup.other-ladder", check_ladder(&other, &reads).unwrap_err().code());
        assert!(check_ladder(&deck, &reads).is_ok());
    }

    #[test]
    fn every_wound_of_a_blast_or_fall_has_its_own_card() {
        let deck = deck();
        let options = Options::default();
        let cards = [card(34), card(11)];
        assert_eq!(2, scattered_wounds(&deck, 2, &cards, &options).unwrap().len());
        assert!(scattered_wounds(&deck, 2, &[], &options).unwrap().is_empty());
        assert!(scattered_wounds(&deck, 3, &cards, &options).is_err());
    }
}
