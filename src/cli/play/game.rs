//! One line at a time: what it means, what happens at the table, what is answered.
//!
//! A line is worked out on a copy of the table. Only when the answer is known and the session file
//! is on the disk does the session take the step, so a line that fails has not happened.

use std::path::Path;
use std::rc::Rc;

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::rules::Game as GameOfCards;
use crate::session::{
    Mode, Question as SessionQuestion, Record, Resolution, Session, Store, StoreError, Turn,
    Waiting,
};
use crate::wording::counted;
use clap::error::ErrorKind;
use clap::{Command, Parser};

use super::dealer::{Dealer, Further, Probe, nothing_before};
use super::help;
use super::known::{Known, Party, Usual, told, with_usual};
use super::line::{Line, root};
use super::people::starts_with;
use super::places::is_card_word;
use super::reply::Reply;
use super::words::{Known as LineKnown, Worded, in_full, split};
use crate::cli::Failure;
use crate::cli::argument::{Argument, each, told as told_card};
use crate::cli::failure::usage_problem;
use crate::cli::lookup::cards::{AsTyped, CardSource, Chain, Context};
use crate::cli::lookup::name::PersonName;
use crate::cli::lookup::question::Asked;
use crate::cli::lookup::setting::Setting;
use crate::cli::lookup::unused::unused;

/// A table that is being played.
pub struct Game {
    /// Deck, house rules, weapons, characters.
    pub setting: Setting,
    /// What happened so far.
    pub session: Session,
    /// Where it is kept, if anywhere.
    store: Option<Store>,
    /// The commands.
    root: Rc<Command>,
}

/// What came of a line.
pub enum Outcome {
    /// There was nothing in it.
    Nothing,
    /// It was answered.
    Said(Box<Reply>),
    /// The players leave.
    Quit,
}

impl Outcome {
    /// An answer.
    pub(super) fn said(reply: Reply) -> Self {
        Self::Said(Box::new(reply))
    }
}

/// How a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// With cards of the table.
    Drawing,
    /// With any card, and nothing happens.
    Looking,
    /// For its target number, before a card is drawn.
    Aiming,
}

impl Game {
    /// A table whose session is not kept.
    pub fn new(setting: Setting, session: Session) -> Self {
        Self { setting, session, store: None, root: Rc::new(root()) }
    }

    /// The commands with their arguments.
    pub fn root(&self) -> &Rc<Command> {
        &self.root
    }

    /// The game whose questions are asked: the one chosen at the table, or else of the house rules.
    pub fn rules(&self) -> GameOfCards {
        self.session.table().game().unwrap_or(self.setting.game)
    }

    /// Does something with what lines are read by.
    pub(super) fn knowing<T>(&self, read: impl FnOnce(LineKnown<'_>) -> T) -> T {
        let skills = self.skills();
        let is_skill = |word: &str| skills.iter().any(|skill| starts_with(skill, word));
        let (root, game, is_skill) = (&*self.root, self.rules(), &is_skill);
        self.setting.at_hand(|at_hand| read(LineKnown { root, game, at_hand, is_skill }))
    }

    /// Keeps the session in a file from now on. A new one is written at once, so that a place that
    /// cannot be written is known before anything is played.
    ///
    /// # Errors
    /// [`Failure::File`] when it cannot be written.
    pub fn keep_in(&mut self, mut store: Store, is_new: bool) -> Result<(), Failure> {
        if is_new {
            store.save(&self.session).map_err(store_failure)?;
        }
        self.store = Some(store);
        Ok(())
    }

    /// Does what a line says.
    ///
    /// # Errors
    /// [`Failure::Input`] when it says nothing that can be done, [`Failure::File`] when the session
    /// cannot be written. The session is what it was before then.
    pub fn hear(&mut self, text: &str) -> Result<Outcome, Failure> {
        let mut words = split(text)?;
        if let Some(waiting) = self.session.table().waiting()
            && self.are_its_cards(&words)
        {
            let waiting = waiting.clone();
            return self.answer_waiting(text, waiting, &words).map(Outcome::said);
        }
        let way = match words.first().map(|word| word.to_lowercase()).as_deref() {
            Some("look") => Way::Looking,
            Some("tn") => Way::Aiming,
            _ => Way::Drawing,
        };
        if way != Way::Drawing {
            words.remove(0);
        }
        if words.is_empty() {
            return Ok(Outcome::Nothing);
        }
        if words.iter().take_while(|word| *word != "--").any(|word| word == "--help") {
            words.retain(|word| word != "--help");
            let text = self.knowing(|known| help::about(&words, known))?;
            return Ok(Outcome::said(Reply::words(text)));
        }
        self.name_first(&mut words)?;
        let full = self.knowing(|known| in_full(words, known))?;
        if full.question.is_some() {
            return self.question(text, full, way).map(Outcome::said);
        }
        if way != Way::Drawing {
            return Err(Problem::new("look and tn ask questions about cards only")
                .accepts("a question, such as: look 34 3d10 tn 7")
                .into());
        }
        match Line::try_parse_from(&full.words) {
            Ok(Line { shared, deed }) => {
                let person = |name: &PersonName| self.person(&name.0);
                let who = shared.who.as_ref().map(person).transpose()?;
                let target = shared.at.as_ref().map(person).transpose()?;
                self.do_deed(text, deed, who.as_deref(), target.as_deref())
            }
            Err(error) => said_by_clap(&error).map(Outcome::said),
        }
    }

    /// Answers a question with cards of the table.
    fn question(&mut self, text: &str, mut full: Worded, way: Way) -> Result<Reply, Failure> {
        let root = Rc::clone(&self.root);
        let known = self.known(&mut full, &root)?;
        known.choose_blow(&mut full, &self.setting);
        let Some((game, row)) = full.question else { return Ok(Reply::default()) };
        full.put_into_places(&root, &|argument| {
            Some(argument).filter(|name| *name == "dice").and_then(|_| known.dice(row.name()))
        });
        let typed = |argument: &str| full.typed(&argument.replace('_', "-"));
        let usual = known.usual(&full.command, &typed, &self.setting);
        let command = with_usual(full.command.clone().no_binary_name(true), &usual);
        let matches = match command.try_get_matches_from(&full.words[full.names..]) {
            Ok(matches) => matches,
            Err(error) => return said_by_clap(&error),
        };
        let mut asked = match Asked::read(game, row, &matches) {
            Ok(asked) => asked,
            Err(error) => return said_by_clap(&error),
        };
        let shots = if known.fires_its_own(&typed) { asked.shots() } else { 0 };
        let (actor, target) = (known.actor.map(|who| who.name), known.target.map(|who| who.name));
        let who = actor.as_deref();
        // As it was asked: the answer puts cards into their places.
        let without_cards = SessionQuestion { target, ..asked.record(who) };
        let waiting = Waiting { asked: without_cards, shots };
        let cards = chains(&full.cards)?;
        if way == Way::Aiming {
            return self.wait(text, &mut asked, waiting, &usual);
        }
        let mut turn = self.session.turn(text);
        let mut dealer = match way {
            Way::Looking => Dealer::looking(&mut turn, cards),
            _ => Dealer::new(&mut turn, cards),
        };
        let reply = match self.ask(&mut asked, who, &mut dealer) {
            Err(Failure::Input(_)) if dealer.awaited => {
                return self.wait(text, &mut asked, waiting, &usual);
            }
            reply => reply?.noting(told(&usual)),
        };
        let used = dealer.used;
        let cards = dealer.finish()?;
        // A card that is only shown, or a target number without a card, is nothing to log.
        if way == Way::Looking || ((cards.is_empty() || !used) && turn.is_idle()) {
            return Ok(reply);
        }
        self.note_answer(turn, &asked, &waiting, cards, reply)
    }

    /// Whether a line is the cards that a question waits for: their numbers, or `draw` where the
    /// program draws.
    fn are_its_cards(&self, words: &[String]) -> bool {
        let are_cards =
            words.iter().all(|word| is_card_word(word) && !word.eq_ignore_ascii_case("last"));
        let draws = words == ["draw"] && self.session.mode() == Mode::Physical;
        !words.is_empty() && are_cards && !draws
    }

    /// Answers the question that waits, with the cards told.
    fn answer_waiting(
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
        self.note_answer(turn, &asked, &waiting, cards, reply)
    }

    /// Takes the step of a question that was answered with cards of the table.
    fn note_answer(
        &mut self,
        mut turn: Turn,
        asked: &Asked,
        waiting: &Waiting,
        cards: Vec<CardNumber>,
        mut reply: Reply,
    ) -> Result<Reply, Failure> {
        let who = waiting.asked.who.as_deref();
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
        usual: &[Usual],
    ) -> Result<Reply, Failure> {
        if let Some(who) = &waiting.asked.who {
            // Nobody draws a card for an empty weapon.
            self.session.turn(text).fire(who, waiting.shots)?;
        }
        let mut probe = Probe::default();
        let before = self.ask(asked, waiting.asked.who.as_deref(), &mut probe)?;
        if probe.awaited == 0 {
            return Ok(before.noting(told(usual)));
        }
        let mode = self.session.mode();
        let reply = before.waiting(probe.awaited, mode).noting(told(usual));
        let mut turn = self.session.turn(text);
        turn.wait(waiting)?;
        turn.note(None, reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.after_step(&self.session))
    }

    /// Who takes part in a question; the target is no argument of it.
    fn known(&self, full: &mut Worded, root: &Command) -> Result<Known, Problem> {
        let actor = match full.take_option("as", root) {
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
        let mut turn = self.session.turn(text);
        let mut further = Further::new(&mut turn, &last, of, cards)?;
        let mut asked = Asked::of_record(&last.asked)?;
        let reply = self.ask(&mut asked, last.asked.who.as_deref(), &mut further)?;
        further.finish(&last)?;
        self.note(turn, asked_again(&asked, &last), reply)
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
        turn.note(Some(resolution), reply.explanation.clone());
        self.commit(turn)?;
        let next = self.what_may_follow(&reply);
        Ok(reply.after_step(&self.session).followed_by(next))
    }

    /// Answers a question with cards from this source.
    fn ask(
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

    /// Does something while a character acts: the one named, or whoever acts anyway. Somebody who is
    /// known to the session alone has no traits.
    pub(super) fn acting<T>(
        &mut self,
        who: Option<&str>,
        deed: impl FnOnce(&Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(name) = who else { return deed(self) };
        let character = match self.session.table().people().any(|known| known == name) {
            true => self.setting.listed(name),
            false => Some(self.setting.character(name)?),
        };
        let usual = std::mem::replace(&mut self.setting.character, character);
        let done = deed(self);
        self.setting.character = usual;
        done
    }

    /// Takes the step, once it is on the disk.
    pub(super) fn commit(&mut self, turn: Turn) -> Result<(), Failure> {
        self.record(Record::Step(turn.step()))?;
        self.session.take(turn);
        Ok(())
    }

    /// Takes steps back, once that is on the disk.
    pub(super) fn take_back(&mut self, steps: usize) -> Result<(), Failure> {
        self.record(Record::Undo { steps })?;
        self.session.undo(steps);
        Ok(())
    }

    fn record(&mut self, record: Record<'_>) -> Result<(), Failure> {
        match &mut self.store {
            None => Ok(()),
            Some(store) => store.append(&self.session, record).map_err(store_failure),
        }
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

/// clap's help, or its complaint.
fn said_by_clap(error: &clap::Error) -> Result<Reply, Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp => Ok(Reply::words(error.render().to_string())),
        _ => Err(usage_problem(error).into()),
    }
}

/// Opens a session file; its bytes, if there is one yet.
///
/// # Errors
/// [`Failure::File`] when it is in use, cannot be read or its folder cannot be written.
pub fn open(path: &Path) -> Result<(Store, Option<Vec<u8>>), Failure> {
    let store = Store::open(path).map_err(store_failure)?;
    let bytes = store.load().map_err(store_failure)?;
    Ok((store, bytes))
}

fn store_failure(error: StoreError) -> Failure {
    match error {
        StoreError::InUse(path) => in_use(&path),
        StoreError::Refused(error) => error.into(),
        StoreError::System { attempt, cause } => Failure::File { attempt, cause },
    }
}

/// A session in use could be read, but not written without losing somebody's steps.
fn in_use(path: &Path) -> Failure {
    let attempt = format!("cannot write {}", path.display());
    let reason = "it is being played in another window; leave it there first";
    Failure::File { attempt, cause: std::io::Error::new(std::io::ErrorKind::WouldBlock, reason) }
}
