//! `attack 34 3d10 distance 19 increment 10 damage (2)6`: a shot or a burst at one target.

use super::dice::DamageDice;
use super::hit::{AttackKind, HitFields};
use super::roll::RollFields;
use crate::dice::EffectDice;
use crate::table::questions::prelude::*;
use crate::table::questions::targets::check_point_blank;
use crate::table::rules::fi3::{
    AimValue, AreaDice, Arm, Fire, LocationModifiers, Shooting, area_dice,
};
use crate::table::rules::{CLOSE_M, CalledShot, Hands, Size};

fields! {
    /// Resolves a shot or burst, from task number to wounds.
    pub struct ShotQuestion {
        /// The roll.
        roll: RollFields,
        /// Damage dice, such as 3d6 or '(3)6'
        damage: Arg<DamageDice> = value("DICE"),
        /// The situation.
        range: ShootingFields,
        /// How the weapon is fired.
        fire: FireFields,
        /// What hits, and what it meets.
        hit: HitFields,
    }
}

impl Question for ShotQuestion {
    const NAME: &'static str = "attack";
    const HELP: &'static str = "Resolve a shot or burst, from task number to wounds";
    const EXAMPLES: [&'static str; 2] = [
        "34 3d10 damage 3d6 distance 19 increment 10",
        "34 3d10 damage 3d6 distance 8 increment 10 automatic 5",
    ];
    const ALIASES: &'static [&'static str] = &["shot"];
    const SKILLS: &'static [&'static str] = &["shooting"];
    const DEMAND: Demand = Demand::Action;
    const PARTS: &'static [Part] = &[Part::Effect, Part::Hit];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let shot = self.hit.called().and_then(|called| {
            let fire = self.fire.get(called.map(|(_, shot)| shot));
            self.range.spread(Shooting { fire, ..self.range.get() })
        });
        let further = shot.as_ref().map_or(0, |(_, area)| area.shooting);
        let (roll, shot) = all((self.roll.resolve_with(at, further), shot))?;
        let kind = self.range.kind(at.setting, &shot, self.damage.get());
        self.hit.answer(at, roll, kind, None)
    }

    fn shots(&self) -> u16 {
        self.fire.automatic.get().unwrap_or(1)
    }
}

fields! {
    /// How the weapon is fired.
    struct FireFields {
        /// Aim markers on the initiative card
        markers: Arg<Number<u8, 0, 99>> = value("MARKERS").default("0"),
        /// Shots of automatic fire at this target, which is neither aimed nor called
        automatic: Opt<Number<u16, 1, 9999>> = value("SHOTS").excludes(&["markers", "called"]),
        /// Other targets of the burst, each in its own question
        extra_targets: Arg<Number<u8, 0, 99>> = value("TARGETS").default("0").needs("automatic"),
    }
}

impl FireFields {
    fn get(&self, called: Option<CalledShot>) -> Fire {
        match self.automatic.get() {
            Some(shots) => Fire::Automatic { shots, extra_targets: self.extra_targets.get() },
            None => Fire::Single { markers: self.markers.get(), called },
        }
    }
}

fields! {
    /// The situation of a shot.
    pub struct ShootingFields {
        /// Metres to the target
        distance: Arg<Number<u16, 0, 65_535>> = value("METRES").fact(Fact::Distance),
        /// The weapon's range increment in metres
        increment: Arg<Increment> = value("METRES"),
        /// The weapon's Aim, such as 2/-3
        aim: Opt<AimValue> = value("AIM"),
        /// The AE of a weapon that spreads: bonus dice for damage near by, for the roll farther off
        ae: Arg<Number<u8, 0, 99>> = value("DICE").default("0"),
        /// Firer, mount or vehicle runs
        running: Flag,
        /// The firer rides
        mounted: Flag,
        /// The target's Size; a human has 6
        size: Arg<Size> = value("SIZE").default("6").fact(Fact::Size),
        /// Metres a round that firer and target move relative to each other
        relative_rate: Arg<Number<u16, 0, 9999>> = value("METRES").default("0"),
        /// The target is wholly hidden, and only its direction known
        concealed: Flag,
        /// The penalty of the light, which counts beyond 10 metres
        darkness: Arg<Number<u8, 0, 99>> = default("0"),
        /// The weapons in both hands
        hands: Arg<Hands> = value("HANDS").default("proper"),
        /// A two-handed weapon is fired with one hand
        one_handed: Flag,
        /// The gun could touch the target: 2 steps up
        point_blank: Flag,
        /// The same from below, as under a table: 2 steps down
        from_below: Flag = excludes(&["point_blank"]),
        /// The total of the target's dodge roll
        defence: Opt<Number<i64, -9999, 9999>> = value("TOTAL"),
        /// Other penalties of the situation
        situation: Arg<Number<i32, -99, 99>> = default("0"),
    }
}

impl ShootingFields {
    /// The situation of a single shot without aim or called place.
    pub fn get(&self) -> Shooting {
        Shooting {
            distance_m: self.distance.get(),
            increment_m: self.increment.get(),
            fire: Fire::Single { markers: 0, called: None },
            aim: self.aim.get(),
            running: self.running.get(),
            mounted: self.mounted.get(),
            size: self.size.get(),
            relative_rate_m: self.relative_rate.get(),
            concealed: self.concealed.get(),
            darkness: self.darkness.get(),
            hands: self.hands.get(),
            one_handed: self.one_handed.get(),
            defence: self.defence.get(),
            penalty: self.situation.get(),
        }
    }

    /// The situation with the dice of an area effect weapon.
    ///
    /// # Errors
    /// A problem if the target is too far for point-blank fire.
    pub fn spread(&self, shooting: Shooting) -> Result<(Shooting, AreaDice), Problems> {
        let distance_m = shooting.distance_m;
        check_point_blank(self.point_blank.get() || self.from_below.get(), distance_m)?;
        let area = area_dice(self.ae.get(), distance_m);
        Ok((shooting, area))
    }

    /// The effect of a hit at that distance.
    pub fn kind(
        &self,
        setting: &Setting,
        (shooting, area): &(Shooting, AreaDice),
        damage: EffectDice,
    ) -> AttackKind {
        AttackKind {
            account: shooting.account(&setting.rules.fi3),
            fire: shooting.fire,
            arm: Arm::Shot(damage),
            harm: Arm::Shot(damage).usual_harm(),
            area_dice: area.damage,
            size: shooting.size,
            near: shooting.distance_m <= CLOSE_M,
            modifiers: LocationModifiers {
                point_blank: self.point_blank.get(),
                point_blank_below: self.from_below.get(),
                ..LocationModifiers::default()
            },
        }
    }
}
