//! Facts about characters, and the use of answers: `set`, `unset`, `reload`, `as`, `apply`,
//! `spend`, and the commands that may follow.

use crate::diagnostic::Problem;
use crate::table::lookup::{Aftermath, Offer};
use crate::table::questions::games;
use crate::table::rules::{BodyPart, Damage, Place};
use crate::table::session::{
    ActsAnswer, Ammo, CharacterAnswer, CharactersAnswer, Condition, Facts, FactsAnswer, Mode,
    Resolution, Turn,
};

use super::commands::{
    ApplyCommand, AsCommand, FactName, NameCommand, SetCommand, SpendCommand, UnsetCommand,
};
use super::game::{Game, PlayError};
use super::reply::Reply;

impl Game {
    /// Records facts about a character, or shows them.
    pub(super) fn set(
        &mut self,
        text: &str,
        command: &SetCommand,
        target: Option<&str>,
    ) -> Result<Reply, PlayError> {
        let target = target.map(|name| self.person(name)).transpose()?;
        let target = target.as_deref();
        let who = self.person_or_new(&command.name.get())?;
        let before = self.session.table().facts(&who).cloned().unwrap_or_default();
        let facts = self.facts(command, target, before.clone());
        if facts == before {
            let answer = FactsAnswer::new(self.session.table(), &who);
            return Ok(Reply::new(&self.setting.deck, &answer));
        }
        self.know(text, &who, facts)
    }

    fn facts(&self, command: &SetCommand, target: Option<&str>, before: Facts) -> Facts {
        let weapon = command.weapon.get();
        let places = command.covered.get();
        let covered: Vec<String> = places.iter().map(|place| place.name().to_owned()).collect();
        // Shots and reliability belong to the weapon, so another weapon has neither.
        let (old_ammo, old_rel) = match &weapon {
            Some(weapon) if before.weapon.as_ref() != Some(&weapon.name) => (None, None),
            _ => (before.ammo, before.rel),
        };
        Facts {
            weapon: weapon.map(|weapon| weapon.name).or(before.weapon),
            skill: command.skill.get().or(before.skill),
            penalty: command.penalty.get().or(before.penalty),
            rel: command.rel.get().or(old_rel),
            ammo: command.ammo.get().map(|shots| Ammo { left: shots, full: shots }).or(old_ammo),
            reach: command.reach.get().or(before.reach),
            fighting: command.fighting.get().or(before.fighting),
            size: command.size.get().map(|size| size.to_string()).or(before.size),
            distance_m: command.distance.get().or(before.distance_m),
            cover: command.cover.get().or(before.cover),
            covered: if covered.is_empty() { before.covered } else { covered },
            armour: command.armour.get().or(before.armour),
            dodge: command.dodge.get().or(before.dodge),
            prone: command.prone.get() || before.prone,
            target: target.map(str::to_owned).or(before.target),
            stunned: command.stunned.get() || before.stunned,
            unconscious: command.unconscious.get() || before.unconscious,
            surprised: match command.surprised.get() {
                true => Some(self.session.table().round()),
                false => before.surprised,
            },
        }
    }

    /// Removes some facts about a character, or all.
    pub(super) fn unset(&mut self, text: &str, command: &UnsetCommand) -> Result<Reply, PlayError> {
        let who = self.person(&command.name.get())?;
        let removed = command.facts.get();
        let mut facts = match removed.is_empty() {
            true => Facts::default(),
            false => self.session.table().facts(&who).cloned().unwrap_or_default(),
        };
        for fact in removed {
            match fact {
                FactName::Weapon => {
                    (facts.weapon, facts.ammo, facts.rel) = (None, None, None);
                }
                FactName::Skill => facts.skill = None,
                FactName::Penalty => facts.penalty = None,
                FactName::Ammo => facts.ammo = None,
                FactName::Rel => facts.rel = None,
                FactName::Reach => facts.reach = None,
                FactName::Fighting => facts.fighting = None,
                FactName::Size => facts.size = None,
                FactName::Distance => facts.distance_m = None,
                FactName::Cover => (facts.cover, facts.covered) = (None, Vec::new()),
                FactName::Armour => facts.armour = None,
                FactName::Dodge => facts.dodge = None,
                FactName::Prone => facts.prone = false,
                FactName::At => facts.target = None,
                FactName::Stunned => facts.stunned = false,
                FactName::Unconscious => facts.unconscious = false,
                FactName::Surprised => facts.surprised = None,
            }
        }
        self.know(text, &who, facts)
    }

    /// Reloads a weapon whose shots are counted.
    pub(super) fn reload(&mut self, text: &str, command: &NameCommand) -> Result<Reply, PlayError> {
        let who = self.person(&command.name.get())?;
        let mut facts = self.session.table().facts(&who).cloned().unwrap_or_default();
        let Some(ammo) = facts.ammo else {
            return Err(Problem::new(format!("the shots of {who} are not counted"))
                .accepts(format!("set {who} ammo and how many the weapon holds"))
                .into());
        };
        facts.ammo = Some(Ammo { left: ammo.full, ..ammo });
        self.know(text, &who, facts)
    }

    fn know(&mut self, text: &str, who: &str, facts: Facts) -> Result<Reply, PlayError> {
        let mut turn = self.session.turn(text);
        turn.know(who, facts)?;
        let who = who.to_owned();
        self.taken(turn, |_, table, _| FactsAnswer::new(table, &who))
    }

    /// Chooses the default acting character.
    pub(super) fn let_act(&mut self, text: &str, command: &AsCommand) -> Result<Reply, PlayError> {
        let who = command.name.get().map(|name| self.person(&name)).transpose()?;
        let mut turn = self.session.turn(text);
        turn.let_act(who.as_deref())?;
        self.taken(turn, |_, _, _| ActsAnswer { acting: who })
    }

    /// Applies the wounds of the last answer.
    pub(super) fn apply(&mut self, text: &str, command: &ApplyCommand) -> Result<Reply, PlayError> {
        let (reply, Resolution { asked, .. }) = self.ask_again(None)?;
        if reply.deals.is_empty() {
            return Err(Problem::new(format!("the last answer, {}, deals no wounds", asked.name))
                .accepts("apply after a hit")
                .into());
        }
        let named = command.name.get().map(|name| self.person_or_new(&name)).transpose()?;
        let usual = named.or(asked.target);
        let mut turn = self.session.turn(text);
        turn.apply()?;
        let mut hurt: Vec<String> = Vec::new();
        for dealt in &reply.deals {
            let own = dealt.target.as_deref().map(|name| self.person_or_new(name)).transpose()?;
            let Some(who) = own.or_else(|| usual.clone()) else {
                return Err(Problem::new("the target of the last attack is not known")
                    .accepts("apply and the name, or at and the name in the question")
                    .into());
            };
            self.introduce(&mut turn, &who)?;
            let place: Place = dealt.place.parse().map_err(Problem::from)?;
            let part = place.part().map_err(Problem::from)?;
            let damage = Damage { wounds: dealt.wounds, concussion: dealt.concussion };
            turn.hurt(&who, part, damage)?;
            if !hurt.contains(&who) {
                hurt.push(who);
            }
        }
        let mut answers: Vec<CharacterAnswer> = Vec::new();
        for who in &hurt {
            answers.push(self.character(turn.table(), who)?);
        }
        let stunned = |who: &&String| {
            let conditions = turn.table().conditions(who);
            conditions.contains(&Condition::Stunned) || conditions.contains(&Condition::Unconscious)
        };
        let unhurt = hurt.iter().filter(|who| !stunned(who));
        let next = unhurt.filter_map(|who| self.hurt_question("stun", who)).collect();
        let reply = match <[CharacterAnswer; 1]>::try_from(answers) {
            Ok([answer]) => self.taken(turn, |_, _, _| answer),
            Err(answers) => self.taken(turn, |_, _, _| CharactersAnswer { characters: answers }),
        }?;
        Ok(reply.with_next(next))
    }

    /// Records wounds of a character whose CT is in the table of characters.
    fn introduce(&self, turn: &mut Turn, who: &str) -> Result<(), PlayError> {
        let listed = self.setting.listed(who);
        if let Some(character) = listed.filter(|_| turn.table().wounds(who).is_none()) {
            turn.introduce(who, character.ct)?;
        }
        Ok(())
    }

    /// Spends bumps or raises of the last attack, or shows what each would buy.
    pub(super) fn spend(&mut self, text: &str, command: &SpendCommand) -> Result<Reply, PlayError> {
        let last = self.session.table().last();
        let fields = last.and_then(|last| games::find(&last.asked.name)).map(|(_, it)| it.fields());
        let has = |name: &&&str| {
            fields.as_ref().is_some_and(|fields| fields.iter().any(|field| field.name == **name))
        };
        let Some(field) = MOVES.iter().find(has) else { return Err(no_bumps().into()) };
        let spent = command.bumps.get();
        let changed = Some((*field, spent.unwrap_or(0).to_string()));
        let (reply, resolution) = self.ask_again(changed)?;
        if spent.is_none() {
            if reply.offers.is_empty() {
                return Err(no_bumps().into());
            }
            let lines: String = reply.offers.iter().map(|offer| spending(offer) + "\n").collect();
            return Ok(Reply::from_text(lines));
        }
        if self.session.table().applied() {
            return Err(Problem::new("the hit is applied already")
                .accepts("undo first, then spend")
                .into());
        }
        let turn = self.session.turn(text);
        self.note(turn, resolution, reply)
    }

    /// The commands that may follow an answer. If the players draw, CARD represents a number; NAME
    /// and DICE represent unknown values.
    pub(super) fn what_may_follow(&mut self, reply: &Reply) -> Vec<String> {
        let mut next = Vec::new();
        let by_players = self.session.mode() == Mode::Physical;
        let cards = |count: usize| vec!["CARD"; count];
        let last = self.session.table().last().cloned();
        let then = match by_players {
            true => format!("then {}", cards(reply.wanted.max(1)).join(" ")),
            false => "then".to_owned(),
        };
        if let Some(last) = last.as_ref().filter(|last| reply.is_open && last.cards.len() > 1) {
            let chains = self.chains_that_go_on(last);
            next.extend(chains.iter().map(|card| format!("{then} of {card}")));
        } else if reply.is_open || reply.wanted > 0 {
            next.push(then);
        }
        let last = last.as_ref().map(|last| &last.asked);
        if reply.hand > 0 {
            let who = last.and_then(|asked| asked.who.as_deref());
            let who = who.map_or_else(|| "NAME".to_owned(), |who| self.handle(who));
            next.push(match by_players {
                true => format!("hand {who} cards {}", cards(reply.hand).join(",")),
                false => format!("hand {who} {}", reply.hand),
            });
        }
        if reply.aftermath == Some(Aftermath::Stunned) {
            let who = last.and_then(|asked| asked.who.as_deref());
            let given = |name: &str| last.and_then(|asked| asked.arguments.get(name));
            let worst = given("dealt").or_else(|| given("worst"));
            let worst = worst.map_or_else(|| "WOUNDS".to_owned(), ToString::to_string);
            next.extend(who.and_then(|who| self.recovery_of(who, &worst)));
        }
        next.extend(reply.offers.iter().map(spending));
        if !reply.deals.is_empty() && BodyPart::counts_all(&reply.deals) {
            let known = last.is_some_and(|asked| asked.target.is_some())
                || reply.deals.iter().all(|dealt| dealt.target.is_some());
            next.push(if known { "apply" } else { "apply NAME" }.to_owned());
        }
        next
    }

    /// The recovery check of a character, if the game has one; `worst` is the worst wound if wounds
    /// are not recorded.
    pub(super) fn recovery_of(&self, who: &str, worst: &str) -> Option<String> {
        let is_recorded = self.session.table().wounds(who).is_some();
        let worst = if is_recorded { String::new() } else { format!(" worst {worst}") };
        Some(self.hurt_question("recovery", who)? + &worst)
    }

    /// The stun or recovery check of a character, if the game has one.
    fn hurt_question(&self, what: &str, who: &str) -> Option<String> {
        let spec = games::questions(self.rules()).iter().find(|spec| spec.is_for(what))?;
        let dice = if self.participant(who).skill(spec).is_some() { "" } else { " DICE" };
        Some(format!("{what}{dice} as {}", self.handle(who)))
    }
}

/// The fields of attacks for bumps or raises that move a hit.
const MOVES: [&str; 2] = ["location_bumps", "raises"];

/// `spend 1 # vitals, 3 wounds`: a command and its effect.
fn spending(offer: &Offer) -> String {
    format!("spend {} # {}", offer.spent, offer.buys)
}

fn no_bumps() -> Problem {
    Problem::new("the last answer has no bumps that move a hit").accepts("spend after an attack")
}
