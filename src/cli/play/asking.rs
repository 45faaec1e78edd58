//! Questions at the table: asked with cards of the pile, with those that the players told, or for the
//! target number alone; gone on with, and asked again.

use std::rc::Rc;

use clap::Command;

use super::card_word::is_card_word;
use super::dealer::{Dealer, Further, Probe, nothing_before};
use super::game::{Game, said_by_clap};
use super::hands::INITIATIVE;
use super::known::{Known, Party, told, with_usual};
use super::reply::Reply;
use super::way::Way;
use super::words::Worded;
use crate::cli::Failure;
use crate::cli::argument::{Argument, each, told as told_card};
use crate::cli::lookup::asked::Asked;
use crate::cli::lookup::cards::Context;
use crate::cli::lookup::lacking;
use crate::cli::lookup::named::Named;
use crate::cli::lookup::source::{AsTyped, CardSource};
use crate::cli::lookup::unused::unused;
use crate::cli::lookup::written::Chain;
use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::session::{Mode, Question as SessionQuestion, Resolution, Turn, Waiting};
use crate::wording::counted;

impl Game {
    /// Answers a question with cards of the table.
    pub(super) fn question(
        &mut self,
        text: &str,
        mut full: Worded,
        way: Way,
    ) -> Result<Reply, Failure> {
        let root = Rc::clone(self.root());
        let known = self.known(&mut full, &root)?;
        known.choose_blow(&mut full, &self.setting);
        let Some((game, row)) = full.question else { return Ok(Reply::default()) };
        full.put_into_places(&root, &|argument| {
            Some(argument).filter(|name| *name == "dice").and_then(|_| known.dice(row.name()))
        });
        let able = match way {
            Way::Looking => None,
            _ => self.able_to_ask(row, &full, &known)?,
        };
        let apart = self.each_target(&mut full, &known, &root);
        let typed = |argument: &str| full.typed(&argument.replace('_', "-"));
        let mut usual = known.usual(&full.command, &typed, &self.setting);
        let command = with_usual(full.command.clone().no_binary_name(true), &usual);
        usual.extend(apart);
        let words = &full.words[full.names..];
        let matches = match command.clone().try_get_matches_from(words) {
            Ok(matches) => matches,
            Err(error) => {
                let named = Named { game, row, arguments: words.to_vec() };
                return match lacking::problems(&named, &command, &self.setting, &error) {
                    Some(problems) => Err(problems.into()),
                    None => said_by_clap(&error),
                };
            }
        };
        let mut asked = match Asked::read(game, row, &matches) {
            Ok(asked) => asked,
            Err(error) => return said_by_clap(&error),
        };
        let shots = if known.fires_its_own(&typed, &self.setting) { asked.shots() } else { 0 };
        let (actor, target) = (known.actor.map(|who| who.name), known.target.map(|who| who.name));
        let who = actor.as_deref();
        // As it was asked: the answer puts cards into their places.
        let without_cards = SessionQuestion { target, ..asked.record(who) };
        let waiting = Waiting { asked: without_cards, shots };
        let cards = chains(&full.cards)?;
        let notes = [able, told(&usual)];
        if way == Way::Aiming {
            return self.wait(text, &mut asked, waiting, notes);
        }
        let mut turn = self.session.turn(text);
        let mut dealer = match way {
            Way::Looking => Dealer::looking(&mut turn, cards),
            _ => Dealer::new(&mut turn, cards),
        };
        let reply = match self.ask(&mut asked, who, &mut dealer) {
            Err(Failure::Input(_)) if dealer.awaited => {
                return self.wait(text, &mut asked, waiting, notes);
            }
            reply => notes.into_iter().fold(reply?, Reply::noting),
        };
        let used = dealer.used;
        let cards = dealer.finish()?;
        // A card that is only shown, or a target number without a card, is nothing to log.
        if way == Way::Looking || ((cards.is_empty() || !used) && turn.is_idle()) {
            return Ok(reply);
        }
        self.note_answer(turn, asked, &waiting, cards, reply)
    }

    /// Whether a line is the cards that a question waits for: their numbers, or `draw` where the
    /// program draws.
    pub(super) fn are_its_cards(&self, words: &[String]) -> bool {
        let are_cards =
            words.iter().all(|word| is_card_word(word) && !word.eq_ignore_ascii_case("last"));
        let draws = words == ["draw"] && self.session.mode() == Mode::Physical;
        !words.is_empty() && are_cards && !draws
    }

    /// Answers the question that waits, with the cards told.
    pub(super) fn answer_waiting(
        &mut self,
        text: &str,
        waiting: Waiting,
        words: &[String],
    ) -> Result<Reply, Failure> {
        let words = if words == ["draw"] { &[] } else { words };
        let mut asked = Asked::of_record(&waiting.asked)?;
        let mut turn = self.session.turn(text);
        let mut dealer = Dealer::new(&mut turn, chains(words)?);
        let reply = self.ask(&mut asked, waiting.asked.who.as_deref(), &mut dealer)?;
        let cards = dealer.finish()?;
        self.note_answer(turn, asked, &waiting, cards, reply)
    }

    /// Takes the step of a question that was answered with cards of the table.
    fn note_answer(
        &mut self,
        mut turn: Turn,
        asked: Asked,
        waiting: &Waiting,
        cards: Vec<CardNumber>,
        reply: Reply,
    ) -> Result<Reply, Failure> {
        let who = waiting.asked.who.as_deref();
        let (asked, mut reply) = self.draw_its_hand(&mut turn, asked, who, &cards, reply)?;
        if let Some(who) = who {
            turn.fire(who, waiting.shots)?;
            let left = turn.table().facts(who).and_then(|facts| facts.ammo);
            if let Some(ammo) = left.filter(|_| waiting.shots > 0) {
                let left = counted(usize::from(ammo.left), "shot");
                reply = reply.noting(Some(format!("{who}: {left} left")));
            }
        }
        let target = waiting.asked.target.clone();
        let asked = SessionQuestion { target, ..asked.record(who) };
        self.note(turn, Resolution { asked, cards }, reply)
    }

    /// Tells the target number of a question, which waits for its cards from now on.
    fn wait(
        &mut self,
        text: &str,
        asked: &mut Asked,
        waiting: Waiting,
        notes: [Option<String>; 2],
    ) -> Result<Reply, Failure> {
        if let Some(who) = &waiting.asked.who {
            // Nobody draws a card for an empty weapon.
            self.session.turn(text).fire(who, waiting.shots)?;
        }
        let mut probe = Probe::default();
        let before = self.ask(asked, waiting.asked.who.as_deref(), &mut probe)?;
        if probe.awaited == 0 {
            return Ok(notes.into_iter().fold(before, Reply::noting));
        }
        let mode = self.session.mode();
        let reply = before.waiting(probe.awaited, mode);
        let reply = notes.into_iter().fold(reply, Reply::noting);
        let mut turn = self.session.turn(text);
        turn.wait(waiting)?;
        turn.note(None, reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.after_step(&self.session))
    }

    /// Who takes part in a question; the target is no argument of it.
    fn known(&self, full: &mut Worded, root: &Command) -> Result<Known, Problem> {
        let actor = match full.take_option("as", root) {
            // Whoever draws a hand may be new.
            Some(name) if full.question.is_some_and(|(_, row)| row.name() == INITIATIVE) => {
                Some(self.person_or_new(&name)?)
            }
            Some(name) => Some(self.person(&name)?),
            None => self.acting_now(),
        };
        let actor = actor.as_deref().map(|name| self.party(name));
        let target = match full.take_option("at", root) {
            Some(name) => Some(self.person(&name)?),
            None => actor.as_ref().and_then(|actor| actor.target().map(str::to_owned)),
        };
        Ok(Known { actor, target: target.as_deref().map(|name| self.party(name)) })
    }

    /// Somebody with what the table knows of them.
    pub(super) fn party(&self, name: &str) -> Party {
        Party::new(name, self.session.table(), &self.setting)
    }

    /// Who acts where the line names nobody.
    pub(super) fn acting_now(&self) -> Option<String> {
        let usual = || self.setting.character.as_ref().map(|who| who.name.clone());
        self.session.table().acting().map(str::to_owned).or_else(usual)
    }

    /// Goes on with the last question: with its chain, or with what else it wants.
    pub(super) fn go_on(
        &mut self,
        text: &str,
        cards: Vec<CardNumber>,
        of: Option<CardNumber>,
    ) -> Result<Reply, Failure> {
        let last = self.session.table().last().cloned().ok_or_else(nothing_before)?;
        // Of several chains, the only one that goes on is meant.
        let of = match (of, &self.chains_that_go_on(&last)[..]) {
            (None, [card]) => Some(*card),
            (of, _) => of,
        };
        let (turn, asked, reply) = self.further(text, &last, cards, of)?;
        self.note(turn, asked_again(&asked, &last), reply)
    }

    fn further(
        &mut self,
        text: &str,
        last: &Resolution,
        cards: Vec<CardNumber>,
        of: Option<CardNumber>,
    ) -> Result<(Turn, Asked, Reply), Failure> {
        let mut turn = self.session.turn(text);
        let mut further = Further::new(&mut turn, last, of, cards)?;
        let mut asked = Asked::of_record(&last.asked)?;
        let reply = self.ask(&mut asked, last.asked.who.as_deref(), &mut further)?;
        further.finish(last)?;
        Ok((turn, asked, reply))
    }

    /// Of a question that read several cards, those whose chains can go on, whichever card comes up.
    pub(super) fn chains_that_go_on(&mut self, last: &Resolution) -> Vec<CardNumber> {
        if last.cards.len() < 2 {
            return Vec::new();
        }
        let out_of_reach = self.session.table().out_of_reach();
        let any = CardNumber::all().find(|card| !out_of_reach.contains(card));
        let by_players = self.session.mode() == Mode::Physical;
        let told: Vec<CardNumber> = any.into_iter().filter(|_| by_players).collect();
        let mut cards = last.cards.clone();
        cards.retain(|card| self.further("", last, told.clone(), Some(*card)).is_ok());
        cards
    }

    /// Asks the last question again, with the same cards, and other values of some arguments.
    ///
    /// # Errors
    /// A problem when there was none, or it does not take the values.
    pub(super) fn ask_again(
        &mut self,
        changed: &[(&str, serde_json::Value)],
    ) -> Result<(Reply, Resolution), Failure> {
        let mut last = self.session.table().last().cloned().ok_or_else(nothing_before)?;
        for (name, value) in changed {
            last.asked.arguments.insert((*name).to_owned(), value.clone());
        }
        let mut asked = Asked::of_record(&last.asked)?;
        let reply = self.ask(&mut asked, last.asked.who.as_deref(), &mut AsTyped)?;
        Ok((reply, asked_again(&asked, &last)))
    }

    pub(super) fn note(
        &mut self,
        mut turn: Turn,
        resolution: Resolution,
        reply: Reply,
    ) -> Result<Reply, Failure> {
        let aftermath = reply.aftermath.or_else(|| self.composed(&resolution.asked, &reply));
        turn.remember(&resolution.asked, aftermath)?;
        turn.note(Some(resolution), reply.explanation.clone());
        self.commit(turn)?;
        let next = self.what_may_follow(&reply);
        Ok(reply.after_step(&self.session).followed_by(next))
    }

    /// Answers a question with cards from this source.
    pub(super) fn ask(
        &mut self,
        asked: &mut Asked,
        who: Option<&str>,
        cards: &mut dyn CardSource,
    ) -> Result<Reply, Failure> {
        // The discard pile as it is before these cards are discarded.
        self.setting.sit_at(self.session.table());
        self.acting(who, |game| {
            let answer = asked.answer(&mut Context::new(&game.setting, cards))?;
            let unused = unused(asked, &*answer, &game.setting);
            Ok(Reply::of(&game.setting.deck, &*answer).telling_unused(unused))
        })
    }
}

/// The question as it was asked again, of the same people with the same cards.
fn asked_again(asked: &Asked, last: &Resolution) -> Resolution {
    let target = last.asked.target.clone();
    let asked = SessionQuestion { target, ..asked.record(last.asked.who.as_deref()) };
    Resolution { asked, cards: last.cards.clone() }
}

/// Cards as they were told: `34`, `34+11` with a follow-up, `34,10` for two.
fn chains(words: &[String]) -> Result<Vec<Chain>, Failure> {
    let words = words.iter().flat_map(|word| word.split(','));
    Ok(each(words.map(|word| told_card(Chain::read(word, "card"))))?)
}
