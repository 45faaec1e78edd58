//! `lookup attack N DICE --weapon NAME --distance 12`: a shot from target number to damage.

use crate::diagnostic::{Problem, Problems};
use crate::rules::AttackAnswer;
use clap::Args;

use super::attempt::AttemptArgs;
use super::hit::{HitArgs, Kind};
use super::meaning::Meaning;
use super::range::RangeArgs;
use super::setting::Setting;
use super::target_number::Attacker;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    range: RangeArgs,
    #[command(flatten)]
    hit: HitArgs,
    /// Shots of a burst that the cards have, such as 10; 1 is a single shot
    #[arg(long, value_name = "SHOTS", default_value = "1", allow_hyphen_values = true)]
    burst: String,
}

impl Typed {
    /// What comes of the shot.
    pub fn answer(&self, setting: &Setting) -> Result<AttackAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let shots = meaning.number(&self.burst, "burst", 1..=9999);
        let weapon = meaning.weapon(setting, self.hit.weapon.as_deref());
        let attack = weapon.and_then(|weapon| {
            let weapon = weapon.as_ref();
            let attacker = Attacker { weapon, strength: &self.hit.strength };
            let situation = self.range.meant(setting, attacker, &mut meaning);
            // A bad place was reported with the situation; it must not be reported twice.
            let called = self.range.called(&mut Meaning::default()).flatten();
            let kind = situation.zip(shots).map(|(situation, shots)| Kind {
                account: situation.account(&setting.options),
                shots,
                size: situation.size,
                called: called.map(|(_, location)| location),
                dodging: situation.dodging.is_some(),
                increments: Some(situation.increments(&setting.options)),
                near: situation.distance_m <= 2,
            });
            self.hit.meant(setting, weapon, attempt, kind, &mut meaning)
        });
        let attack = meaning.settled(attack)?;
        attack.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
