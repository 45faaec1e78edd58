//! `lookup melee N DICE --weapon NAME --skill 3`: a blow from Defense to damage.

use super::attempt::AttemptArgs;
use super::defense::DefenseArgs;
use super::hit::{HitArgs, Kind};
use super::name::CalledPlace;
use crate::cli::lookup::prelude::*;
use crate::rules::{Attack, Size};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    #[serde(flatten)]
    defense: DefenseArgs,
    #[command(flatten)]
    #[serde(flatten)]
    hit: HitArgs,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<Parsed<CalledPlace>>,
}

/// What comes of the blow.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(self.resolve(at)?.answer(&at.setting.options))
    }
}

impl Typed {
    fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Attack<'d>, Problems> {
        let attempt = self.attempt.resolve(at);
        let weapon = at.setting.weapon_if(self.hit.weapon.as_ref());
        let target = all((self.size.get(), self.called.get()));
        let weapon = match weapon {
            Ok(weapon) => weapon,
            Err(unknown) => {
                return all((attempt, target, Err(unknown))).map(|(_, _, never)| never);
            }
        };
        let situation = self.defense.resolve(at.setting, weapon.as_ref());
        let kind = all((situation, target)).map(|(situation, (size, called))| {
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
        self.hit.resolve(at, weapon.as_ref(), attempt, kind)
    }
}
