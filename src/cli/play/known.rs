//! What a session knows of whoever acts and of the target: it is the usual value of the arguments it
//! answers, so that it counts in every question and stands in the log with it.

use clap::{Arg, Command};

use super::words::Worded;
use crate::cli::lookup::games::{self, ATTACK};
use crate::cli::lookup::setting::Setting;
use crate::rules::{Attribute, Character, Weapon};
use crate::session::{Facts, Table};

/// Somebody who takes part in a question.
#[derive(Clone, Debug)]
pub struct Party {
    /// The name.
    pub name: String,
    /// The line of the table of characters.
    character: Option<Character>,
    facts: Facts,
    /// The worst wound; none where wounds are not recorded.
    worst: Option<u8>,
    /// Wounds dealt last, and the worst wound before them.
    hurt: Option<(u8, u8)>,
}

impl Party {
    /// Somebody of a table.
    pub fn new(name: &str, table: &Table, setting: &Setting) -> Self {
        let character = setting.listed(name);
        Self {
            name: name.to_owned(),
            character,
            facts: table.facts(name).cloned().unwrap_or_default(),
            worst: table.wounds(name).map(|track| track.worst()),
            hurt: table.hurt(name),
        }
    }

    /// Who is attacked where nobody else is named.
    pub fn target(&self) -> Option<&str> {
        self.facts.target.as_deref()
    }

    /// The first of these that the character has, by its name.
    fn skill(&self, names: &[&str]) -> Option<String> {
        let has =
            |name: &&&str| self.character.as_ref().is_some_and(|who| who.check(name).is_some());
        names.iter().find(has).map(|name| (*name).to_owned())
    }

    /// How it stands as one target of several: with what it dodges, or else with its armour.
    pub fn stands(&self, dodges: bool) -> Vec<Usual> {
        let Facts { distance_m, cover, covered, armour, dodge, prone, .. } = &self.facts;
        let covered =
            (!covered.is_empty()).then(|| format!("{} {}", cover.unwrap_or(0), covered.join(" ")));
        let facts = [
            ("distance", distance_m.map(|metres| metres.to_string())),
            ("size", self.size()),
            ("dodge", dodge.filter(|_| dodges).map(|score| score.to_string())),
            ("cover", covered),
            ("armour", armour.filter(|_| !dodges).map(|level| level.to_string())),
            ("prone", prone.then(|| "true".to_owned())),
        ];
        let known = facts.into_iter().filter_map(|(argument, value)| Some((argument, value?)));
        known.map(|(argument, value)| Usual { argument, value, of: self.name.clone() }).collect()
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

    /// The weapon in hand, if it is one that is fired or thrown, or one that strikes.
    fn weapon(&self, setting: &Setting, reaches: bool) -> Option<String> {
        let weapon = setting.weapon(self.facts.weapon.as_deref()?).ok()?;
        (reaches_far(&weapon) == reaches).then_some(weapon.name)
    }
}

fn reaches_far(weapon: &Weapon) -> bool {
    weapon.range_m.is_some() || weapon.has(Attribute::Thrown)
}

/// The skills that are usually meant, by question.
const SKILLS: &[(&str, &[&str])] = &[
    ("attack", &["shooting"]),
    ("attack fan", &["shooting"]),
    ("attack blow", &["fighting", "brawling"]),
    ("attack throw", &["throwing", "dexterity"]),
    ("hurt stun", &["fortitude"]),
    ("hurt recovery", &["fortitude"]),
    ("hurt healing", &["medicine"]),
    ("initiative", &["reflex"]),
    ("check for surprise", &["acuity"]),
    ("check for fast-draw", &["fast draw"]),
];

/// What was typed for an argument.
pub type Typed<'t> = &'t dyn Fn(&str) -> Option<String>;

/// Whoever takes part in a question.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Who asks it.
    pub actor: Option<Party>,
    /// Who is attacked.
    pub target: Option<Party>,
}

/// A value that an argument has from the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usual {
    /// The argument.
    pub argument: &'static str,
    /// The value, as it could be typed.
    pub value: String,
    /// Whose it is.
    pub of: String,
}

impl Usual {
    /// `distance 12`; `prone`
    pub fn words(&self) -> String {
        let name = self.argument.replace('_', "-");
        if self.value == "true" { name } else { format!("{name} {}", self.value) }
    }
}

/// The argument that names a weapon of the table.
const WEAPON: &str = "weapon";

/// The arguments that name a weapon in another way than by its name in the table.
const OTHER_ARMS: [&str; 7] =
    [WEAPON, "dmg", "damage", "bare_hands", "attacker_armed", "punch", "kick"];

impl Known {
    /// The dice that are usually meant in a question.
    pub fn dice(&self, question: &str) -> Option<String> {
        let actor = self.actor.as_ref()?;
        let attacks = question.split(' ').next() == Some(ATTACK);
        let chosen = actor.facts.skill.clone().filter(|_| attacks);
        let usual = || SKILLS.iter().find(|(name, _)| *name == question);
        chosen.or_else(|| actor.skill(usual()?.1))
    }

    /// An attack is a blow if the weapon in hand is one that strikes.
    pub fn choose_blow(&self, full: &mut Worded, setting: &Setting) {
        let Some((game, row)) = full.question.filter(|(_, row)| row.name() == ATTACK) else {
            return;
        };
        let typed = full.options();
        let names_arm = typed.iter().any(|name| OTHER_ARMS.contains(&&*name.replace('-', "_")));
        let strikes = self.actor.as_ref().and_then(|actor| actor.weapon(setting, false));
        let blow = games::with_word(game, row.word()).find(|row| row.is_for("blow"));
        if let Some(blow) = blow.filter(|_| strikes.is_some() && !names_arm) {
            full.question = Some((game, blow));
            full.command = blow.command();
        }
    }

    /// What the table says to the options of a question that were not typed.
    pub fn usual(&self, question: &Command, typed: Typed<'_>, setting: &Setting) -> Vec<Usual> {
        let option = |name: &str| {
            question.get_arguments().find(|argument| {
                argument.get_long().is_some() && argument.get_id().as_str() == name
            })
        };
        let has = |name: &str| option(name).is_some();
        let mut found = Vec::new();
        let mut add = |of: &Party, argument: &'static str, value: Option<String>| {
            if let Some(value) = value.filter(|_| has(argument) && typed(argument).is_none()) {
                found.push(Usual { argument, value, of: of.name.clone() });
            }
        };
        let shoots = has("distance");
        // A check without a target number has nothing that a penalty could make harder.
        let idle = option("tn").is_some_and(is_left_out) && typed("tn").is_none();
        if let Some(actor) = &self.actor {
            let some = |value: u8| (value > 0).then(|| value.to_string());
            if has("dealt") {
                // The wounds just dealt are put down already, or another number is typed.
                let put_down = actor.hurt.filter(|(dealt, _)| {
                    typed("dealt").is_none_or(|typed| typed == dealt.to_string())
                });
                add(actor, "dealt", put_down.map(|(dealt, _)| dealt.to_string()));
                let earlier = put_down.map(|(_, before)| before).or(actor.worst);
                add(actor, "earlier", earlier.and_then(some));
            } else if has("worst") {
                add(actor, "worst", actor.worst.map(|worst| worst.to_string()));
            } else if !idle {
                add(actor, "wounded", actor.worst.and_then(some));
            }
            if !idle {
                add(actor, "penalty", actor.facts.penalty.map(|penalty| penalty.to_string()));
            }
            if !OTHER_ARMS.iter().any(|name| typed(name).is_some()) {
                let weapon = actor.weapon(setting, shoots);
                let rel = actor.facts.rel.filter(|_| weapon.is_some());
                add(actor, "weapon", weapon);
                add(actor, "rel", rel.map(|rel| rel.to_string()));
            }
            add(actor, "own_reach", actor.facts.reach.map(|reach| reach.to_string()));
            add(actor, "own_size", actor.size());
        }
        if let Some(target) = &self.target {
            let facts = &target.facts;
            add(target, "distance", facts.distance_m.map(|metres| metres.to_string()));
            add(target, "size", target.size());
            if !facts.covered.is_empty() && typed("cover").is_none() && typed("covered").is_none() {
                add(target, "cover", Some(facts.cover.unwrap_or(0).to_string()));
                add(target, "covered", Some(facts.covered.join(",")));
            }
            add(target, "armour", facts.armour.map(|armour| armour.to_string()));
            add(target, "dodge", facts.dodge.map(|score| score.to_string()));
            add(target, "prone", facts.prone.then(|| "true".to_owned()));
            add(target, "skill", target.fighting());
            if typed("armed").is_none() {
                add(target, "defender_weapon", target.weapon(setting, false));
            }
            add(target, "reach", facts.reach.map(|reach| reach.to_string()));
        }
        found
    }

    /// Whether the weapon whose shots are counted is the one fired.
    pub fn fires_its_own(&self, typed: Typed<'_>, setting: &Setting) -> bool {
        let Some(actor) = &self.actor else { return false };
        let others = OTHER_ARMS.iter().filter(|name| **name != WEAPON);
        let named = typed(WEAPON).map(|name| setting.weapon(&name).ok().map(|weapon| weapon.name));
        named.is_none_or(|named| named == actor.facts.weapon)
            && !others.into_iter().any(|name| typed(name).is_some())
    }
}

fn is_left_out(option: &Arg) -> bool {
    !option.is_required_set() && option.get_default_values().is_empty()
}

/// The question with these values where nothing is typed.
pub fn with_usual(question: Command, usual: &[Usual]) -> Command {
    usual.iter().fold(question, |question, usual| {
        question.mut_arg(usual.argument, |argument| {
            let values = match argument.get_value_delimiter() {
                Some(delimiter) => usual.value.split(delimiter).map(str::to_owned).collect(),
                None => vec![usual.value.clone()],
            };
            argument.required(false).default_values(values)
        })
    })
}

/// What counted, in one line: `counted for sid: wounded 3; at brute: distance 12, size 7`.
pub fn told(usual: &[Usual]) -> Option<String> {
    let mut people: Vec<(&str, Vec<String>)> = Vec::new();
    for fact in usual {
        match people.iter_mut().find(|(who, _)| *who == fact.of) {
            Some((_, facts)) => facts.push(fact.words()),
            None => people.push((&fact.of, vec![fact.words()])),
        }
    }
    let people: Vec<String> =
        people.iter().map(|(who, facts)| format!("{who}: {}", facts.join(", "))).collect();
    (!people.is_empty()).then(|| format!("from the table: {}", people.join("; ")))
}
