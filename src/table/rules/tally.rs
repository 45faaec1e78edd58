//! The wounds of a character after a series of hits, for players without a character sheet.

use crate::diagnostic::{Fault, Problem, fault, quoted};
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, TargetNumber};

use super::{BodyPart, Damage, Options, Place, PlaceError, Risk, WoundLevel, WoundTrack};

/// One hit: a place and the damage dealt there. Written `left arm:2+3` for two wounds and 3 CT,
/// `belly:2` without concussion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The place.
    pub part: BodyPart,
    /// The damage.
    pub damage: Damage,
}

/// Written in the form that is parsed.
impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.part.name(), self.damage.wounds)?;
        match self.damage.concussion {
            0 => Ok(()),
            concussion => write!(f, "+{concussion}"),
        }
    }
}

/// The error of a text that is not a hit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HitError {
    /// The form is wrong.
    Form(String),
    /// The place is unknown, or more than one.
    Place(PlaceError),
}

impl Fault for HitError {
    fn problem(&self) -> Problem {
        match self {
            Self::Form(original) => {
                Problem::coded("rules.hit", format!("{} cannot be read as a hit", quoted(original)))
                    .accepts("LOCATION:WOUNDS+CT such as \"left arm:2+3\" or belly:1")
            }
            Self::Place(error) => error.problem(),
        }
    }
}

fault!(HitError);

impl FromStr for Hit {
    type Err = HitError;

    fn from_str(text: &str) -> Result<Self, HitError> {
        let parse = || {
            let (location, damage) = text.split_once(':')?;
            let (wounds, concussion) = damage.split_once('+').unwrap_or((damage, "0"));
            let amount = |text: &str| text.trim().parse::<u16>().ok().map(u32::from);
            let damage = Damage { wounds: amount(wounds)?, concussion: amount(concussion)? };
            Some((location, damage))
        };
        let (location, damage) = parse().ok_or_else(|| HitError::Form(text.to_owned()))?;
        let place: Place = location.parse().map_err(HitError::Place)?;
        Ok(Self { part: place.part().map_err(HitError::Place)?, damage })
    }
}

/// The state of a character.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TallyAnswer {
    /// All wounded places.
    pub places: Vec<TallyPlace>,
    /// The remaining CT.
    pub ct: i64,
    /// The line of the wound table for the worst wound; none if unhurt.
    pub level: Option<WoundLevel>,
    /// The target number of a recovery check.
    pub recovery: TargetNumber,
    /// CT lost each round to bleeding, if that optional rule is used.
    pub bleeding_per_round: u8,
    /// Whether CT is used up, so that the character takes no further part.
    pub concussed: bool,
    /// Whether CT is below 0 for any reason: the Judge may let the character die.
    pub risks_death: bool,
    /// Out of action for the rest of the scene instead of dead, by the optional rule of risk.
    pub out_of_scene: bool,
    /// Whether the character is dead.
    pub dead: bool,
}

/// One wounded place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TallyPlace {
    /// The place.
    pub part: BodyPart,
    /// Its line of the wound table.
    pub level: WoundLevel,
    /// Whether the place is disabled.
    pub disabled: bool,
}

/// Adds up hits on a character with `starting_ct`, then applies some rounds of bleeding.
pub fn tally(starting_ct: u16, hits: &[Hit], bleed_rounds: u16, options: &Options) -> TallyAnswer {
    let mut track = WoundTrack::new(starting_ct);
    for hit in hits {
        track.take(hit.part, hit.damage);
    }
    track.bleed(bleed_rounds, track.bleeding_per_round(options.wound_table));
    TallyAnswer::new(&track, options)
}

impl TallyAnswer {
    /// The state of a wound track. With the rule of risk, a wound that would be critical in head or
    /// torso counts as serious (Conflict, "Risk"); turn it off for a hero who has declared to risk
    /// death.
    pub fn new(track: &WoundTrack, options: &Options) -> Self {
        let table = options.wound_table;
        let spares = |part: BodyPart| {
            let spared = options.risk == Risk::On && part.is_vital();
            spared && track.wounds(part) > table.serious()
        };
        let counted = |part| if spares(part) { table.serious() } else { track.wounds(part) };
        let places = BodyPart::ALL
            .into_iter()
            .filter_map(|part| {
                let level = table.level(counted(part))?;
                let disabled = track.is_disabled(part) && !spares(part);
                Some(TallyPlace { part, level, disabled })
            })
            .collect();
        let worst = BodyPart::ALL.into_iter().map(counted).max().unwrap_or(0);
        let out_of_scene = BodyPart::ALL.into_iter().any(spares);
        let dead = if out_of_scene { track.is_bled_to_death() } else { track.is_dead() };
        Self {
            places,
            ct: track.ct(),
            level: table.level(worst),
            recovery: table.stun(worst),
            bleeding_per_round: track.bleeding_per_round(table),
            concussed: track.is_concussed(),
            risks_death: track.ct() < 0 && !dead,
            out_of_scene: out_of_scene && !dead,
            dead,
        }
    }
}

impl TallyAnswer {
    /// One line for each wounded place: `left arm: serious (4)`.
    pub(super) fn place_lines(&self) -> Vec<String> {
        self.places
            .iter()
            .map(|place| {
                let lost = match (place.disabled, place.part.is_vital()) {
                    (true, true) => ", deadly",
                    (true, false) => ", lost",
                    _ => "",
                };
                format!(
                    "{}: {} ({}){lost}",
                    place.part.name(),
                    place.level.name,
                    place.level.wounds
                )
            })
            .collect()
    }
}

impl Answer for TallyAnswer {
    const KIND: &'static str = "wounds";

    fn verdict(&self) -> Option<String> {
        Some(self.out_of_action().unwrap_or("in action").to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        self.lines("in action")
    }
}

impl TallyAnswer {
    /// Why the character takes no further part; `None` if the character is able to act.
    pub fn out_of_action(&self) -> Option<&'static str> {
        match (self.dead, self.concussed) {
            (true, _) => Some("dead"),
            (false, _) if self.out_of_scene => Some("out of action for the rest of the scene"),
            (false, true) if self.risks_death => Some("concussed, out of action, at risk of death"),
            (false, true) => Some("concussed, out of action"),
            (false, false) => None,
        }
    }

    /// The wounds in lines, then the remaining CT; `able` is the state of a character who can act.
    pub fn lines(&self, able: &str) -> Vec<String> {
        let mut lines = self.place_lines();
        let state = self.out_of_action().unwrap_or(able);
        let penalty = self.level.map_or(0, |level| level.penalty);
        lines.push(format!(
            "{} CT left, penalty {penalty} to every check, recovery TN {}, bleeding {} CT a round: \
             {state}",
            self.ct, self.recovery, self.bleeding_per_round
        ));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hits_are_written_as_location_wounds_and_ct() {
        let hit: Hit = "left arm:2+3".parse().unwrap();
        assert_eq!(BodyPart::LeftArm, hit.part);
        assert_eq!(Damage { wounds: 2, concussion: 3 }, hit.damage);
        assert_eq!(Damage { wounds: 1, concussion: 0 }, "belly:1".parse::<Hit>().unwrap().damage);
        for text in ["", "belly", "tail:1", "belly:-1", "belly:1+", "belly:99999", "belly:1+1+1"] {
            assert!(text.parse::<Hit>().is_err(), "{text:?}");
        }
        let guts = Hit { part: BodyPart::Torso, damage: Damage { wounds: 2, concussion: 0 } };
        assert_eq!(Ok(guts), "Lower Torso:2".parse());
        let error = "legs:1".parse::<Hit>().unwrap_err().to_string();
        assert!(error.ends_with("accepted: left leg, right leg"), "{error}");
    }

    #[test]
    fn with_risk_a_critical_torso_wound_is_serious() {
        let on = Options { risk: Risk::On, ..Options::default() };
        let hurt = |hit: &str, rounds, options: &Options| {
            tally(10, &[hit.parse().unwrap()], rounds, options)
        };
        let spared = hurt("chest:5", 0, &on);
        assert_eq!((false, true), (spared.dead, spared.out_of_scene));
        assert_eq!(("serious", 9), (spared.level.unwrap().name, spared.recovery.get()));
        assert!(hurt("head:5", 0, &Options::default()).dead);
        // A limb is lost and bleeding kills with or without the rule.
        let limb = hurt("left arm:5", 0, &on);
        assert!(limb.places[0].disabled && !limb.out_of_scene);
        assert!(hurt("chest:5", 10, &on).dead);
        let b = Options { wound_table: super::super::WoundTable::B, ..on };
        assert_eq!("serious", hurt("head:4", 0, &b).level.unwrap().name);
    }

    #[test]
    fn a_tally_tells_level_penalty_and_fate() {
        let hits = ["left arm:2+3", "left arm:2", "head:1"].map(|hit| hit.parse().unwrap());
        let answer = tally(10, &hits, 2, &Options::default());
        assert_eq!((2, 3), (answer.places.len(), answer.ct));
        assert_eq!("serious", answer.level.unwrap().name);
        assert_eq!((9, false), (answer.recovery.get(), answer.dead));
        assert!(tally(10, &["vitals:5".parse().unwrap()], 0, &Options::default()).dead);
    }
}
