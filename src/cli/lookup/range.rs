//! `lookup reckon range --distance 17 --increment 8`: the target number of a shot, without a card.

use std::num::NonZeroU16;

use super::name::{PlaceName, WeaponName};
use super::strength::StrengthArgs;
use super::target_number::{Hindrance, HindranceArgs};
use crate::cli::argument::Whole;
use crate::cli::lookup::prelude::*;
use crate::rules::{
    Aim, Attribute, CalledShot, Hands, Movement, Place, RangedSituation, RulesError, Size, Weapon,
    speed_opposite_ways, speed_same_way, throwing_increment_m, throwing_maximum_m,
};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    situation: RangeArgs,
    /// The attacker's weapon of the table
    #[arg(long, value_name = "NAME")]
    weapon: Option<WeaponName>,
    #[command(flatten)]
    #[serde(flatten)]
    strength: StrengthArgs,
}

/// The target number with its reasons.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let weapon = at.setting.weapon_if(self.weapon.as_ref())?;
        let situation = self.situation.resolve(at.setting, weapon.as_ref(), &self.strength)?;
        Ok(Box::new(situation.account(&at.setting.rules.west)))
    }
}

/// The situation of a shot.
#[derive(Debug, Args, Serialize)]
pub struct RangeArgs {
    /// Distance to the target in metres (paces)
    #[arg(long, value_name = "METRES", required = true, allow_hyphen_values = true)]
    distance: Option<Number<u16, 0, 65_535>>,
    /// The weapon's range increment in metres; for thrown weapons it follows from Strength
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    increment: Option<Parsed<Increment>>,
    /// The firer's movement during the phase: walk up to the speed value, run beyond it
    #[arg(long, value_enum, default_value = "still")]
    moving: MovementName,
    /// The firer rides
    #[arg(long)]
    mounted: bool,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// Speed of firer and target relative to each other, in metres: a number, 12-8 if both go the
    /// same way, or 18+8 if they go opposite ways
    #[arg(long, value_name = "METRES", default_value = "0", allow_hyphen_values = true)]
    relative_speed: Parsed<RelativeSpeed>,
    /// How the weapon was aimed
    #[arg(long, value_enum, default_value = "snap")]
    aim: AimName,
    /// Rounds after the first for which the aim was held, each of which adds the Accurate bonus
    #[arg(long, value_name = "ROUNDS", default_value = "0", allow_hyphen_values = true)]
    held: Number<u8, 0, 99>,
    /// The weapon's penalty when it is not aimed
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    snap: Option<Number<u8, 0, 99>>,
    /// The weapon's Accurate bonus when it is aimed
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    accurate: Option<Number<u8, 0, 99>>,
    /// The target is behind cover and cannot be seen
    #[arg(long)]
    unseen: bool,
    /// A place aimed at on purpose, such as head or "left hand"
    #[arg(long, value_name = "PLACE")]
    called: Option<PlaceName>,
    /// Which of two weapons this is
    #[arg(long, value_enum, default_value = "proper")]
    hands: HandsName,
    /// A two-handed weapon is fired with one hand
    #[arg(long)]
    one_handed: bool,
    #[command(flatten)]
    #[serde(flatten)]
    hindrance: HindranceArgs,
}

/// A range increment in metres.
#[derive(Debug)]
pub struct Increment;

impl Argument for Increment {
    type Value = NonZeroU16;

    fn read(text: &str, name: &str) -> Result<NonZeroU16, Problem> {
        let metres: u16 = Whole::<u16, 1, 65_535>::read(text, name)?;
        // The range leaves nothing out but zero.
        Ok(NonZeroU16::new(metres).unwrap_or(NonZeroU16::MIN))
    }
}

/// `26`, `18+8` for opposite ways, `12-8` for the same way.
#[derive(Debug)]
struct RelativeSpeed;

impl Argument for RelativeSpeed {
    type Value = u16;

    fn read(text: &str, _: &str) -> Result<u16, Problem> {
        let number = |text: &str| text.trim().parse::<u16>().ok();
        let both = |sign| text.split_once(sign).map(|(one, other)| (number(one), number(other)));
        match (number(text), both('+'), both('-')) {
            (Some(speed), ..) => Ok(speed),
            (None, Some((Some(one), Some(other))), _) => Ok(speed_opposite_ways(one, other)),
            (None, _, Some((Some(one), Some(other)))) => Ok(speed_same_way(one, other)),
            _ => Err(Problem::coded(
                "argument.value",
                format!("relative speed {text:?} cannot be read"),
            )
            .accepts("0 to 65535, 18+8 for opposite ways, 12-8 for the same way")),
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum MovementName {
    Still,
    Walk,
    Run,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum AimName {
    Snap,
    Once,
    Twice,
}

/// Which weapons are in which hands.
#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
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
    pub fn hands(self) -> Hands {
        match self {
            Self::Proper => Hands::Proper,
            Self::Main => Hands::MainOfTwo,
            Self::Off => Hands::OffOfTwo,
        }
    }
}

impl RangeArgs {
    /// The distance that was typed.
    pub fn distance_m(&self) -> Result<u16, Problems> {
        match self.distance.get()? {
            Some(metres) => Ok(metres),
            None => missing("the distance", "--distance"),
        }
    }

    /// Whether a distance was typed.
    pub fn names_distance(&self) -> bool {
        self.distance.is_some()
    }

    /// The situation; the weapon and the attacker's Strength fill what was not typed.
    pub fn resolve(
        &self,
        setting: &Setting,
        weapon: Option<&Weapon>,
        strength: &StrengthArgs,
    ) -> Result<RangedSituation, Problems> {
        self.resolve_at(self.distance_m(), setting, weapon, strength)
    }

    /// The situation at this distance.
    pub fn resolve_at(
        &self,
        distance: Result<u16, Problems>,
        setting: &Setting,
        weapon: Option<&Weapon>,
        strength: &StrengthArgs,
    ) -> Result<RangedSituation, Problems> {
        let thrown = weapon.is_some_and(|weapon| weapon.has(Attribute::Thrown));
        let increment = self.increment_m(&distance, setting, weapon, strength);
        let weapons_own = all((self.snap.get(), self.accurate.get()));
        let called = self.called(setting);
        let one_handed = self.in_one_hand(weapon);
        let (distance_m, increment_m, size, speed, weapons_own, called, one_handed, hindrance) =
            all((
                distance,
                increment,
                self.size.get(),
                self.relative_speed.get(),
                weapons_own,
                called,
                one_handed,
                self.hindrance.resolve(setting),
            ))?;
        let (snap, accurate) = weapons_own;
        let Hindrance { dodging, wound_penalty, penalty } = hindrance;
        Ok(RangedSituation {
            distance_m,
            increment_m,
            thrown,
            movement: match self.moving {
                MovementName::Still => Movement::Still,
                MovementName::Walk => Movement::Walking,
                MovementName::Run => Movement::Running,
            },
            mounted: self.mounted,
            size,
            relative_speed_m: speed,
            aim: match self.aim {
                AimName::Snap => Aim::Snap,
                AimName::Once => Aim::Once,
                AimName::Twice => Aim::Twice,
            },
            held_rounds: self.held_rounds()?,
            snap_penalty: snap.or(weapon.map(|weapon| weapon.snap_penalty)).unwrap_or(0),
            accurate: accurate.or(weapon.map(|weapon| weapon.accurate)).unwrap_or(0),
            unseen_behind_cover: self.unseen,
            called: called.map(|(_, shot)| shot),
            hands: self.hands.hands(),
            one_handed,
            dodging,
            wound_penalty,
            penalty,
        })
    }

    /// The rounds an aim was held; without an aim there is nothing to hold.
    fn held_rounds(&self) -> Result<u8, Problems> {
        let rounds = self.held.get()?;
        if rounds > 0 && matches!(self.aim, AimName::Snap) {
            return refuse("a snap shot holds no aim", "held with aim once or aim twice");
        }
        Ok(rounds)
    }

    /// The weapon's range increment, in reach of the arm that throws it.
    pub fn increment_m(
        &self,
        distance_m: &Result<u16, Problems>,
        setting: &Setting,
        weapon: Option<&Weapon>,
        strength: &StrengthArgs,
    ) -> Result<NonZeroU16, Problems> {
        let thrown = weapon.is_some_and(|weapon| weapon.has(Attribute::Thrown));
        let strength = strength.die(setting)?.filter(|_| thrown);
        if let (Some(strength), &Ok(distance_m)) = (strength, distance_m) {
            let maximum_m = throwing_maximum_m(strength, &setting.rules.west);
            if distance_m > maximum_m {
                return told(Err(RulesError::TooFar { distance_m, maximum_m }));
            }
        }
        let named = self.increment.get()?.or(weapon.and_then(|weapon| weapon.range_m));
        match (named, strength) {
            (Some(increment), _) => Ok(increment),
            (None, Some(strength)) => Ok(throwing_increment_m(strength, &setting.rules.west)),
            (None, None) if thrown => missing(
                "the Strength behind a thrown weapon",
                "--strength, --as a character, or --increment",
            ),
            (None, None) => {
                missing("a range increment", "--increment, or a --weapon that is fired")
            }
        }
    }

    /// The called place, and how hard it is to hit.
    pub fn called(&self, setting: &Setting) -> Result<Option<(Place, CalledShot)>, Problems> {
        setting.called(self.called.as_ref())
    }

    /// Whether a two-handed weapon is fired with one hand, as it must be when both hands hold one
    /// (seed 004, "Two handed ranged weapons").
    fn in_one_hand(&self, weapon: Option<&Weapon>) -> Result<bool, Problems> {
        let two_handed = weapon.map(|weapon| weapon.has(Attribute::TwoHanded));
        match (weapon, two_handed) {
            (Some(weapon), Some(false)) if self.one_handed => {
                let message = format!("{} needs one hand only", weapon.name);
                refuse(message, "one-handed with a two-handed weapon")
            }
            (_, two_handed) => {
                let both_hold_one = !matches!(self.hands, HandsName::Proper);
                Ok(self.one_handed || (both_hold_one && two_handed == Some(true)))
            }
        }
    }
}
