//! What counts for somebody until it is changed, and what is done with an answer: `set`, `unset`,
//! `reload`, `as`, `apply`, `spend`, and what may follow.

use crate::diagnostic::Problem;
use crate::lookup::{Aftermath, Offer};
use crate::rules::{BodyPart, Damage, Place};
use crate::session::{
    ActsAnswer, Ammo, CharacterAnswer, CharactersAnswer, Condition, Facts, FactsAnswer, Mode,
    Resolution, Turn,
};

use super::game::Game;
use super::known::Known;
use super::line::{ActsArgs, ApplyArgs, FactName, NameArgs, SetArgs, SpendArgs, UnsetArgs};
use super::reply::Reply;
use crate::cli::Failure;
use crate::cli::argument::{Get, all};
use crate::cli::lookup::games;
use crate::lookup::clear;

impl Game {
    /// Puts down what is known of somebody, or shows it.
    pub(super) fn set(
        &mut self,
        text: &str,
        typed: &SetArgs,
        target: Option<&str>,
    ) -> Result<Reply, Failure> {
        let who = self.person_or_new(&typed.name.0)?;
        let before = self.session.table().facts(&who).cloned().unwrap_or_default();
        let facts = self.facts(typed, target, before.clone())?;
        if facts == before {
            let answer = FactsAnswer::new(self.session.table(), &who);
            return Ok(Reply::of(&self.setting.deck, &answer));
        }
        self.know(text, &who, facts)
    }

    fn facts(
        &self,
        typed: &SetArgs,
        target: Option<&str>,
        before: Facts,
    ) -> Result<Facts, Failure> {
        let weapon = self.setting.weapon_if(typed.weapon.as_ref());
        let own = all((typed.penalty.get(), typed.rel.get(), typed.ammo.get(), typed.reach.get()));
        let body = all((typed.fighting.get(), typed.size.get(), typed.distance.get()));
        let cover = all((typed.cover.get(), self.setting.covered(&typed.covered)));
        let (weapon, own, body, cover, armour, dodge) =
            all((weapon, own, body, cover, typed.armour.get(), typed.dodge.get()))?;
        let ((penalty, rel, ammo, reach), (fighting, size, distance_m), (cover, covered)) =
            (own, body, cover);
        let covered: Vec<String> = covered.iter().map(|place| place.name().to_owned()).collect();
        // Another weapon has neither the shots nor the reliability of the one before.
        let (old_ammo, old_rel) = match &weapon {
            Some(weapon) if before.weapon.as_ref() != Some(&weapon.name) => (None, None),
            _ => (before.ammo, before.rel),
        };
        Ok(Facts {
            weapon: weapon.map(|weapon| weapon.name).or(before.weapon),
            skill: typed.skill.clone().or(before.skill),
            penalty: penalty.or(before.penalty),
            rel: rel.or(old_rel),
            ammo: ammo.map(|shots| Ammo { left: shots, full: shots }).or(old_ammo),
            reach: reach.or(before.reach),
            fighting: fighting.or(before.fighting),
            size: size.map(|size| size.to_string()).or(before.size),
            distance_m: distance_m.or(before.distance_m),
            cover: cover.or(before.cover),
            covered: if covered.is_empty() { before.covered } else { covered },
            armour: armour.or(before.armour),
            dodge: dodge.or(before.dodge),
            prone: typed.prone || before.prone,
            target: target.map(str::to_owned).or(before.target),
            stunned: typed.stunned || before.stunned,
            unconscious: typed.unconscious || before.unconscious,
            surprised: typed.surprised.then(|| self.session.table().round()).or(before.surprised),
        })
    }

    /// Forgets some of what is known of somebody, or all.
    pub(super) fn unset(&mut self, text: &str, typed: &UnsetArgs) -> Result<Reply, Failure> {
        let who = self.person(&typed.name.0)?;
        let mut facts = match typed.facts.is_empty() {
            true => Facts::default(),
            false => self.session.table().facts(&who).cloned().unwrap_or_default(),
        };
        for fact in &typed.facts {
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

    /// Fills a weapon whose shots are counted.
    pub(super) fn reload(&mut self, text: &str, typed: &NameArgs) -> Result<Reply, Failure> {
        let who = self.person(&typed.name.0)?;
        let mut facts = self.session.table().facts(&who).cloned().unwrap_or_default();
        let Some(ammo) = facts.ammo else {
            return Err(Problem::new(format!("the shots of {who} are not counted"))
                .accepts(format!("set {who} ammo and how many the weapon holds"))
                .into());
        };
        facts.ammo = Some(Ammo { left: ammo.full, ..ammo });
        self.know(text, &who, facts)
    }

    fn know(&mut self, text: &str, who: &str, facts: Facts) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        turn.know(who, facts)?;
        let who = who.to_owned();
        self.taken(turn, |_, table, _| FactsAnswer::new(table, &who))
    }

    /// Says who acts where nobody is named.
    pub(super) fn let_act(&mut self, text: &str, typed: &ActsArgs) -> Result<Reply, Failure> {
        let who = typed.name.as_ref().map(|name| self.person(&name.0)).transpose()?;
        let mut turn = self.session.turn(text);
        turn.let_act(who.as_deref())?;
        self.taken(turn, |_, _, _| ActsAnswer { acting: who })
    }

    /// Hurts whom the last answer hit.
    pub(super) fn apply(&mut self, text: &str, typed: &ApplyArgs) -> Result<Reply, Failure> {
        let (reply, Resolution { asked, .. }) = self.ask_again(&[])?;
        if reply.deals.is_empty() {
            return Err(Problem::new(format!("the last answer, {}, deals no wounds", asked.name))
                .accepts("apply after a hit")
                .into());
        }
        let named = typed.name.as_ref().map(|name| self.person_or_new(&name.0)).transpose()?;
        let usual = named.or(asked.target);
        let mut turn = self.session.turn(text);
        turn.apply()?;
        let mut hurt: Vec<String> = Vec::new();
        for dealt in &reply.deals {
            let own = dealt.target.as_deref().map(|name| self.person_or_new(name)).transpose()?;
            let Some(who) = own.or_else(|| usual.clone()) else {
                return Err(Problem::new("who was hit is not known")
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
        Ok(reply.followed_by(next))
    }

    /// Makes somebody known whose CT stands in the table of characters.
    fn introduce(&self, turn: &mut Turn, who: &str) -> Result<(), Failure> {
        let listed = self.setting.listed(who);
        if let Some(character) = listed.filter(|_| turn.table().wounds(who).is_none()) {
            turn.introduce(who, character.ct)?;
        }
        Ok(())
    }

    /// Spends bumps or raises of the last attack, or shows what each would buy.
    pub(super) fn spend(&mut self, text: &str, typed: &SpendArgs) -> Result<Reply, Failure> {
        let last = self.session.table().last();
        let takes =
            |name: &&&str| last.is_some_and(|last| last.asked.arguments.contains_key(**name));
        let Some(argument) = MOVES.iter().find(takes) else { return Err(no_bumps().into()) };
        let spent = typed.bumps.get()?;
        let (reply, resolution) = self.ask_again(&[(argument, spent.unwrap_or(0).into())])?;
        if spent.is_none() {
            if reply.offers.is_empty() {
                return Err(no_bumps().into());
            }
            let lines: String = reply.offers.iter().map(|offer| spending(offer) + "\n").collect();
            return Ok(Reply::words(lines));
        }
        if self.session.table().applied() {
            return Err(Problem::new("the hit is applied already")
                .accepts("undo first, then spend")
                .into());
        }
        let turn = self.session.turn(text);
        self.note(turn, resolution, reply)
    }

    /// What may follow an answer, as commands. Where the players draw, CARD stands for a number;
    /// NAME and DICE for what the table does not know.
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
            let typed = |name: &str| last.and_then(|asked| asked.arguments.get(name));
            let worst = typed("dealt").or_else(|| typed("worst"));
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

    /// The recovery check of a character, where the game has one; `worst` is the worst wound where wounds
    /// are not recorded.
    pub(super) fn recovery_of(&self, who: &str, worst: &str) -> Option<String> {
        let is_recorded = self.session.table().wounds(who).is_some();
        let worst = if is_recorded { String::new() } else { format!(" worst {worst}") };
        Some(self.hurt_question("recovery", who)? + &worst)
    }

    /// The stun or recovery check of a character, where the game has one.
    fn hurt_question(&self, what: &str, who: &str) -> Option<String> {
        let row = games::rows(self.rules()).iter().find(|row| row.is_for(what))?;
        let party = Known { actor: Some(self.party(who)), target: None };
        let dice = if party.dice(row.name()).is_some() { "" } else { " DICE" };
        Some(format!("{what}{dice} as {}", self.handle(who)))
    }

    /// The shortest word that somebody can be named by.
    pub(super) fn handle(&self, who: &str) -> String {
        let people = self.people();
        let is_clear = |word: &&str| {
            let found = clear(word, people.iter().map(String::as_str));
            found.is_ok_and(|found| found == Some(who))
        };
        let is_plain = |word: &&str| word.chars().all(char::is_alphanumeric);
        let words = who.split_whitespace().filter(is_plain).filter(is_clear);
        match words.min_by_key(|word| word.len()) {
            Some(word) => word.to_owned(),
            None => shlex::try_quote(who).map_or_else(|_| who.to_owned(), Into::into),
        }
    }
}

/// The arguments of attacks that hold what is spent to move a hit: bumps, or raises.
const MOVES: [&str; 2] = ["location_bumps", "raises"];

/// `spend 1 # vitals, 3 wounds`: a command, with what it buys.
fn spending(offer: &Offer) -> String {
    format!("spend {} # {}", offer.spent, offer.buys)
}

fn no_bumps() -> Problem {
    Problem::new("the last answer has no bumps that move a hit").accepts("spend after an attack")
}
