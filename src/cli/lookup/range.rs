//! `lookup range --distance 17 --increment 8`: the target number of a shot, without a card.

use std::num::NonZeroU16;

use crate::lookup::LookupError;
use crate::rules::{
    Aim, Attribute, CalledShot, Hands, Movement, RangedSituation, Size, TnAccount,
    speed_opposite_ways, speed_same_way, throwing_increment_m, throwing_maximum_m,
};
use clap::{Args, ValueEnum};

use super::meaning::Meaning;
use super::setting::Setting;
use super::target_number::{Attacker, Hindrance, HindranceArgs, Situation};

/// The situation of a shot.
#[derive(Debug, Args)]
pub struct RangeArgs {
    /// Distance to the target in metres (paces)
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: String,
    /// The weapon's range increment in metres; for thrown weapons it follows from Strength
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    increment: Option<String>,
    /// The firer's movement during the phase: walk up to the speed value, run beyond it
    #[arg(long, value_enum, default_value = "still")]
    moving: MovementName,
    /// The firer rides
    #[arg(long)]
    mounted: bool,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// Speed of firer and target relative to each other, in metres: a number, 12-8 for two who go
    /// the same way, or 18+8 for two who go opposite ways
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
    #[command(flatten)]
    hindrance: HindranceArgs,
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
        attacker: Attacker<'_>,
        meaning: &mut Meaning,
    ) -> Option<RangedSituation> {
        let weapon = attacker.weapon;
        let distance_m = meaning.number(&self.distance, "distance", 0..=65_535);
        let thrown = weapon.is_some_and(|weapon| weapon.has(Attribute::Thrown));
        let strength = if thrown { attacker.strength.meant(setting, meaning)? } else { None };
        if let (Some(strength), Some(distance_m)) = (strength, distance_m) {
            let maximum_m = throwing_maximum_m(strength, &setting.options);
            if distance_m > maximum_m {
                meaning.keep(Err::<(), _>(LookupError::TooFar { distance_m, maximum_m }))?;
            }
        }
        let increment_m = match (&self.increment, weapon.and_then(|weapon| weapon.range_m)) {
            (Some(text), _) => meaning.increment(text),
            (None, Some(increment)) => Some(increment),
            (None, None) => match strength {
                Some(strength) => Some(throwing_increment_m(strength, &setting.options)),
                None if thrown => meaning.missing(
                    "the Strength behind a thrown weapon",
                    "--strength, --as a character, or --increment",
                ),
                None => {
                    meaning.missing("a range increment", "--increment, or a --weapon that is fired")
                }
            },
        };
        let size: Option<Size> = meaning.of(&self.size);
        let relative_speed_m = meaning.relative_speed(&self.relative_speed);
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
        let hindrance = self.hindrance.meant(setting, meaning);
        let Hindrance { dodging, wound_penalty, penalty } = hindrance?;
        Some(RangedSituation {
            distance_m: distance_m?,
            increment_m: increment_m?,
            thrown,
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
            dodging,
            wound_penalty,
            penalty,
        })
    }

    /// The called place and the hit location it stands for.
    pub fn called(&self, meaning: &mut Meaning) -> Option<Option<(CalledShot, &'static str)>> {
        meaning.called(self.called.as_deref())
    }
}

impl Situation for RangeArgs {
    fn account(
        &self,
        setting: &Setting,
        attacker: Attacker<'_>,
        meaning: &mut Meaning,
    ) -> Option<TnAccount> {
        Some(self.meant(setting, attacker, meaning)?.account(&setting.options))
    }
}

impl Meaning {
    /// `26`, `18+8` for opposite ways, `12-8` for the same way.
    fn relative_speed(&mut self, text: &str) -> Option<u16> {
        let number = |text: &str| text.trim().parse::<u16>().ok();
        let both = |sign| text.split_once(sign).map(|(one, other)| (number(one), number(other)));
        let speed = match (number(text), both('+'), both('-')) {
            (Some(speed), ..) => Some(speed),
            (None, Some((Some(one), Some(other))), _) => Some(speed_opposite_ways(one, other)),
            (None, _, Some((Some(one), Some(other)))) => Some(speed_same_way(one, other)),
            _ => None,
        };
        match speed {
            None => self.refuse(
                &format!("relative speed {text:?} cannot be read"),
                "0 to 65535, 18+8 for opposite ways, 12-8 for the same way",
            ),
            speed => speed,
        }
    }
}
