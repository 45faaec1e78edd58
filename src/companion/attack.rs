//! An attack in one: from its target number to the wounds.

use std::num::NonZeroU16;

use crate::diagnostic::{Problem, Problems};
use crate::dice::{CheckDice, Die, EffectDice, one_die};
use crate::table::rules::{
    Aim, Armament, Attack, AttackWeapon, Attribute, CLOSE_M, CalledShot, Cover, Dodging, Forced,
    Hands, Harm, MeleeSituation, Movement, MuscleUse, Place, RangedSituation, Reliability,
    RulesError, StrengthBumps, Weapon, throwing_increment_m, throwing_maximum_m,
};
use crate::table::session::Question;

use super::reader::Reader;
use super::setting::{Cards, Said, Setting, tested};

/// A shot, or a weapon that is thrown.
pub(super) fn shot(
    setting: &Setting,
    cards: &Cards<'_>,
    question: &Question,
) -> Result<Said, Problems> {
    let options = &setting.rules.west;
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let weapon = reader.weapon("weapon");
    let distance_m = reader.arguments.number("distance", 0..=65_535);
    if distance_m.is_none() && !question.arguments.contains_key("distance") {
        reader.arguments.fault("distance is missing".to_owned(), "0 to 65535 metres");
    }
    let strength = reader.strength();
    let thrown = weapon.is_some_and(|weapon| weapon.has(Attribute::Thrown));
    let increment_m = reader.increment_m(weapon, distance_m, strength.filter(|_| thrown));
    let called = reader.called();
    let shots = reader.shots(weapon);
    let forced = reader.forced();
    if forced.point_blank && distance_m.is_some_and(|metres| metres > CLOSE_M) {
        let message = "the distance is too far for point-blank fire".to_owned();
        reader.arguments.fault(message, &format!("a distance of 0 to {CLOSE_M}"));
    }
    let forced = with_weapon(forced, weapon);
    let forced = reader.turned(forced);
    let hands = reader.arguments.word(
        "hands",
        &[("proper", Hands::Proper), ("main", Hands::MainOfTwo), ("off", Hands::OffOfTwo)],
    );
    let one_handed = reader.one_handed(weapon, hands);
    let aim = reader
        .arguments
        .word("aim", &[("snap", Aim::Snap), ("once", Aim::Once), ("twice", Aim::Twice)]);
    let held_rounds = reader.arguments.number("held", 0..=99).unwrap_or(0);
    if held_rounds > 0 && aim == Aim::Snap {
        let message = "a snap shot holds no aim".to_owned();
        reader.arguments.fault(message, "held with aim once or aim twice");
    }
    let movement =
        [("still", Movement::Still), ("walk", Movement::Walking), ("run", Movement::Running)];
    let situation = RangedSituation {
        thrown,
        movement: reader.arguments.word("moving", &movement),
        mounted: reader.arguments.flag("mounted"),
        size: reader.size(),
        relative_speed_m: reader.arguments.number("relative_speed", 0..=65_535).unwrap_or(0),
        aim,
        held_rounds,
        snap_penalty: reader
            .arguments
            .number("snap", 0..=99)
            .or(weapon.map(|weapon| weapon.snap_penalty))
            .unwrap_or(0),
        accurate: reader
            .arguments
            .number("accurate", 0..=99)
            .or(weapon.map(|weapon| weapon.accurate))
            .unwrap_or(0),
        unseen_behind_cover: reader.arguments.flag("unseen"),
        called: called.as_ref().map(|(_, shot)| *shot),
        hands,
        one_handed,
        dodging: reader.dodging(),
        wound_penalty: reader.wound_penalty(),
        penalty: reader.penalty(),
        ..RangedSituation::plain(distance_m.unwrap_or(0), increment_m.unwrap_or(NonZeroU16::MIN))
    };
    let in_contact = reader.arguments.flag("contact");
    let hit = reader.hit(weapon, strength, cards);
    let made = attempt.zip(hit).zip(distance_m.and(increment_m));
    let ((attempt, hit), _) = reader.arguments.finish(made)?;
    let scatters = weapon.is_some_and(|weapon| weapon.has(Attribute::Scatter));
    let attack = Attack {
        shots,
        forced,
        called: called.map(|(place, _)| place),
        near: situation.distance_m <= CLOSE_M,
        dodging: situation.dodging.is_some(),
        size: situation.size,
        scatter_increments: scatters.then(|| situation.increments(options)),
        thrown_m: thrown.then_some(situation.distance_m),
        in_contact,
        ..hit.attack(attempt, situation.account(options))
    };
    answered(&attack, setting)
}

/// A blow.
pub(super) fn blow(
    setting: &Setting,
    cards: &Cards<'_>,
    question: &Question,
) -> Result<Said, Problems> {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let club = reader.arguments.text("dmg").and_then(|dmg| dmg.parse().ok());
    let weapon = reader.weapon("weapon").cloned();
    let weapon = weapon.and_then(|weapon| reader.arguments.keep(weapon.in_blow(club)));
    let weapon = weapon.as_ref();
    let defender_skill = reader.arguments.number("skill", 0..=255);
    if defender_skill.is_none() && !question.arguments.contains_key("skill") {
        reader.arguments.fault("skill is missing".to_owned(), "the defender's level, 0 to 255");
    }
    let held = reader.weapon("defender_weapon");
    let armed = reader.arguments.flag("armed");
    let attacker_armed = reader.arguments.flag("attacker_armed");
    let bare_hands = reader.arguments.flag("bare_hands");
    let own = [weapon.is_some(), attacker_armed, bare_hands];
    if (armed && held.is_some()) || own.into_iter().filter(|given| *given).count() > 1 {
        let message = "what the hands hold is said twice".to_owned();
        reader.arguments.fault(message, "a weapon, armed or bare_hands");
    }
    let forced = reader.forced();
    if forced.point_blank {
        reader.arguments.fault("a blow is never point-blank".to_owned(), "punch, kick, height");
    }
    let strength = reader.strength();
    let called = reader.called();
    let size = reader.size();
    let (dodging, wound_penalty, penalty) =
        (reader.dodging(), reader.wound_penalty(), reader.penalty());
    let moves = with_weapon(forced, weapon);
    let moves = reader.turned(moves);
    let hit = reader.hit(weapon, strength, cards);
    let made = attempt.zip(hit).zip(defender_skill);
    let ((attempt, hit), defender_skill) = reader.arguments.finish(made)?;
    let fists = hit.weapon.harm == Harm::Brawling || forced.punch || forced.kick;
    let some_weapon = Armament::Weapon { defend: None };
    let armed_if = |is_armed| if is_armed { some_weapon } else { Armament::Unarmed };
    let situation = MeleeSituation {
        defender_skill,
        defender: held.map_or_else(|| armed_if(armed), Weapon::armament),
        attacker: weapon
            .map_or_else(|| armed_if(attacker_armed || (!fists && !bare_hands)), Weapon::armament),
        dodging,
        wound_penalty,
        penalty,
    };
    let penalty = called.as_ref().map_or(0, |(_, shot)| shot.penalty());
    let attack = Attack {
        forced: moves,
        called: called.map(|(place, _)| place),
        near: true,
        dodging: dodging.is_some(),
        size,
        strays: false,
        ..hit.attack(attempt, situation.account().with("called blow", penalty))
    };
    answered(&attack, setting)
}

fn answered(attack: &Attack<'_>, setting: &Setting) -> Result<Said, Problems> {
    let dice = attack.attempt.pool.dice();
    tested(dice, attack.answer(&setting.rules.west), |answer| &answer.test)
}

/// What shots and blows have in common.
struct Hit<'d> {
    weapon: AttackWeapon<'d>,
    location_bumps: i8,
    prone: bool,
    cover: Option<Cover>,
    discarded: Vec<crate::deck::CardNumber>,
}

impl<'d> Hit<'d> {
    /// The attack but for where and how it strikes.
    fn attack(
        self,
        attempt: crate::table::rules::Attempt<'d>,
        account: crate::table::rules::TnAccount,
    ) -> Attack<'d> {
        let Self { weapon, location_bumps, prone, cover, discarded } = self;
        Attack {
            location_bumps,
            prone,
            cover,
            discarded,
            ..Attack::plain(attempt, account, weapon)
        }
    }
}

impl<'s> Reader<'s, '_> {
    fn hit(
        &mut self,
        weapon: Option<&Weapon>,
        strength: Option<Die>,
        cards: &Cards<'_>,
    ) -> Option<Hit<'s>> {
        let dmg: Option<EffectDice> = self.arguments.read("dmg");
        if dmg.is_none() && weapon.is_none() {
            self.arguments.fault("a damage cell is missing".to_owned(), "dmg or weapon");
        }
        let dmg = dmg.or(weapon.map(|weapon| weapon.dmg)).and_then(|dmg| self.effect_cell(dmg));
        let rd: Option<EffectDice> = self.arguments.read("rd");
        let rd = rd.or(weapon.and_then(|weapon| weapon.rd));
        let rd = rd.map(|rd| self.effect_cell(rd));
        let pen = self.arguments.number("pen", -99..=99);
        let rel: Option<Reliability> = self.arguments.read("rel");
        let harm = self.harm().or(weapon.map(Weapon::harm)).unwrap_or_default();
        let damage_bumps: u8 = self.arguments.number("damage_bumps", 0..=99).unwrap_or(0);
        let penetration_bumps: u8 = self.arguments.number("penetration_bumps", 0..=99).unwrap_or(0);
        let muscle = self.arguments.word(
            "muscle",
            &[("damage", MuscleUse::Damage), ("penetration", MuscleUse::Penetration)],
        );
        let strong = weapon.zip(strength);
        let strong = strong.map(|(weapon, die)| StrengthBumps::of(weapon, die, muscle));
        let strong = strong.unwrap_or_default();
        let location_bumps = self.arguments.number("location_bumps", -99..=99).unwrap_or(0);
        let prone = self.arguments.flag("prone");
        let armour: Option<i16> = self.arguments.number("cover", -99..=99);
        let locations = self.covered();
        if armour.is_some() == locations.is_empty() {
            let message = "cover and what is covered go together".to_owned();
            self.arguments.fault(message, "cover with covered, or neither");
        }
        let weapon = AttackWeapon {
            dmg: dmg?,
            rd: rd.flatten(),
            pen: pen.or(weapon.map(|weapon| weapon.pen)).unwrap_or(0),
            reliability: rel.or(weapon.and_then(|weapon| weapon.rel)),
            harm,
            damage_bumps: strong.damage.saturating_add(damage_bumps),
            damage_bumps_unarmoured: strong.damage_unarmoured,
            penetration_bumps: strong.penetration.saturating_add(penetration_bumps),
            pain: weapon.is_some_and(|weapon| weapon.has(Attribute::Pain)),
        };
        let cover = armour.map(|armour| Cover { armour, locations });
        let discarded = self.discarded(cards);
        Some(Hit { weapon, location_bumps, prone, cover, discarded })
    }

    /// The die of the attacker's Strength, if it is known.
    pub(super) fn strength(&mut self) -> Option<Die> {
        let own = self.who.and_then(|who| who.check("strength")).map(|dice| dice.die);
        let Some(text) = self.arguments.text("strength") else { return own };
        let die = match one_die(&text) {
            Some(die) => die.parse().map_err(Problem::from),
            None => text.parse().map(|dice: CheckDice| dice.die).map_err(Problem::from),
        };
        self.arguments.keep(die)
    }

    /// The weapon's range increment, in reach of the arm that throws it.
    fn increment_m(
        &mut self,
        weapon: Option<&Weapon>,
        distance_m: Option<u16>,
        thrown_by: Option<Die>,
    ) -> Option<NonZeroU16> {
        let options = &self.setting.rules.west;
        if let Some((strength, distance_m)) = thrown_by.zip(distance_m) {
            let maximum_m = throwing_maximum_m(strength, options);
            if distance_m > maximum_m {
                self.arguments.keep::<()>(Err(RulesError::TooFar { distance_m, maximum_m }));
            }
        }
        let named = self.arguments.number("increment", 1..=65_535).and_then(NonZeroU16::new);
        let usual = weapon.and_then(|weapon| weapon.range_m);
        let thrown = || thrown_by.map(|strength| throwing_increment_m(strength, options));
        let increment = named.or(usual).or_else(thrown);
        if increment.is_none() {
            let message = "a range increment is missing".to_owned();
            self.arguments.fault(message, "increment, strength, or a weapon that is fired");
        }
        increment
    }

    /// The place hit on purpose, and how hard that is.
    fn called(&mut self) -> Option<(Place, CalledShot)> {
        let name = self.arguments.text("called")?;
        let place = self.arguments.keep(Place::named(self.setting.view(), &name))?;
        let shot = self.arguments.keep(place.called())?;
        Some((place, shot))
    }

    fn dodging(&mut self) -> Option<Dodging> {
        let score = self.arguments.number("dodge", 0..=99);
        let stands = self.arguments.flag("dodge_standing");
        if stands && score.is_none() {
            self.arguments.fault("the dodge score is missing".to_owned(), "dodge, 0 to 99");
        }
        score.map(|score| Dodging { score, stands })
    }

    /// The shots fired, as many as the weapon can in a burst.
    fn shots(&mut self, weapon: Option<&Weapon>) -> u16 {
        let shots = self.arguments.number("burst", 1..=9999).unwrap_or(1);
        if let Some(weapon) = weapon.filter(|weapon| shots > 1 && !weapon.bursts.contains(&shots)) {
            let fired: Vec<String> =
                std::iter::once(&1).chain(&weapon.bursts).map(u16::to_string).collect();
            let message = format!("{} fires no burst of {shots} shots", weapon.name);
            self.arguments.fault(message, &fired.join(", "));
        }
        shots
    }

    /// Whether a two-handed weapon is fired with one hand, as it must be when both hands hold one.
    fn one_handed(&mut self, weapon: Option<&Weapon>, hands: Hands) -> bool {
        let one_handed = self.arguments.flag("one_handed");
        let two_handed = weapon.map(|weapon| weapon.has(Attribute::TwoHanded));
        if let (Some(weapon), Some(false), true) = (weapon, two_handed, one_handed) {
            let message = format!("{} needs one hand only", weapon.name);
            self.arguments.fault(message, "one_handed with a two-handed weapon");
        }
        one_handed || (hands != Hands::Proper && two_handed == Some(true))
    }
}

fn with_weapon(typed: Forced, weapon: Option<&Weapon>) -> Forced {
    let own = weapon.map(Weapon::forced).unwrap_or_default();
    Forced { punch: typed.punch || own.punch, kick: typed.kick || own.kick, ..typed }
}
