//! The participants of a question: facts of the session, and the fields that they fill.

use crate::table::grammar::ARMS;
use crate::table::questions::field::{Fact, Field, Presence};
use crate::table::questions::games::ATTACK;
use crate::table::questions::question::QuestionSpec;
use crate::table::questions::setting::Setting;
use crate::table::questions::values::{Origin, Values};
use crate::table::rules::{Attribute, Character, Weapon};
use crate::table::session::{Facts, Table};

/// A participant of a question.
#[derive(Clone, Debug)]
pub struct Participant {
    /// The name.
    pub name: String,
    /// The entry in the table of characters.
    character: Option<Character>,
    facts: Facts,
    /// The worst wound; `None` if wounds are not recorded.
    worst: Option<u8>,
    /// The last wounds taken, and the worst wound before them.
    hurt: Option<(u8, u8)>,
}

impl Participant {
    /// A participant with the facts of a table.
    pub fn new(name: &str, table: &Table, setting: &Setting) -> Self {
        Self {
            name: name.to_owned(),
            character: setting.listed(name),
            facts: table.facts(name).cloned().unwrap_or_default(),
            worst: table.wounds(name).map(|track| track.worst()),
            hurt: table.hurt(name),
        }
    }

    /// The default target.
    pub fn target(&self) -> Option<&str> {
        self.facts.target.as_deref()
    }

    /// The default skill for the dice of a question.
    pub fn skill(&self, spec: &QuestionSpec) -> Option<String> {
        let chosen = self.facts.skill.clone().filter(|_| spec.word() == ATTACK);
        let character = self.character.as_ref();
        let has = |name: &&&str| character.is_some_and(|who| who.check(name).is_some());
        chosen.or_else(|| spec.skills.iter().find(has).map(|name| (*name).to_owned()))
    }

    /// The facts of one of several targets, as words of its description: with its dodge, or else
    /// with its armour.
    pub fn description(&self, dodges: bool) -> Vec<(&'static str, String)> {
        let Facts { distance_m, cover, covered, armour, dodge, prone, .. } = &self.facts;
        let covered =
            (!covered.is_empty()).then(|| format!("{} {}", cover.unwrap_or(0), covered.join(" ")));
        let facts = [
            ("distance", distance_m.map(|metres| metres.to_string())),
            ("size", self.size()),
            ("dodge", dodge.filter(|_| dodges).map(|score| score.to_string())),
            ("cover", covered),
            ("armour", armour.filter(|_| !dodges).map(|level| level.to_string())),
            ("prone", prone.then(String::new)),
        ];
        facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    fn size(&self) -> Option<String> {
        let listed = || self.character.as_ref().map(|who| who.size.to_string());
        self.facts.size.clone().or_else(listed)
    }

    fn fighting(&self) -> Option<String> {
        let level = |name: &str| {
            let dice = self.character.as_ref()?.check(name)?;
            Some(dice.level.to_string())
        };
        let known = self.facts.fighting.map(|level| level.to_string());
        known.or_else(|| level("fighting")).or_else(|| level("brawling"))
    }

    /// The weapon in hand.
    pub fn weapon(&self, setting: &Setting) -> Option<Weapon> {
        setting.weapon(self.facts.weapon.as_deref()?).ok()
    }

    /// The name of the weapon in hand, if it is a ranged weapon (`reaches`) or a melee weapon.
    fn weapon_that(&self, setting: &Setting, reaches: bool) -> Option<String> {
        let weapon = self.weapon(setting)?;
        (reaches_far(&weapon) == reaches).then_some(weapon.name)
    }
}

/// Whether a weapon is fired or thrown.
pub fn reaches_far(weapon: &Weapon) -> bool {
    weapon.range_m.is_some() || weapon.has(Attribute::Thrown)
}

/// The field that names a weapon of the table.
const WEAPON: &str = "weapon";

/// The participants of a question.
#[derive(Clone, Debug, Default)]
pub struct Participants {
    /// The acting character.
    pub actor: Option<Participant>,
    /// The target.
    pub target: Option<Participant>,
}

/// Whether a fact is about the target of a question.
pub fn is_of_target(fact: Fact) -> bool {
    TARGET.contains(&fact)
}

/// The facts about the actor and about the target, in the order of the report.
const ACTOR: [Fact; 11] = [
    Fact::Skill,
    Fact::LastWounds,
    Fact::Earlier,
    Fact::Worst,
    Fact::Wounded,
    Fact::Penalty,
    Fact::Firearm,
    Fact::MeleeWeapon,
    Fact::Reliability,
    Fact::OwnReach,
    Fact::OwnSize,
];
const TARGET: [Fact; 10] = [
    Fact::Distance,
    Fact::Size,
    Fact::Cover,
    Fact::Covered,
    Fact::Armour,
    Fact::Dodge,
    Fact::Prone,
    Fact::Fighting,
    Fact::DefenderWeapon,
    Fact::Reach,
];

impl Participants {
    /// Fills missing fields from the facts of the table. A given value, or one that excludes the
    /// field, takes precedence.
    pub fn fill(&self, spec: &QuestionSpec, values: &mut Values, setting: &Setting) {
        let fields = spec.fields();
        // A penalty has no effect on a check without a target number.
        let is_idle = fields.iter().any(|field| {
            field.name == "tn" && field.presence == Presence::Optional && !values.has("tn")
        });
        let parties = ACTOR.iter().map(|fact| (&self.actor, fact));
        let parties = parties.chain(TARGET.iter().map(|fact| (&self.target, fact)));
        let given = values.clone();
        for (party, &fact) in parties {
            let Some(party) = party else { continue };
            let Some(&field) = fields.iter().find(|field| field.fact == Some(fact)) else {
                continue;
            };
            if given.has(field.name) || is_excluded(field, &fields, &given) {
                continue;
            }
            if is_idle && matches!(fact, Fact::Wounded | Fact::Penalty) {
                continue;
            }
            for text in party.fact(fact, spec, &given, setting) {
                values.add(field, &text, Origin::Table(party.name.clone()));
            }
        }
    }

    /// Whether the weapon that is fired is the one whose shots are counted.
    pub fn fires_own_weapon(&self, values: &Values, setting: &Setting) -> bool {
        let Some(actor) = &self.actor else { return false };
        let others = ARMS.iter().filter(|name| **name != WEAPON);
        let named = values.text(WEAPON);
        let named = named.map(|name| setting.weapon(name).ok().map(|weapon| weapon.name));
        named.is_none_or(|named| named == actor.facts.weapon)
            && !others.into_iter().any(|name| values.has(name))
    }
}

/// Whether a given value excludes a field, or the field excludes it.
fn is_excluded(field: &Field, fields: &[&'static Field], given: &Values) -> bool {
    let excludes = |one: &Field, other: &str| one.excludes.contains(&other);
    given.iter().any(|value| {
        let other = fields.iter().find(|field| field.name == value.field.name);
        excludes(field, value.field.name) || other.is_some_and(|it| excludes(it, field.name))
    })
}

impl Participant {
    /// The texts of a fact for its field: one, or those of a list; none if unknown.
    fn fact(
        &self,
        fact: Fact,
        spec: &QuestionSpec,
        given: &Values,
        setting: &Setting,
    ) -> Vec<String> {
        let facts = &self.facts;
        let number = |value: Option<i64>| value.map(|value| value.to_string());
        let positive = |value: Option<u8>| number(value.filter(|value| *value > 0).map(i64::from));
        let has_arms = ARMS.iter().any(|name| given.has(name));
        let has_cover = given.has("cover") || given.has("covered") || facts.covered.is_empty();
        // The last wounds are recorded, unless another number is given.
        let last_hurt = self.hurt.filter(|(dealt, _)| {
            given.text("dealt").is_none_or(|given| given == dealt.to_string())
        });
        let text = match fact {
            Fact::Skill => self.skill(spec),
            Fact::LastWounds => number(last_hurt.map(|(dealt, _)| dealt.into())),
            Fact::Earlier => positive(last_hurt.map(|(_, before)| before).or(self.worst)),
            Fact::Worst => number(self.worst.map(i64::from)),
            Fact::Wounded => positive(self.worst),
            Fact::Penalty => number(facts.penalty.map(i64::from)),
            Fact::Firearm => self.weapon_that(setting, true).filter(|_| !has_arms),
            Fact::MeleeWeapon => self.weapon_that(setting, false).filter(|_| !has_arms),
            Fact::Reliability => {
                let reaches = spec.fields().iter().any(|field| field.fact == Some(Fact::Firearm));
                let weapon = self.weapon_that(setting, reaches).filter(|_| !has_arms);
                number(facts.rel.filter(|_| weapon.is_some()).map(i64::from))
            }
            Fact::OwnReach | Fact::Reach => number(facts.reach.map(i64::from)),
            Fact::OwnSize | Fact::Size => self.size(),
            Fact::Distance => number(facts.distance_m.map(i64::from)),
            Fact::Cover if has_cover => None,
            Fact::Cover => number(Some(facts.cover.unwrap_or(0).into())),
            Fact::Covered if has_cover => None,
            Fact::Covered => return facts.covered.clone(),
            Fact::Armour => number(facts.armour.map(i64::from)),
            Fact::Dodge => number(facts.dodge.map(i64::from)),
            Fact::Prone => facts.prone.then(String::new),
            Fact::Fighting => self.fighting(),
            Fact::DefenderWeapon => self.weapon_that(setting, false),
        };
        text.into_iter().collect()
    }
}

/// The values filled in by the table, in one line: `from the table: sid: wounded 3; brute: distance
/// 12, size 7`. `described` are the targets to which it added a description.
pub fn filled_note(values: &Values, described: Vec<(String, String)>) -> Option<String> {
    let mut people: Vec<(String, Vec<String>)> = Vec::new();
    for value in values.iter().filter(|value| value.field.split) {
        let Origin::Table(name) = &value.origin else { continue };
        match people.iter_mut().find(|(who, _)| who == name) {
            Some((_, words)) => words.push(value.words()),
            None => people.push((name.clone(), vec![value.words()])),
        }
    }
    people.extend(described.into_iter().map(|(name, words)| (name, vec![words])));
    let people: Vec<String> =
        people.iter().map(|(who, words)| format!("{who}: {}", words.join(", "))).collect();
    (!people.is_empty()).then(|| format!("from the table: {}", people.join("; ")))
}
