//! `lookup melee N DICE --weapon NAME --skill 3`: a blow from Defense to damage.

use crate::diagnostic::{Problem, Problems};
use crate::rules::AttackAnswer;
use clap::Args;

use super::attempt::AttemptArgs;
use super::defense::DefenseArgs;
use super::hit::{HitArgs, Kind};
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    defense: DefenseArgs,
    #[command(flatten)]
    hit: HitArgs,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<String>,
}

impl Typed {
    /// What comes of the blow.
    pub fn answer(&self, setting: &Setting) -> Result<AttackAnswer, Problems> {
        let mut meaning = setting.meaning();
        let attempt = self.attempt.meant(setting, &mut meaning);
        let size = meaning.of(&self.size);
        let called = meaning.called(self.called.as_deref());
        let weapon = meaning.weapon(setting, self.hit.weapon.as_deref());
        let attack = weapon.and_then(|weapon| {
            let weapon = weapon.as_ref();
            let situation = self.defense.meant(setting, weapon, &mut meaning);
            let kind = situation.zip(size).zip(called).map(|((situation, size), called)| {
                let penalty = called.map_or(0, |(shot, _)| shot.penalty());
                Kind {
                    account: situation.account().with("called blow", penalty),
                    shots: 1,
                    size,
                    called: called.map(|(_, location)| location),
                    dodging: situation.dodging.is_some(),
                    increments: None,
                    near: true,
                }
            });
            self.hit.meant(setting, weapon, attempt, kind, &mut meaning)
        });
        let attack = meaning.settled(attack)?;
        attack.answer(&setting.options).map_err(|error| Problem::from(error).into())
    }
}
