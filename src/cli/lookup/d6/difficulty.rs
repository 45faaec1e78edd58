//! `lookup d6 reckon difficulty --active 17 --range 5 --cover 2D@12`.

use std::fmt;

use crate::cli::lookup::prelude::*;
use crate::rules::TnAccount;
use crate::rules::d6::{Band, DieCode, Modifier, Standing, cards_needed, difficulty, within_reach};

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
    range: Option<Parsed<ModifierArg>>,
    /// Modifier for cover, poor light, smoke
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    cover: Option<Parsed<ModifierArg>>,
    /// Other modifiers
    #[arg(long, value_name = "MODIFIER", allow_hyphen_values = true)]
    other: Vec<Parsed<ModifierArg>>,
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

/// `5`, or dice: `2D@17` with their cards, `2D` where those are drawn.
#[derive(Debug)]
struct ModifierArg;

/// What was typed for it.
#[derive(Clone, Debug)]
enum ModifierWord {
    Fixed(i16),
    Dice { easier: bool, code: DieCode, cards: Parsed<Chain> },
}

impl fmt::Display for ModifierWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(number) => number.fmt(f),
            Self::Dice { easier, code, cards } => {
                write!(f, "{}{code}@{}", if *easier { "-" } else { "" }, cards.text())
            }
        }
    }
}

impl Argument for ModifierArg {
    type Value = ModifierWord;

    fn read(text: &str, _: &str) -> Result<ModifierWord, Problem> {
        let (dice, cards) = text.split_once('@').unwrap_or((text, ""));
        let (easier, dice) = match dice.strip_prefix('-') {
            Some(dice) => (true, dice),
            None => (false, dice),
        };
        let dice = dice.parse::<DieCode>().ok().filter(|code| code.dice() > 0);
        match (dice, text.parse::<Modifier>()) {
            (_, Ok(Modifier::Fixed(number))) => Ok(ModifierWord::Fixed(number)),
            (Some(code), _) => {
                Ok(ModifierWord::Dice { easier, code, cards: Parsed::read(cards, "cards") })
            }
            (None, read) => Err(read.err().map_or_else(
                || Problem::new(format!("modifier {text:?} has no dice")).accepts("2D@17"),
                Problem::from,
            )),
        }
    }
}

/// The modifier, with the cards of its dice.
fn modifier(
    at: &mut Context<'_, '_>,
    typed: &mut Parsed<ModifierArg>,
) -> Result<Modifier, Problems> {
    match typed.get()? {
        ModifierWord::Fixed(number) => Ok(Modifier::Fixed(number)),
        ModifierWord::Dice { easier, code, mut cards } => {
            told(at.has_cards(&code.to_string(), cards.text(), "dice and cards, such as 2D@12"))?;
            let drawn =
                at.chained_of(&mut cards, cards_needed(&at.setting.deck, code), |_| false)?;
            typed.set(ModifierWord::Dice { easier, code, cards });
            Ok(Modifier::Rolled { easier, code, cards: drawn })
        }
    }
}

impl DifficultyArgs {
    /// The difficulty with its reasons.
    pub fn resolve(&mut self, at: &mut Context<'_, '_>) -> Result<TnAccount, Problems> {
        let (active, range, cover, other, ()) = all((
            self.active.get(),
            self.range.as_mut().map(|range| modifier(at, range)).transpose(),
            self.cover.as_mut().map(|cover| modifier(at, cover)).transpose(),
            each(self.other.iter_mut().map(|other| modifier(at, other))),
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
        told(difficulty(&at.setting.deck, standing, &modifiers))
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
        Ok(Box::new(self.difficulty.resolve(at)?))
    }
}
