//! `lookup fi3 attack N DICE --distance 19 --increment 10 --damage '(2)6'`: a shot or a burst.

use super::hit::{HitArgs, Kind};
use super::roll::{DamageDice, RollArgs};
use crate::cli::lookup::hit::in_contact;
use crate::cli::lookup::prelude::*;
use crate::cli::lookup::range::{HandsName, Increment};
use crate::dice::EffectDice;
use crate::rules::fi3::{AimValue, AreaDice, Arm, Fire, LocationModifiers, Shooting, area_dice};
use crate::rules::{CLOSE_M, CalledShot, Size};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    roll: RollArgs,
    /// Damage dice, such as 3d6 or '(3)6'
    #[arg(long, value_name = "DICE")]
    damage: Parsed<DamageDice>,
    #[command(flatten)]
    #[serde(flatten)]
    range: ShootingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    fire: FireArgs,
    #[command(flatten)]
    #[serde(flatten)]
    hit: HitArgs,
}

/// How the weapon is fired.
#[derive(Debug, Args, Serialize)]
struct FireArgs {
    /// Aim markers on the initiative card
    #[arg(long, value_name = "MARKERS", default_value = "0", allow_hyphen_values = true)]
    markers: Number<u8, 0, 99>,
    /// Shots of automatic fire at this target, which is neither aimed nor called
    #[arg(long, value_name = "SHOTS", conflicts_with_all = ["markers", "called"], allow_hyphen_values = true)]
    automatic: Option<Number<u16, 1, 9999>>,
    /// Targets of the burst besides this one, each in a question of its own
    #[arg(
        long,
        value_name = "TARGETS",
        default_value = "0",
        requires = "automatic",
        allow_hyphen_values = true
    )]
    extra_targets: Number<u8, 0, 99>,
}

/// The situation of a shot.
#[derive(Debug, Args, Serialize)]
pub struct ShootingArgs {
    /// Metres to the target
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    distance: Number<u16, 0, 65_535>,
    /// The weapon's range increment in metres
    #[arg(long, value_name = "METRES", allow_hyphen_values = true)]
    increment: Parsed<Increment>,
    /// The weapon's Aim, such as 2/-3
    #[arg(long, value_name = "AIM", allow_hyphen_values = true)]
    aim: Option<Parsed<AimValue>>,
    /// The AE of a weapon that spreads: bonus dice for damage near by, for the roll farther off
    #[arg(long, value_name = "DICE", default_value = "0", allow_hyphen_values = true)]
    ae: Number<u8, 0, 99>,
    /// Firer, mount or vehicle runs
    #[arg(long)]
    running: bool,
    /// The firer rides
    #[arg(long)]
    mounted: bool,
    /// The target's Size; a human has 6
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// Metres a round that firer and target move relative to each other
    #[arg(long, value_name = "METRES", default_value = "0", allow_hyphen_values = true)]
    relative_rate: Number<u16, 0, 9999>,
    /// The target is wholly hidden, and only its direction known
    #[arg(long)]
    concealed: bool,
    /// The penalty of the light, which counts beyond 10 metres
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    darkness: Number<u8, 0, 99>,
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
    defence: Option<Number<i64, -9999, 9999>>,
    /// Other penalties of the situation
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    situation: Number<i32, -99, 99>,
}

/// What comes of it.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let shooting = self.hit.called().and_then(|called| {
            let fire = self.fire.resolve(called.map(|(_, shot)| shot));
            let (fire, shooting) = all((fire, self.range.resolve()))?;
            self.range.in_reach(Shooting { fire, ..shooting })
        });
        let further = shooting.as_ref().map_or(0, |(_, area)| area.shooting);
        let roll = self.roll.resolve_with(at, further);
        let kind = all((shooting, self.damage.get()))
            .map(|(shooting, damage)| self.range.kind(at.setting, shooting, damage));
        self.hit.answer(at, roll, kind, None)
    }

    fn shots(&self) -> u16 {
        self.fire.automatic.get().ok().flatten().unwrap_or(1)
    }
}

impl FireArgs {
    fn resolve(&self, called: Option<CalledShot>) -> Result<Fire, Problems> {
        let fire = all((self.automatic.get(), self.extra_targets.get(), self.markers.get()))?;
        Ok(match fire {
            (Some(shots), extra_targets, _) => Fire::Automatic { shots, extra_targets },
            (None, _, markers) => Fire::Single { markers, called },
        })
    }
}

impl ShootingArgs {
    /// The situation of a single shot that is neither aimed nor called.
    pub fn resolve(&self) -> Result<Shooting, Problems> {
        let way = all((self.distance.get(), self.increment.get()));
        let ((distance_m, increment_m), aim, size, relative_rate_m, hindrance) = all((
            way,
            self.aim.get(),
            self.size.get(),
            self.relative_rate.get(),
            all((self.darkness.get(), self.defence.get(), self.situation.get())),
        ))?;
        let (darkness, defence, penalty) = hindrance;
        Ok(Shooting {
            distance_m,
            increment_m,
            fire: Fire::Single { markers: 0, called: None },
            aim,
            running: self.running,
            mounted: self.mounted,
            size,
            relative_rate_m,
            concealed: self.concealed,
            darkness,
            hands: self.hands.hands(),
            one_handed: self.one_handed,
            defence,
            penalty,
        })
    }

    /// The situation with the dice of a weapon that spreads.
    ///
    /// # Errors
    /// A problem if a gun that could touch the target is too far from it.
    pub fn in_reach(&self, shooting: Shooting) -> Result<(Shooting, AreaDice), Problems> {
        in_contact(self.point_blank || self.from_below, shooting.distance_m)?;
        let area = area_dice(self.ae.get()?, shooting.distance_m);
        Ok((shooting, area))
    }

    /// What a hit of a shot does there.
    pub fn kind(
        &self,
        setting: &Setting,
        (shooting, area): (Shooting, AreaDice),
        damage: EffectDice,
    ) -> Kind {
        Kind {
            account: shooting.account(&setting.rules.fi3),
            fire: shooting.fire,
            arm: Arm::Shot(damage),
            harm: Arm::Shot(damage).usual_harm(),
            area_dice: area.damage,
            size: shooting.size,
            near: shooting.distance_m <= CLOSE_M,
            modifiers: LocationModifiers {
                point_blank: self.point_blank,
                point_blank_below: self.from_below,
                ..LocationModifiers::default()
            },
        }
    }
}
