//! `lookup fan-fire DICE 34 10 --targets angus,crony --distance 3 --weapon NAME`.

use crate::diagnostic::{Problem, Problems};
use crate::lookup::Draw;
use crate::rules::{Aim, Attempt, FanFire, FanFireAnswer, Reliability};
use clap::Args;

use super::hit::{HitArgs, Kind};
use super::meaning::Meaning;
use super::range::RangeArgs;
use super::setting::Setting;
use super::target_number::Attacker;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The shooter's skill, such as 3d10
    #[arg(value_name = "DICE")]
    dice: String,
    /// The cards drawn, one for each shot, with follow-ups such as 34+11
    #[arg(value_name = "CARDS", required = true)]
    cards: Vec<String>,
    /// The target of each shot in the order declared
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', required = true)]
    targets: Vec<String>,
    #[command(flatten)]
    range: RangeArgs,
    #[command(flatten)]
    hit: HitArgs,
    /// The advanced rule "pushing the limit": the revolver's reliability is one worse
    #[arg(long)]
    pushing: bool,
}

impl Typed {
    /// Which shots hit, and with a weapon or damage cell what each of them does.
    pub fn answer(&self, setting: &Setting) -> Result<FanFireAnswer, Problems> {
        let mut meaning = setting.meaning();
        let pool = meaning.pool(setting, &self.dice);
        let draws = meaning.all::<Draw>(&self.cards);
        let weapon = meaning.weapon(setting, self.hit.weapon.as_deref());
        let fan = weapon.and_then(|weapon| {
            let weapon = weapon.as_ref();
            let attacker = Attacker { weapon, strength: &self.hit.strength };
            let mut situation = self.range.meant(setting, attacker, &mut meaning)?;
            // The fan adds the snap-shot penalty to each shot itself: it is never aimed.
            let snap_penalty = std::mem::take(&mut situation.snap_penalty);
            situation.aim = Aim::Snap;
            let called = self.range.called(&mut Meaning::default()).flatten();
            let kind = Kind {
                account: situation.account(&setting.options),
                shots: 1,
                size: situation.size,
                called: called.map(|(_, location)| location),
                dodging: situation.dodging.is_some(),
                increments: Some(situation.increments(&setting.options)),
                near: situation.distance_m <= 2,
            };
            let base = kind.account.clone();
            let (pool, first) = (pool?, draws.as_ref()?.first()?);
            // Each shot brings cards of its own.
            let attempt = Attempt { pool, draw: first.clone() };
            let mut attack = None;
            if self.hit.names_damage() {
                let mut meant =
                    self.hit.meant(setting, weapon, Some(attempt), Some(kind), &mut meaning)?;
                if self.pushing {
                    meant.weapon.reliability = meant.weapon.reliability.map(Reliability::worse);
                }
                attack = Some(meant);
            }
            Some(FanFire { pool, base, snap_penalty, targets: self.targets.clone(), attack })
        });
        let (fan, draws) = meaning.settled(fan.zip(draws))?;
        fan.answer(&draws, &setting.options).map_err(|error| Problem::from(error).into())
    }
}
