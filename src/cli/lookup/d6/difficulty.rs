//! `lookup d6 reckon difficulty --active 17 --range 5 --cover 2D@12`.

use crate::cli::lookup::prelude::*;
use crate::rules::TnAccount;
use crate::rules::d6::{Band, Modifier, Standing, difficulty, within_reach};

/// What an attack has to reach.
#[derive(Debug, Args, Serialize)]
pub struct DifficultyArgs {
    /// Value of the target's active defense, instead of 10
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    active: Option<Number<i64, 0, 9999>>,
    /// The target's turn comes later, so that its active defense is too late and does not count
    #[arg(long)]
    too_late: bool,
    /// Modifier for range: a number, or dice and their cards such as 2D@12
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    range: Option<Parsed<Modifier>>,
    /// Modifier for cover, poor light, smoke
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    cover: Option<Parsed<Modifier>>,
    /// Other modifiers
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    other: Vec<Parsed<Modifier>>,
    /// How far away the target of a close-combat attack is
    #[arg(long, value_name = "BAND", requires = "length")]
    band: Option<BandArg>,
    /// Length of the close-combat weapon in centimetres, 0 for bare hands
    #[arg(long, value_name = "CM", requires = "band", allow_hyphen_values = true)]
    length: Option<Number<u16, 0, 9999>>,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum BandArg {
    /// Arm's length
    PointBlank,
    /// Near
    Short,
    /// Farther
    Medium,
    /// Far
    Long,
}

impl DifficultyArgs {
    /// The difficulty with its reasons.
    pub fn resolve(&self, setting: &Setting) -> Result<TnAccount, Problems> {
        let (active, range, cover, other, ()) = all((
            self.active.get(),
            self.range.get(),
            self.cover.get(),
            self.other.get(),
            self.check_reach(),
        ))?;
        let modifiers: Vec<(&str, Modifier)> = range
            .map(|modifier| ("range", modifier))
            .into_iter()
            .chain(cover.map(|modifier| ("cover", modifier)))
            .chain(other.into_iter().map(|modifier| ("other", modifier)))
            .collect();
        let standing = match (active, self.too_late) {
            (_, true) => Standing::TooLate,
            (Some(value), false) => Standing::Active(value),
            (None, false) => Standing::Passive,
        };
        told(difficulty(&setting.deck, standing, &modifiers))
    }

    fn check_reach(&self) -> Result<(), Problems> {
        let (Some(band), Some(length)) = (self.band, self.length.get()?) else { return Ok(()) };
        let band = match band {
            BandArg::PointBlank => Band::PointBlank,
            BandArg::Short => Band::Short,
            BandArg::Medium => Band::Medium,
            BandArg::Long => Band::Long,
        };
        told(within_reach(band, length)).map(drop)
    }
}

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    difficulty: DifficultyArgs,
}

/// The difficulty.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        Ok(Box::new(self.difficulty.resolve(at.setting)?))
    }
}
