//! `actiondeck play`: plays at a table, line by line. `docs/play.md` shows how it is used.

mod help;
mod prompt;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Problem, Problems, visible};
use crate::table::play::reply::refusal;
use crate::table::play::{Game, Outcome, PlayError, Reply};
use crate::table::questions::setting::Setting;
use crate::table::session::{LoadedSession, Mode, Session, Step, Store, StoreError};
use crate::wording::counted;
use clap::Args;

use self::prompt::{Completion, Prompt, PromptInput};
use super::setting_args::{GameArgs, SettingArgs};
use super::{Exit, Failure, console};

/// How replies are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplyForm {
    /// For the eye.
    Text,
    /// For a screen reader.
    Spoken,
    /// For a program.
    Json,
}

/// The options of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// File to save the session in and to resume it from; without it nothing is saved
    #[arg(long, value_name = "FILE")]
    session: Option<PathBuf>,
    /// The program shuffles and draws (the default)
    #[arg(long = "virtual", conflicts_with = "physical")]
    is_virtual: bool,
    /// The players draw printed cards and type their numbers
    #[arg(long)]
    physical: bool,
    /// Seed of the shuffle: the same seed gives the same cards; by default a new one
    #[arg(long, value_name = "NUMBER", conflicts_with = "physical", allow_hyphen_values = true)]
    seed: Option<String>,
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
/// [`Failure::Input`] if the session cannot be played, or lines from a pipe could not be answered;
/// [`Failure::File`] if the session cannot be read or written.
pub fn run(args: PlayArgs) -> Result<Exit, Failure> {
    let setting = args.setting.read(args.session.as_deref())?;
    let chosen = args.game.named()?;
    let mode = args.mode()?;
    let (mut game, resumed) = match &args.session {
        None => {
            let session = Session::start(&setting.deck, fresh(mode)?);
            (Game::new(setting, session), false)
        }
        Some(path) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            kept_game(path, setting, mode, args.setting.deck_from(folder))?
        }
    };
    // A new table stores the game of the house rules, so that it need not be named again.
    let deck_game = game.setting.deck.game();
    let chosen = chosen.or((!resumed).then_some(game.setting.game));
    if let Some(chosen) =
        chosen.filter(|chosen| *chosen != game.session.table().game().unwrap_or(deck_game))
    {
        game.choose(&format!("game {chosen}"), Some(chosen)).map_err(failure_of)?;
    }
    args.setting.set_actor(&mut game.setting)?;
    let prompt = if !std::io::stdin().is_terminal() {
        Prompt::Pipe
    } else if args.plain {
        Prompt::Plain
    } else {
        let lines = game.session.log().iter().map(|step: &Step| step.line.as_str());
        // A line of a foreign session that would steer the terminal is not in the history.
        Prompt::editor(lines.filter(|line| visible(line) == *line))?
    };
    if prompt.is_terminal() {
        greet(&game, args.session.is_some(), resumed);
    }
    if let Some(waiting) = game.session.table().waiting() {
        console::note(&format!("{} waits for its card", waiting.asked));
    }
    let in_words = args.plain || !console::shows_picture(console::PICTURE_COLUMNS);
    let form = match (args.json, in_words) {
        (true, _) => ReplyForm::Json,
        (false, true) => ReplyForm::Spoken,
        (false, false) => ReplyForm::Text,
    };
    Repl { game, prompt, form, line: 0, refused: 0, unsaved: None }.play()
}

/// The game of a session file, and whether the session can be continued.
fn kept_game(
    path: &Path,
    setting: Setting,
    wanted: DrawMode,
    deck_file: Option<String>,
) -> Result<(Game, bool), Failure> {
    let (mut store, bytes) = open(path)?;
    let name = path.display().to_string();
    let session = match &bytes {
        None => Session::start(&setting.deck, fresh(wanted)?).with_deck_file(deck_file),
        Some(bytes) => {
            let LoadedSession { session, end, torn } = Session::read(&name, bytes, &setting.deck)?;
            confirm_mode(&name, &session, wanted)?;
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
    game.keep_in(store, bytes.is_none()).map_err(store_failure)?;
    Ok((game, bytes.is_some()))
}

/// How cards are drawn, as far as the options say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawMode {
    Any,
    Virtual(Option<u64>),
    Physical,
}

impl PlayArgs {
    fn mode(&self) -> Result<DrawMode, Problem> {
        let seed = self.seed.as_deref().map(parse_seed).transpose()?;
        Ok(match (self.physical, self.is_virtual || seed.is_some()) {
            (true, _) => DrawMode::Physical,
            (false, true) => DrawMode::Virtual(seed),
            (false, false) => DrawMode::Any,
        })
    }
}

/// The mode of a new session. Without a seed option the seed is random.
fn fresh(wanted: DrawMode) -> Result<Mode, Failure> {
    Ok(match wanted {
        DrawMode::Physical => Mode::Physical,
        DrawMode::Virtual(Some(seed)) => Mode::Virtual { seed },
        DrawMode::Virtual(None) | DrawMode::Any => {
            let seed = getrandom::u32().map_err(|error| {
                Failure::file("cannot shuffle")(std::io::Error::other(error.to_string()))
            })?;
            // Short enough to type again.
            Mode::Virtual { seed: u64::from(seed) }
        }
    })
}

/// Checks that the options match the mode in which the session began.
fn confirm_mode(name: &str, session: &Session, wanted: DrawMode) -> Result<(), Problem> {
    let found = match session.mode() {
        Mode::Physical => "the players draw".to_owned(),
        Mode::Virtual { seed } => format!("the program draws with seed {seed}"),
    };
    let fits = match (session.mode(), wanted) {
        (_, DrawMode::Any) | (Mode::Virtual { .. }, DrawMode::Virtual(None)) => true,
        (Mode::Physical, wanted) => wanted == DrawMode::Physical,
        (Mode::Virtual { seed }, wanted) => wanted == DrawMode::Virtual(Some(seed)),
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
        console::note("the session is not saved; --session FILE saves it");
    }
    console::note("help lists the commands, quit leaves");
}

/// Reads lines at a table and prints the replies.
struct Repl {
    game: Game,
    prompt: Prompt,
    form: ReplyForm,
    /// The number of the last line.
    line: usize,
    /// How many lines were refused.
    refused: usize,
    /// The last step that could not be written.
    unsaved: Option<Failure>,
}

impl Repl {
    fn play(mut self) -> Result<Exit, Failure> {
        loop {
            let text = match self.prompt.next(|| Completion::new(&self.game))? {
                PromptInput::Line(text) => text,
                PromptInput::Interrupted => {
                    console::note("quit leaves the table");
                    continue;
                }
                PromptInput::End => break,
            };
            self.line += 1;
            match self.game.hear(&text) {
                Ok(Outcome::Nothing) => {}
                Ok(Outcome::Quit) => break,
                Ok(Outcome::Reply(reply)) => self.print(&text, &reply)?,
                Ok(Outcome::Help(topic)) => {
                    let help = help::text(topic, &self.game.setting);
                    self.print(&text, &Reply::from_text(help))?;
                }
                Err(error) => self.refuse(&text, failure_of(error))?,
            }
        }
        self.end()
    }

    /// Prints why a line was refused. A script cannot correct it, but the lines after it are still answered,
    /// unless the disk is full.
    fn refuse(&mut self, text: &str, failure: Failure) -> Result<(), Failure> {
        self.refused += 1;
        match failure {
            Failure::Input(problems) => {
                if self.form == ReplyForm::Json {
                    console::answer_json(&format!("{}\n", refusal(text.trim(), &problems)))?;
                }
                let shown = if self.prompt.is_terminal() {
                    problems
                } else {
                    self.with_line_number(&problems)
                };
                console::complain(&Failure::Input(shown));
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

    fn print(&mut self, text: &str, reply: &Reply) -> Result<(), Failure> {
        match self.form {
            ReplyForm::Json => {
                let json = reply.to_json(text.trim(), &self.game.session);
                console::answer_json(&format!("{json}\n"))?;
            }
            ReplyForm::Spoken => console::answer(&reply.read_aloud())?,
            ReplyForm::Text => console::answer_led_by(reply.verdict.as_deref(), &reply.written())?,
        }
        if reply.has_step() {
            self.unsaved = None;
        }
        Ok(())
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
/// Opens a session file and returns its bytes, if it exists.
///
/// # Errors
/// [`Failure::File`] if it is in use, cannot be read or its folder cannot be written.
fn open(path: &Path) -> Result<(Store, Option<Vec<u8>>), Failure> {
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

/// The failure of a session that another program plays: writing it would lose steps.
fn in_use(path: &Path) -> Failure {
    let attempt = format!("cannot write {}", path.display());
    let reason = "it is being played in another window; leave it there first";
    Failure::File { attempt, cause: std::io::Error::new(std::io::ErrorKind::WouldBlock, reason) }
}

/// Converts the error of a line that had no effect.
fn failure_of(error: PlayError) -> Failure {
    match error {
        PlayError::Refused(problems) => problems.into(),
        PlayError::Store(error) => store_failure(error),
    }
}

fn parse_seed(text: &str) -> Result<u64, Problem> {
    text.trim().parse().map_err(|_| {
        Problem::coded("argument.range", format!("seed {text:?} is out of range"))
            .accepts(format!("0 to {}", u64::MAX))
            .for_argument("seed")
    })
}
