//! The target numbers of shots and blows, and whether a target is still in the field of fire.

use std::num::NonZeroU16;

use super::attempt::PenaltyFields;
use super::hit::{CalledFields, StrengthFields};
use crate::table::questions::prelude::*;
use crate::table::rules::{
    Aim, ArcQuestion, Armament, Attribute, Decision, Dodging, FieldOfFire, Hands, MeleeSituation,
    Movement, RangedSituation, RulesError, Size, Weapon, speed_opposite_ways, speed_same_way,
    throwing_increment_m, throwing_maximum_m,
};

fields! {
    /// Penalties of both shots and blows: dodging, wounds, other penalties.
    struct HindranceFields {
        /// The target's dodge score, while it dodges
        dodge: Opt<Number<u8, 0, 99>> = value("SCORE").fact(Fact::Dodge),
        /// The dodging target does not move otherwise
        dodge_standing: Flag = needs("dodge"),
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl HindranceFields {
    fn dodging(&self) -> Option<Dodging> {
        let score = self.dodge.get()?;
        Some(Dodging { score, stands: self.dodge_standing.get() })
    }
}

/// `26`, `18+8` for opposite directions, `12-8` for the same direction.
#[derive(Debug)]
struct RelativeSpeed;

impl ArgType for RelativeSpeed {
    type Value = u16;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<u16, Problem> {
        let number = |text: &str| text.trim().parse::<u16>().ok();
        let both = |sign| {
            let (one, other) = text.split_once(sign)?;
            number(one).zip(number(other))
        };
        let speed = number(text)
            .or_else(|| both('+').map(|(one, other)| speed_opposite_ways(one, other)))
            .or_else(|| both('-').map(|(one, other)| speed_same_way(one, other)));
        speed.ok_or_else(|| {
            let message = format!("relative speed {text:?} cannot be read");
            Problem::coded("argument.value", message)
                .accepts("0 to 65535, 18+8 for opposite ways, 12-8 for the same way")
        })
    }
}

choice! {
    Movement {
        "still" => Movement::Still, "";
        "walk" => Movement::Walking, "";
        "run" => Movement::Running, "";
    }
}

choice! {
    Aim {
        "snap" => Aim::Snap, "";
        "once" => Aim::Once, "";
        "twice" => Aim::Twice, "";
    }
}

fields! {
    /// The distance of a shot.
    pub struct DistanceFields {
        /// Distance to the target in metres (paces)
        distance: Arg<Number<u16, 0, 65_535>> = value("METRES").fact(Fact::Distance),
    }
}

impl DistanceFields {
    /// The distance in metres.
    pub fn get(&self) -> u16 {
        self.distance.get()
    }
}

fields! {
    /// The situation of a shot without the distance.
    pub struct RangeFields {
        /// The weapon's range increment in metres; for thrown weapons it follows from Strength
        increment: Opt<Increment> = value("METRES"),
        /// The firer's movement during the phase: walk up to the speed value, run beyond it
        moving: Arg<Movement> = default("still"),
        /// The firer rides
        mounted: Flag,
        /// The target's Size
        size: Arg<Size> = value("SIZE").default("6").fact(Fact::Size),
        /// Speed of firer and target relative to each other, in metres: a number, 12-8 if both go the
        /// same way, or 18+8 if they go opposite ways
        relative_speed: Arg<RelativeSpeed> = value("METRES").default("0"),
        /// How the weapon was aimed
        aim: Arg<Aim> = default("snap"),
        /// Rounds after the first for which the aim was held, each of which adds the Accurate bonus
        held: Arg<Number<u8, 0, 99>> = value("ROUNDS").default("0"),
        /// The weapon's penalty when it is not aimed
        snap: Opt<Number<u8, 0, 99>>,
        /// The weapon's Accurate bonus when it is aimed
        accurate: Opt<Number<u8, 0, 99>>,
        /// The target is behind cover and cannot be seen
        unseen: Flag,
        /// A place aimed at on purpose.
        pub called: CalledFields,
        /// Which of two weapons this is
        hands: Arg<Hands> = default("proper"),
        /// A two-handed weapon is fired with one hand
        one_handed: Flag,
        /// Dodging, wounds and other penalties.
        hindrance: HindranceFields,
    }
}

impl RangeFields {
    /// The situation at this distance; missing values are taken from the weapon and the attacker's
    /// Strength.
    ///
    /// # Errors
    /// Missing values, and values that exclude each other.
    pub fn resolve(
        &self,
        distance_m: u16,
        setting: &Setting,
        weapon: Option<&Weapon>,
        strength: &StrengthFields,
    ) -> Result<RangedSituation, Problems> {
        let aim = self.aim.get();
        let (increment_m, held_rounds, called, one_handed) = all((
            self.increment_m(distance_m, setting, weapon, strength),
            self.held_rounds(aim),
            self.called.get(),
            self.is_in_one_hand(weapon),
        ))?;
        let (snap, accurate) = match aim {
            Aim::Snap => (self.snap.get(), None),
            Aim::Once | Aim::Twice => (None, self.accurate.get()),
        };
        let (wound_penalty, penalty) = self.hindrance.penalty.get(setting);
        Ok(RangedSituation {
            distance_m,
            increment_m,
            thrown: is_thrown(weapon),
            movement: self.moving.get(),
            mounted: self.mounted.get(),
            size: self.size.get(),
            relative_speed_m: self.relative_speed.get(),
            aim,
            held_rounds,
            snap_penalty: snap.or(weapon.map(|weapon| weapon.snap_penalty)).unwrap_or(0),
            accurate: accurate.or(weapon.map(|weapon| weapon.accurate)).unwrap_or(0),
            unseen_behind_cover: self.unseen.get(),
            called: called.map(|(_, shot)| shot),
            hands: self.hands.get(),
            one_handed,
            dodging: self.hindrance.dodging(),
            wound_penalty,
            penalty,
        })
    }

    /// The number of rounds for which an aim was held; a snap shot does not have one.
    fn held_rounds(&self, aim: Aim) -> Result<u8, Problems> {
        let rounds = self.held.get();
        if rounds > 0 && aim == Aim::Snap {
            return refuse("a snap shot is not aimed", "held with aim once or aim twice");
        }
        Ok(rounds)
    }

    /// The weapon's range increment, within reach of a thrower.
    ///
    /// # Errors
    /// A problem if it is unknown, or the distance is out of reach.
    pub fn increment_m(
        &self,
        distance_m: u16,
        setting: &Setting,
        weapon: Option<&Weapon>,
        strength: &StrengthFields,
    ) -> Result<NonZeroU16, Problems> {
        let thrown = is_thrown(weapon);
        let strength = if thrown { strength.die(setting) } else { None };
        if let Some(strength) = strength {
            let maximum_m = throwing_maximum_m(strength, &setting.rules.west);
            if distance_m > maximum_m {
                return listed(Err(RulesError::TooFar { distance_m, maximum_m }));
            }
        }
        let named = self.increment.get().or(weapon.and_then(|weapon| weapon.range_m));
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

    /// Whether a two-handed weapon is fired with one hand, which is required if both hands hold a
    /// weapon (Conflict, "Two handed ranged weapons").
    fn is_in_one_hand(&self, weapon: Option<&Weapon>) -> Result<bool, Problems> {
        let given = self.one_handed.get();
        match weapon {
            Some(weapon) if !weapon.has(Attribute::TwoHanded) => {
                if given {
                    let message = format!("{} needs one hand only", weapon.name);
                    return refuse(message, "one-handed with a two-handed weapon");
                }
                Ok(false)
            }
            Some(_) => Ok(given || self.hands.get() != Hands::Proper),
            None => Ok(given),
        }
    }
}

/// Whether a weapon is thrown.
pub fn is_thrown(weapon: Option<&Weapon>) -> bool {
    weapon.is_some_and(|weapon| weapon.has(Attribute::Thrown))
}

fields! {
    /// Computes the target number of a shot.
    pub struct ComputeRange {
        /// The distance.
        distance: DistanceFields,
        /// The rest of the situation.
        situation: RangeFields,
        /// The attacker's weapon of the table
        weapon: Opt<WeaponName> = fact(Fact::Firearm),
        /// The attacker's Strength.
        strength: StrengthFields,
    }
}

impl Question for ComputeRange {
    const NAME: &'static str = "compute range";
    const HELP: &'static str = "Work out the target number of a shot";
    const EXAMPLES: [&'static str; 2] =
        ["distance 12 increment 8", "distance 20 weapon \"example rifle\" aim once"];
    const ALIASES: &'static [&'static str] = &["shot"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let weapon = self.weapon.get();
        let distance_m = self.distance.get();
        let situation =
            self.situation.resolve(distance_m, at.setting, weapon.as_ref(), &self.strength)?;
        Ok(Box::new(situation.account(&at.setting.rules.west)))
    }
}

fields! {
    /// The situation of a blow.
    pub struct DefenseFields {
        /// The defender's Fighting level, or the level with the weapon held
        skill: Arg<Number<u8, 0, 255>> = value("LEVEL").fact(Fact::Fighting),
        /// The defender holds this weapon of the table
        defender_weapon: Opt<WeaponName> = fact(Fact::DefenderWeapon),
        /// The defender holds some weapon without a Defend attribute
        armed: Flag = excludes(&["defender_weapon"]),
        /// The attacker holds some weapon that is not in the table
        attacker_armed: Flag = excludes(&["weapon"]),
        /// The attacker has bare hands, or a fist-load
        bare_hands: Flag = excludes(&["weapon", "attacker_armed"]),
        /// Dodging, wounds and other penalties.
        hindrance: HindranceFields,
    }
}

impl DefenseFields {
    /// The situation. If no weapon of the attacker is given in any way, `armed` decides whether the
    /// attacker has one.
    pub fn resolve(
        &self,
        setting: &Setting,
        weapon: Option<&Weapon>,
        armed: bool,
    ) -> MeleeSituation {
        let other = |is_armed| match is_armed {
            true => Armament::Weapon { defend: None },
            false => Armament::Unarmed,
        };
        let defender = match self.defender_weapon.get() {
            Some(weapon) => weapon.armament(),
            None => other(self.armed.get()),
        };
        let attacker = match weapon {
            Some(weapon) => weapon.armament(),
            None => other(self.attacker_armed.get() || (armed && !self.bare_hands.get())),
        };
        let (wound_penalty, penalty) = self.hindrance.penalty.get(setting);
        MeleeSituation {
            defender_skill: self.skill.get(),
            defender,
            attacker,
            dodging: self.hindrance.dodging(),
            wound_penalty,
            penalty,
        }
    }
}

fields! {
    /// Computes the target number of a blow.
    pub struct ComputeDefense {
        /// The situation.
        situation: DefenseFields,
        /// The attacker's weapon of the table
        weapon: Opt<WeaponName> = fact(Fact::MeleeWeapon),
    }
}

impl Question for ComputeDefense {
    const NAME: &'static str = "compute defense";
    const HELP: &'static str = "Work out the target number of a blow";
    const EXAMPLES: [&'static str; 2] = ["skill 3 armed", "skill 2 weapon fist dodge 4"];
    const ALIASES: &'static [&'static str] = &["defence", "blow"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let weapon = self.weapon.get();
        let situation = self.situation.resolve(at.setting, weapon.as_ref(), false);
        Ok(Box::new(situation.account()))
    }
}

fields! {
    /// Computes whether a target has left the field of fire.
    pub struct ComputeArc {
        /// Distance to the target when the aim began, in paces
        range: Arg<Number<u16, 0, 9999>> = value("PACES"),
        /// How far the target moved square to the line of fire, in paces
        moved: Arg<Number<u16, 0, 9999>> = value("PACES"),
        /// The weapon is a handgun: 120 degrees instead of 60
        handgun: Flag,
        /// Card drawn to decide if the target is exactly on the edge; yes means that it has left the arc
        edge: Opt<CardRef>,
    }
}

impl Question for ComputeArc {
    const NAME: &'static str = "compute arc";
    const HELP: &'static str = "See whether a target has left the field of fire";
    const EXAMPLES: [&'static str; 2] = ["range 10 moved 6", "range 10 moved 8 handgun"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let edge = at.card_if(&self.edge)?;
        let edge = edge.map(|card| Decision::new(at.deck(), card));
        let arc = if self.handgun.get() { FieldOfFire::Handgun } else { FieldOfFire::Long };
        let (range_paces, moved_paces) = (self.range.get(), self.moved.get());
        Ok(Box::new(ArcQuestion { arc, range_paces, moved_paces }.answer(edge)))
    }
}
