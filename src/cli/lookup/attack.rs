//! `lookup attack N DICE --weapon NAME --distance 12`: a shot from target number to damage.

use super::attempt::AttemptArgs;
use super::hit::{HitArgs, Kind};
use super::range::RangeArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::Attack;

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    attempt: AttemptArgs,
    #[command(flatten)]
    #[serde(flatten)]
    range: RangeArgs,
    #[command(flatten)]
    #[serde(flatten)]
    hit: HitArgs,
    /// Shots of a burst that the cards have, such as 10; 1 is a single shot
    #[arg(long, value_name = "SHOTS", default_value = "1", allow_hyphen_values = true)]
    burst: Number<u16, 1, 9999>,
}

/// What comes of the shot.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        said(self.resolve(at)?.answer(&at.setting.options))
    }
}

impl Typed {
    fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Attack<'d>, Problems> {
        let attempt = self.attempt.resolve(at);
        let weapon = at.setting.weapon_if(self.hit.weapon.as_ref());
        let (attempt, weapon, shots) = match weapon {
            Ok(weapon) => (attempt, weapon, self.burst.get()),
            Err(unknown) => {
                return all((attempt, self.burst.get(), Err(unknown))).map(|(_, _, never)| never);
            }
        };
        let kind = self.range.resolve(at.setting, weapon.as_ref(), &self.hit.strength);
        let kind = all((kind, shots)).and_then(|(situation, shots)| {
            Ok(Kind {
                account: situation.account(&at.setting.options),
                shots,
                size: situation.size,
                called: self.range.called()?.map(|(_, location)| location),
                dodging: situation.dodging.is_some(),
                increments: Some(situation.increments(&at.setting.options)),
                near: situation.distance_m <= 2,
            })
        });
        self.hit.resolve(at, weapon.as_ref(), attempt, kind)
    }
}
