//! `lookup attack N DICE --weapon NAME --distance 12`: a shot from target number to damage.

use super::attempt::AttemptArgs;
use super::hit::{DiscardPileArgs, HitArgs, Kind, ShotArgs};
use super::range::RangeArgs;
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::rules::{Attack, Attempt, Attribute, CLOSE_M, Weapon};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    #[serde(flatten)]
    attack: AttackArgs,
    #[command(flatten)]
    #[serde(flatten)]
    discard: DiscardPileArgs,
}

/// What comes of the shot.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let discarded = self.discard.cards(at);
        let attack = self.attack.resolve(at.setting, attempt, discarded)?;
        said(attack.answer(&at.setting.rules.west))
    }

    fn shots(&self) -> u16 {
        self.attack.burst.get().unwrap_or(1)
    }
}

/// A shot but for its cards.
#[derive(Debug, Args, Serialize)]
pub struct AttackArgs {
    #[command(flatten)]
    #[serde(flatten)]
    range: RangeArgs,
    #[command(flatten)]
    #[serde(flatten)]
    hit: HitArgs,
    #[command(flatten)]
    #[serde(flatten)]
    shot: ShotArgs,
    /// Shots of a burst that the cards have, such as 10; 1 is a single shot
    #[arg(long, value_name = "SHOTS", default_value = "1", allow_hyphen_values = true)]
    burst: Number<u16, 1, 9999>,
}

/// How many range increments a table over distances spans.
const INCREMENTS: u16 = 6;

impl AttackArgs {
    /// The attack.
    ///
    /// # Errors
    /// Everything that is wrong with what was typed, with the cards too.
    pub fn resolve<'d>(
        &self,
        setting: &'d Setting,
        attempt: Result<Attempt<'d>, Problems>,
        discarded: Result<Vec<CardNumber>, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        self.resolve_at(self.range.distance_m(), setting, attempt, discarded)
    }

    /// Whether a distance was typed.
    pub fn names_distance(&self) -> bool {
        self.range.names_distance()
    }

    /// The ends of the nearest range increments, within reach of a thrown weapon: distances to tell
    /// odds for where none was typed.
    ///
    /// # Errors
    /// A problem when the increment is not known.
    pub fn usual_distances(&self, setting: &Setting) -> Result<Vec<u16>, Problems> {
        let weapon = setting.weapon_if(self.hit.weapon.as_ref())?;
        let of = |metres: u16| {
            self.range.increment_m(&Ok(metres), setting, weapon.as_ref(), &self.hit.strength)
        };
        let increment = of(0)?.get();
        let ends = (1..=INCREMENTS).map_while(|count| increment.checked_mul(count));
        Ok(ends.take_while(|metres| of(*metres).is_ok()).collect())
    }

    /// The attack at this distance.
    ///
    /// # Errors
    /// As [`AttackArgs::resolve`].
    pub fn resolve_at<'d>(
        &self,
        distance: Result<u16, Problems>,
        setting: &'d Setting,
        attempt: Result<Attempt<'d>, Problems>,
        discarded: Result<Vec<CardNumber>, Problems>,
    ) -> Result<Attack<'d>, Problems> {
        let weapon = match setting.weapon_if(self.hit.weapon.as_ref()) {
            Ok(weapon) => weapon,
            Err(unknown) => {
                return all((attempt, self.burst.get(), Err(unknown))).map(|(_, _, never)| never);
            }
        };
        let shots = self.shots(weapon.as_ref());
        let thrown = weapon.as_ref().is_some_and(|weapon| weapon.has(Attribute::Thrown));
        let kind = self.range.resolve_at(distance, setting, weapon.as_ref(), &self.hit.strength);
        let kind = all((kind, shots)).and_then(|(situation, shots)| {
            Ok(Kind {
                account: situation.account(&setting.rules.west),
                shots,
                size: situation.size,
                called: self.range.called(setting)?.map(|(place, _)| place),
                forced: self.shot.moves(weapon.as_ref(), situation.distance_m)?,
                in_contact: self.shot.contact,
                thrown_m: thrown.then_some(situation.distance_m),
                dodging: situation.dodging.is_some(),
                increments: Some(situation.increments(&setting.rules.west)),
                near: situation.distance_m <= CLOSE_M,
            })
        });
        self.hit.resolve(setting, weapon.as_ref(), attempt, kind, discarded)
    }

    /// The shots fired, as many as the weapon can in a burst.
    fn shots(&self, weapon: Option<&Weapon>) -> Result<u16, Problems> {
        let shots = self.burst.get()?;
        match weapon {
            Some(weapon) if shots > 1 && !weapon.bursts.contains(&shots) => {
                let single = std::iter::once(&1).chain(&weapon.bursts);
                let fired: Vec<String> = single.map(u16::to_string).collect();
                let message = format!("{} fires no burst of {shots} shots", weapon.name);
                refuse(message, fired.join(", "))
            }
            _ => Ok(shots),
        }
    }
}
