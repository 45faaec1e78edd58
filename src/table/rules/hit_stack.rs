//! The hit location on the stack of a card (Conflict, "Hit Location").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::lookup::{Answer, DeckView};

use super::{BodyPart, Place};

/// Modifiers that move a hit within the stack regardless of the player's choice. If the Judge
/// waives one, leave it false.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Forced {
    /// A punch, or an attack with the Punch attribute: up.
    pub punch: bool,
    /// A kick, or an attack with the Kick attribute: down.
    pub kick: bool,
    /// The attacker is higher up: up.
    pub height_advantage: bool,
    /// The weapon touches the target: up.
    pub point_blank: bool,
    /// Whether the Judge reverses all of these, as for point-blank fire at the legs.
    pub turned: bool,
}

impl Forced {
    /// The number of entries up; negative for down.
    pub fn steps_up(self) -> i32 {
        let up =
            i32::from(self.punch) + i32::from(self.height_advantage) + i32::from(self.point_blank);
        let steps = up - i32::from(self.kick);
        if self.turned { -steps } else { steps }
    }
}

/// A reading of the hit stack.
#[derive(Clone, Debug)]
pub struct LocationQuestion<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The card of the attack.
    pub card: CardNumber,
    /// Modifiers that always apply.
    pub forced: Forced,
    /// Bumps spent by the player: entries up; negative for down.
    pub chosen: i8,
    /// The place of a called shot, which replaces the stack.
    pub called: Option<Place>,
    /// Whether the target is prone and more than 2 metres away.
    pub prone: bool,
    /// The places behind cover.
    pub covered: Vec<Place>,
}

/// The hit location.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct LocationAnswer {
    /// The card.
    pub card: CardNumber,
    /// The stack, from top to bottom.
    pub stack: Vec<String>,
    /// Index of the standard entry, from the top.
    pub standard: usize,
    /// Index of the entry that counts, from the top, clamped to the stack.
    pub entry: usize,
    /// The place of a called shot.
    pub called: Option<String>,
    /// The place that is hit.
    pub location: String,
    /// The place where wounds are counted, on a human ladder.
    pub part: Option<BodyPart>,
    /// Damage bumps of the location: 2 for the head, 1 for vitals.
    pub damage_bumps: u8,
    /// Whether the location has the prone attribute: arms, chest and head, seen from the front, or
    /// what the deck's ladder defines.
    pub prone_attribute: bool,
    /// Whether the attack misses because the target is prone and the location is not exposed.
    pub missed_prone: bool,
    /// Whether the cover is hit.
    pub hits_cover: bool,
}

impl LocationQuestion<'_> {
    /// Reads the stack.
    pub fn answer(&self) -> LocationAnswer {
        let card = self.deck.card(self.card);
        // On cards without a stack the first entry counts, and its location has no name.
        let last = (card.hit().len() as i32 - 1).max(0);
        let standard = card.standard_hit().unwrap_or(0);
        let forced = (standard as i32 - self.forced.steps_up()).clamp(0, last);
        let entry = (forced - i32::from(self.chosen)).clamp(0, last) as usize;
        let location = match &self.called {
            Some(place) => place.location(card.hit_step()).to_owned(),
            None => card.hit().get(entry).cloned().unwrap_or_default(),
        };
        let prone_attribute = self.deck.shows_when_prone(&location);
        LocationAnswer {
            card: self.card,
            stack: card.hit().to_vec(),
            standard,
            entry,
            called: self.called.as_ref().map(|place| place.name().to_owned()),
            part: BodyPart::from_location(&location),
            damage_bumps: location_damage_bumps(&location),
            prone_attribute,
            missed_prone: self.prone && !prone_attribute,
            hits_cover: self.covered.iter().any(|place| place.covers(&location)),
            location,
        }
    }
}

/// Damage bumps of a location (Conflict, "Hit Location and Damage").
pub fn location_damage_bumps(location: &str) -> u8 {
    match location {
        "head" => 2,
        "vitals" => 1,
        _ => 0,
    }
}

impl Answer for LocationAnswer {
    const KIND: &'static str = "location";

    fn explanation(&self) -> Vec<String> {
        let standard = self.stack.get(self.standard).map_or("", String::as_str);
        let moved = match self.standard.cmp(&self.entry) {
            std::cmp::Ordering::Equal => String::new(),
            std::cmp::Ordering::Greater => format!(", {} up", self.standard - self.entry),
            std::cmp::Ordering::Less => format!(", {} down", self.entry - self.standard),
        };
        let mut line = match &self.called {
            Some(called) if *called == self.location => format!("called location: {called}"),
            Some(called) => format!("called location: {called}, which is {}", self.location),
            None => {
                format!(
                    "card {}: standard location {standard}{moved}: {}",
                    self.card, self.location
                )
            }
        };
        if self.missed_prone {
            line.push_str(", which a prone target does not show: a miss");
        } else if self.hits_cover {
            line.push_str(", behind cover: the cover is hit");
        }
        vec![line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    fn ask(
        number: u8,
        forced: Forced,
        chosen: i8,
        prone: bool,
        covered: &[&str],
    ) -> LocationAnswer {
        let deck = deck();
        let covered = covered.iter().map(|place| place.parse().unwrap()).collect();
        let card = card(number);
        LocationQuestion {
            deck: (&deck).into(),
            card,
            forced,
            chosen,
            called: None,
            prone,
            covered,
        }
        .answer()
    }

    // Card 34's stack in the sample deck: left arm, left arm, belly, belly.

    #[test]
    fn the_second_entry_from_the_bottom_is_standard() {
        let answer = ask(34, Forced::default(), 0, false, &[]);
        assert_eq!((2, 2, "belly"), (answer.standard, answer.entry, answer.location.as_str()));
        assert_eq!(Some(BodyPart::Torso), answer.part);
    }

    #[test]
    fn forced_bumps_come_first_and_the_ends_of_the_stack_hold() {
        let entry = |forced, chosen| ask(34, forced, chosen, false, &[]).entry;
        let up =
            Forced { punch: true, height_advantage: true, point_blank: true, ..Forced::default() };
        let down = Forced { kick: true, ..Forced::default() };
        assert_eq!([0, 1, 3, 3], [entry(up, 0), entry(up, -1), entry(down, 0), entry(down, -9)]);
        assert_eq!([0, 3], [entry(Forced::default(), i8::MAX), entry(Forced::default(), i8::MIN)]);
        let turned = Forced { point_blank: true, turned: true, ..Forced::default() };
        assert_eq!(entry(down, 0), entry(turned, 0));
        assert_eq!(2, entry(Forced { punch: true, kick: true, ..Forced::default() }, 0));
    }

    #[test]
    fn a_lying_target_is_hit_only_where_it_shows() {
        assert!(ask(34, Forced::default(), 0, true, &[]).missed_prone);
        assert!(!ask(34, Forced::default(), 1, true, &[]).missed_prone);
    }

    #[test]
    fn a_covered_location_hits_the_cover() {
        assert!(ask(34, Forced::default(), 0, false, &["belly", "left leg"]).hits_cover);
        assert!(!ask(34, Forced::default(), 1, false, &["belly", "left leg"]).hits_cover);
    }

    #[test]
    fn a_group_of_locations_behind_cover_hides_each_of_them() {
        for covered in ["torso", "guts", "lower torso", "Belly"] {
            assert!(
                ask(34, Forced::default(), 0, false, &["legs", covered]).hits_cover,
                "{covered}"
            );
        }
        assert!(!ask(34, Forced::default(), 0, false, &["legs", "upper torso"]).hits_cover);
    }

    #[test]
    fn a_called_place_replaces_the_stack() {
        let deck = deck();
        let called = |place: &str, prone| {
            let question = LocationQuestion {
                deck: (&deck).into(),
                card: card(34),
                forced: Forced::default(),
                chosen: 0,
                called: Some(place.parse().unwrap()),
                prone,
                covered: vec!["head".parse().unwrap()],
            };
            question.answer()
        };
        let eye = called("eye", true);
        assert_eq!(("head", 2, false), (&*eye.location, eye.damage_bumps, eye.missed_prone));
        assert!(eye.hits_cover);
        assert!(called("belly", true).missed_prone && !called("belly", false).missed_prone);
    }

    #[test]
    fn head_and_vitals_give_damage_bumps() {
        assert_eq!([2, 1, 0], ["head", "vitals", "chest"].map(location_damage_bumps));
    }
}
