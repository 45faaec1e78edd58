//! One line at a time: what it means, what happens at the table, what is answered.
//!
//! A line is worked out on a copy of the table. Only when the answer is known and the session file
//! is on the disk does the session take the step, so a line that fails has not happened.

use std::path::Path;
use std::rc::Rc;

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::rules::Game as GameOfCards;
use crate::session::{Resolution, Session, Store, StoreError, Turn};
use clap::error::ErrorKind;
use clap::{ArgMatches, Command, FromArgMatches, Parser};

use super::dealer::{Dealer, OneMore, nothing_before};
use super::help;
use super::line::{Line, Shared, root};
use super::reply::Reply;
use super::words::{Known, Worded, in_full, split};
use crate::cli::Failure;
use crate::cli::failure::usage_problem;
use crate::cli::lookup::cards::{CardSource, Context};
use crate::cli::lookup::question::Asked;
use crate::cli::lookup::setting::Setting;
use crate::cli::lookup::unused::unused;
use crate::input::file;

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
    pub(super) fn knowing<T>(&self, read: impl FnOnce(Known<'_>) -> T) -> T {
        let (root, game) = (&self.root, self.rules());
        self.setting.at_hand(|at_hand| read(Known { root, game, at_hand }))
    }

    /// Keeps the session in a file from now on. A new one is written at once, so that a place that
    /// cannot be written is known before anything is played.
    ///
    /// # Errors
    /// [`Failure::File`] when it cannot be written.
    pub fn keep_in(&mut self, store: Store, is_new: bool) -> Result<(), Failure> {
        if is_new {
            store.save(&self.session.to_json()).map_err(store_failure)?;
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
        let looks = words.first().is_some_and(|word| word == "look");
        if looks {
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
        let full = self.knowing(|known| in_full(words, known))?;
        if full.question.is_some() {
            return self.question(text, full, looks).map(Outcome::said);
        }
        if looks {
            return Err(Problem::new("look asks questions about cards only")
                .accepts("a question, such as: look 34 3d10 tn 7")
                .into());
        }
        match Line::try_parse_from(&full.words) {
            Ok(Line { shared, deed }) => self.do_deed(text, deed, named(&shared)),
            Err(error) => said_by_clap(&error).map(Outcome::said),
        }
    }

    /// Answers a question with cards of the table.
    fn question(&mut self, text: &str, mut full: Worded, looks: bool) -> Result<Reply, Failure> {
        let root = Rc::clone(&self.root);
        full.leave_out_cards(&root);
        self.put_down_wounds(&mut full);
        let matches = match arguments(&full) {
            Ok(matches) => matches,
            Err(error) => return said_by_clap(&error),
        };
        let Some((game, row)) = full.question else { return Ok(Reply::default()) };
        let read = (Asked::read(game, row, &matches), Shared::from_arg_matches(&matches));
        let (mut asked, shared) = match read {
            (Ok(asked), Ok(shared)) => (asked, shared),
            (Err(error), _) | (_, Err(error)) => return said_by_clap(&error),
        };
        let who = named(&shared);
        let mut turn = self.session.turn(text);
        let mut dealer = if looks { Dealer::looking(&mut turn) } else { Dealer::new(&mut turn) };
        let reply = self.ask(&mut asked, who, &mut dealer)?;
        let Dealer { cards, used, .. } = dealer;
        // A card that is only shown, or a target number without a card, is nothing to log.
        if looks || cards.is_empty() || (!used && turn.is_idle()) {
            return Ok(reply);
        }
        self.note(turn, Resolution { asked: asked.record(who), cards }, reply)
    }

    /// Puts the worst wound of whoever acts down where the question asks for it and nobody named
    /// one, so that it counts, and stands in the log with the question.
    fn put_down_wounds(&self, full: &mut Worded) {
        let typed = |name: &str| {
            let (option, joined) = (format!("--{name}"), format!("--{name}="));
            let is_it = move |word: &&String| **word == option || word.starts_with(&joined);
            full.words.iter().find(is_it)
        };
        let named = typed("as").map(|word| match word.split_once('=') {
            Some((_, name)) => Some(name.to_owned()),
            None => full.words.iter().skip_while(|other| *other != word).nth(1).cloned(),
        });
        let usual = || self.setting.character.as_ref().map(|who| who.name.clone());
        let Some(who) = named.unwrap_or_else(usual) else { return };
        let Some(track) = self.session.table().wounds(&who) else { return };
        let worst = track.worst();
        // A check without a target number has nothing that a penalty could make harder.
        let is_check = full.question.is_some_and(|(_, row)| row.name() == "check");
        let idle = is_check && typed("tn").is_none();
        let asked = ["earlier", "worst", "wounded"].into_iter().find(|name| {
            full.command.get_arguments().any(|argument| argument.get_long() == Some(name))
        });
        if let Some(name) = asked.filter(|name| !idle && typed(name).is_none())
            && (worst > 0 || name == "worst")
        {
            full.words.insert(full.names, format!("--{name}={worst}"));
        }
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
                    let resolution = Resolution {
                        asked: asked.record(record.who.as_deref()),
                        cards: last.cards.clone(),
                    };
                    return self.note(turn, resolution, reply);
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

    fn note(
        &mut self,
        mut turn: Turn,
        resolution: Resolution,
        reply: Reply,
    ) -> Result<Reply, Failure> {
        turn.note(Some(resolution), reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.after_step(&self.session))
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
            Ok(Reply::of(&game.setting.deck, &*answer).noting(unused))
        })
    }

    /// Does something while a character acts: the one named, or whoever acts anyway.
    pub(super) fn acting<T>(
        &mut self,
        who: Option<&str>,
        deed: impl FnOnce(&Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(name) = who else { return deed(self) };
        let character = self.setting.character(name)?;
        let usual = self.setting.character.replace(character);
        let done = deed(self);
        self.setting.character = usual;
        done
    }

    /// Takes the step, once it is on the disk.
    pub(super) fn commit(&mut self, turn: Turn) -> Result<(), Failure> {
        let mut next = self.session.clone();
        next.take(turn);
        self.replace(next)
    }

    pub(super) fn replace(&mut self, next: Session) -> Result<(), Failure> {
        if let Some(store) = &self.store {
            store.save(&next.to_json()).map_err(store_failure)?;
        }
        self.session = next;
        Ok(())
    }
}

/// The arguments of a question, read by clap.
fn arguments(full: &Worded) -> Result<ArgMatches, clap::Error> {
    let command = full.command.clone().no_binary_name(true);
    command.try_get_matches_from(&full.words[full.names..])
}

/// The character whom a line names.
fn named(shared: &Shared) -> Option<&str> {
    shared.who.as_ref().map(|who| who.0.as_str())
}

/// clap's help, or its complaint.
fn said_by_clap(error: &clap::Error) -> Result<Reply, Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp => Ok(Reply::words(error.render().to_string())),
        _ => Err(usage_problem(error).into()),
    }
}

/// Opens the session file, if one was named.
///
/// # Errors
/// [`Failure::File`] when it is in use, cannot be read or its folder cannot be written.
pub fn open(path: &Path) -> Result<(Store, Option<String>), Failure> {
    let store = Store::open(path).map_err(store_failure)?;
    let text = match store.load().map_err(store_failure)? {
        None => None,
        Some(bytes) => Some(file::as_text(path, bytes)?),
    };
    Ok((store, text))
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
