//! The speed of a character, and the effect of its load (dice edition, "Movement", "Encumbrance").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::Die;
use crate::table::lookup::{Answer, DeckView, LookupError, TargetNumber};

use super::{DieAnswer, closed_die};

/// A way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Gait {
    /// On foot: the Rate is the die of Dexterity, the pickup a d4.
    Foot,
    /// Climbing: the Rate is 2 plus the climbing level, the pickup a d2, the maximum 8 metres.
    Climbing,
    /// Swimming: the Rate is the swimming level. The table's line is incomplete; pickup and fatigue
    /// are assumed to be those of climbing.
    Swimming,
    /// Riding or driving: Rate and pickup are those of the mount or vehicle.
    Riding,
}

/// The weight class of a load for its bearer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Load {
    /// No significant load.
    #[default]
    None,
    /// From 3 times Strength: three quarters of the Rate.
    Light,
    /// From 6 times Strength: half the Rate.
    Medium,
    /// From 10 times Strength: a quarter of the Rate.
    Heavy,
}

impl Load {
    /// The load of this weight in kilograms. `race` is added to each multiplier: 2 for Ursoids, 1
    /// for Saurians, Transhumans and Avatars, −1 for Avians and IRSOL. A weight at a limit counts
    /// as the heavier load.
    ///
    /// ```
    /// use actiondeck::table::rules::fi3::Load;
    ///
    /// let tara = |kilograms| Load::new(kilograms, 6, 0);
    /// assert_eq!([17, 18, 36, 60].map(tara), [Load::None, Load::Light, Load::Medium, Load::Heavy]);
    /// ```
    pub fn new(kilograms: u32, strength: u16, race: i8) -> Self {
        let reaches = |multiplier: i64| {
            i64::from(kilograms) >= (multiplier + i64::from(race)).max(0) * i64::from(strength)
        };
        match (reaches(10), reaches(6), reaches(3)) {
            (true, _, _) => Self::Heavy,
            (_, true, _) => Self::Medium,
            (_, _, true) => Self::Light,
            _ => Self::None,
        }
    }

    /// The Rate under the load, rounded down.
    pub fn reduces(self, rate: u16) -> u16 {
        match self {
            Self::None => rate,
            Self::Light => (u32::from(rate) * 3 / 4) as u16,
            Self::Medium => rate / 2,
            Self::Heavy => rate / 4,
        }
    }
}

/// A card drawn for picking up the pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pickup {
    /// The card.
    pub card: CardNumber,
    /// The die of the mount when riding; otherwise that of the table.
    pub die: Option<Die>,
    /// Bonus of 1 for quick races: on foot Transhumans, Avatars, MekPurr and Canines, climbing
    /// those with claws, swimming those with webs.
    pub gifted: bool,
    /// Whether it costs no fatigue, as for Transhumans and vehicles.
    pub tireless: bool,
}

/// A move of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The way to move.
    pub gait: Gait,
    /// Sides of the Dexterity die, level of the skill, or Rate of the mount.
    pub base: u16,
    /// The load.
    pub load: Load,
    /// A card drawn to pick up the pace.
    pub pickup: Option<Pickup>,
}

/// The distances of a move.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct MoveAnswer {
    /// The way to move.
    pub gait: Gait,
    /// The load.
    pub load: Load,
    /// The Rate under the load, in metres.
    pub rate_m: u16,
    /// Metres in one action without penalty: half the Rate.
    pub walk_m: u16,
    /// Metres in one running action, with a penalty of 4 to all else; none if running is
    /// impossible.
    pub run_m: Option<u16>,
    /// The number that a roll of riding, teamster or driving must reach before a mount or vehicle
    /// picks up the pace.
    pub pickup_tn: Option<TargetNumber>,
    /// The die read for picking up the pace.
    pub pickup: Option<DieAnswer>,
    /// Metres in one action including it.
    pub action_m: u16,
    /// Wind lost by it; when riding, the mount's.
    pub fatigue: u8,
}

impl Move {
    /// Calculates the Rate and reads the card.
    ///
    /// # Errors
    /// [`LookupError::Column`] for a pickup die that the cards do not have.
    pub fn answer<'d>(self, deck: impl Into<DeckView<'d>>) -> Result<MoveAnswer, LookupError> {
        let deck = deck.into();
        let (base, die, most, runs) = match self.gait {
            Gait::Foot => (self.base, 4, None, true),
            Gait::Climbing => (self.base.saturating_add(2), 2, Some(8), false),
            Gait::Swimming => (self.base, 2, None, false),
            Gait::Riding => (self.base, 4, None, true),
        };
        let rate_m = self.load.reduces(base).min(most.unwrap_or(u16::MAX));
        let walk_m = rate_m / 2;
        let run_m = runs.then_some(rate_m);
        let pickup = match self.pickup {
            None => None,
            Some(Pickup { card, die: own, .. }) => {
                let own = own.filter(|_| self.gait == Gait::Riding);
                // The dice of the table are valid.
                let die = own.or(Die::new(die));
                die.map(|die| closed_die(deck, card, die)).transpose()?
            }
        };
        let gifted = u16::from(self.pickup.is_some_and(|pickup| pickup.gifted));
        let added = pickup.as_ref().map_or(0, |pickup| pickup.value.saturating_add(gifted));
        let tired = self.pickup.is_some_and(|pickup| !pickup.tireless);
        Ok(MoveAnswer {
            gait: self.gait,
            load: self.load,
            rate_m,
            walk_m,
            run_m,
            pickup_tn: (self.gait == Gait::Riding && self.pickup.is_some())
                .then_some(TargetNumber::STANDARD),
            action_m: run_m.unwrap_or(walk_m).saturating_add(added),
            pickup,
            fatigue: u8::from(tired),
        })
    }
}

impl Answer for MoveAnswer {
    const KIND: &'static str = "fi3-move";

    fn explanation(&self) -> Vec<String> {
        let run = match self.run_m {
            Some(run) => format!("; {run} m running, with 4 off all else; two actions a round"),
            None => "; running is not possible".to_owned(),
        };
        let mut lines = vec![format!("Rate {} m: {} m an action{run}", self.rate_m, self.walk_m)];
        if let Some(pickup) = &self.pickup {
            if let Some(tn) = self.pickup_tn {
                lines.push(format!("after a roll of riding, teamster or driving against TN {tn}"));
            }
            lines.extend(pickup.explanation());
            lines.push(format!(
                "with the pace picked up {} m in this action, {} wind",
                self.action_m, self.fatigue
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    fn ask(gait: Gait, base: u16, load: Load, pickup: Option<Pickup>) -> MoveAnswer {
        Move { gait, base, load, pickup }.answer(&deck()).unwrap()
    }

    #[test]
    fn loads_begin_at_3_6_and_10_times_strength_and_race_moves_them() {
        assert_eq!(Load::Light, Load::new(5 * 8, 8, 2));
        assert_eq!(Load::None, Load::new(5 * 8 - 1, 8, 2));
        assert_eq!(Load::Heavy, Load::new(u32::MAX, u16::MAX, i8::MIN));
        assert_eq!(
            [8, 6, 4, 2],
            [Load::None, Load::Light, Load::Medium, Load::Heavy].map(|load| load.reduces(8))
        );
    }

    #[test]
    fn running_up_a_wall_or_in_water_is_impossible() {
        let wall = ask(Gait::Climbing, 3, Load::None, None);
        assert_eq!((5, 2, None), (wall.rate_m, wall.walk_m, wall.run_m));
        assert_eq!(8, ask(Gait::Climbing, 99, Load::None, None).rate_m);
        assert_eq!(4, ask(Gait::Swimming, 4, Load::None, None).rate_m);
    }

    #[test]
    fn a_mount_picks_up_the_pace_after_a_roll_of_its_rider() {
        let pickup = |die| Pickup { card: card(34), die, gifted: false, tireless: false };
        let rides = ask(Gait::Riding, 20, Load::None, Some(pickup(Die::new(8))));
        assert_eq!(Some(5), rides.pickup_tn.map(TargetNumber::get));
        assert!(rides.explanation()[1].contains("riding, teamster or driving against TN 5"));
        assert_eq!(None, ask(Gait::Riding, 20, Load::None, None).pickup_tn);
        assert_eq!(None, ask(Gait::Foot, 8, Load::None, Some(pickup(None))).pickup_tn);
    }

    #[test]
    fn picking_up_the_pace_adds_a_closed_die_and_costs_1_wind() {
        let with = |gifted, tireless| {
            let pickup = Pickup { card: card(34), die: None, gifted, tireless };
            ask(Gait::Foot, 8, Load::None, Some(pickup))
        };
        let plain = with(false, false);
        let added = plain.pickup.as_ref().unwrap().value;
        assert!((1..=4).contains(&added));
        assert_eq!((8 + added, 1), (plain.action_m, plain.fatigue));
        let gifted = with(true, true);
        assert_eq!((8 + added + 1, 0), (gifted.action_m, gifted.fatigue));
    }
}
