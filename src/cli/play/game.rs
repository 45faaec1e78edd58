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
};
use crate::wording::counted;
use clap::error::ErrorKind;
use clap::{Command, Parser};

use super::dealer::{Dealer, OneMore, Probe, nothing_before};
use super::help;
use super::known::{Known, Party, Usual, told, with_usual};
use super::line::{Line, root};
use super::people::starts_with;
use super::places::{is_card_word, takes_cards};
use super::reply::Reply;
use super::words::{Known as LineKnown, Worded, in_full, split};
use crate::cli::Failure;
use crate::cli::failure::usage_problem;
use crate::cli::lookup::cards::{AsTyped, CardSource, Context};
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
    /// The question that waits for its card, as it was typed.
    waiting: Option<String>,
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
        Self { setting, session, store: None, root: Rc::new(root()), waiting: None }
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
        let words = split(text)?;
        let cards = !words.is_empty()
            && words.iter().all(|word| is_card_word(word) && !word.eq_ignore_ascii_case("last"));
        match self.waiting.clone() {
            // The card that a question waits for.
            Some(question) if cards && words != ["draw"] => {
                self.hear_line(&format!("{} {question}", words.join(" ")))
            }
            Some(question) if cards && self.session.mode() != Mode::Physical => {
                self.hear_line(&question)
            }
            _ => self.hear_line(text),
        }
    }

    fn hear_line(&mut self, text: &str) -> Result<Outcome, Failure> {
        let mut words = split(text)?;
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
                if deed.ends_waiting() {
                    self.waiting = None;
                }
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
        if way == Way::Aiming {
            return self.wait(text, way, &mut asked, who, &usual);
        }
        let mut turn = self.session.turn(text);
        let mut dealer =
            if way == Way::Looking { Dealer::looking(&mut turn) } else { Dealer::new(&mut turn) };
        let reply = match self.ask(&mut asked, who, &mut dealer) {
            Err(Failure::Input(_)) if dealer.awaited && takes_cards(&full.command) => {
                return self.wait(text, way, &mut asked, who, &usual);
            }
            reply => reply?.noting(told(&usual)),
        };
        let Dealer { cards, used, .. } = dealer;
        // A card that is only shown, or a target number without a card, is nothing to log.
        if way == Way::Looking || cards.is_empty() || (!used && turn.is_idle()) {
            return Ok(reply);
        }
        let mut reply = reply;
        if let Some(who) = who {
            turn.fire(who, shots)?;
            let left = turn.table().facts(who).and_then(|facts| facts.ammo);
            if let Some(ammo) = left.filter(|_| shots > 0) {
                let left = counted(usize::from(ammo.left), "shot");
                reply = reply.noting(Some(format!("{who}: {left} left")));
            }
        }
        let asked = SessionQuestion { target, ..asked.record(who) };
        self.note(turn, Resolution { asked, cards }, reply)
    }

    /// Tells the target number of a question, which waits for its card.
    fn wait(
        &mut self,
        text: &str,
        way: Way,
        asked: &mut Asked,
        who: Option<&str>,
        usual: &[Usual],
    ) -> Result<Reply, Failure> {
        let mut probe = Probe::default();
        let before = self.ask(asked, who, &mut probe)?;
        // Without the words before it, the question can be asked with its card.
        let question = text.trim().trim_start_matches(|letter: char| !letter.is_whitespace());
        let question = if way == Way::Aiming { question } else { text };
        self.waiting = Some(question.trim().to_owned());
        Ok(before.waiting(probe.cards.len(), self.session.mode()).noting(told(usual)))
    }

    /// Who takes part in a question; the target is no argument of it.
    fn known(&self, full: &mut Worded, root: &Command) -> Result<Known, Problem> {
        let table = self.session.table();
        let actor = match full.take_option("as", root) {
            Some(name) => Some(self.person(&name)?),
            None => self.acting_now(),
        };
        let party = |name: &str| Party::new(name, table, &self.setting);
        let actor = actor.as_deref().map(party);
        let target = match full.take_option("at", root) {
            Some(name) => Some(self.person(&name)?),
            None => actor.as_ref().and_then(|actor| actor.target().map(str::to_owned)),
        };
        Ok(Known { actor, target: target.as_deref().map(party) })
    }

    /// Who acts where the line names nobody.
    pub(super) fn acting_now(&self) -> Option<String> {
        let usual = || self.setting.character.as_ref().map(|who| who.name.clone());
        self.session.table().acting().map(str::to_owned).or_else(usual)
    }

    /// Goes on with the chain of the last question.
    pub(super) fn go_on(
        &mut self,
        text: &str,
        card: Option<CardNumber>,
        of: Option<CardNumber>,
    ) -> Result<Reply, Failure> {
        let last = self.session.table().last().cloned().ok_or_else(nothing_before)?;
        let mut refused = None;
        // The roll has the first claim to the card, then its damage.
        for skip in 0.. {
            let mut turn = self.session.turn(text);
            let mut one_more = OneMore::new(&mut turn, &last, of, card, skip)?;
            let record = &last.asked;
            let mut asked = Asked::of_record(record)?;
            let reply = self.ask(&mut asked, record.who.as_deref(), &mut one_more);
            let dealt = one_more.dealt;
            match reply {
                Ok(reply) if dealt && !reply.spares(&turn) => {
                    return self.note(turn, asked_again(&asked, &last), reply);
                }
                Err(error) if dealt || skip == 0 => refused = refused.or(Some(error)),
                _ => {}
            }
            if !dealt {
                break;
            }
        }
        let name = &last.asked.name;
        let message = format!("the last question, {name}, takes no follow-up card");
        Err(refused.unwrap_or_else(|| Problem::new(message).accepts("then after a check").into()))
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
        self.waiting = None;
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
