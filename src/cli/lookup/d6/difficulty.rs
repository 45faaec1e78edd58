//! `lookup d6 difficulty --active 17 --range 5 --cover 2D@12`.

use crate::diagnostic::{Problem, Problems};
use crate::rules::TnAccount;
use crate::rules::d6::{Band, Modifier, Standing, difficulty, within_reach};
use clap::{Args, ValueEnum};

use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What an attack has to reach.
#[derive(Debug, Args)]
pub struct DifficultyArgs {
    /// Value of the target's active defense, instead of 10
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    active: Option<String>,
    /// The target's turn comes later, so that its active defense is too late
    #[arg(long, conflicts_with = "active")]
    too_late: bool,
    /// Modifier for range: a number, or dice and their cards such as 2D@12
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    range: Option<String>,
    /// Modifier for cover, poor light, smoke
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    cover: Option<String>,
    /// Other modifiers
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    other: Vec<String>,
    /// How far away the target of a close-combat attack is
    #[arg(long, value_name = "BAND", requires = "length")]
    band: Option<BandArg>,
    /// Length of the close-combat weapon in centimetres, 0 for bare hands
    #[arg(long, value_name = "CM", requires = "band", allow_hyphen_values = true)]
    length: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
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
    pub fn meant(&self, setting: &Setting, meaning: &mut Meaning) -> Option<TnAccount> {
        let active = match &self.active {
            None => Some(None),
            Some(value) => meaning.number(value, "active defense", 0..=9999_i64).map(Some),
        };
        let named = [("range", self.range.iter()), ("cover", self.cover.iter())];
        let texts = named
            .into_iter()
            .flat_map(|(reason, texts)| texts.map(move |text| (reason, text)))
            .chain(self.other.iter().map(|text| ("other", text)));
        let modifiers: Vec<Option<(&str, Modifier)>> =
            texts.map(|(reason, text)| meaning.of(text).map(|read| (reason, read))).collect();
        let modifiers: Option<Vec<(&str, Modifier)>> = modifiers.into_iter().collect();
        if let (Some(band), Some(length)) = (self.band, &self.length) {
            let length = meaning.number(length, "length in centimetres", 0..=9999_u16)?;
            let band = match band {
                BandArg::PointBlank => Band::PointBlank,
                BandArg::Short => Band::Short,
                BandArg::Medium => Band::Medium,
                BandArg::Long => Band::Long,
            };
            meaning.keep(within_reach(band, length))?;
        }
        let standing = match (active?, self.too_late) {
            (Some(value), _) => Standing::Active(value),
            (None, true) => Standing::TooLate,
            (None, false) => Standing::Passive,
        };
        let account = difficulty(&setting.deck, standing, &modifiers?);
        meaning.keep(account.map_err(Problem::from))
    }
}

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    difficulty: DifficultyArgs,
}

impl Typed {
    /// The difficulty.
    pub fn answer(&self, setting: &Setting) -> Result<TnAccount, Problems> {
        let mut meaning = setting.meaning();
        let account = self.difficulty.meant(setting, &mut meaning);
        meaning.settled(account)
    }
}
