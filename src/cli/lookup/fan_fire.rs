//! `lookup fan-fire DICE 34 10 --targets angus,crony --distance 3 --weapon NAME`.

use actiondeck::diagnostic::{Problem, Problems};
use actiondeck::lookup::Draw;
use actiondeck::rules::{FanFire, FanFireAnswer};
use clap::Args;

use super::meaning::Meaning;
use super::range::RangeArgs;
use super::setting::Setting;

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
    /// Weapon of the table, for increment and snap-shot penalty
    #[arg(long, value_name = "NAME")]
    weapon: Option<String>,
    #[command(flatten)]
    range: RangeArgs,
}

impl Typed {
    /// Which shots hit.
    pub fn answer(&self, setting: &Setting) -> Result<FanFireAnswer, Problems> {
        let mut meaning = Meaning::default();
        let pool = meaning.pool(setting, &self.dice);
        let draws: Vec<Option<Draw>> = self.cards.iter().map(|text| meaning.of(text)).collect();
        let draws: Option<Vec<Draw>> = draws.into_iter().collect();
        let weapon = meaning.weapon(setting, self.weapon.as_deref());
        let situation =
            weapon.and_then(|weapon| self.range.meant(setting, weapon.as_ref(), &mut meaning));
        let fan = pool.zip(situation).map(|(pool, mut situation)| {
            // The fan adds the snap-shot penalty to each shot itself: it is never aimed.
            let snap_penalty = std::mem::take(&mut situation.snap_penalty);
            situation.aim = actiondeck::rules::Aim::Snap;
            FanFire {
                pool,
                base: situation.account(&setting.options),
                snap_penalty,
                targets: self.targets.clone(),
            }
        });
        let (fan, draws) = meaning.settled(fan.zip(draws))?;
        fan.answer(&draws, &setting.options).map_err(|error| Problem::from(error).into())
    }
}
