//! `lookup range --distance 17 --increment 8`: the target number of a shot, without a card.

use std::num::NonZeroU16;

use actiondeck::diagnostic::Problems;
use actiondeck::rules::{
    Aim, CalledShot, Dodging, Hands, Movement, RangedSituation, Size, TnAccount, Weapon,
};
use clap::{Args, ValueEnum};

use super::meaning::Meaning;
use super::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    situation: RangeArgs,
    /// Weapon of the table, for increment, snap-shot penalty and Accurate
    #[arg(long, value_name = "NAME")]
    weapon: Option<String>,
}

impl Typed {
    /// The target number with its reasons.
    pub fn answer(&self, setting: &Setting) -> Result<TnAccount, Problems> {
        let mut meaning = Meaning::default();
        let weapon = meaning.weapon(setting, self.weapon.as_deref());
        let situation =
            weapon.and_then(|weapon| self.situation.meant(setting, weapon.as_ref(), &mut meaning));
        Ok(meaning.settled(situation)?.account(&setting.options))
    }
}

/// The situation of a shot.
#[derive(Debug, Args)]
pub struct RangeArgs {
    /// Distance to the target in metres (paces)
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: String,
    /// The weapon's range increment in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    increment: Option<String>,
    /// The firer's movement during the phase
    #[arg(long, value_enum, default_value = "still")]
    moving: MovementName,
    /// The firer rides
    #[arg(long)]
    mounted: bool,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// Speed of firer and target relative to each other, in metres
    #[arg(long, value_name = "METRES", default_value = "0", allow_hyphen_values = true)]
    relative_speed: String,
    /// How the weapon was aimed
    #[arg(long, value_enum, default_value = "snap")]
    aim: AimName,
    /// The weapon's penalty when it is not aimed
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    snap: Option<String>,
    /// The weapon's Accurate bonus when it is aimed
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    accurate: Option<String>,
    /// The target is behind cover and cannot be seen
    #[arg(long)]
    unseen: bool,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<String>,
    /// Which of two weapons this is
    #[arg(long, value_enum, default_value = "proper")]
    hands: HandsName,
    /// A two-handed weapon is fired with one hand
    #[arg(long)]
    one_handed: bool,
    /// The target's dodge score, while it dodges
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    dodge: Option<String>,
    /// The dodging target does not move besides
    #[arg(long, requires = "dodge")]
    dodge_standing: bool,
    /// The firer's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: String,
    /// Other penalties; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MovementName {
    Still,
    Walk,
    Run,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum AimName {
    Snap,
    Once,
    Twice,
}

/// Which weapons are in which hands.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum HandsName {
    /// One weapon, held as it should be
    Proper,
    /// The main hand of two weapons
    Main,
    /// The off hand of two weapons
    Off,
}

impl HandsName {
    /// The rule's name for it.
    pub fn meant(self) -> Hands {
        match self {
            Self::Proper => Hands::Proper,
            Self::Main => Hands::MainOfTwo,
            Self::Off => Hands::OffOfTwo,
        }
    }
}

impl Meaning {
    /// A range increment in metres.
    pub fn increment(&mut self, text: &str) -> Option<NonZeroU16> {
        self.number(text, "range increment", 1..=65_535).and_then(NonZeroU16::new)
    }
}

impl RangeArgs {
    /// The situation; the weapon fills what was not typed.
    pub fn meant(
        &self,
        setting: &Setting,
        weapon: Option<&Weapon>,
        meaning: &mut Meaning,
    ) -> Option<RangedSituation> {
        let distance_m = meaning.number(&self.distance, "distance", 0..=65_535);
        let increment_m = match (&self.increment, weapon.and_then(|weapon| weapon.range_m)) {
            (Some(text), _) => meaning.increment(text),
            (None, Some(increment)) => Some(increment),
            (None, None) => {
                meaning.missing("a range increment", "--increment, or a --weapon that is fired")
            }
        };
        let size: Option<Size> = meaning.of(&self.size);
        let relative_speed_m = meaning.number(&self.relative_speed, "relative speed", 0..=65_535);
        let from_weapon =
            |text: &Option<String>, name, own: Option<u8>, meaning: &mut Meaning| match text {
                Some(text) => meaning.number(text, name, 0..=99),
                None => Some(own.unwrap_or(0)),
            };
        let snap_penalty = from_weapon(
            &self.snap,
            "snap-shot penalty",
            weapon.map(|weapon| weapon.snap_penalty),
            meaning,
        );
        let accurate = from_weapon(
            &self.accurate,
            "Accurate bonus",
            weapon.map(|weapon| weapon.accurate),
            meaning,
        );
        let called = self.called(meaning);
        let dodging = match &self.dodge {
            None => Some(None),
            Some(text) => meaning
                .number(text, "dodge score", 0..=99)
                .map(|score| Some(Dodging { score, stands: self.dodge_standing })),
        };
        let worst = meaning.number(&self.wounded, "worst wound", 0..=5);
        let penalty = meaning.number(&self.penalty, "penalty", -99..=99);
        Some(RangedSituation {
            distance_m: distance_m?,
            increment_m: increment_m?,
            movement: match self.moving {
                MovementName::Still => Movement::Still,
                MovementName::Walk => Movement::Walking,
                MovementName::Run => Movement::Running,
            },
            mounted: self.mounted,
            size: size?,
            relative_speed_m: relative_speed_m?,
            aim: match self.aim {
                AimName::Snap => Aim::Snap,
                AimName::Once => Aim::Once,
                AimName::Twice => Aim::Twice,
            },
            snap_penalty: snap_penalty?,
            accurate: accurate?,
            unseen_behind_cover: self.unseen,
            called: called?.map(|(shot, _)| shot),
            hands: self.hands.meant(),
            one_handed: self.one_handed,
            dodging: dodging?,
            wound_penalty: setting.options.wound_table.penalty(worst?),
            penalty: penalty?,
        })
    }

    /// The called place and the hit location it stands for.
    pub fn called(&self, meaning: &mut Meaning) -> Option<Option<(CalledShot, &'static str)>> {
        meaning.called(self.called.as_deref())
    }
}
