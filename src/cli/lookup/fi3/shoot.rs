//! `lookup fi3 shoot N DICE --distance 19 --increment 10 --damage '(2)6'`: a shot or a burst.

use crate::diagnostic::Problems;
use crate::rules::fi3::{Arm, AttackAnswer, Fire, LocationModifiers, Shooting, area_dice};
use crate::rules::{CalledShot, Size};
use clap::Args;

use super::hit::{HitArgs, Kind};
use super::roll::RollArgs;
use super::told;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::range::HandsName;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    roll: RollArgs,
    /// Damage dice, such as '(3)6'
    #[arg(long, value_name = "DICE")]
    damage: String,
    #[command(flatten)]
    range: ShootingArgs,
    #[command(flatten)]
    hit: HitArgs,
}

/// The situation of a shot.
#[derive(Debug, Args)]
struct ShootingArgs {
    /// Metres to the target
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: String,
    /// The weapon's range increment in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    increment: String,
    /// The weapon's Aim, such as 2/-3
    #[arg(long, value_name = "AIM", allow_hyphen_values = true)]
    aim: Option<String>,
    /// Aim markers on the initiative card
    #[arg(long, value_name = "MARKERS", default_value = "0", allow_hyphen_values = true)]
    markers: String,
    /// Shots of automatic fire at this target, which is neither aimed nor called
    #[arg(long, value_name = "SHOTS", conflicts_with_all = ["markers", "called"], allow_hyphen_values = true)]
    automatic: Option<String>,
    /// Targets of the burst besides this one
    #[arg(
        long,
        value_name = "TARGETS",
        default_value = "0",
        requires = "automatic",
        allow_hyphen_values = true
    )]
    extra_targets: String,
    /// The AE of a weapon that spreads: bonus dice for damage near by, for the roll farther off
    #[arg(long, value_name = "DICE", default_value = "0", allow_hyphen_values = true)]
    ae: String,
    /// Firer, mount or vehicle runs
    #[arg(long)]
    running: bool,
    /// The firer rides
    #[arg(long)]
    mounted: bool,
    /// The target's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// Metres a round that firer and target move relative to each other
    #[arg(long, value_name = "METRES", default_value = "0", allow_hyphen_values = true)]
    relative_rate: String,
    /// The target is wholly hidden, and only its direction known
    #[arg(long)]
    concealed: bool,
    /// The penalty of the light, which counts beyond 10 metres
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    darkness: String,
    /// Which weapons are in which hands
    #[arg(long, value_enum, default_value = "proper")]
    hands: HandsName,
    /// A two-handed weapon is fired with one hand
    #[arg(long)]
    one_handed: bool,
    /// The gun could touch the target: 2 steps up
    #[arg(long)]
    point_blank: bool,
    /// The same from below, as under a table: 2 steps down
    #[arg(long, conflicts_with = "point_blank")]
    from_below: bool,
    /// The total of the target's dodge roll
    #[arg(long, value_name = "TOTAL", allow_hyphen_values = true)]
    defence: Option<String>,
    /// Other penalties of the situation
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    situation: String,
}

impl Typed {
    /// What comes of it.
    pub fn answer(&self, setting: &Setting) -> Result<AttackAnswer, Problems> {
        let mut meaning = setting.meaning();
        let called = self.hit.called(&mut meaning);
        let called = called.map(|called| called.map(|(shot, _, _)| shot));
        let shooting = called.and_then(|called| self.range.meant(called, &mut meaning));
        let damage = meaning.damage_dice(&self.damage);
        let ae: Option<u8> = meaning.number(&self.range.ae, "AE", 0..=99);
        let area =
            ae.zip(shooting.as_ref()).map(|(ae, shooting)| area_dice(ae, shooting.distance_m));
        let further = area.map_or(0, |area| area.shooting);
        let roll = self.roll.meant_with(setting, &mut meaning, further);
        let kind = shooting.zip(damage).zip(area).map(|((shooting, damage), area)| Kind {
            account: shooting.account(&setting.fi3_options),
            fire: shooting.fire,
            arm: Arm::Shot(damage),
            area_dice: area.damage,
            size: shooting.size,
            modifiers: LocationModifiers {
                point_blank: self.range.point_blank,
                point_blank_below: self.range.from_below,
                ..LocationModifiers::default()
            },
        });
        let attack = self.hit.meant(roll, kind, &mut meaning);
        told(meaning.settled(attack)?.answer(&setting.fi3_options))
    }
}

impl ShootingArgs {
    fn meant(&self, called: Option<CalledShot>, meaning: &mut Meaning) -> Option<Shooting> {
        let distance_m = meaning.number(&self.distance, "distance", 0..=65_535);
        let increment_m = meaning.increment(&self.increment);
        let aim = meaning.of_option(self.aim.as_deref());
        let markers = meaning.number(&self.markers, "number of markers", 0..=99);
        let shots = match &self.automatic {
            None => Some(None),
            Some(text) => meaning.number(text, "number of shots", 1..=9999).map(Some),
        };
        let extra_targets = meaning.number(&self.extra_targets, "number of targets", 0..=99);
        let size: Option<Size> = meaning.of(&self.size);
        let relative_rate_m = meaning.number(&self.relative_rate, "rate", 0..=9999);
        let darkness = meaning.number(&self.darkness, "penalty", 0..=99);
        let defence = meaning.defence(self.defence.as_deref());
        let penalty = meaning.number(&self.situation, "penalty", -99..=99);
        let (markers, extra_targets) = markers.zip(extra_targets)?;
        Some(Shooting {
            distance_m: distance_m?,
            increment_m: increment_m?,
            fire: match shots? {
                Some(shots) => Fire::Automatic { shots, extra_targets },
                None => Fire::Single { markers, called },
            },
            aim: aim?,
            running: self.running,
            mounted: self.mounted,
            size: size?,
            relative_rate_m: relative_rate_m?,
            concealed: self.concealed,
            darkness: darkness?,
            hands: self.hands.meant(),
            one_handed: self.one_handed,
            defence: defence?,
            penalty: penalty?,
        })
    }
}

impl Meaning {
    /// The total of an active defence.
    pub fn defence(&mut self, text: Option<&str>) -> Option<Option<i64>> {
        match text {
            None => Some(None),
            Some(text) => self.number(text, "defence", -9999..=9999).map(Some),
        }
    }
}
