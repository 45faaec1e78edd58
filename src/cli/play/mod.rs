//! `actiondeck play`: a table that is kept line by line. `docs/play.md` tells how it is used.

mod able;
mod asking;
mod card_word;
mod commands;
mod complete;
mod dealer;
#[cfg(test)]
mod fight;
mod game;
mod hands;
mod help;
mod known;
mod line;
#[cfg(test)]
mod offers;
#[cfg(test)]
mod orders;
mod people;
mod places;
mod prompt;
mod reply;
mod several;
mod situation;
#[cfg(any(test, fuzzing))]
mod trial;
mod way;
mod words;

#[cfg(any(test, fuzzing))]
pub use trial::play_lines;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Problem, Problems, visible};
use crate::session::{Mode, Resumed, Session, Step};
use crate::wording::counted;
use clap::Args;

use self::complete::Vocabulary;
use self::game::{Game, Outcome};
use self::prompt::{Heard, Prompt};
use self::reply::Form;
use super::argument::{Get, Number};
use super::lookup::GameArgs;
use super::lookup::setting::{Setting, SettingArgs};
use super::{Exit, Failure, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// File to save the session in and to resume it from; without it nothing is saved
    #[arg(long, value_name = "FILE")]
    session: Option<PathBuf>,
    /// The program shuffles and draws (the default)
    #[arg(long = "virtual", conflicts_with = "physical")]
    is_virtual: bool,
    /// The players draw printed cards and type their numbers
    #[arg(long)]
    physical: bool,
    /// The same seed gives the same cards; a new one each time when left out
    #[arg(long, value_name = "NUMBER", conflicts_with = "physical", allow_hyphen_values = true)]
    seed: Option<Number<u64, 0, 18_446_744_073_709_551_615>>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    setting: SettingArgs,
    /// Answer every line with one line of JSON
    #[arg(long)]
    json: bool,
    /// For screen readers: lines without an editor, cards in words instead of pictures
    #[arg(long)]
    plain: bool,
}

/// Plays until the lines end.
///
/// # Errors
/// [`Failure::Input`] when the session cannot be played, or lines from a pipe could not be answered;
/// [`Failure::File`] when the session cannot be read or written.
pub fn run(typed: Typed) -> Result<Exit, Failure> {
    let setting = typed.setting.read(typed.session.as_deref())?;
    let chosen = typed.game.named()?;
    let mode = typed.mode()?;
    let (mut game, resumed) = match &typed.session {
        None => {
            let session = Session::start(&setting.deck, fresh(mode)?);
            (Game::new(setting, session), false)
        }
        Some(path) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            kept_game(path, setting, mode, typed.setting.deck_from(folder))?
        }
    };
    // A new table keeps the game of the house rules, so that it need not be told again.
    let chosen = chosen.or((!resumed).then_some(game.setting.game));
    if let Some(chosen) =
        chosen.filter(|chosen| *chosen != game.session.table().game().unwrap_or_default())
    {
        game.choose(&format!("game {chosen}"), Some(chosen))?;
    }
    let prompt = if !std::io::stdin().is_terminal() {
        Prompt::Pipe
    } else if typed.plain {
        Prompt::Plain
    } else {
        let lines = game.session.log().iter().map(|step: &Step| step.line.as_str());
        // A line of a stranger's session that would steer the terminal is not offered again.
        Prompt::editor(lines.filter(|line| visible(line) == *line))?
    };
    if prompt.is_terminal() {
        greet(&game, typed.session.is_some(), resumed);
    }
    if let Some(waiting) = game.session.table().waiting() {
        console::note(&format!("{} waits for its card", waiting.asked));
    }
    let in_words = typed.plain || !console::shows_picture(console::PICTURE_COLUMNS);
    let form = match (typed.json, in_words) {
        (true, _) => Form::Json,
        (false, true) => Form::Spoken,
        (false, false) => Form::Text,
    };
    Evening { game, prompt, form, line: 0, refused: 0, unsaved: None }.play()
}

/// The game of a session file, and whether it goes on.
fn kept_game(
    path: &Path,
    setting: Setting,
    wish: Wish,
    deck_file: Option<String>,
) -> Result<(Game, bool), Failure> {
    let (mut store, bytes) = game::open(path)?;
    let name = path.display().to_string();
    let session = match &bytes {
        None => Session::start(&setting.deck, fresh(wish)?).with_deck_file(deck_file),
        Some(bytes) => {
            let Resumed { session, end, torn } = Session::read(&name, bytes, &setting.deck)?;
            confirm_mode(&name, &session, wish)?;
            store.resume(end);
            if torn {
                console::note(&format!(
                    "the last line of {name} has no end: a step without an answer, left out"
                ));
            }
            session
        }
    };
    let mut game = Game::new(setting, session);
    game.keep_in(store, bytes.is_none())?;
    Ok((game, bytes.is_some()))
}

/// How cards are to be drawn, as far as it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Any,
    Virtual(Option<u64>),
    Physical,
}

impl Typed {
    fn mode(&self) -> Result<Wish, Problems> {
        let seed = self.seed.get()?;
        Ok(match (self.physical, self.is_virtual || seed.is_some()) {
            (true, _) => Wish::Physical,
            (false, true) => Wish::Virtual(seed),
            (false, false) => Wish::Any,
        })
    }
}

/// The mode of a new session. Without a seed the cards come as they like.
fn fresh(wish: Wish) -> Result<Mode, Failure> {
    Ok(match wish {
        Wish::Physical => Mode::Physical,
        Wish::Virtual(Some(seed)) => Mode::Virtual { seed },
        Wish::Virtual(None) | Wish::Any => {
            let seed = getrandom::u32().map_err(|error| {
                Failure::file("cannot shuffle")(std::io::Error::other(error.to_string()))
            })?;
            // Short enough to be typed again.
            Mode::Virtual { seed: u64::from(seed) }
        }
    })
}

/// A session goes on as it began.
fn confirm_mode(name: &str, session: &Session, wish: Wish) -> Result<(), Problem> {
    let found = match session.mode() {
        Mode::Physical => "the players draw".to_owned(),
        Mode::Virtual { seed } => format!("the program draws with seed {seed}"),
    };
    let fits = match (session.mode(), wish) {
        (_, Wish::Any) | (Mode::Virtual { .. }, Wish::Virtual(None)) => true,
        (Mode::Physical, wish) => wish == Wish::Physical,
        (Mode::Virtual { seed }, wish) => wish == Wish::Virtual(Some(seed)),
    };
    if fits {
        return Ok(());
    }
    Err(Problem::new(format!("in {name} {found}")).accepts("the options it began with, or none"))
}

fn greet(game: &Game, kept: bool, resumed: bool) {
    let table = game.session.table();
    let state = match resumed {
        true => {
            let steps = counted(game.session.log().len(), "step");
            format!("round {}, {steps} so far", table.round())
        }
        false => "a new table".to_owned(),
    };
    let deck = &game.setting.deck;
    console::note(&format!("{}, edition {}: {state}", deck.name(), deck.edition()));
    if !kept {
        console::note("nothing is kept; --session FILE keeps it");
    }
    console::note("help lists the commands, quit leaves");
}

/// A table and whoever types at it.
struct Evening {
    game: Game,
    prompt: Prompt,
    form: Form,
    /// The number of the last line.
    line: usize,
    /// How many lines were refused.
    refused: usize,
    /// The last step that could not be written.
    unsaved: Option<Failure>,
}

impl Evening {
    fn play(mut self) -> Result<Exit, Failure> {
        loop {
            let text = match self.prompt.next(|| Vocabulary::of(&self.game))? {
                Heard::Line(text) => text,
                Heard::Interrupted => {
                    console::note("quit leaves the table");
                    continue;
                }
                Heard::End => break,
            };
            self.line += 1;
            match self.game.hear(&text) {
                Ok(Outcome::Nothing) => {}
                Ok(Outcome::Quit) => break,
                Ok(Outcome::Said(reply)) => {
                    let printed = reply.print(text.trim(), &self.game.session, self.form);
                    match self.form {
                        Form::Json => console::answer_json(&printed)?,
                        Form::Spoken => console::answer(&printed)?,
                        Form::Text => console::answer_led_by(reply.verdict.as_deref(), &printed)?,
                    }
                    if reply.took_a_step() {
                        self.unsaved = None;
                    }
                }
                Err(failure) => self.refuse(&text, failure)?,
            }
        }
        self.end()
    }

    /// Tells why a line was not answered. A person can mend it and go on; a script cannot, but the
    /// lines after a bad one are still answered, unless the disk is full.
    fn refuse(&mut self, text: &str, failure: Failure) -> Result<(), Failure> {
        self.refused += 1;
        match failure {
            Failure::Input(problems) => {
                if self.form == Form::Json {
                    console::answer_json(&reply::refusal(text.trim(), &problems))?;
                }
                let told = if self.prompt.is_terminal() {
                    problems
                } else {
                    self.with_line_number(&problems)
                };
                console::complain(&Failure::Input(told));
                Ok(())
            }
            failure if self.prompt.is_terminal() => {
                console::complain(&failure);
                console::note("the step was not taken");
                self.unsaved = Some(failure);
                Ok(())
            }
            failure => Err(failure),
        }
    }

    fn with_line_number(&self, problems: &Problems) -> Problems {
        problems.map(|problem| Problem::new(format!("line {}: {problem}", self.line)))
    }

    fn end(self) -> Result<Exit, Failure> {
        self.game.leave();
        if let Some(failure) = self.unsaved {
            return Err(failure);
        }
        if self.refused > 0 && !self.prompt.is_terminal() {
            let verb = if self.refused == 1 { "was" } else { "were" };
            let message = format!("{} {verb} not answered", counted(self.refused, "line"));
            return Err(Problem::coded("play.not-answered", message).into());
        }
        Ok(Exit::Holds)
    }
}
